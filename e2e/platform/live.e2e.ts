import type { Page } from '@playwright/test'
import { expect, expectAccessibleInThemes, expectAccessible, personAt, signIn, test, useTheme } from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

const LEADS = '/marketing/marketing_leads_list'
const rowOf = (page: Page, name: string) => page.locator('[data-row-key]').filter({ hasText: name }).first()

/** Adds a lead as another program would, with the person's own token. */
const addLead = (page: Page, name: string) =>
  page.evaluate(async (leadName) => {
    const token = /accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const answer = await fetch('/marketing/add_leads', {
      method: 'POST',
      headers: { authorization: `Bearer ${decodeURIComponent(token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: leadName, email: 'live@fjordpumps.example', company: 'Fjord Pumps' }),
    })
    return answer.status
  }, name)

test('a colleague’s work shows where it is: who validates, the status in place, new leads behind a button', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 2)
  const qa = await personAt(browser, 'qa@halden.example')
  await qa.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = qa.getByRole('dialog')
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()

  // As on the colleague’s list, where what has least time left comes first.
  const inOrder = `search=${mark}&sort=created_at&order=asc`
  await page.goto(`${LEADS}?view=all&status=assigned&${inOrder}`)
  const row = rowOf(page, mark)
  await expect(row).toBeVisible()
  await expect(row.getByText(/is validating/)).toHaveCount(1)
  await expectAccessible(page)
  await qa.keyboard.press('p')
  // No longer one of the list's: it stays in its place, dimmed, and as readable as before.
  await expect(row).toHaveClass(/list-row-changed/)
  await expectAccessibleInThemes(page)

  await page.goto(`${LEADS}?view=all&${inOrder}`)
  const next = page.locator('[data-row-key]').nth(1)
  await expect(next.getByText('Assigned')).toBeVisible()
  await qa.keyboard.press('j')
  await expect(next.getByText(/is validating/)).toHaveCount(1)
  await qa.keyboard.press('p')
  await expect(next.getByText('In progress')).toBeVisible()
  await expect(next).not.toHaveClass(/list-row-changed/)
  // The lead that stands ready behind the one on the desk is on nobody's.
  await expect(page.locator('[data-row-key]')).toHaveCount(2)
  await expect(page.getByText(/is validating/)).toHaveCount(1)
  await next.click()
  await expect(page.getByRole('dialog').getByText(/is validating/)).toBeVisible()
  await useTheme(page, 'dark')
  await expect(page.getByRole('dialog').getByText(/is validating/)).toBeVisible()
  await expectAccessible(page)
  await qa.keyboard.press('Escape')
  await expect(page.getByRole('dialog').getByText(/is validating/)).toHaveCount(0)

  await page.goto(`${LEADS}?view=all`)
  await expect(page.getByText(/^1–20 of/)).toBeVisible()
  const first = await page.locator('[data-row-key]').first().getAttribute('data-row-key')
  const fresh = `Nora Live ${Date.now()}`
  expect(await addLead(page, fresh)).toBe(200)
  const news = page.getByRole('button', { name: /1 new lead, Show/ })
  await expect(news).toBeVisible()
  expect(await page.locator('[data-row-key]').first().getAttribute('data-row-key')).toBe(first)
  await expectAccessible(page)
  await news.click()
  await expect(rowOf(page, fresh)).toBeVisible()
})

test('while another page of the list is on its way, a change elsewhere does not mix the rows of both @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const idsOf = () => page.locator('[data-row-key]').evaluateAll((rows) => rows.map((row) => row.dataset['rowKey']))
  await page.goto(`${LEADS}?view=all`)
  await expect(page.getByText(/^1–20 of/)).toBeVisible()
  const first = await idsOf()

  // The stream tells of the lead within three seconds, and the page comes after that.
  let asked = 0
  await page.route(/marketing_leads_list\?page=2&/, async (route) => {
    asked += 1
    const answer = await route.fetch()
    if (asked === 1) await page.waitForTimeout(4_500)
    await route.fulfill({ response: answer })
  })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.poll(() => asked).toBe(1)
  expect(await addLead(page, `Nora Between ${Date.now()}`)).toBe(200)

  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  // Asked again because of the change: one row of the first page has moved on to this one.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2)
  await expect(page.locator('[data-row-key]')).toHaveCount(20)
  const second = await idsOf()
  expect(second.filter((id) => first.includes(id))).toEqual([])
})

test('ten tabs of one browser hold one stream; when its tab goes, another takes over @slow', async ({ page }) => {
  const context = page.context()
  const open = new Set<unknown>()
  context.on('request', (request) => {
    if (request.url().endsWith('/marketing/live')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => void open.delete(request))
  await signIn(page, 'manager@meridian.example')
  const tabs = [page]
  while (tabs.length < 10) {
    const tab = await context.newPage()
    await tab.goto('/marketing/all_leads')
    tabs.push(tab)
  }
  for (const tab of tabs.slice(1))
    await expect(tab.getByRole('heading', { level: 1, name: 'Unassigned Leads' })).toBeVisible()
  await expect.poll(() => open.size).toBe(1)

  const last = tabs[9]!
  await last.goto(`${LEADS}?view=all`)
  await expect(last.getByText(/^1–20 of/)).toBeVisible()
  expect(await addLead(tabs[5]!, `Nora First ${Date.now()}`)).toBe(200)
  await expect(last.getByRole('button', { name: /1 new lead, Show/ })).toBeVisible()

  await page.close()
  await expect.poll(() => open.size).toBe(1)
  expect(await addLead(tabs[5]!, `Nora Second ${Date.now()}`)).toBe(200)
  await expect(last.getByRole('button', { name: /2 new leads, Show/ })).toBeVisible()
})

test('without a stream a list says that it looks for changes now and then, and does; with one again it says so no more @slow', async ({
  page,
}) => {
  // First it is refused, as to whoever has just been taken out of the company; then the line is lost.
  let asked = 0
  await page.route('**/marketing/live', (route) => {
    asked += 1
    return asked > 1
      ? route.abort('connectionreset')
      : route.fulfill({ status: 403, json: { success: false, message: 'You have no access', code: 'forbidden' } })
  })
  await signIn(page, 'manager@meridian.example')
  await page.goto(`${LEADS}?view=all`)
  await expect(page.getByText(/^1–20 of/)).toBeVisible()
  const says = page.getByText('Looking for changes every 15 s')
  await expect(says).toBeVisible()
  await expectAccessible(page)
  expect(await addLead(page, `Nora Polled ${Date.now()}`)).toBe(200)
  await expect(page.getByRole('button', { name: /1 new lead, Show/ })).toBeVisible()

  await test.step('the lead that is open is looked at, too', async () => {
    const mark = await addLeadsOf(page, 'manager@meridian', 1)
    await page.goto(`${LEADS}?search=${mark}`)
    await page.locator('[data-row-key]').first().click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByLabel(/^City/).fill('Kiel')
    const enquiryId = Number(new URL(page.url()).searchParams.get('lead'))
    await callerOf(page)('POST', '/marketing/update_enquiry_leads', { enquiryId, city: 'Ulm' })
    await expect(drawer.getByText(/^Changed since you opened it/)).toHaveText('Changed since you opened it: City')
  })

  await page.unroute('**/marketing/live')
  await expect(says).toHaveCount(0, { timeout: 90_000 })
})
