import { expect, expectAccessible, expectNoSidewaysScroll, rows, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'

test('two products with one code are compared, merged from the list, and unmerged by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const call = callerOf(page)
  const add = async (code: string, unit?: string) =>
    (await call('POST', '/marketing/add_master_product', { name: `Valve ${code}`, code, ...(unit && { unit }) })).data
      .id
  const [first, second] = [await add(`DU-${mark}`), await add(`DU ${mark}`, 'piece')]
  const unitOf = async (id: number) => (await call('GET', `/marketing/product_details/${id}`)).data.unit

  await page.goto('/marketing/masterproduct_properties?tab=duplicates')
  const group = page.getByRole('region', { name: /^2 products, same/ }).filter({ hasText: mark })
  await expect(group).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto(`/marketing/masterproduct_properties?search=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await page.getByRole('toolbar').getByRole('button', { name: 'Merge' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Merge DU/ })
  await expect(dialog.getByRole('radio', { name: /^piece/ })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Merge into/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Merged Valve/)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect([await unitOf(first), await unitOf(second)]).toEqual(['piece', 'piece'])

  await page.getByRole('button', { name: /^Undo/ }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Unmerged Valve/)).toBeVisible()
  expect([await unitOf(first), await unitOf(second)]).toEqual([null, 'piece'])
})
