import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  personAt,
  pick,
  signIn,
  test,
  untilSettled,
  workIn,
} from '../fixtures.ts'
import type { Page } from '@playwright/test'
import { callerOf } from '../leads-of.ts'

/** In the dialog of a calendar. */
const addDay = async (page: Page, day: string) => {
  await page.getByRole('textbox', { name: 'Add a day' }).fill(day)
  await page.keyboard.press('Enter')
}

test('a manager adds a calendar and a target, takes one back, and gives a form a new key', async ({ page }) => {
  const name = `Night shift ${Date.now()}`
  await signIn(page, 'manager@halden.example')
  await keepUndo(page)
  await page.goto('/marketing/configuration')
  await expect(heading(page, 'Configuration')).toBeVisible()

  await test.step('hours that are none are refused beside the day', async () => {
    await page.getByRole('button', { name: 'Add calendar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Saturday' }).fill('ten to four')
    await dialog.getByRole('button', { name: 'Save calendar' }).click()
    await expect(dialog.getByRole('alert').getByText('Saturday: write 09:00–18:00')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Saturday' }).fill('22:00-24:00')
    await dialog.getByRole('textbox', { name: 'Monday' }).fill('22:00-23:00')
    await dialog.getByRole('button', { name: 'Copy Monday to Tuesday–Friday' }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Friday' })).toHaveValue('22:00-23:00')
    await addDay(page, '2027-12-24')
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Germany')
    await pick(page, 'Germany')
    await dialog.getByRole('combobox', { name: 'Year' }).click()
    await pick(page, String(new Date().getFullYear() + 1))
    await dialog.getByRole('button', { name: /^Add \d+ days$/ }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: /^Name of 25 Dec/ })).toHaveValue('Christmas Day')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save calendar' }).click()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(row.getByText('22:00–24:00')).toBeVisible()
    await expect(row.getByText(/ 10 holidays, next 01 Jan \d+, New Year's Day/)).toBeVisible()
  })

  await test.step('a target for one source', async () => {
    await page.getByRole('button', { name: 'Add target' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Source' }).click()
    await pick(page, 'Phone')
    await dialog.getByRole('spinbutton', { name: 'Working hours' }).fill('1')
    await dialog.getByRole('spinbutton', { name: 'Minutes' }).fill('30')
    await dialog.getByRole('button', { name: 'Save target' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 h 30 min, default calendar.')).toBeVisible()
  })

  await test.step('the history tells both, and takes the calendar back', async () => {
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText('Last changed by Arjun Deshpande')).toBeVisible()
    await page.getByRole('button', { name: 'Remove First handling by QA, Phone' }).click()
    await expect(page.getByText('Target removed')).toBeVisible()
    await expect(history.getByText(/^Removed the target/)).toBeVisible()
    await history.getByRole('button', { name: `Undo: Added the calendar ${name}` }).click()
    await expect(page.getByRole('heading', { name })).toBeHidden()
  })

  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await test.step('a new form shows its key once, and takes enquiries', async () => {
    await page.getByRole('link', { name: 'Intake forms and keys' }).click()
    await page.getByRole('button', { name: 'Add form' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Trade fair')
    await dialog.getByRole('button', { name: 'Add form' }).click()
    const shown = page.getByRole('dialog', { name: 'The key of Trade fair' })
    const address = (await shown.getByText(/^http.*\/enquiry$/).textContent()) ?? ''
    await expectAccessibleInThemes(page)
    await shown.getByRole('button', { name: 'I have saved it' }).click()
    expect((await page.request.get(address)).status()).toBe(200)

    await page.getByRole('button', { name: 'New key for Trade fair' }).click()
    await page.getByRole('button', { name: 'Make a new key' }).click()
    await expect(shown).toBeVisible()
    expect((await page.request.get(address)).status()).toBe(404)
    await shown.getByRole('button', { name: 'I have saved it' }).click()
  })
})

test('settings that somebody else has changed meanwhile are refused beside what they are now, and kept or left @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration')
  const call = callerOf(page)
  const dialog = page.getByRole('dialog')
  const changed = dialog.getByRole('table').filter({ hasText: 'When you opened it' })

  await test.step('a calendar: mine are kept, and theirs where nothing was typed', async () => {
    const found = await call('GET', '/marketing/working_time')
    const { id, version: _, is_default: __, ...calendar } = found.data.calendars[0]
    await page.getByRole('button', { name: `Edit ${calendar.name}` }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
    const theirs = { name: 'Theirs', time_zone: calendar.time_zone, week: calendar.week, holidays: ['2027-05-01'] }
    await call('PUT', `/marketing/update_working_calendar/${id}`, theirs)
    await dialog.getByRole('button', { name: 'Save calendar' }).click()
    await expect(changed.getByRole('row', { name: /^Name/ })).toContainText('Theirs')
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Mine')
    await expectAccessibleInThemes(page)
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save calendar' }).click()
    await expect(dialog).toBeHidden()
    const now = (await call('GET', '/marketing/working_time')).data.calendars.find(
      (one: { id: number }) => one.id === id,
    )
    expect([now.name, now.holidays]).toEqual(['Mine', ['2027-05-01']])
    await call('PUT', `/marketing/update_working_calendar/${id}`, calendar)
  })

  await test.step('a form: theirs are left', async () => {
    await page.getByRole('link', { name: 'Intake forms and keys' }).click()
    const [{ id, name }] = (await call('GET', '/marketing/intake_forms')).data
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await call('PUT', `/marketing/update_intake_form/${id}`, { name: 'Theirs', allowed_origins: [], status: 'active' })
    await dialog.getByRole('button', { name: 'Save form' }).click()
    await expect(changed.getByRole('row', { name: /^Name/ })).toContainText('Theirs')
    await dialog.getByRole('button', { name: 'Keep theirs' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit Theirs' })).toBeVisible()
    await call('PUT', `/marketing/update_intake_form/${id}`, { name, allowed_origins: [], status: 'active' })
  })
})

test('what is typed into a setting outlives a dialog that was closed and a reload, and rests on what it was begun with @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const call = callerOf(page)
  const dialog = page.getByRole('dialog')
  const goOn = dialog.getByRole('button', { name: 'Continue' })
  await page.goto('/marketing/configuration')

  await test.step('a calendar that a colleague has changed meanwhile', async () => {
    const found = await call('GET', '/marketing/working_time')
    const { id, version: _, is_default: __, ...calendar } = found.data.calendars[0]
    const { name } = calendar
    const mine = [...calendar.holidays, '2027-12-24'].sort()
    const edit = page.getByRole('button', { name: `Edit ${name}` })
    const holiday = (day: string) => dialog.getByRole('textbox', { name: `Name of ${day}` })
    await edit.click()
    await addDay(page, '2027-12-24')
    // The first one may close the days of the picker alone.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0, { timeout: 2_000 })
    }).toPass()
    await call('PUT', `/marketing/update_working_calendar/${id}`, { ...calendar, holidays: ['2027-05-01'] })
    await page.reload()
    await edit.click()
    await expect(holiday('01 May 2027')).toBeVisible()
    await expectAccessibleInThemes(page)
    await goOn.click()
    await expect(holiday('24 Dec 2027')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save calendar' }).click()
    await expect(dialog.getByRole('row', { name: /^Holidays/ })).toContainText('01 May 2027')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save calendar' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await call('GET', '/marketing/working_time')).data.calendars[0].holidays).toEqual(mine)
    await edit.click()
    await expect(holiday('24 Dec 2027')).toBeVisible()
    await expect(goOn).toHaveCount(0)
    await page.keyboard.press('Escape')
    await call('PUT', `/marketing/update_working_calendar/${id}`, calendar)
  })

  await test.step('the checklist, a form, a reason, a status', async () => {
    const begin = async (section: string, button: string | RegExp, field: string | RegExp, words: string) => {
      await page.goto(`/marketing/configuration?section=${section}`)
      const open = page.getByRole('button', { name: button }).first()
      const typed = dialog.getByRole('textbox', { name: field })
      await open.click()
      await typed.fill(words)
      await page.reload()
      await open.click()
      await goOn.click()
      await expect(typed).toHaveValue(words)
      await page.keyboard.press('Escape')
    }
    await begin('reasons', 'Edit questions', 'Question 2', 'Does the email answer?')
    await begin('reasons', 'Add reason', 'Name', 'Wants a catalogue')
    await begin('forms', 'Add form', 'Name', 'Trade fair')
    await begin('statuses', /^Edit /, 'Label', 'Fresh')
  })
})

test('time left leads the way: what is overdue first, with what was counted', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/assigned_leads?sort=due_at&order=asc')
  await expect(heading(page, 'Assigned Leads')).toBeVisible()

  const first = page.locator('.time-left').first()
  await expect(first).toContainText(/over|left/)
  // The tip of another row, met while rows still move, would lie over this one.
  await untilSettled(page)
  await first.hover()

  await expect(page.getByRole('tooltip')).toContainText('Counted by Office hours')
  await expectAccessible(page)
})

test('whoever keeps the settings says after how long a waiting lead is told of; the history has it, and takes it back', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await keepUndo(page)
  await page.goto('/marketing/configuration')
  await page.getByRole('link', { name: 'Lead routing' }).click()
  const setting = page.getByRole('combobox', { name: 'Alert when leads wait for QA' })
  const row = page.getByRole('listitem').filter({ has: setting })
  await expect(row.getByTitle('Off', { exact: true })).toBeVisible()

  await setting.click()
  await pick(page, 'After 30 min')
  await expect(page.getByText('Setting saved')).toBeVisible()
  await expect(row.getByTitle('After 30 min')).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: 'Changed lead routing', exact: true }).first().click()
  await expect(history.getByRole('row', { name: 'Alert when leads wait' })).toContainText('After 30 min')
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Undo: Changed lead routing' }).first().click()
  await expect(row.getByTitle('Off', { exact: true })).toBeVisible()
})

test('after how long invalid leads go is the company’s; each choice says how many would go, and the history takes it back @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await workIn(page, 'Halden & Pryce Supply')
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=kept')
  const setting = page.getByRole('combobox', { name: 'Delete invalid leads' })
  const row = page.getByRole('listitem').filter({ has: setting })
  await expect(row.getByTitle('Never', { exact: true })).toBeVisible()

  await setting.click()
  // The demo's leads are three months old at most, and all were touched when it was filled.
  await pick(page, 'After 12 months')
  await expect(page.getByText('Setting saved')).toBeVisible()
  await expect(row.getByTitle('After 12 months')).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: 'Undo: Changed the retention of invalid leads' }).first().click()
  await expect(row.getByTitle('Never', { exact: true })).toBeVisible()
})

