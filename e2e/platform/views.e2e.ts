import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  moving,
  personAt,
  signIn,
  test,
  untilSettled,
  useTheme,
} from '../fixtures.ts'

const LEADS = '/marketing/marketing_leads_list'
const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
const viewMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^View / }).click()
  await page.getByRole('button', { name: item, exact: true }).click()
}
const saveAs = async (page: Page, button: string, name: string, { shared = false } = {}) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  if (shared) await dialog.getByRole('checkbox').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(tab(page, new RegExp(name))).toHaveAttribute('aria-current', 'true')
}

test('a changed view says so, is reset, or is kept under a name; the list opens with it again', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LEADS)
  await expect(tab(page, /All/)).toHaveAttribute('aria-current', 'true')
  await page.goto(`${LEADS}?view=all&status=invalid&sort=name&order=asc`)
  await expect(page.getByText('View changed')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(page.getByText('View changed')).toHaveCount(0)
  await expect(page).not.toHaveURL(/status=/)
  await page.goBack()

  await saveAs(page, 'Save view', 'Invalid by name')
  await expect(page.getByText('View changed')).toHaveCount(0)
  const address = page.url()
  await tab(page, /All/).click()
  await expect(page).not.toHaveURL(/status=/)
  await tab(page, /Invalid by name/).click()
  await expect(page).toHaveURL(address)
  await expect(tab(page, /Invalid by name/)).toContainText(/\d/)

  await page.goto('/')
  await page.goto(LEADS)
  await expect(page).toHaveURL(address)
  await useTheme(page, 'dark')
  await expect(tab(page, /Invalid by name/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a view keeps its columns and takes changes; deleted, it comes back by Undo @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(`${LEADS}?view=all&source=email`)
  await saveAs(page, 'Save view', 'By email')
  await page.getByRole('button', { name: 'Columns and page size' }).click()
  await page.getByRole('checkbox', { name: 'Company' }).click()
  await expect(page).toHaveURL(/columns=company/)
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('By email saved').last()).toBeVisible()
  await expect(page).not.toHaveURL(/columns=/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Contact' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveCount(0)
  await tab(page, /All/).click()
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible()

  await tab(page, /By email/).click()
  await viewMenu(page, 'Delete')
  await expect(page.getByText('By email deleted')).toBeVisible()
  await expect(tab(page, /By email/)).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(tab(page, /By email/)).toBeVisible()
})

test('a shared view is on the tabs of colleagues; a person chooses what their list opens with @slow', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/assigned_leads?view=all&source=website_form')
  await saveAs(page, 'Save view', 'From our site', { shared: true })

  const qa = await personAt(browser, 'qa@halden.example')
  await qa.goto('/marketing/assigned_leads')
  await tab(qa, /From our site/).click()
  await expect(qa).toHaveURL(/source=website_form/)
  await qa.getByRole('button', { name: /^View / }).click()
  await expect(qa.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expectAccessible(qa)
  await qa.getByRole('button', { name: 'Open the list with this view' }).click()
  await expect(qa.getByText('The list now opens with From our site')).toBeVisible()
  await tab(qa, /All/).click()
  await expect(qa).not.toHaveURL(/source=/)
  await qa.goto('/')
  await qa.goto('/marketing/assigned_leads')
  await expect(heading(qa, 'Assigned Leads')).toBeVisible()
  await expect(qa).toHaveURL(/source=website_form/)
})

test.describe('with movements', () => {
  test.use(moving)

  test('no act on a list moves what is on screen @slow', async ({ page }) => {
    await signIn(page, 'manager@halden.example')
    await page.goto(`${LEADS}?view=all`)
    await expect(page.getByText(/^1–20 of/)).toBeVisible()
    await untilSettled(page)
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, 'hadRecentInput') !== false) continue
          const { dataset } = document.body
          const sources: { node?: Element }[] = Reflect.get(entry, 'sources')
          const moved = sources.map(({ node }) => node?.className || node?.nodeName).join(', ')
          dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(Reflect.get(entry, 'value')))
          dataset['moved'] = `${dataset['moved'] ?? ''} ${Math.round(entry.startTime)} ms: ${moved};`
        }
      }).observe({ type: 'layout-shift' })
    })
    for (const keys of ['j', 'x', 'j', 'x', 'Escape', 'd', 'd', 'Enter', 'Escape']) {
      await page.keyboard.press(keys)
      await page.waitForTimeout(250)
    }
    const rowsFrom = () => page.locator('.list-scroll').evaluate((rows) => rows.getBoundingClientRect().top)
    const before = await rowsFrom()
    await tab(page, /My queue/).click()
    await untilSettled(page)
    expect(await rowsFrom()).toBe(before)
    await tab(page, /All/).click()
    await untilSettled(page)
    expect(await rowsFrom()).toBe(before)

    const { shift = 0, moved = 'nothing' } = await page.evaluate(() => {
      const { shift, moved } = document.body.dataset
      return { shift, moved }
    })
    expect(Number(shift), `What moved: ${moved}`).toBeLessThanOrEqual(0.02)
  })
})
