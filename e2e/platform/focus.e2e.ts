import type { Locator } from '@playwright/test'
import { expect, expectAccessible, heading, LEADS, personAt, rows, signIn, test } from '../fixtures.ts'
import { close } from '../keys-sheet.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

test('the palette opens what is typed by now, and says that it looks or that it could not', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await page.goto(LEADS)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const found = palette.getByRole('option').filter({ hasText: mark })
  await page.keyboard.type(mark)
  await expect(found).toHaveCount(1)

  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/marketing/palette?*', async (route) => {
    await asked
    await route.fulfill({ status: 500, json: { success: false, message: 'Search failed' } })
  })
  await page.keyboard.type('other')
  await expect(palette.getByText('Searching…')).toBeVisible()
  await expect(found).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(palette).toBeVisible()
  answer()
  await expect(palette.getByText('The search did not finish. Search failed')).toBeVisible()

  const rep = await personAt(browser, 'rep@halden.example')
  const { data: valid } = await callerOf(rep)('GET', '/marketing/valid_leads')
  await rep.goto('/marketing/valid_leads')
  await expect(rows(rep).first()).toBeVisible()
  await rep.keyboard.press('Control+k')
  await rep.keyboard.type(valid[0].name)
  await rep.getByRole('option').filter({ hasText: valid[0].name }).first().click()
  await expect(rep).toHaveURL(/valid_leads\?.*lead=\d+/)
})

test('what is pressed while a dialog is on its way is the dialog’s, and reaches nothing behind it @slow', async ({
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
  await page.goto(LEADS)
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
  await expect(page).toHaveURL(/assigned_leads\?.*lead=\d+/)
})

test('a window made as narrow as a phone keeps what is open, and what is typed in it @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LEADS)
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

test('what opens at a button is worked by keyboard, and gives the focus back to its button @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LEADS)
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

test('a dialog that is closed gives the focus back, and what clears the selection leaves it on a row @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(LEADS)
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
  await page.getByRole('button', { name: /^Collapse sidebar/ }).press('Enter')
  await expect(page.getByRole('button', { name: /^Expand sidebar/ })).toBeFocused()
  await expectAccessible(page)
})
