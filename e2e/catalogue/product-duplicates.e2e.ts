import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  keepUndo,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'

test('two products with one code are compared, merged from the list, and unmerged by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await keepUndo(page)
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

  await test.step('the drawer shows the other one, merges it, and unmerges it later', async () => {
    await page.goto(`/marketing/masterproduct_properties?search=${mark}&product=${first}`)
    const drawer = page.getByRole('dialog', { name: `Valve DU-${mark}` })
    const tab = drawer.getByRole('tab', { name: 'Duplicates 1' })
    await tab.focus()
    await page.keyboard.press('Enter')
    const similar = drawer.getByRole('region', { name: 'Similar products' })
    await expect(similar.getByRole('listitem')).toContainText('same code')
    await expectAccessibleInThemes(page)
    await similar.getByRole('button', { name: /^Compare and merge/ }).press('Enter')
    const merge = dialog.getByRole('button', { name: /^Merge into/ })
    await expect(merge).toBeEnabled()
    await merge.press('Enter')
    await expect(page.getByText(/^Merged Valve/)).toBeVisible()

    await page.reload()
    await page.getByRole('tab', { name: 'Duplicates' }).focus()
    await page.keyboard.press('Enter')
    const merged = page.getByRole('region', { name: 'Merged into this product' })
    await expect(merged.getByRole('listitem')).toContainText('merged by')
    await expectAccessibleInThemes(page)
    await merged.getByRole('button', { name: /^Unmerge DU/ }).press('Enter')
    const question = page.getByRole('dialog', { name: /^Unmerge Valve/ })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Unmerge' }).press('Enter')
    await expect(page.getByText(/^Unmerged Valve/)).toBeVisible()
    await expect(merged).toBeHidden()
    expect([await unitOf(first), await unitOf(second)]).toEqual([null, 'piece'])
  })

  await test.step('two that are different are no longer shown, until that is undone', async () => {
    const similar = page.getByRole('region', { name: 'Similar products' })
    await similar.getByRole('button', { name: /^Not a duplicate/ }).press('Enter')
    await expect(similar.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
    await expect(similar.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('who adds it a third time sees both', async () => {
    await page.goto('/marketing/masterproduct_properties')
    await page.getByRole('button', { name: 'Add product' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Add product' })
    await form.getByRole('textbox', { name: 'Name' }).fill(`Valve du${mark}`)
    await form.getByRole('textbox', { name: /^Code/ }).fill(`du${mark}`)
    await expect(form.getByText('2 similar products in the catalogue')).toBeVisible()
    await expectAccessibleInThemes(page)
  })
})
