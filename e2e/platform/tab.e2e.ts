import type { Page } from '@playwright/test'
import { expect, heading, rows, signIn, test, workIn } from '../fixtures.ts'
import { addLeadsOf } from '../leads-of.ts'

const tokenOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''

test('a tab that was not told of a switch learns it from its first refused call; what was typed is kept and nothing is stored', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await workIn(page, 'Halden & Pryce Supply')
  // This tab hears nothing of the switch.
  await page.route('**/api/v1/broadcast/**', (route) => route.fulfill({ json: { messages: [] } }))
  await page.goto('/marketing/add_leads')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half Written')
  await page.getByRole('textbox', { name: /^E-?mail/ }).fill('half@written.example')
  const other = await page.context().newPage()
  await workIn(other, 'Meridian Instruments')

  await page.bringToFront()
  const told = page.getByRole('dialog').filter({ hasText: 'Tenant Changed' })
  // The tab asks for its numbers when it comes to the front: that call may be the first refused one, and the dialog then covers the button.
  await page
    .getByRole('button', { name: /^Add lead/ })
    .click({ timeout: 3_000 })
    .catch(() => expect(told).toBeVisible())
  await expect(told).toBeVisible()

  await other.goto('/marketing/marketing_leads_list?search=half@written.example')
  await expect(other.getByText(/No leads match/)).toBeVisible()
  await workIn(other, 'Halden & Pryce Supply')
  await other.goto('/marketing/marketing_leads_list?search=half@written.example')
  await expect(other.getByText(/No leads match/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Unsaved changes from/).first()).toBeVisible()
})

test('an access token that no longer holds is renewed silently, and the page goes on', async ({ page, context }) => {
  await signIn(page, 'qa2@halden.example')
  const before = await tokenOf(page)
  await context.addCookies([{ name: 'accessToken', value: `${before}x`, url: new URL('/', page.url()).href }])
  await page.goto('/marketing/assigned_leads')
  await expect(heading(page, 'Assigned Leads')).toBeVisible()
  await expect(page.locator('[data-row-key]').first()).toBeVisible()
  expect(await tokenOf(page)).not.toBe(`${before}x`)
})

test('a broadcast that answers 401 ends the session of the tab: it goes to the sign-in page @slow', async ({
  page,
}) => {
  await signIn(page, 'rep@halden.example')
  await page.route('**/api/v1/broadcast/**', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'no' } }),
  )
  await page.route('**/api/v1/auth/refresh/', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'no' } }),
  )
  await page.goto('/marketing/valid_leads')
  await expect(page).toHaveURL(/\/app$/)
})

test('without the current user the screens can be read and nothing be changed, until the look-up succeeds @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await addLeadsOf(page, 'qa@halden', 1, mark)
  const lookUp = '**/marketing/fetch-current-user'
  await page.route(lookUp, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Failed to fetch data' } }),
  )
  await page.goto(`/marketing/marketing_leads_list?view=all&search=${mark}`)
  await rows(page).first().click()
  const side = page.getByRole('complementary', { name: 'People and timeline' })
  await expect(side.getByText('Person Aoraor').first()).toBeVisible()
  const add = page.getByRole('button', { name: /Add lead/ }).or(page.getByRole('link', { name: /Add lead/ }))
  const merge = side.getByRole('button', { name: 'Merge' })
  await expect(add).toHaveCount(0)
  await expect(merge).toHaveCount(0)

  await page.unroute(lookUp)
  await expect(merge).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(add.first()).toBeVisible()
})

test('the description of the API is a page that works under the content policy', async ({ page }) => {
  await page.goto('/docs')
  // The page draws what is in sight: a call further down is asked for by its path.
  await page.getByRole('textbox', { name: 'Filter by tag or path' }).fill('marketing_leads_list')
  await expect(page.getByText('/marketing/marketing_leads_list').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try it out' })).toHaveCount(0)
})
