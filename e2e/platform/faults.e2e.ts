import type { Page } from '@playwright/test'
import { expect, expectAccessibleInThemes, heading, personAt, signIn, test, workIn } from '../fixtures.ts'
import { addLeadsOf } from '../leads-of.ts'

// What happens to a browser in the middle of work: no network, a lost answer, a tab that is gone, a lid that was closed.

const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
const writeLead = async (page: Page, name: string) => {
  await page.goto('/marketing/add_leads')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await field(page, /^E-?mail/).fill(`${name.replaceAll(' ', '.').toLowerCase()}@faults.example`)
}
const BUSY = { success: false, message: 'The server is busy. Try again in a few seconds.', code: 'unavailable' }
const send = (page: Page) => page.getByRole('button', { name: /^Add lead/ }).click()
const foundBy = async (page: Page, name: string) => {
  await page.goto(`/marketing/marketing_leads_list?search=${encodeURIComponent(name)}`)
  await expect(heading(page, 'Leads')).toBeVisible()
}

test('F32: without a network the form says so and keeps what was typed; sent again it is stored once', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const name = `Offline ${Date.now()}`
  await writeLead(page, name)
  await page.context().setOffline(true)
  await send(page)
  await expect(
    page.getByText('Network error: Unable to reach server. Please check your internet connection.'),
  ).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.context().setOffline(false)
  await send(page)
  await expect(page.getByText(/added, no\. \d+/).first()).toBeVisible()
  await foundBy(page, name)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
})

test('F32: an answer that is lost, and then the tab itself: the same form sent again is the same lead', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const name = `Lost Answer ${Date.now()}`
  await writeLead(page, name)
  // The server does it; the browser never hears of it.
  let lost = 0
  await page.route('**/marketing/add_leads', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  await send(page)
  await expect(page.getByText(/Unable to reach server/).first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await send(page)
  await expect(page.getByText(/added, no\. \d+/).first()).toBeVisible()
  expect(lost).toBe(1)
  await foundBy(page, name)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
})

test('F32: after eight hours of sleep a tab asks for its messages again, and works on with what was typed', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'admin@halden.example')
  await workIn(page, 'Halden & Pryce Supply')
  const name = `Slept ${Date.now()}`
  await writeLead(page, name)
  const polls: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/broadcast/?')) polls.push(Date.now())
  })
  await page.clock.fastForward('08:00:00')
  await expect.poll(() => polls.length).toBeGreaterThan(0)
  const before = polls.length
  await page.clock.fastForward(6_000)
  await expect.poll(() => polls.length).toBeGreaterThan(before)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await send(page)
  await page.clock.fastForward(2_000)
  await expect(page.getByText(/added, no\. \d+/).first()).toBeVisible()
})

test('a server that is busy when a tab renews its token sends nobody away, and what was typed is sent once it answers @slow', async ({
  page,
  context,
}) => {
  await signIn(page, 'manager@halden.example')
  const name = `Renewed ${Date.now()}`
  await writeLead(page, name)
  let busy = 0
  await page.route('**/api/v1/auth/refresh/', (route) => {
    busy += 1
    return route.fulfill({ status: 503, json: BUSY })
  })
  for (const cookie of await context.cookies())
    if (cookie.name === 'accessToken') await context.addCookies([{ ...cookie, value: 'expired' }])
  await send(page)
  await expect(page.getByText(BUSY.message).first()).toBeVisible()
  // Looking for messages is put off, too, each few seconds.
  const asked = busy
  await expect.poll(() => busy).toBeGreaterThan(asked + 1)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)

  await page.unroute('**/api/v1/auth/refresh/')
  await send(page)
  await expect(page.getByText(/added, no\. \d+/).first()).toBeVisible()
})

test('what is found while one presses a button moves it away from nobody @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const name = `Pressed ${Date.now()}`
  await writeLead(page, name)
  await page.getByRole('button', { name: /^Add lead/ }).hover({ position: { x: 10, y: 4 } })
  // Going down takes the focus from the email, so the company of its domain is looked up.
  await page.mouse.down()
  await expect(page.getByText('We don’t know the company of faults.example yet.')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText(/added, no\. \d+/).first()).toBeVisible()
})

test('a server that is busy for a moment while a page or its list starts is asked again; one that stays so is told of @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  let busy = 2
  await page.route('**/api/v1/token/verify/', (route) =>
    busy-- > 0 ? route.fulfill({ status: 503, json: BUSY }) : route.continue(),
  )
  await page.goto('/marketing/marketing_leads_list')
  await expect(heading(page, 'Leads')).toBeVisible()
  expect(busy).toBe(-1)

  let putOff = 2
  await page.route('**/marketing/marketing_leads_list?*', (route) =>
    route.request().resourceType() === 'fetch' && putOff-- > 0
      ? route.fulfill({ status: 503, json: BUSY })
      : route.continue(),
  )
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(putOff).toBeLessThan(0)

  busy = 4
  await page.reload()
  await expect(page.getByText('Leadroom did not start')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Leads')).toBeVisible()
})