test('what people hear of at first is set for the company, and is so for who has chosen nothing; the history takes it back @slow', async ({
  page,
  browser,
}) => {
  const colleague = await personAt(browser, 'qa@halden.example')
  const theirs = colleague.getByRole('switch', { name: 'Changed verdicts: in the app' })
  await signIn(page, 'manager@halden.example')
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=notifications')
  const verdicts = page.getByRole('switch', { name: 'Changed verdicts: in the app' })
  await expect(verdicts).toBeChecked()

  await verdicts.click()
  await expect(page.getByText('Setting saved')).toBeVisible()
  await expect(verdicts).not.toBeChecked()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Last changed by Arjun Deshpande')).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await colleague.goto('/marketing/notifications')
  await expect(theirs).not.toBeChecked()

  const changed = 'Changed default notifications: Changed verdicts'
  await history.getByRole('button', { name: changed, exact: true }).click()
  await expect(history.getByRole('row', { name: 'Kind' })).toContainText('Changed verdicts')
  await expect(history.getByRole('row', { name: 'By email' })).toContainText(/No email|Every hour|Every morning/)
  await history.getByRole('button', { name: `Undo: ${changed}` }).click()
  await expect(verdicts).toBeChecked()
  await colleague.reload()
  await expect(theirs).toBeChecked()
})

