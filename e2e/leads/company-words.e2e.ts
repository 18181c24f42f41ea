import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  personAt,
  pick,
  rows,
  signIn,
  test,
  THEMES,
  untilHeard,
  useTheme,
} from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

/** After so long the company's words are asked for once more. */
const WORDS_LAST_MS = 301_000

test('a company’s own reason is given at the desk and found by; taken back, it is offered no more', async ({
  page,
}) => {
  const name = `No budget ${Date.now()}`
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'manager', 1)
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=reasons')

  await test.step('a name that is taken stays in the form, and says so', async () => {
    await page.getByRole('button', { name: 'Add reason' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add reason' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('duplicate')
    await dialog.getByRole('button', { name: 'Add reason' }).click()
    await expect(dialog.getByText('That name is already taken. Choose another.').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Add reason' }).click()
    await expect(page.getByRole('switch', { name: `Offer ${name}` })).toBeChecked()
  })
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await test.step('it is given at the desk', async () => {
    await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
    const desk = page.getByRole('dialog')
    await desk.getByRole('button', { name: /^Mark invalid/ }).click()
    await desk.getByRole('radio', { name }).check()
    await desk.getByRole('button', { name: /^Mark invalid/ }).click()
    await expect(page.getByText(/^Marked invalid: /)).toBeVisible()
  })

  await test.step('the list is filtered by it', async () => {
    await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
    await page.getByRole('button', { name: 'Reason filter' }).click()
    await page.getByRole('checkbox', { name }).click()
    await expect(page).toHaveURL(/reason=no_budget_/)
    await page.keyboard.press('Escape')
    await page
      .getByText(/^Person /)
      .first()
      .click()
    await expect(page.getByText(`Invalid: ${name}`)).toBeVisible()
  })

  await test.step('its adding is undone: the lead still says why, nobody is offered it', async () => {
    await page.goto('/marketing/configuration?section=reasons')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: `Undo: Added the reason ${name}` }).click()
    await expect(page.getByRole('switch', { name: `Offer ${name}` })).toBeHidden()
    await expect(heading(page, 'Configuration')).toBeVisible()
    await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
    await page
      .getByText(/^Person /)
      .first()
      .click()
    await expect(page.getByText(`Invalid: ${name}`)).toBeVisible()
  })
})

test('a company asks another question: the desk asks it and the verdict shows it; undone, it is asked no more @slow', async ({
  page,
}) => {
  const question = `Is there a budget ${Date.now()}?`
  await signIn(page, 'manager@meridian.example')
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=reasons')
  await page.getByRole('button', { name: 'Edit questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit questions' })
  await dialog.getByRole('button', { name: 'Remove question 3' }).click()
  await dialog.getByRole('button', { name: 'Add question' }).click()
  await dialog.getByRole('button', { name: 'Save questions' }).click()
  await expect(dialog.getByText('Write question 10').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Question 10' }).fill(question)
  await dialog.getByRole('checkbox', { name: 'Question 10 needs a yes' }).check()
  await dialog.getByRole('button', { name: 'Move question 10 up' }).click()
  await dialog.getByRole('button', { name: 'Save questions' }).click()
  await expect(page.getByRole('heading', { name: question })).toBeVisible()
  await expect(page.getByText(/^Version \d+\. A change/)).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await test.step('the desk asks it before the lead is valid, and the verdict shows the answer', async () => {
    const mark = await addLeadsOf(page, 'manager', 1)
    await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
    const desk = page.getByRole('dialog')
    const group = desk.getByRole('radiogroup', { name: question })
    await desk.getByRole('button', { name: /^Validate and next/ }).click()
    await expect(desk.getByText(`Answer Yes to “${question}”, or mark the lead invalid`)).toBeVisible()
    await group.getByText('Yes', { exact: true }).click()
    await desk.getByRole('button', { name: /^Validate and next/ }).click()
    await expect(page.getByText(/^Validated /).first()).toBeVisible()
    await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
    await page
      .getByText(/^Person /)
      .first()
      .click()
    await page.getByText(/^Checklist: \d+ yes/).click()
    await expect(page.getByRole('row').filter({ hasText: question }).getByText('Yes')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('undone, the usual questions are asked again', async () => {
    await page.goto('/marketing/configuration?section=reasons')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: 'Undo: Changed the checklist' }).first().click()
    await expect(page.getByRole('heading', { name: question })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'A real person' })).toBeVisible()
  })

  await test.step('whoever has changed them since the form was opened is not overwritten unseen, and what was typed stays', async () => {
    const call = callerOf(page)
    await page.getByRole('button', { name: 'Edit questions' }).click()
    const { data: now } = await call('GET', '/marketing/checklist')
    const theirs = { question: `${question} Theirs`, blocking: false }
    await call('PUT', '/marketing/update_checklist', { version: now.version, items: [...now.items, theirs] })
    await untilHeard(page, page.getByText(theirs.question))
    const mine = `${question} Mine`
    await dialog.getByRole('textbox', { name: 'Question 2' }).fill(mine)
    await dialog.getByRole('button', { name: 'Save questions' }).click()
    await expect(dialog.getByText(/^Someone else has changed the checklist since you opened it/)).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: theirs.question })).toContainText('Not included')
    await expectAccessibleInThemes(page)
    const { data: kept } = await call('GET', '/marketing/checklist')
    expect(kept.items.at(-1)).toMatchObject(theirs)
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save questions' }).click()
    await expect(dialog).toBeHidden()
    const { data: replaced } = await call('GET', '/marketing/checklist')
    expect(replaced.items.map((each: { question: string }) => each.question)).toEqual([
      now.items[0].question,
      mine,
      ...now.items.slice(2).map((each: { question: string }) => each.question),
    ])
    await call('PUT', '/marketing/update_checklist', { version: replaced.version, items: null })
  })
})

