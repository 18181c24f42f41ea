import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  figure,
  heading,
  moving,
  personAt,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { addLeadsOf, callerOf, giveTo } from '../leads-of.ts'

/** How long the start-up screen shows, as the app has it. */
const START_UP_MS = 800

/** Of `21–40 of 1,702` the three numbers. */
const rangeOf = async (page: Page) => {
  const told = await page.getByText(/^[\d,]+–[\d,]+ of [\d,]+/).innerText()
  const [from = NaN, to = NaN, total = NaN] =
    told.match(/[\d,]+/g)?.map((text) => Number(text.replaceAll(',', ''))) ?? []
  return { from, to, total }
}
const totalOf = async (page: Page) => (await rangeOf(page)).total

test('a list is its address: filters, search and page survive a reload, and a link opens the same rows', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/marketing_leads_list?status=valid&status=invalid&page=2')
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  const before = await rows(page).allInnerTexts()

  await page.reload()
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  expect(await rows(page).allInnerTexts()).toEqual(before)

  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/Search/))
    .first()
    .fill('no lead has this in it')
  await expect(page.getByText(/No leads match/)).toBeVisible()
  await expect(page).toHaveURL(/search=no\+lead/)
  await expect(page).not.toHaveURL(/page=2/)
  await expectAccessible(page)
})

test('a page past the end becomes the last one there is, also where a search finds nothing @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/marketing_leads_list?view=all&status=invalid&page=400')
  await expect(rows(page).first()).toBeVisible()
  const { from, to, total } = await rangeOf(page)
  expect(to).toBe(total)
  expect(total - from).toBeLessThan(20)
  expect(new URL(page.url()).searchParams.get('page')).toBe(String(Math.ceil(total / 20)))
  await page.goBack()
  expect(page.url()).not.toContain('page=400')

  await page.goto('/marketing/marketing_leads_list?view=all&search=nobody+is+called+so&page=2')
  await expect(page.getByText('No leads match this search')).toBeVisible()
})

test.describe('with movements', () => {
  test.use(moving)

  test('whoever opens the list sees its leads as soon as the start-up screen is gone @slow', async ({ page }) => {
    await signIn(page, 'manager@halden.example')
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[data-row-key]') && !document.querySelector('.start-up'))
          performance.mark('painted')
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const times: number[] = []
    for (let visit = 0; visit < 5; visit++) {
      await page.goto('/marketing/marketing_leads_list')
      await expect(rows(page)).toHaveCount(20)
      // The page looks once a frame, so the mark may come after the rows.
      const painted = await page.waitForFunction(() => performance.getEntriesByName('painted')[0]?.startTime)
      times.push((await painted.jsonValue()) ?? 0)
    }

    times.sort((one, other) => one - other)
    expect(times[0]).toBeGreaterThan(0)
    figure(`lead list painted ${times.map(Math.round).join(', ')} ms after navigation, the start-up screen included`)
  })
})

test('the leads come while the start-up screen shows, and whoever does not look at the screen has them at once @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  // What waits as long as the start-up screen shows waits until it is let go.
  await page.addInitScript((usual) => {
    const later = window.setTimeout.bind(window)
    const held: (() => void)[] = []
    Object.assign(window, {
      setTimeout: (run: () => void, wait = 0) => (wait === usual ? held.push(run) : later(run, wait)),
      letGo: () => held.forEach((run) => run()),
    })
  }, START_UP_MS)
  await page.goto('/marketing/marketing_leads_list')
  const startUp = page.locator('.start-up')
  await expect(rows(page)).toHaveCount(20)
  await expect(startUp).toBeVisible()
  await expect(heading(page, 'Leads')).toBeVisible()
  await expect(heading(page, 'Leadroom')).toHaveCount(0)
  const covered = await rows(page)
    .first()
    .evaluate((row) => {
      const { x, y } = row.getBoundingClientRect()
      return document.elementFromPoint(x + 8, y + 8)?.closest('.start-up') !== null
    })
  expect(covered).toBe(true)
  await page.evaluate('letGo()')
  await expect(startUp).toHaveCount(0)
  await expect(rows(page)).toHaveCount(20)
})

