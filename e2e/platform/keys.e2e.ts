import type { Page } from '@playwright/test'
import { expect, expectAccessible, heading, LEADS, personAt, rows, signIn, test } from '../fixtures.ts'
import { close, told } from '../keys-sheet.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

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
  'Collapse sidebar': '[',
  Undo: 'Z',
}

test('the keys of every screen go where the sheet says', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  await expect(heading(page, /^Good/)).toBeVisible()
  // While a busy server has not told the company yet the page is read-only, and N is silent.
  await expect(async () => {
    const lines = await told(page)
    if (!('Add a lead' in lines)) await close(page)
    expect(lines).toMatchObject(EVERYWHERE)
  }).toPass()
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
  await page.goto(LEADS)
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
  await page.goto(LEADS)
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

test('a key that a page has for itself leads nowhere else while the page is on its way', async ({ page }) => {
  const { promise: there, resolve: bring } = Promise.withResolvers<void>()
  await page.route('**/assets/SubscribersPage-*.js', async (route) => {
    await there
    await route.continue()
  })
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/news_letter_listing')
  await expect(page.locator('.page-loading')).toBeAttached()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/news_letter_listing/)
  await expect(page.locator('.page-loading')).toBeAttached()

  bring()
  await expect(heading(page, 'News Letter List')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Add subscriber' })).toBeVisible()
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

test('a key that is held judges the lead on screen and none of those that follow @slow', async ({
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

test('Escape closes an open menu, and neither clears the selection nor closes the lead behind it @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LEADS)
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

test('Escape leaves the search as it is, and what is pressed right after the last letter stays too @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await page.goto(LEADS)
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
