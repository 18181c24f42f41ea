import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, heading, personAt, signIn, test, untilSettled } from './fixtures.ts'
import { addLeadsOf, callerOf } from './leads-of.ts'

const LIST = '/marketing/marketing_leads_list?view=all'
const rows = (page: Page) => page.locator('[data-row-key]')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keys' })

/** What the sheet says, line by line: the act and its keys. */
const told = async (page: Page) => {
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  const lines = await sheet(page)
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((line) => [
        line.querySelector('dt')?.textContent,
        [...line.querySelectorAll('.kbd')].map((key) => key.textContent).join(' '),
      ]),
    )
  return Object.fromEntries(lines) as Record<string, string>
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
}

/** The second key of two has to come soon, which a busy machine may miss: it is pressed until it was in time. */
const goes = (page: Page, keys: string, title: string | RegExp) =>
  expect(async () => {
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await expect(heading(page, title)).toBeVisible({ timeout: 5_000 })
  }).toPass()

const EVERYWHERE = {
  'Search or jump to': 'Ctrl K',
  'Add a lead': 'N',
  'Go to the dashboard': 'G D',
  'Go to leads': 'G L',
  'Go to your queue': 'G Q',
  'Go to unassigned leads': 'G U',
  'Validate the next lead': 'G V',
  'All keys': '?',
  'Collapse the side': '[',
  Undo: 'Z',
}

test('the keys of every screen go where the sheet says', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  await expect(heading(page, /^Good/)).toBeVisible()
  expect(await told(page)).toMatchObject(EVERYWHERE)
  await expectAccessible(page)
  await close(page)

  for (const [keys, title] of [
    ['g l', 'Leads'],
    ['g u', 'Unassigned Leads'],
    ['g q', 'Assigned Leads'],
    ['n', 'Add Leads'],
  ] as const) {
    await goes(page, keys, title)
  }
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await goes(page, 'g d', /^Good/)

  const side = page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('navigation').first())
  const wide = (await side.first().boundingBox())?.width ?? 0
  await page.keyboard.press('[')
  await expect.poll(async () => (await side.first().boundingBox())?.width).toBeLessThan(wide)
  await page.keyboard.press('[')

  // What is typed is the palette's, not a shortcut: N would leave for another page.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('Unassigned')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Unassigned Leads')).toBeVisible()
})

test('a list is worked by keyboard, and the sheet says how', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  expect(await told(page)).toMatchObject({
    ...EVERYWHERE,
    'Search the list': '/',
    'Next row': 'J ↓',
    'Previous row': 'K ↑',
    Open: 'Enter',
    Select: 'X',
    'Select the range': 'Shift X',
    Assign: 'A',
    'Assign to me': 'M',
    Comment: 'C',
    Density: 'D',
    'Clear the selection': 'Esc',
  })
  await close(page)

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Assign 3 leads' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Comment on 3 leads' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('3 selected')).toHaveCount(0)

  await page.keyboard.press('d')
  await expect(page.locator('.list-compact')).toBeVisible()
  await page.keyboard.press('d')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox').or(page.getByPlaceholder('Search leads')).first()).toBeFocused()
  await page.keyboard.press('Escape')
})

test('a lead is worked by keyboard, and the sheet tells its keys instead of the list’s', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 2)
  const page = await personAt(browser, 'qa@halden.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = page.getByRole('dialog').first()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  const lines = await told(page)
  expect(lines).toMatchObject({
    'Validate and next': 'Ctrl Enter',
    'Mark invalid': 'I',
    'In progress': 'P',
    Comment: 'C',
    'Next lead': 'J ↓',
    'Previous lead': 'K ↑',
    'First empty required field': 'E',
    'Put on hold': 'H',
    Release: 'R',
    Close: 'Esc',
  })
  expect(Object.keys(lines)).not.toContain('Select the range')
  await expectAccessible(page)
  await close(page)

  const name = desk.locator('.lead-name').first()
  const first = await name.innerText()
  await page.keyboard.press('j')
  await expect(name).not.toHaveText(first)
  await page.keyboard.press('k')
  await expect(name).toHaveText(first)
  await page.keyboard.press('i')
  await expect(desk.getByText('Why is this lead invalid?')).toBeVisible()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  await page.keyboard.press('c')
  await expect(desk.getByRole('textbox', { name: 'Comment', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/lead=/)
})

test('a key that is held judges the lead on screen and none of those that follow', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 3)
  const page = await personAt(browser, 'qa@halden.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = page.getByRole('dialog').first()
  const decide = desk.getByRole('button', { name: /Validate and next/ })
  await expect(decide).toBeVisible()
  const name = desk.locator('.lead-name').first()
  const first = await name.innerText()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await expect(name).not.toHaveText(first)
  await expect(decide).toBeVisible()
  const second = await name.innerText()
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await expect(page.getByText(`Validated ${first}`)).toBeVisible()
  await expect(name).toHaveText(second)

  const { data } = await callerOf(manager)('GET', `/marketing/marketing_leads_list?search=${mark}`)
  expect(data.map(({ status }: { status: string }) => status).toSorted()).toEqual(['assigned', 'assigned', 'valid'])
})

