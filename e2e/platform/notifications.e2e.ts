import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  personAt,
  test,
  THEMES,
  useTheme,
} from '../fixtures.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)

test('a colleague who is named in a comment finds it at the bell, and opens the lead from there', async ({
  browser,
}) => {
  const tunde = await personAt(browser, 'qa2@halden.example')
  const counted = tunde.waitForResponse('**/marketing/notifications/unread')
  await tunde.goto('/marketing/assigned_leads')
  await counted
  const before = await unread(tunde)
  const manager = await personAt(browser, 'manager@halden.example')
  await manager.goto('/marketing/assigned_leads')
  await manager.locator('[data-row-key]').filter({ hasText: 'Tunde Adeyemi' }).first().click()
  const drawer = manager.getByRole('dialog')
  await expect(drawer).toBeVisible()
  const lead = new URL(manager.url()).searchParams.get('lead')
  const box = drawer.getByRole('textbox', { name: 'Comment', exact: true })

  await box.fill('<b>Look</b> at this, @tun')
  await expect(drawer.getByRole('option', { name: 'Tunde Adeyemi' })).toBeVisible()
  await expectAccessible(manager)
  await box.press('Enter')
  await expect(box).toHaveValue('<b>Look</b> at this, @Tunde Adeyemi ')
  await manager.reload()
  await expect(box).toHaveValue('<b>Look</b> at this, @Tunde Adeyemi ')
  await box.press('Control+End')
  await box.pressSequentially('please')
  await box.press('Control+Enter')
  const said = drawer.locator('.comment-said').filter({ hasText: '<b>Look</b> at this, @Tunde Adeyemi please' })
  await expect(said).toBeVisible()

  await said.getByRole('button', { name: 'Edit' }).click()
  const editor = drawer.getByRole('textbox', { name: 'Edit comment' })
  await editor.fill('<b>Look</b> at this today, @Tunde Adeyemi')
  await expectAccessible(manager)
  await drawer.getByRole('button', { name: 'Save' }).click()
  const changed = drawer.locator('.comment-said').filter({ hasText: 'at this today' })
  await expect(changed.getByText(/^Edited/)).toBeVisible()
  await expect(changed.getByRole('button', { name: 'Edit' })).toBeFocused()
  await changed.getByRole('button', { name: 'Pin' }).click()
  await expect(drawer.locator('.comment-said').first()).toContainText('Pinned')

  await expect.poll(() => unread(tunde)).toBeGreaterThan(before)
  await bell(tunde).click()
  const line = tunde.getByRole('listitem').filter({ hasText: 'Arjun Deshpande mentioned you on' }).first()
  await expect(line).toContainText('<b>Look</b> at this today, @Tunde Adeyemi')
  for (const theme of THEMES) {
    await useTheme(tunde, theme)
    await bell(tunde).click()
    await expect(line).toBeVisible()
    await expectAccessible(tunde)
    await tunde.keyboard.press('Escape')
  }
  await tunde.goto('/')
  await tunde
    .getByRole('region', { name: 'Also for you' })
    .getByRole('link', { name: /^1 new mention/ })
    .click()
  await expect(tunde.locator('.notes > li')).toHaveCount(1)
  await expect(line).toBeVisible()
  await expectAccessibleInThemes(tunde)
  await tunde.getByText('Unread', { exact: true }).click()
  await expect(tunde).toHaveURL(/view=unread/)

  await bell(tunde).click()
  await line.getByRole('link').first().click()
  await expect(tunde).toHaveURL(new RegExp(`lead=${lead}\\b`))
  await expect(tunde.getByRole('dialog').getByText('at this today')).toBeVisible()
  await tunde.getByRole('button', { name: 'Close', exact: true }).click()
  await bell(tunde).click()
  await expect(line).toBeVisible()
  await expect(line.getByText('Unread.')).toHaveCount(0)
})

test('the page of notifications tells everything, and what one wants to hear of', async ({ browser }) => {
  const page = await personAt(browser, 'qa@halden.example')
  await page.goto('/marketing/notifications')
  await expect(heading(page, 'Notifications')).toBeVisible()
  const mentions = page.getByRole('switch', { name: 'Mentions: in the app' })
  await expect(mentions).toBeChecked()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await mentions.click()
  await expect(page.getByText('Choice saved')).toBeVisible()
  await page.reload()
  await expect(mentions).not.toBeChecked()
  const giveUp = page.getByRole('button', { name: 'Mentions: use the company default' })
  await expect(giveUp).toBeVisible()
  await expect(page.getByText('You changed 1 of 8. The others are your company’s defaults.')).toBeVisible()
  await expectAccessibleInThemes(page)
  await giveUp.click()
  await expect(mentions).toBeChecked()
  await expect(giveUp).toHaveCount(0)
  await expect(page.getByText('You are using your company’s defaults.')).toBeVisible()

  await page.goto('/marketing/notifications?lead=999999999')
  await expect(page.getByText('You can no longer see this lead')).toBeVisible()
  await expectAccessible(page)
})

test('a link to a lead that did not load is tried again; of one that is gone it is said that it is gone @slow', async ({
  browser,
}) => {
  const page = await personAt(browser, 'manager@halden.example')
  await page.goto('/marketing/marketing_leads_list')
  const id = await page.locator('[data-row-key]').first().getAttribute('data-row-key')
  await page.route(`**/marketing/lead/${id}`, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Failed to fetch leads data' } }),
  )
  await page.goto(`/marketing/notifications?lead=${id}`)
  await expect(page.getByText('The lead did not load')).toBeVisible()
  await page.unroute(`**/marketing/lead/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(new RegExp(`lead=${id}$`))
  await expect(page.getByRole('dialog').locator('.lead-name').first()).toBeVisible()

  await page.goto('/marketing/notifications?lead=999999999')
  await expect(page.getByText('You can no longer see this lead')).toBeVisible()
})
