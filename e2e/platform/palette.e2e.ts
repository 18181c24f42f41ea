import type { Page } from '@playwright/test'
import { expect, expectAccessible, heading, LEADS, personAt, rows, signIn, test } from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const option = (page: Page, text: string | RegExp) => palette(page).getByRole('option').filter({ hasText: text })

const openWith = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
}

test('leads by number, people, settings and recent leads are found and opened by keyboard alone', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  const { data } = await callerOf(page)('GET', `/marketing/marketing_leads_list?search=${mark}`)
  const [{ id, lead_no, name }] = data
  await page.goto(LEADS)
  await expect(rows(page).first()).toBeVisible()

  await openWith(page, String(lead_no))
  await expect(option(page, `No. ${lead_no} `).first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`lead=${id}`))
  await expect(page.getByRole('dialog').first()).toContainText(mark)
  await expect
    .poll(async () => (await callerOf(page)('GET', '/marketing/recent_leads')).data[0]?.id, { timeout: 15_000 })
    .toBe(id)

  await page.goto(LEADS)
  await expect(rows(page).first()).toBeVisible()
  await openWith(page, '')
  await expect(palette(page).getByText('Recent leads')).toBeVisible()
  await expect(option(page, `No. ${lead_no} `)).toContainText(name)

  await page.keyboard.type('status lab')
  await expect(option(page, 'Status labels and colours')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/configuration\?section=statuses/)
  await expect(heading(page, 'Configuration')).toBeVisible()

  await signIn(page, 'admin@halden.example')
  await page.goto(LEADS)
  await expect(rows(page).first()).toBeVisible()
  await openWith(page, 'qa@halden')
  await expect(option(page, 'qa@halden.example')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Permissions of Lucía Fernández')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/people\/\d+$/)
})

test('what the open lead offers is in the palette with its keys, and works from there', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 1)
  const page = await personAt(browser, 'qa@halden.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = page.getByRole('dialog').first()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()

  await openWith(page, '')
  await expect(palette(page).getByText('This lead')).toBeVisible()
  await expect(option(page, 'Mark invalid')).toHaveText(/Mark invalid\s*I$/)
  await page.keyboard.type('mark inv')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(desk.getByRole('button', { name: /^Mark invalid/ }).first()).toBeVisible()
  await expect(
    desk
      .getByRole('combobox', { name: /reason/i })
      .or(desk.getByRole('radiogroup'))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await openWith(page, 'comment')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(desk.locator('textarea:focus, [contenteditable]:focus')).toHaveCount(1)
})

test('what a person may not see is not offered', async ({ page }) => {
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/valid_leads')
  await expect(rows(page).first()).toBeVisible()

  await openWith(page, 'manager@halden')
  await expect(palette(page).getByText('No matches.')).toBeVisible()
  await page.keyboard.press('Escape')
  await openWith(page, 'Permissions')
  await expect(option(page, 'My permissions')).toHaveCount(1)
  await expect(option(page, /^Permissions$/)).toHaveCount(0)
})