test('how many leads a list makes up for is set beside its alert @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration?section=routing')
  const setting = page.getByRole('combobox', { name: 'QA catch-up limit' })
  const row = page.getByRole('listitem').filter({ has: setting })
  await expect(row.getByTitle('Up to 3 leads', { exact: true })).toBeVisible()
  await setting.click()
  await pick(page, 'Nothing')
  await page.getByRole('dialog', { name: 'QA catch-up limit: nothing' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Setting saved')).toBeVisible()
  await page.reload()
  await expect(row.getByTitle('Nothing', { exact: true })).toBeVisible()
})

const OPENED = [
  ['Working time and targets', ['Add calendar', 'Add target', /^Edit (?!First)/, /^Edit First/]],
  ['Intake forms and keys', ['Add form', /^Edit /, /^New key for /]],
  ['Phones, duplicates and spam', []],
  ['Lead routing', []],
  ['Checklist and reasons', ['Edit questions', 'Add reason', /^Rename /]],
  ['Status labels and colours', [/^Edit /]],
  ['Sources', ['Add source', /^Rename /]],
  ['Notifications', []],
  ['Import, export and retention', []],
  ['Appearance and keys', []],
  ['Permissions', []],
] as const

test('every section and every form that it opens can be read by everybody, in both themes @slow', async ({ page }) => {
  test.slow()
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration')
  const sections = page.getByRole('navigation', { name: 'Configuration sections' })
  for (const [section, buttons] of OPENED)
    await test.step(section, async () => {
      await sections.getByRole('link', { name: section }).click()
      await expect(sections.getByRole('link', { name: section })).toHaveAttribute('aria-current', 'page')
      await untilSettled(page)
      await expectAccessibleInThemes(page)
      await expectNoSidewaysScroll(page)
      for (const name of buttons) {
        await page.getByRole('button', { name }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessibleInThemes(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
})

test('a name among the holders of a permission leads to what that person may do', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/configuration?section=permissions')
  await page.getByRole('link', { name: 'Lucía Fernández' }).first().click()
  await expect(heading(page, 'Permissions of Lucía Fernández')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/people\/\d+$/)
})
