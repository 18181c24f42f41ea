import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test, THEMES } from './fixtures.ts'

const rows = (page: Page) => page.locator('[data-row-key]')

/** Chooses everything that a list shows, which is more than its page. */
const chooseAll = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Select all [\d,]+ in this view$/ }).click()
  const told = await page.getByText(/^All [\d,]+ in this view selected$/).innerText()
  return Number(told.replaceAll(/\D/g, ''))
}

test('everything in a view is acted on: foreseen first, done behind the page, told at the end, also after a reload', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const count = await chooseAll(page, '/marketing/marketing_leads_list?status=assigned&status=new')
  expect(count).toBeGreaterThan(20)

  await page.getByRole('button', { name: 'In progress' }).click()
  const dialog = page.getByRole('dialog', { name: `Set ${count} leads in progress` })
  await expect(dialog.getByText(/cannot be set in progress/)).toBeVisible()
  await expectAccessible(page)
  const begin = dialog.getByRole('button', { name: /^Set \d+ leads? in progress$/ })
  const able = Number((await begin.innerText()).replaceAll(/\D/g, ''))
  expect(able).toBeLessThan(count)
  await begin.click()

  const panel = page.getByRole('dialog', { name: 'Jobs' })
  await expect(panel.getByText(`${able} in progress, ${count - able} skipped`)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Jobs' }).click()
  await expect(panel.getByText(`${able} in progress, ${count - able} skipped`)).toBeVisible()
  await panel.getByRole('button', { name: /^Show \d+ skipped$/ }).click()
  await expect(panel.getByText(/This lead is new: it cannot be set in progress/).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('the bar of the selected leads keeps one row, and holds what does not fit behind More', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/registration_leads?view=all')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('checkbox').first().check()
  const bar = page.getByRole('toolbar', { name: 'Selected leads' })
  const height = async () => (await bar.boundingBox())?.height ?? 0
  await expect(bar.getByText('20 selected')).toBeVisible()
  expect(await height()).toBeLessThan(60)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar.getByRole('button', { name: /^Select all \d+ in this view$/ })).toBeVisible()
  expect(await height()).toBeLessThan(110)
  await bar.getByRole('button', { name: 'More' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Put on hold' }).click()
  await expect(page.getByRole('dialog', { name: 'Put 20 leads on hold' })).toBeVisible()
})

test('leads are put on hold together until a day', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/assigned_leads?view=all&status=in-progress')
  await expect(rows(page).first()).toBeVisible()
  for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).check()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put 2 leads on hold' })
  await dialog.getByRole('combobox').click()
  await page.getByTitle(/in 5 days$/).click()
  await dialog.getByRole('textbox', { name: /^Why/ }).fill('Trade fair week')
  await expect(dialog.getByText('All of them can be done.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Put 2 leads on hold' }).click()
  await expect(page.getByRole('dialog', { name: 'Jobs' }).getByText('2 on hold')).toBeVisible()
})

test('an export is written behind the page and downloaded as the list was', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const count = await chooseAll(page, '/marketing/marketing_leads_list?status=invalid&sort=name&order=asc')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export [\d,]+ leads$/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Jobs' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).click()

  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.slice(0, 30)).toContain('"Lead no.","Received","Name"')
  expect(text.split('"Invalid"').length + text.split('"invalid"').length - 2).toBe(count)
})
