import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInThemes, heading, keepUndo, signIn, test } from '../fixtures.ts'
import { newMark } from '../leads-of.ts'
import { addValves } from './valves.ts'

/** A category with an option and a quantity, and that many products in it that have neither. */
const addProducts = async (page: Page, mark: string, count: number) => {
  const { call, category } = await addValves(page, mark, { material: 'Material', pressure: 'Pressure' })
  const products: { id: number; version: number }[] = []
  for (let at = 1; at <= count; at++) {
    const body = { name: `Ball valve ${mark} ${at}`, code: `BV-${mark}-${at}`, category_id: category }
    products.push((await call('POST', '/marketing/add_master_product', body)).data)
  }
  const stored = async () =>
    (await call('GET', `/marketing/product_cells?${products.map(({ id }) => `ids[]=${id}`).join('&')}`)).data.rows.map(
      ({ cells }: { cells: Record<string, { value?: string } | string> }) => [
        cells['brand'] ?? null,
        cells[`attributes.material_${mark}`] ?? null,
        cells[`attributes.pressure_${mark}`] ?? null,
      ],
    )
  return { category, products, stored, call, mark }
}

const bar = (value: string) => ({ value, unit: 'bar' })
const cell = (page: Page, row: number, column: string) =>
  page
    .getByRole('row')
    .nth(row)
    .getByRole('gridcell')
    .nth(['Code', 'Name', 'Category', 'Brand', 'Material', 'Pressure'].indexOf(column))

test('a block pasted from a spreadsheet is mended, saved and undone by keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'admin@halden.example')
  const { category, stored } = await addProducts(page, newMark(), 3)
  await keepUndo(page)
  await page.goto(`/marketing/masterproduct_properties?category=${category}&sort=code&order=asc`)
  await page.getByRole('button', { name: 'Edit in grid' }).press('Enter')
  await expect(page).toHaveURL(/mode=grid/)
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible()
  await expect(cell(page, 1, 'Material')).toHaveText('Missing')

  await cell(page, 1, 'Code').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(cell(page, 1, 'Brand')).toBeFocused()
  await page.evaluate(() =>
    navigator.clipboard.writeText(
      'Acme\tBrass\t40\r\n"Acme ""Pro"""\tbrass\t16 barg\r\nAcme\tstainless steel\t145 psi\r\n',
    ),
  )
  await page.keyboard.press('Control+V')
  const bar1 = page.getByRole('region', { name: 'Unsaved cells' })
  await expect(bar1).toContainText('9 cells in 3 products · 1 can’t be saved')
  await expect(cell(page, 2, 'Pressure')).toHaveAttribute('aria-invalid', 'true')
  await expect(cell(page, 2, 'Pressure')).toContainText('16 barg')
  await page.keyboard.press('F8')
  await expect(cell(page, 2, 'Pressure')).toBeFocused()
  await expect(cell(page, 2, 'Pressure')).toContainText('barg is no unit of pressure. Choose bar or psi.')
  await expectAccessibleInThemes(page)

  // Nothing unreadable is sent: the others are saved, and it stays as typed.
  await page.keyboard.press('Control+Z')
  await expect(bar1).toBeHidden()
  await page.keyboard.press('Control+Y')
  await page.keyboard.press('F8')
  await page.keyboard.press('Control+.')
  await expect(bar1).not.toContainText('can’t be saved')
  await page.keyboard.press('Control+S')
  await expect(page.getByText('Saved 3 products')).toBeVisible()
  await expect(bar1).toBeHidden()
  await expect.poll(stored).toMatchObject([
    ['Acme', 'brass', bar('40')],
    ['Acme "Pro"', 'brass', bar('16')],
    ['Acme', 'stainless_steel', { value: '145', unit: '[psi]' }],
  ])
  await expect(cell(page, 3, 'Pressure')).toHaveText('145 psi')

  // By the message, and back by the key: both go along one line of steps.
  const before = Array.from({ length: 3 }, () => [null, null, null])
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect.poll(stored).toEqual(before)
  await expect(cell(page, 1, 'Material')).toHaveText('Missing')
  await cell(page, 1, 'Brand').focus()
  await page.keyboard.press('Control+Y')
  await expect(cell(page, 1, 'Material')).toHaveText('Brass')
  await expect(cell(page, 3, 'Pressure')).toHaveText('145 psi')

  // A second save, and an edit that is not saved: undone one after the other, the last first.
  await page.keyboard.type('Zenith')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+S')
  await expect(page.getByText('Saved 1 product', { exact: true })).toBeVisible()
  await expect(bar1).toBeHidden()
  await page.keyboard.type('Not saved')
  await page.keyboard.press('Enter')
  await expect(bar1).toBeVisible()
  await page.keyboard.press('Control+Z')
  await expect(bar1).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo save' })).toBeEnabled()
  await page.keyboard.press('Control+Z')
  await expect(cell(page, 1, 'Brand')).toHaveText('Acme')
  await page.keyboard.press('Control+Z')
  await expect.poll(stored).toEqual(before)
  await page.keyboard.press('Control+Shift+Z')
  await expect(cell(page, 1, 'Brand')).toHaveText('Acme')
  await page.keyboard.press('Control+Y')
  await expect(cell(page, 1, 'Brand')).toHaveText('Zenith')
})

