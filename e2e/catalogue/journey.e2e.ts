import { expect, expectAccessible, keepUndo, rows, signIn, test } from '../fixtures.ts'
import { newMark } from '../leads-of.ts'
import { addValves } from './valves.ts'

test('a file is imported, what it lacks is filled in the grid, a product is shown, and all of it is undone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const { call, name: category } = await addValves(page, mark)
  await keepUndo(page)
  const stored = async () =>
    (await call('GET', `/marketing/master_products?search=${mark}&sort=code&order=asc`)).data.map(
      (one: { code: string; completeness: number; discoverable: boolean }) => [
        one.code.slice(0, 2),
        one.completeness,
        one.discoverable,
      ],
    )

  await page.goto('/marketing/import_products')
  await page.locator('input[type=file]').setInputFiles({
    name: 'valves.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        `Code;Name;Category;Pressure ${mark} (bar)`,
        `V1-${mark};Ball valve ${mark};${category};16,5`,
        `V2-${mark};Gate valve ${mark};${category};40,5`,
      ].join('\n'),
    ),
  })
  await expect(page.getByText('4 of 4 columns will be imported')).toBeVisible()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 2 products' }).click({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 60_000 })
  expect(await stored()).toEqual([
    ['V1', 80, false],
    ['V2', 80, false],
  ])
  const ofImport = page.url()

  await page.goto(`/marketing/masterproduct_properties?state=incomplete&search=${mark}&sort=code&order=asc`)
  await page.getByRole('button', { name: 'Edit in grid' }).press('Enter')
  const material = page.getByRole('row').nth(1).getByRole('gridcell').nth(4)
  await expect(material).toHaveText('Missing')
  await expect(page.getByRole('row').nth(1)).toContainText('16.5')
  await material.focus()
  await page.keyboard.type('Brass')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+S')
  await expect(page.getByText('Saved 1 product', { exact: true })).toBeVisible()
  await expect.poll(stored).toEqual([
    ['V1', 100, false],
    ['V2', 80, false],
  ])

  await page.goto(`/marketing/masterproduct_properties?view=all&search=${mark}&sort=code&order=asc`)
  await expect(rows(page)).toHaveCount(2)
  const shown = page.getByRole('switch', { name: `Ball valve ${mark} is shown` })
  await shown.press('Space')
  await expect(shown).toBeChecked()
  await expect.poll(stored).toEqual([
    ['V1', 100, true],
    ['V2', 80, false],
  ])
  await expectAccessible(page)

  // Back, the last first: it is hidden, its material is empty, and the import is reverted.
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(shown).not.toBeChecked()
  await page.goto('/marketing/recent_changes')
  const saved = page.getByRole('listitem').filter({ hasText: `Changed Ball valve ${mark}` })
  await saved.first().getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(stored).toEqual([
    ['V1', 80, false],
    ['V2', 80, false],
  ])
  await page.goto(ofImport)
  await page.getByRole('button', { name: 'Revert import' }).click()
  await page.getByRole('button', { name: 'Revert 2 products' }).click()
  await expect(page.getByText('Reverted: 2 products reverted')).toBeVisible({ timeout: 60_000 })
  expect(await stored()).toEqual([])
})