test('code and styles that a lost line kept from coming are asked for again: the page opens, and with its looks @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const lost = new Map<string, number>()
  await page.route(/assets\/(LeadDrawer|RestrictedDomainsPage)-.*\.(js|css)$/, (route) => {
    const file = route.request().url().replace(/.*\//, '').replace(/-.*\./, '.')
    const times = lost.get(file) ?? 0
    if (times === 2) return route.continue()
    lost.set(file, times + 1)
    return route.abort('connectionreset')
  })
  await page.goto('/marketing/marketing_leads_list')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Restrict Domain' }).click()
  await expect(heading(page, 'Restrict Domain')).toBeVisible()

  expect([...lost.keys()].toSorted()).toEqual([
    'LeadDrawer.css',
    'LeadDrawer.js',
    'RestrictedDomainsPage.css',
    'RestrictedDomainsPage.js',
  ])
  const sheets = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
  for (const name of ['LeadDrawer', 'RestrictedDomainsPage'])
    await expect.poll(async () => (await sheets()).filter((href) => href.includes(`/${name}-`)).length, name).toBe(1)
})

test('a dialog whose code never comes says so, and leaves the page as it is @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  let lost = 0
  await page.route(/assets\/(KeysSheet|AssignDialog)-.*\.js$/, (route) => {
    lost += 1
    return route.abort('connectionreset')
  })
  await page.goto('/marketing/marketing_leads_list')
  await page.getByRole('row').nth(1).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  const box = drawer.getByRole('textbox', { name: 'Comment', exact: true })
  await box.fill('Half a thought')
  await page.keyboard.press('Escape')
  for (const key of ['?', 'a']) {
    lost = 0
    await page.keyboard.press(key)
    await expect(page.getByText(/^This didn’t open\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(lost).toBeGreaterThanOrEqual(4)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText(/^This didn’t open\./)).toHaveCount(0)
  }
  await expect(heading(page, 'Leads')).toBeVisible()
  await expect(box).toHaveValue('Half a thought')
})

test('a verdict that a busy server put off is sent again by its key, and nothing is told of one’s own act @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@meridian.example')
  const mark = await addLeadsOf(page, 'manager@meridian', 1)
  await page.goto(`/marketing/assigned_leads?search=${mark}`)
  await page.locator('[data-row-key]').first().click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByLabel(/^City/).fill('Kiel')
  const alone = drawer.getByRole('radiogroup', { name: 'Not a duplicate of an open lead' })
  if ((await alone.count()) === 0)
    await drawer.getByRole('button', { name: /^Show \d+ auto-answered questions?$/ }).click()
  await alone.getByText('Yes', { exact: true }).click()
  await page.route('**/marketing/add_valid_status', (route) => route.fulfill({ status: 503, json: BUSY }), { times: 1 })
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByRole('alert').getByText(BUSY.message)).toBeVisible()
  await expect(drawer.locator('.lead-head')).toContainText('Assigned')
  await expect(drawer.getByText(/^Changed since you opened it/)).toHaveCount(0)
  await expect(drawer.getByLabel(/^City/)).toHaveValue('Kiel')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Validated /).first()).toBeVisible()
})

test('a lead whose desk, or whose countries, did not load says so, and loads when it is tried again @slow', async ({
  page,
}) => {
  await signIn(page, 'qa@halden.example')
  const broken = { status: 500, json: { success: false, message: 'Failed to fetch leads data', code: 'internal' } }
  await page.route('**/marketing/dataFetch_validmodal', (route) => route.fulfill(broken))
  await page.goto('/marketing/assigned_leads?lead=next')
  const desk = page.getByRole('dialog').first()
  const told = desk.getByText('The lead did not load').first()
  await expect(told).toBeVisible()
  await page.unroute('**/marketing/dataFetch_validmodal')
  await desk.getByRole('button', { name: 'Try again' }).click()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()

  await page.route('**/marketing/get_all_countries', (route) => route.fulfill(broken))
  await page.reload()
  await expect(told).toBeVisible()
  await page.unroute('**/marketing/get_all_countries')
  await desk.getByRole('button', { name: 'Try again' }).click()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
})

/** The line is lost for the next call of this path that writes, once it is let go. */
const loseNext = async (page: Page, path: string) => {
  const held = Promise.withResolvers<void>()
  let lost = 0
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET' || lost > 0) return route.fallback()
    lost += 1
    await held.promise
    return route.abort('connectionrefused')
  })
  return held.resolve
}

