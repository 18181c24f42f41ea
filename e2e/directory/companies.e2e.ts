import { readFile } from 'node:fs/promises'
import { expect, expectAccessibleInThemes, rows, signIn, test } from '../fixtures.ts'
import { newMark } from '../leads-of.ts'
import { addCompany, companyOf, CONTACTS } from './directory.ts'

test('companies become customers together by keyboard alone, and what the list shows is exported', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const first = await addCompany(page, { name: `Norrvik ${mark}`, roles: ['partner'] })
  const second = await addCompany(page, { name: `Solberg ${mark}` })
  await page.goto(`${CONTACTS}?tab=companies&view=all&search=${mark}`)
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select the page' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Change the roles of 2 companies' })
  await expect(dialog.getByRole('combobox', { name: 'Add' })).toBeFocused()
  await page.keyboard.type('Cust')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No company will be skipped.')).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await companyOf(page, first)).roles).toEqual(['partner', 'customer'])
  await expect.poll(async () => (await companyOf(page, second)).roles).toEqual(['customer'])
  await page.keyboard.press('Escape')

  await page.goto(`${CONTACTS}?tab=companies&view=customers&role=customer&search=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const begin = page.getByRole('dialog').getByRole('button', { name: 'Export 2 companies' })
  await expect(begin).toBeEnabled()
  await begin.press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Jobs' }).getByRole('button', { name: 'Download' }).first().press('Enter')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`Norrvik ${mark}`)
  expect(file).toContain('partner, customer')
})