test('the next lead is the first that can be judged, and stays the one on screen whatever comes before it', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 3)
  const page = await personAt(browser, 'qa@halden.example')
  const list = `/marketing/assigned_leads?view=all&search=${mark}`
  const keys = () => rows(page).evaluateAll((all) => all.map((row) => Number(row.dataset['rowKey'])))
  await page.goto(list)
  await expect(rows(page)).toHaveCount(3)
  const [first = 0, second] = await keys()
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const call = callerOf(page)
  const { data: held } = await call('GET', `/marketing/lead/${first}`)
  await call('POST', '/marketing/add_on_hold_status', { enquiryId: first, until, version: held.version })

  await page.goto(`${list}&lead=next`)
  const desk = page.getByRole('dialog').first()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`lead=${second}$`))
  await page.goBack()
  await expect(page).not.toHaveURL(/lead=/)
})

test('work begins past what is on hold, though that fills the first page; where all is, it says that nothing waits', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 11)
  const page = await personAt(browser, 'qa@halden.example')
  const list = `/marketing/assigned_leads?view=all&pageSize=10&search=${mark}`
  await page.goto(list)
  await expect(rows(page)).toHaveCount(10)
  const call = callerOf(page)
  const { data: mine } = await call(
    'GET',
    `/marketing/assigned_leads?pageSize=20&search=${mark}&sort=created_at&order=desc`,
  )
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const hold = ({ id, version }: { id: number; version: number }) =>
    call('POST', '/marketing/add_on_hold_status', { enquiryId: id, until, version })
  for (const lead of mine.slice(0, 10)) await hold(lead)

  await page.goto(`${list}&lead=next`)
  const desk = page.getByRole('dialog')
  await expect(desk.first().getByRole('button', { name: /Validate and next/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`lead=${mine[10].id}$`))

  await hold((await call('GET', `/marketing/lead/${mine[10].id}`)).data)
  const looked = page.waitForResponse(/assigned_leads\?.*status=/)
  await page.goto(`${list}&lead=next`)
  await looked
  await expect(page.getByText('No lead waits for a verdict here')).toBeVisible()
  await expect(page).not.toHaveURL(/lead=/)
  await untilSettled(page)
  await expect(rows(page)).toHaveCount(10)
  await expect(desk).toHaveCount(0)
})

test('Escape closes an open menu, and neither clears the selection nor closes the lead behind it', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const menu = page.getByRole('menu').filter({ visible: true })
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
  await expect(menu).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected')).toHaveCount(0)

  await page.keyboard.press('Enter')
  const desk = page.getByRole('dialog').first()
  const name = desk.locator('.lead-name').first()
  await expect(name).toBeVisible()
  const opened = await name.innerText()
  await desk.getByRole('button', { name: 'More actions' }).click()
  await expect(menu).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(name).toHaveText(opened)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/lead=/)
})

test('the palette opens what is typed by now, and says that it looks or that it could not', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const found = palette.getByRole('option').filter({ hasText: mark })
  await page.keyboard.type(mark)
  await expect(found).toHaveCount(1)

  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/marketing/marketing_leads_list?*', async (route) => {
    await asked
    await route.fulfill({ status: 500, json: { success: false, message: 'Failed to fetch leads data' } })
  })
  await page.keyboard.type('other')
  await expect(palette.getByText('Looking for leads…')).toBeVisible()
  await expect(found).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(palette).toBeVisible()
  answer()
  await expect(palette.getByText('The leads did not load. Failed to fetch leads data')).toBeVisible()

  const rep = await personAt(browser, 'rep@halden.example')
  const { data: valid } = await callerOf(rep)('GET', '/marketing/valid_leads')
  await rep.goto('/marketing/valid_leads')
  await expect(rows(rep).first()).toBeVisible()
  await rep.keyboard.press('Control+k')
  await rep.keyboard.type(valid[0].name)
  await rep.getByRole('option').filter({ hasText: valid[0].name }).first().click()
  await expect(rep).toHaveURL(/valid_leads\?.*lead=\d+/)
})

