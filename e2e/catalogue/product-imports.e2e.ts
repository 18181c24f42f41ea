import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  pick,
  signIn,
  test,
} from '../fixtures.ts'
import { workbook } from './workbook.ts'

const CATEGORY = 'Imported fittings'
const PRODUCTS = [
  ['Item no', 'Product name', 'Product group', 'Make', 'EAN', 'Expected min'],
  [10017, 'Elbow 90°, imported', CATEGORY, 'Acme', 4006381333931, 5],
  ['00018', 'Tee, imported', CATEGORY, 'Acme', '', 'many'],
  ['00019', 'Cap, imported', CATEGORY, '', '', 12],
]

const columnNamed = (page: Page, column: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })

test('products come out of a sheet of a workbook, with a category that is created on the way, and are reverted', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/import_products')
  await expect(heading(page, 'Import Products')).toBeVisible()
  await expectAccessible(page)

  await page.locator('input[type=file]').setInputFiles({
    name: 'fittings.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook({ Notes: [['Ask Maria']], Products: PRODUCTS }),
  })
  await page.getByLabel('Sheet to import').click()
  await pick(page, 'Products (4 rows)')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this sheet' }).click()

  await expect(page.getByText('6 of 6 columns will be imported')).toBeVisible()
  await expect(
    page.getByText('1 of 3 codes are numbers in this file: zeros at their beginning may be missing.'),
  ).toBeVisible()
  for (const [column, field] of Object.entries({ 'Item no': 'Code', 'Product group': 'Category', EAN: 'GTIN' }))
    await expect(columnNamed(page, column)).toContainText(field)
  await page.getByLabel('Known products, Make').click()
  await pick(page, 'Fill if empty')
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(heading(page, 'Import Products')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 unknown name' })).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create it and check again' }).click()
  await expect(page.getByRole('button', { name: 'Import 2 products' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Lowest expected quantity takes a number')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await page.getByRole('button', { name: 'Revert import' }).click({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revert 2 products' }).click()
  await expect(page.getByText('Reverted: 2 products reverted')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
})
