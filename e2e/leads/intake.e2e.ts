import { expect, expectAccessible, expectNoSidewaysScroll, personAt, test } from '../fixtures.ts'
import { newMark } from '../leads-of.ts'

test('somebody sends the public form and gets a reference; what is missing is named beside its field', async ({
  page,
}) => {
  await page.goto('/intake/halden-demo/enquiry')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded'])
  await page.waitForTimeout(1_600) // a person needs a moment to fill a form in

  await page.getByLabel('Name').fill('Ana Ruiz')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByLabel('Work email')).toBeFocused()
  await expect(page.getByLabel('Work email')).toHaveAccessibleDescription('Enter an email address or a phone number')
  await expect(page.getByLabel('Name')).toHaveValue('Ana Ruiz')
  await expectAccessible(page)

  await page.getByLabel('Work email').fill('ana.ruiz@ruizlabs.example')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('status')).toContainText('Thank you. We received your enquiry')
  await expect(page.getByRole('status')).toContainText(/reference is \d+/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send another' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('what led somebody to the form, as its address says, stands in the lead’s own column and beside what was sent @slow', async ({
  page,
  browser,
}) => {
  const mark = newMark()
  await page.goto('/intake/halden-demo/enquiry?utm_source=fair&utm_campaign=Spring+2026&utm_term=&fbclid=1')
  await page.waitForTimeout(1_600)
  await page.getByLabel('Name').fill('Ana Ruiz')
  await page.getByLabel('Work email').fill(`ana@${mark}.example`)
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('status')).toContainText('Thank you')

  const manager = await personAt(browser, 'manager@halden.example')
  await manager.goto(`/marketing/marketing_leads_list?search=${mark}`)
  await manager.getByRole('button', { name: 'Columns and page size' }).click()
  await manager.getByRole('checkbox', { name: 'UTM' }).click()
  await manager.keyboard.press('Escape')
  const lead = manager.locator('[data-row-key]')
  await expect(lead).toContainText('fairSpring 2026')
  await lead.getByText('Ana Ruiz').click()
  const drawer = manager.getByRole('dialog')
  await expect(drawer.getByText(/source: fair\s(· )?campaign: Spring 2026$/)).toBeVisible()
})

test('over plain http, where browsers make no UUIDs, the form is sent and its lead is worked like any other @slow', async ({
  page,
  browser,
}) => {
  const withoutUuids = () => Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  const mark = newMark()
  await page.addInitScript(withoutUuids)
  await page.goto('/intake/halden-demo/enquiry')
  await page.waitForTimeout(1_600)
  await page.getByLabel('Name').fill('Ana Ruiz')
  await page.getByLabel('Work email').fill(`ana@${mark}.example`)
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('status')).toContainText('Thank you')
  expect(page.url()).not.toContain('Ana')

  const manager = await personAt(browser, 'manager@halden.example')
  await manager.addInitScript(withoutUuids)
  await manager.goto(`/marketing/marketing_leads_list?search=${mark}`)
  await manager.locator('[data-row-key]').getByText('Ana Ruiz').click()
  const drawer = manager.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Comment', exact: true }).fill('Called back')
  await drawer.getByRole('button', { name: 'Add comment' }).click()
  await expect(drawer.getByText('Called back')).toBeVisible()
  expect(await manager.evaluate(() => 'randomUUID' in crypto)).toBe(false)
})

test('an unknown form key is told plainly', async ({ page }) => {
  const answer = await page.goto('/intake/no-such-form/enquiry')
  expect(answer?.status()).toBe(404)
})
