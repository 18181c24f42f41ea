import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, pick, signIn, test } from '../fixtures.ts'

const FILE = `Name;Email;Phone;Position;Lead Status;Lead Source;Created Date;Motor power;Wanted
Anika Roth;anika@fields-file.example;030 1234567;Buyer;New;Referral;03/04/2024;20 kW;Soon
Bruno Keller;bruno@fields-file.example;(030) 901820;;Won;Referral;05/04/2024;;
`

const fieldOf = (page: Page, column: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })

test('columns without a field go into the message, and numbers, dates and statuses are read as people choose', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'crm.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })

  await expect(page.getByText('7 of 9 columns will be imported')).toBeVisible()
  for (const [column, field] of Object.entries({
    Position: 'Job title',
    'Lead Status': 'Status',
    'Lead Source': 'Source',
    'Created Date': 'Created date',
    Wanted: 'Not imported',
  }))
    await expect(fieldOf(page, column)).toContainText(field)
  await page.getByRole('button', { name: 'Add all unmatched columns to the message' }).click()
  await expect(page.getByText('9 of 9 columns will be imported')).toBeVisible()
  await expect(fieldOf(page, 'Motor power')).toContainText('Add to the message')
  await page.getByRole('combobox', { name: 'Numbers without a country code are from' }).fill('Germany')
  await pick(page, 'Germany (+49)')
  await page.getByRole('combobox', { name: 'A created date of 03/04/2026 is' }).click()
  await pick(page, '4 March 2026 (month first)')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()

  await expect(page.getByText('Lead Status').first()).toBeVisible()
  await expect(page.getByText('Won').first()).toBeVisible()
  await page.getByRole('button', { name: /^Import 2 leads/ }).click()
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 60_000 })

  await page.goto('/marketing/marketing_leads_list?view=all&search=anika%40fields-file.example')
  await page.locator('[data-row-key]').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('+49301234567')
  await expect(drawer).toContainText('Motor power: 20 kW')
  await expect(drawer).toContainText('Buyer')
  await expect(drawer).toContainText('04 Mar 2024')
})