test('a save that others have changed since is undone in part, and the message says so @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const { category, products, stored, call } = await addProducts(page, newMark(), 2)
  await page.goto(`/marketing/masterproduct_properties?category=${category}&sort=code&order=asc&mode=grid&pageSize=100`)
  for (const row of [1, 2]) {
    await cell(page, row, 'Brand').focus()
    await page.keyboard.type('Acme')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+S')
  await expect(page.getByText('Saved 2 products')).toBeVisible()
  await call('PUT', `/marketing/master_products/${products[0]?.id}`, { brand: 'Zenith' })

  await cell(page, 2, 'Brand').focus()
  await page.keyboard.press('Control+Z')
  await expect(page.getByText('Undid “Saved 2 products” in part: later changes stay')).toBeVisible()
  await expect(cell(page, 1, 'Brand')).toHaveText('Zenith')
  expect(await stored()).toEqual([
    ['Zenith', null, null],
    [null, null, null],
  ])
})

test('cells are typed, filled down and cleared; they outlast a reload, and a conflict is decided', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const { category, products, stored, call, mark } = await addProducts(page, newMark(), 3)
  await page.goto(`/marketing/masterproduct_properties?category=${category}&sort=code&order=asc&mode=grid&pageSize=100`)
  await expect(heading(page, 'Product Properties')).toBeVisible()

  await cell(page, 1, 'Pressure').focus()
  await page.keyboard.type('25')
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, 'Pressure')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+D')
  await expect(page.getByText('3 cells in 3 products')).toBeVisible()
  await cell(page, 3, 'Pressure').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(page.getByText('2 cells in 2 products')).toBeVisible()

  // A choice is picked from its list.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  await page.keyboard.type('brass')
  await expect(page.getByRole('option', { name: 'Brass' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(cell(page, 3, 'Material')).toHaveText('Brass')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('3 cells in 3 products')).toBeVisible()
  await expect(cell(page, 1, 'Pressure')).toHaveText('25')

  // Somebody else writes one of them meanwhile.
  await call('PUT', `/marketing/master_products/${products[0]?.id}`, {
    attributes: { [`pressure_${mark}`]: bar('10') },
  })
  await page.keyboard.press('Control+S')
  await expect(page.getByText('1 cell in 1 product · 1 can’t be saved')).toBeVisible()
  await page.keyboard.press('F8')
  await expect(cell(page, 1, 'Pressure')).toContainText('it was empty and is now 10.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keep 25' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+S')
  await expect.poll(stored).toEqual([
    [null, null, bar('25')],
    [null, null, bar('25')],
    [null, 'brass', null],
  ])

  // Leaving with unsaved cells asks.
  await cell(page, 1, 'Brand').focus()
  await page.keyboard.type('Acme')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Back to list' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Leave with 1 unsaved cell?' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(page).not.toHaveURL(/mode=grid/)
})
