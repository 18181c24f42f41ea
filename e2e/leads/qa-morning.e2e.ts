import type { Page } from '@playwright/test'
import { expect, expectAccessible, personAt, signIn, test } from '../fixtures.ts'
import { addLeadsOf, callerOf, idOf } from '../leads-of.ts'

const NOT_OURS = 'Garden furniture'

/** Ten leads are all that the QA person has: seven ask for something of the catalogue, three do not. */
const tenLeads = async (manager: Page) => {
  await signIn(manager, 'manager@halden.example')
  const call = callerOf(manager)
  const qa = await idOf(manager, 'qa@halden')
  const staffId = await idOf(manager, 'manager@halden')
  const queue = await call('GET', `/marketing/assigned_leads?assigned_qa=${qa}&pageSize=100`)
  await call('POST', '/marketing/assign_leads', { leadIds: queue.data.map(({ id }: { id: number }) => id), staffId })
  const mark = await addLeadsOf(manager, 'qa@halden', 7)
  await addLeadsOf(manager, 'qa@halden', 3, mark, { asksFor: NOT_OURS, from: 7 })
  return mark
}

test('QA decides ten leads from home in 25 keys and no click, and sees what became of them', async ({
  page: manager,
  browser,
}) => {
  const mark = await tenLeads(manager)
  const page = await personAt(browser, 'qa@halden.example')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await page.goto('/')
  await expect(page.getByText('10 leads wait for you')).toBeVisible()
  await press('g')
  await press('v')
  const desk = page.getByRole('dialog').first()
  const pane = desk.locator('.lead-pane:not([hidden])')
  const name = desk.locator('.lead-name').first()
  await expect(pane.getByRole('button', { name: /Validate and next/ })).toBeEnabled()
  let answered = false
  for (let left = 10; left > 0; left--) {
    const before = await name.innerText()
    const isOurs = (await pane.getByText(NOT_OURS).count()) === 0
    const refuses = !isOurs && answered
    if (refuses) {
      await press('i')
      await expect(pane.getByRole('radio', { name: /Not our product/ })).toBeChecked()
    }
    await press('Control+Enter')
    if (!isOurs && !answered) {
      // It can be had for them: each open question comes into focus, and gets a Yes.
      for (const question of ['Asks for something we sell', 'Not a pitch, job seeker, student or competitor']) {
        await expect(pane.getByRole('radiogroup', { name: question }).getByRole('radio', { name: 'Yes' })).toBeFocused()
        await press('Space')
        await press('Control+Enter')
      }
      answered = true
    }
    await expect(
      page.getByText(`${refuses ? 'Marked invalid:' : 'Validated'} ${before}`, { exact: true }),
    ).toBeVisible()
    if (left > 1) {
      await expect(name).not.toHaveText(before)
      await expect(pane.getByRole('button', { name: /Validate and next/ })).toBeEnabled()
    }
  }
  expect(keys).toBeLessThanOrEqual(25)

  // The last verdict may still be on its way.
  const became = (lead: { status: string; reason_code: string | null }) => lead.reason_code ?? lead.status
  await expect(async () => {
    const { data } = await callerOf(manager)('GET', `/marketing/marketing_leads_list?search=${mark}&pageSize=20`)
    expect(data.map(became).toSorted()).toEqual([...Array(2).fill('not_our_product'), ...Array(8).fill('valid')])
  }).toPass({ timeout: 60_000 })

  await page.goto(`/marketing/my_verdicts?search=${mark}`)
  await expect(page.getByText('1–10 of 10')).toBeVisible()
  await page.getByRole('link', { name: 'Rejected by me' }).click()
  await expect(page.locator('[data-row-key]').filter({ hasText: 'Not our product' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.locator('[data-row-key]').first().focus()
  await page.keyboard.press('Enter')
  await expect(desk.getByText('Invalid: Not our product')).toBeVisible()
  await expect(desk.getByText('marked it invalid')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'More actions' })).toBeHidden()
  await expect(desk.getByText('not found')).toBeHidden()
})

test('each figure of QA’s home opens its rows @slow', async ({ page }) => {
  await signIn(page, 'qa@halden.example')
  await page.goto('/')
  await expectAccessible(page)
  for (const label of ['Handled in time', 'Valid of decided']) {
    await page.goto('/')
    const figure = page.getByRole('link', { name: new RegExp(`^${label}: `) })
    const count = /open ([\d,]+)/.exec((await figure.getAttribute('aria-label')) ?? '')?.[1]
    await figure.click()
    await expect(page.getByText(`${count} total`)).toBeVisible()
  }
})

test('an order that a person chooses is theirs on the next visit, and G V keeps the most urgent first @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await addLeadsOf(page, 'qa@halden', 2)
  await signIn(page, 'qa@halden.example')
  await page.goto('/marketing/assigned_leads')
  await expect(page.getByText('Most urgent first')).toBeVisible()
  await page.getByRole('button', { name: 'Company' }).press('Enter')
  await expect(page.getByText('Your order: Company')).toBeVisible()
  const first = await page.locator('[data-row-key]').first().innerText()

  await page.goto('/')
  await page.goto('/marketing/assigned_leads')
  await expect(page.getByText('Your order: Company')).toBeVisible()
  expect(await page.locator('[data-row-key]').first().innerText()).toBe(first)
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog').first()).toBeVisible()
  expect(new URL(page.url()).searchParams.get('sort')).toBeNull()
  await page.keyboard.press('Escape')
  await page.goto('/marketing/assigned_leads')
  await page.getByRole('button', { name: 'Most urgent first' }).press('Enter')
  await expect(page.getByText('Your order')).toBeHidden()
  await page.goto('/')
  await page.goto('/marketing/assigned_leads')
  await expect(page.getByText('Most urgent first')).toBeVisible()
  await expect(page.getByText('Your order')).toBeHidden()
})

test('Not sure on a question that needs a Yes says what to do, and Unassigned who is next in line @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 1)
  await signIn(page, 'qa@halden.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const question = page
    .locator('.lead-pane:not([hidden])')
    .getByRole('radiogroup', { name: 'Asks for something we sell' })
  const show = page.locator('.lead-pane:not([hidden])').getByRole('button', { name: /auto-answered/ })
  await show.press('Enter')
  await question.getByRole('radio', { name: 'Not sure' }).press('Space')
  await expect(page.getByText(/^To go on, answer Yes, .*mark it invalid \(I\)\.$/).first()).toBeVisible()

  await page.goto('/marketing/all_leads')
  await expect(page.getByText(/in line|Assign them by hand|Nobody/).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Next in line' })).toBeVisible()
})