test('what is pressed while a dialog is on its way is the dialog’s, and reaches nothing behind it', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  const { promise: there, resolve: bring } = Promise.withResolvers<void>()
  for (const code of ['**/assets/CommandPalette-*.js', '**/assets/KeysSheet-*.js']) {
    await page.route(code, async (route) => {
      await there
      await route.continue()
    })
  }
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`n${mark}`)
  for (let letters = mark.length; letters > 0; letters--) await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(mark)
  bring()
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(palette.getByRole('combobox')).toHaveValue(mark)
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(palette.getByRole('option').filter({ hasText: mark })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/marketing_leads_list.*lead=\d+/)
})

test('a window made as narrow as a phone keeps what is open, and what is typed in it', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await page.keyboard.type('dash')
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
  await expect(palette.getByRole('combobox')).toHaveValue('dash')

  await page.keyboard.press('Enter')
  await expect(heading(page, /^Good/)).toBeVisible()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Add Leads' }).click()
  await expect(heading(page, 'Add Leads')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
})

test('Escape leaves the search as it is, and what is pressed right after the last letter stays too', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  const box = page.getByRole('searchbox')
  await expect(box).not.toBeFocused()
  await expect(box).toHaveValue(mark)
  await page.waitForTimeout(400)
  await expect(page).toHaveURL(new RegExp(`search=${mark}`))

  await box.fill(`${mark}-aor`)
  await rows(page).first().click()
  await expect(page).toHaveURL(new RegExp(`search=${mark}-aor.*lead=\\d+|lead=\\d+.*search=${mark}-aor`))
  await expect(page.getByRole('dialog').first()).toBeVisible()
})

test('what opens at a button is worked by keyboard, and gives the focus back to its button', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  const opens = async (button: Locator, name: string | RegExp, first: (panel: Locator) => Locator) => {
    const panel = page.getByRole('dialog', { name })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(first(panel)).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await expect(first(panel)).toBeFocused()
    return panel
  }

  const status = page.getByRole('button', { name: /^(Status|Status: New) filter$/ })
  const choices = await opens(status, 'Status filter', (panel) => panel.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/status=/)
  await page.keyboard.press('Shift+Tab')
  await expect(choices).toBeHidden()
  await expect(page.locator('.pill-on .pill-button')).toBeFocused()

  await page.getByRole('button', { name: 'Clear Status' }).press('Enter')
  await expect(page).not.toHaveURL(/status=/)
  await expect(page.getByRole('button', { name: 'Status filter' })).toBeFocused()

  const columns = page.getByRole('button', { name: 'Columns and page size' })
  await opens(columns, 'Columns and page size', (panel) => panel.getByRole('checkbox', { disabled: false }).first())
  await page.keyboard.press('Escape')

  const view = page.getByRole('button', { name: 'View All' })
  const menu = await opens(view, 'View All', (panel) => panel.getByRole('button', { name: 'Save as new view' }))
  await page.keyboard.press('Enter')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Save as new view' }).getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(view).toBeFocused()

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await opens(bell, 'Notifications', (panel) => panel.locator('a, button').first())
  await page.keyboard.press('Escape')

  const person = page.locator('.user-button')
  const account = await opens(person, 'Account', (panel) => panel.getByRole('link').first())
  await expectAccessible(page)
  await account.getByRole('button', { name: 'Sign out' }).focus()
  await page.keyboard.press('Tab')
  await expect(account).toBeHidden()
  await expect(person).toBeFocused()
})

test('a dialog that is closed gives the focus back, and what clears the selection leaves it on a row', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Export', exact: true })
  await button.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Export [\d,]+ leads$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('?')
  await close(page)
  await expect(button).toBeFocused()

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Clear the selection' }).press('Enter')
  await expect(rows(page).first()).toBeFocused()
  await page.getByRole('button', { name: /^Collapse the side/ }).press('Enter')
  await expect(page.getByRole('button', { name: /^Open the side/ })).toBeFocused()
  await expectAccessible(page)
})