test('a status is called and coloured as the company likes, everywhere; reset, it is as usual again @slow', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@meridian.example')
  const colleague = await personAt(browser, 'admin@meridian.example')
  await colleague.clock.install()
  await colleague.goto('/marketing/marketing_leads_list?status=valid')
  await expect(rows(colleague).first().getByText('Valid', { exact: true })).toBeVisible()
  await page.goto('/marketing/configuration?section=statuses')
  await page.getByRole('button', { name: 'Edit Valid', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Valid' })
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Qualified')
  await dialog.getByRole('combobox', { name: 'Colour' }).click()
  await pick(page, 'Cyan')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save status' }).click()
  await expect(page.getByRole('heading', { name: 'Qualified' })).toBeVisible()

  await test.step('a list that a colleague has open calls it so, too', async () => {
    await colleague.clock.fastForward(WORDS_LAST_MS)
    await untilHeard(colleague, rows(colleague).first().locator('.status-cyan').filter({ hasText: 'Qualified' }))
  })
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  for (const theme of THEMES) {
    await page.goto('/marketing/marketing_leads_list?status=valid')
    await useTheme(page, theme)
    await expect(page.locator('.status-cyan').filter({ hasText: 'Qualified' }).first()).toBeVisible()
    await expectAccessible(page)
  }

  await page.goto('/marketing/configuration?section=statuses')
  await page.getByRole('button', { name: 'Reset to default: Qualified' }).click()
  await expect(page.getByRole('heading', { name: 'Valid', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Changed the status')
})

test('a source that is switched off is not offered when a lead is added; switched on, it is @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@meridian.example')
  const offered = async () => {
    await page.goto('/marketing/add_leads')
    await page.getByRole('combobox', { name: 'Source' }).click()
    await expect(page.getByTitle('Referral', { exact: true })).toBeVisible()
    return page.getByTitle('Event', { exact: true }).count()
  }
  await page.goto('/marketing/configuration?section=sources')
  await page.getByRole('switch', { name: 'Offer Event' }).click()
  await expect(page.getByText('Event is switched off')).toBeVisible()
  for (const theme of THEMES) {
    await useTheme(page, theme)
    await expect(page.getByRole('switch', { name: 'Offer Event' })).not.toBeChecked()
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  expect(await offered()).toBe(0)

  await page.goto('/marketing/configuration?section=sources')
  await page.getByRole('switch', { name: 'Offer Event' }).click()
  await expect(page.getByText('Event is offered')).toBeVisible()
  expect(await offered()).toBe(1)
})

test('a company’s own source is chosen for a lead and for a form, and leads are found by it @slow', async ({
  page,
}) => {
  const name = `Spring fair ${Date.now()}`
  const person = `Fair ${Date.now()}`
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration?section=sources')
  await page.getByRole('button', { name: 'Add source' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add source' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add source' }).click()
  await expect(page.getByRole('switch', { name: `Offer ${name}` })).toBeChecked()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(`Added the source ${name}`)

  await test.step('a lead is added by it', async () => {
    await page.goto('/marketing/add_leads')
    await page.getByRole('textbox', { name: 'Name' }).first().fill(person)
    await page.getByRole('textbox', { name: /^Email/ }).fill(`fair-${Date.now()}@firm.example`)
    await page.getByRole('combobox', { name: 'Source' }).click()
    await pick(page, name)
    await page.getByRole('button', { name: 'Add lead' }).click()
    await expect(page.getByText(`${person} added`)).toBeVisible()
  })

  await test.step('the list is filtered by it', async () => {
    await page.goto('/marketing/marketing_leads_list')
    await page.getByRole('button', { name: 'Source filter' }).click()
    await page.getByRole('checkbox', { name }).click()
    await expect(page).toHaveURL(/source=spring_fair_/)
    await page.keyboard.press('Escape')
    await expect(page.getByText('1 lead', { exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(person) })).toContainText(name)
  })

  await test.step('a form stands for it', async () => {
    await page.goto('/marketing/configuration?section=forms')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: 'Source' }).click()
    await pick(page, name)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save form' }).click()
    await expect(page.getByText(`${name} · `).first()).toBeVisible()
    // By its sentence: before the history is read again, another act is the first.
    await page
      .getByRole('button', { name: /^Undo: Changed the form/ })
      .first()
      .click()
    await expect(page.getByText(`${name} · `)).toHaveCount(0)
  })
})