test('three leads are assigned by keyboard alone, and who has been given them is shown', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/all_leads')
  await expect(rows(page).first()).toBeVisible()
  const total = await totalOf(page)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('tun')
  await expect(dialog.getByText(/Tunde/).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/3 leads assigned|assigned to Tunde/i).first()).toBeVisible()
  await page.reload()
  await expect.poll(() => totalOf(page)).toBe(total - 3)
})

test('a selected lead is given on as it stands on screen, whoever was given it since it was selected @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  const { data: staff } = await callerOf(page)('GET', '/marketing/all-staff?search=qa2@halden')
  await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
  const row = rows(page).first()
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await giveTo(page, Number(await row.getAttribute('data-row-key')), staff[0].id)
  await expect(row).toContainText(staff[0].name)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${staff[0].name} owns this lead`)).toBeVisible()
  await page.keyboard.type('luc')
  await expect(dialog.getByText(/Lucía/).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/assigned to Lucía/i).first()).toBeVisible()
})

/** As where there are more people than a list without paging has: only who is sought or named is found. */
const onlyWhoIsSought = (page: Page, path: string, nobody: object) =>
  page.route(new RegExp(`/marketing/${path}\\b`), (route) =>
    /[?&](search|ids)=/.test(route.request().url())
      ? route.continue()
      : route.fulfill({ json: { success: true, ...nobody } }),
  )

test('whoever is not among the first hundred is found by name: to be given a valid lead, which shows them at once, and to filter by @slow', async ({
  page,
}) => {
  const none = { data: [], pagination: { page: 1, pageSize: 100, total: 240, totalPages: 3 } }
  await signIn(page, 'manager@halden.example')
  await onlyWhoIsSought(page, 'get_marketing_department', none)
  await onlyWhoIsSought(page, 'marketing_staff', none)
  const others = Array.from({ length: 10 }, (_, at) => ({ id: 9_000 + at, name: `Somebody ${at}` }))
  await onlyWhoIsSought(page, 'lead_filter_options', { data: { assigned_qa: [], sales_person: others } })
  await page.goto('/marketing/marketing_leads_list?view=all')
  await page.getByRole('button', { name: 'Sales filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Sales filter' })
  await panel.getByRole('textbox').fill('callum')
  await panel.getByRole('checkbox', { name: 'Callum Fraser' }).check()
  await expect(page.getByRole('button', { name: 'Sales: Callum Fraser filter' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sales: Callum Fraser filter' })).toBeVisible()
  const row = rows(page).filter({ hasText: 'Valid' }).first()
  await expect(row).toContainText('Callum Fraser')
  await row.getByRole('checkbox').check()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Assign / })
  await dialog.getByText('All staff', { exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Find a person' }).fill('hana')
  await expect(dialog.getByRole('option', { name: /Hana Kobayashi/ })).toBeVisible()
  await expectAccessible(page)
  const assigned = Promise.withResolvers<void>()
  await page.route('**/marketing/assign_leads', (route) => assigned.promise.then(() => route.continue()))
  await page.keyboard.press('Enter')
  await expect(row.or(rows(page).first())).toContainText('Hana Kobayashi')
  assigned.resolve()
  await expect(page.getByText(/assigned to Hana Kobayashi$/)).toBeVisible()
})

test('no page is offered that would be refused: the last one that can be seen says how to see further @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const message = 'Lists end at row 10,000. To see more, narrow the filters.'
  await page.route('**/marketing/marketing_leads_list?**', async (route) => {
    if (route.request().resourceType() === 'document') return route.fallback()
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    const pagination = { page: number, pageSize: 20, total: 1_000_000, totalPages: 50_000, end: { page: 500, message } }
    await route.fulfill({ json: { ...rest, data, pagination } })
  })
  await page.goto('/marketing/marketing_leads_list?sort=name&order=asc')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('link', { name: /^Page / }).last()).toHaveText('500')
  await expect(pages).not.toContainText('Pages end')
  await pages.getByRole('link', { name: 'Page 500' }).click()
  await expect(pages).toContainText(message)
  await expect(pages.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a lead is marked invalid with a reason by keyboard, and the verdict is in its history', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@meridian.example')
  const mark = await addLeadsOf(manager, 'qa2@meridian', 2)
  const page = await personAt(browser, 'qa2@meridian.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = page.getByRole('dialog')
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  const name = await desk.getByRole('heading').first().innerText()
  await page.keyboard.press('i')
  await expect(desk.getByRole('button', { name: /Mark invalid/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(desk.getByText('Choose a reason')).toBeVisible()
  await page.keyboard.press('6')
  await expect(desk.getByRole('radio', { name: 'Not our product' })).toBeChecked()
  await page.keyboard.type('not our market')
  await expect(desk.getByRole('textbox', { name: /^Note/ })).toHaveValue('not our market')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/Marked invalid|marked invalid/).first()).toBeVisible()
  await page.goto(`/marketing/assigned_leads?search=${mark}`)
  await expect(heading(page, 'Assigned Leads')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText(name.split('\n')[0] ?? name, { exact: true })).toHaveCount(0)
})

test('a tab with nothing in it says what would be in it, although other leads wait @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const nothing = { success: true, data: [], pagination: { page: 1, pageSize: 20, total: 0, totalPages: 0 } }
  await page.route(/(assigned_leads|valid_leads|marketing_leads_list)\?.*(clock|quarantined)=/, (route) =>
    route.request().isNavigationRequest() ? route.fallback() : route.fulfill({ json: nothing }),
  )
  for (const [path, words] of [
    ['assigned_leads?view=overdue&clock=overdue', 'Nothing is overdue'],
    ['valid_leads?view=due-soon&clock=due_soon', 'Nothing is due soon'],
    ['marketing_leads_list?view=quarantined&quarantined=yes', 'Nothing is quarantined'],
    ['marketing_leads_list?view=quarantined&quarantined=yes&source=email', 'No leads match these filters'],
  ] as const) {
    await page.goto(`/marketing/${path}`)
    await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()
  }
})

test('how long ago is told anew on a list that is left open @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await page.clock.install()
  await page.goto(`/marketing/marketing_leads_list?view=all&search=${mark}`)
  const received = rows(page).locator('time').first()
  await expect(received).toHaveText(/^(just now|1 min ago)$/)
  await page.clock.fastForward('03:00')
  await expect(received).toHaveText(/^[3-5] min ago$/)
})

test('on a narrow screen each filter can be taken off, and all of them at once @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.setViewportSize({ width: 390, height: 844 })
  const days = 'from_date=2026-01-01&to_date=2026-12-31'
  await page.goto(`/marketing/marketing_leads_list?view=all&status=valid&source=email&${days}`)
  await page.getByRole('button', { name: 'Filters 3' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await expect(drawer.getByRole('button', { name: 'Clear all' })).toBeVisible()
  await expectAccessibleInThemes(page)
  await drawer.getByRole('button', { name: 'Clear Received' }).click()
  await expect(page).not.toHaveURL(/_date=/)
  await expect(page).toHaveURL(/status=valid/)
  await drawer.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/status=|source=/)
  await expect(drawer.getByRole('button', { name: /^Clear/ })).toHaveCount(0)
})

test('on a narrow screen no message lies over the buttons of a lead @slow', async ({ page: manager, browser }) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 1)
  const page = await personAt(browser, 'qa@halden.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const foot = page.locator('.lead-pane:not([hidden]) .desk-foot')
  await expect(foot.getByRole('button', { name: /Validate/ })).toBeVisible()
  await page.keyboard.press('p')
  const message = page.locator('.toast').first()
  await expect(message).toBeVisible()
  const bottom = await message.evaluate((element) => element.getBoundingClientRect().bottom)
  const top = await foot.evaluate((element) => element.getBoundingClientRect().top)
  expect(bottom).toBeLessThanOrEqual(top)
})
