import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  followTheme,
  heading,
  pick,
  signIn,
  test,
  THEMES,
  useTheme,
} from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'

for (const { path, title, beyond } of [
  { path: '/marketing/auto_assign_qa', title: 'Assign QA', beyond: '' },
  { path: '/marketing/b2b_auto_salesrep_assign', title: 'B2B Sales Rep Auto Assign', beyond: ' @slow' },
])
  test(`${title}: before other settings are saved, the last 30 days show what they would have done${beyond}`, async ({
    page,
  }) => {
    await signIn(page, 'admin@meridian.example')
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    const row = page
      .locator('[data-row-key]')
      .filter({ has: page.getByRole('switch', { checked: true }) })
      .first()
    const name = (await row.locator('.first').first().innerText()).trim()
    await row.click({ position: { x: 100, y: 12 } })
    const drawer = page.getByRole('dialog', { name, exact: true })
    const show = drawer.getByRole('button', { name: 'Show the last 30 days with this' })
    const replay = page.getByRole('dialog', { name: `The last 30 days with these settings of ${name}` })

    // By keyboard, with nothing changed.
    await show.focus()
    await page.keyboard.press('Enter')
    await expect(replay).toContainText('No difference')
    await page.keyboard.press('Escape')
    await expect(replay).toBeHidden()
    await expect(drawer).toBeVisible()

    for (const theme of THEMES) {
      await useTheme(page, theme)
      await drawer.getByLabel('Daily cap').fill('1')
      await show.click()
      await expect(replay).toContainText(`${name} would have received`)
      await expect(replay).toContainText('would have gone to someone else')
      await expect(replay.getByRole('row', { name: new RegExp(name) })).toContainText(/→.*fewer/)
      await expect(replay.getByRole('columnheader', { name: 'Received', exact: true })).toBeVisible()
      await expectAccessible(page)
    }
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(replay.getByRole('listitem').filter({ hasText: name })).toContainText('fewer')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    // Nothing was saved by looking.
    await replay.getByRole('button', { name: 'Close' }).last().click()
    await expect(drawer.getByLabel('Daily cap')).toHaveValue('1')
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await row.click({ position: { x: 100, y: 12 } })
    await expect(drawer.getByLabel('Daily cap')).not.toHaveValue('1')
  })

test('other hours of a calendar are shown on both lists before they are saved @slow', async ({ page }) => {
  await signIn(page, 'admin@meridian.example')
  await page.goto('/marketing/configuration')
  await page.getByRole('button', { name: 'Edit Office hours' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Office hours' })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await form.getByRole('textbox', { name: day }).fill('09:00–09:30')
  await form.getByRole('button', { name: 'Show the last 30 days with these hours' }).click()

  const replay = page.getByRole('dialog', { name: 'The last 30 days with these hours of Office hours' })
  await expect(replay.getByRole('heading', { name: 'QA' })).toBeVisible()
  await expect(replay.getByRole('heading', { name: 'Sales reps' })).toBeVisible()
  await expect(replay).toContainText('fewer would have missed the target')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.keyboard.press('Escape')
  await expect(replay).toBeHidden()
  await expect(form.getByRole('textbox', { name: 'Monday' })).toHaveValue('09:00–09:30')
})

test('before somebody is taken off a list, the last 30 days show who would have had their leads @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@meridian.example')
  await page.goto('/marketing/auto_assign_qa')
  const row = page
    .locator('[data-row-key]')
    .filter({ has: page.getByRole('switch', { checked: true }) })
    .first()
  const name = (await row.locator('.first').first().innerText()).trim()
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const form = page.getByRole('dialog', { name: `Remove ${name}` })
  await form.getByRole('button', { name: 'Show the last 30 days without them' }).click()

  const replay = page.getByRole('dialog', { name: `The last 30 days without ${name}` })
  await expect(replay.getByRole('row', { name: new RegExp(`${name}.*leaves the list`) })).toBeVisible()
  await expect(replay).toContainText('would have gone to someone else')
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.keyboard.press('Escape')
  await expect(replay).toBeHidden()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText(name)
})

test('before somebody is put on a list, the last 30 days show what they would have received @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@meridian.example')
  await page.goto('/marketing/auto_assign_qa')
  await page.getByRole('button', { name: 'Add QA' }).click()
  const form = page.getByRole('dialog', { name: 'Add QA' })
  const show = form.getByRole('button', { name: 'Show the last 30 days with them' })
  await show.click()
  await expect(form.getByText('Choose a person')).toBeVisible()

  await form.getByRole('combobox', { name: 'Person' }).click()
  const name = 'Katrin Vogel'
  await pick(page, new RegExp(name))
  await show.click()

  const replay = page.getByRole('dialog', { name: 'The last 30 days with one more QA' })
  await expect(replay.getByRole('row', { name: new RegExp(`${name}.*joins the list`) })).toBeVisible()
  await expect(replay).toContainText(`${name} would have received`)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.keyboard.press('Escape')
  await expect(replay).toBeHidden()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[data-row-key]').filter({ hasText: name })).toHaveCount(0)
})

test('before other questions are saved, the last 30 days show which valid leads their answers would have stopped @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@meridian.example')
  await page.goto('/marketing/configuration?section=reasons')
  await page.getByRole('button', { name: 'Edit questions' }).click()
  const form = page.getByRole('dialog', { name: 'Edit questions' })
  const show = form.getByRole('button', { name: 'Show the last 30 days with these questions' })
  await show.click()
  const replay = page.getByRole('dialog', { name: 'The last 30 days with these questions' })
  await expect(replay).toContainText('No answer from these days stops a valid lead.')
  await expect(replay).toContainText('lack answers to some of these questions')
  await page.keyboard.press('Escape')
  await expect(replay).toBeHidden()

  await form.getByRole('checkbox', { name: 'Question 3 needs a yes' }).check()
  for (const theme of THEMES) {
    await followTheme(page, theme)
    await show.click()
    await expect(replay).toContainText(/valid leads? would not have been valid/)
    await expect(replay.getByRole('row', { name: /Assigned/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(replay).toBeHidden()
  }
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Version 1. A change')).toBeVisible()
})

test('before a list makes up for more or fewer leads, the last 30 days show who would have received them @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@meridian.example')
  await page.goto('/marketing/configuration?section=routing')
  const setting = page.getByRole('combobox', { name: 'Sales catch-up limit' })
  const row = page.getByRole('listitem').filter({ has: setting })
  await setting.click()
  await pick(page, 'Nothing')
  const form = page.getByRole('dialog', { name: 'Sales catch-up limit: nothing' })
  await expect(form).toContainText('Instead of up to 3 leads')

  // Whether anybody was ahead of the others in the demo's last days hangs on the day.
  const { data } = await callerOf(page)('POST', '/marketing/most_credit_replay', { list: 'sales', most_credit: 0 })
  const outcome =
    data.moved === 0 ? 'No difference' : `${data.moved} of ${data.leads} leads would have gone to someone else`

  const replay = page.getByRole('dialog', { name: 'The last 30 days, sales catch-up limit: nothing' })
  for (const theme of THEMES) {
    await followTheme(page, theme)
    await form.getByRole('button', { name: 'Show the last 30 days with this' }).click()
    await expect(replay.getByRole('row', { name: /Assigned/ })).toBeVisible()
    await expect(replay).toContainText(outcome)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(replay).toBeHidden()
    await expectAccessible(page)
  }

  // Nothing was saved by looking.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByTitle('Up to 3 leads', { exact: true })).toBeVisible()
  await page.reload()
  await expect(row.getByTitle('Up to 3 leads', { exact: true })).toBeVisible()
})