test('a dialog that is closed while it saves tells that it failed, keeps what was typed, and closes no other one @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'manager@halden', 1)
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  const hold = page.getByRole('dialog', { name: 'Put Person Aoraor on hold' })
  const put = hold.getByRole('button', { name: 'Put on hold' })
  const fail = await loseNext(page, '**/marketing/add_on_hold_status')
  await page.keyboard.press('h')
  await hold.getByLabel('Reason').fill('Back from the fair')
  await put.click()
  await page.keyboard.press('Escape')
  await expect(hold).toBeHidden()
  fail()
  const message = page.getByRole('region', { name: 'Messages' })
  await expect(message).toContainText('“Put Person Aoraor on hold” did not go through. Network error')
  await expect(message.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessibleInThemes(page)

  await page.keyboard.press('h')
  await hold.getByRole('button', { name: 'Continue' }).click()
  await expect(hold.getByLabel('Reason')).toHaveValue('Back from the fair')
  const answered = Promise.withResolvers<void>()
  await page.route('**/marketing/add_on_hold_status', async (route) => {
    await answered.promise
    await route.fallback()
  })
  await put.click()
  await page.keyboard.press('Escape')
  await expect(hold).toBeHidden()
  await page.keyboard.press('q')
  const ask = page.getByRole('dialog').filter({ hasText: 'Ask QC' })
  await ask.getByRole('textbox').first().fill('Which certificate?')
  answered.resolve()
  await expect(message).toContainText('Person Aoraor is on hold until')
  await expect(ask.getByRole('textbox').first()).toHaveValue('Which certificate?')
})

test('leads that were being given when their dialog was closed: that it failed is told, and Retry gives them @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'manager@halden', 2)
  await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
  const rows = page.locator('tbody tr', { hasText: mark })
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('checkbox').check()
  await rows.last().getByRole('checkbox').check()
  const [dialog, message] = [page.getByRole('dialog'), page.getByRole('region', { name: 'Messages' })]
  const begin = async (key: string, button: string) => {
    await page.keyboard.press('a')
    await dialog.getByRole('combobox', { name: 'Find a person' }).fill(key)
    await dialog.getByRole('button', { name: button }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const fail = await loseNext(page, '**/marketing/assign_leads')
  await begin('Tunde', 'Assign to Tunde Adeyemi')
  fail()
  await expect(message).toContainText('“Assign 2 leads” did not go through. Network error')
  // What is open by then stays open.
  await page.keyboard.press('a')
  await expect(dialog).toBeVisible()
  await message.getByRole('button', { name: 'Retry' }).click()
  await expect(message).toContainText('2 leads assigned to Tunde Adeyemi')
  await expect(dialog).toBeVisible()
  await expect(rows.filter({ hasText: 'Tunde Adeyemi' })).toHaveCount(2)
})

test('a deletion that is taken back at the second try is told to be @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'manager@halden', 2)
  await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
  const rows = page.locator('tbody tr', { hasText: mark })
  await rows.first().getByRole('checkbox').check()
  await rows.last().getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const message = page.getByRole('region', { name: 'Messages' })
  await expect(message).toContainText('2 leads deleted')
  await page.route('**/marketing/restore_leads', (route) => route.abort('connectionrefused'))
  await message.getByRole('button', { name: /^Undo/ }).click()
  await expect(message).toContainText('2 leads not restored. Network error')
  await page.unroute('**/marketing/restore_leads')
  await message.getByRole('button', { name: 'Retry' }).click()
  await expect(message).toContainText('Restored 2 leads')
  await expect(rows).toHaveCount(2)
})

test('what follows an act follows a Retry, too: a comment is closed, a status is told, a dialog goes @slow', async ({
  page,
  browser,
}) => {
  const email = 'manager@halden.example'
  await signIn(page, email)
  const mark = await addLeadsOf(page, 'manager@halden', 1)
  const retry = page.getByRole('button', { name: 'Retry' })
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  await drawer.getByRole('textbox', { name: 'Comment', exact: true }).fill('They call back')
  await drawer.getByRole('button', { name: 'Add comment' }).click()
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer.getByRole('textbox', { name: 'Edit comment' }).fill('They call back on Friday')
  ;(await loseNext(page, '**/marketing/lead_comments/**'))()
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await retry.click()
  await expect(drawer.getByText('They call back on Friday')).toBeVisible()
  await expect(drawer.getByRole('textbox', { name: 'Edit comment' })).toHaveCount(0)

  await drawer.locator('.lead-name').click()
  ;(await loseNext(page, '**/marketing/add_inprogress_status'))()
  await page.keyboard.press('p')
  await retry.click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('In progress')).toBeVisible()
  await expect(messages.getByRole('button', { name: 'Undo' })).toBeVisible()

  await personAt(browser, email)
  await page.goto('/app/sessions')
  await page.getByRole('button', { name: 'End session' }).first().click()
  const ask = page.getByRole('dialog').filter({ hasText: 'End the session of' })
  ;(await loseNext(page, '**/api/v1/auth/end-session/'))()
  await ask.getByRole('button', { name: 'End session' }).click()
  await retry.click()
  await expect(ask).toHaveCount(0)
})
