import { expect, personAt, rows, signIn, test } from '../fixtures.ts'
import { addValidLeadsOf, callerOf, newMark } from '../leads-of.ts'

const LEADS = 5

test('a rep contacts five leads with follow-ups in 30 keys and no click; Undo reverts one', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = newMark()
  const ids = await addValidLeadsOf(manager, 'rep@halden', LEADS, mark)
  const page = await personAt(browser, 'rep@halden.example')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await page.goto(`/marketing/valid_leads?search=${mark}&enquiry_status=open&lead=next`)
  const desk = page.getByRole('dialog').first()
  const box = desk.getByRole('group', { name: 'Contacted' })
  const name = desk.locator('.lead-name').first()
  await expect(desk.getByRole('link', { name: /^Write email/ })).toHaveAttribute(
    'href',
    /^mailto:.*\?subject=Your%20enquiry%20\d+&body=Hello%20/,
  )
  for (let at = 0; at < LEADS; at++) {
    await expect(desk.getByRole('button', { name: /^Contacted/ })).toBeEnabled()
    const before = await name.innerText()
    await press('1')
    if (at === 0) {
      await expect(box.getByRole('radio', { name: 'Call' })).toBeFocused()
      await press('ArrowRight')
      await press('Tab')
      await press('ArrowRight')
      await press('Tab')
      await page.keyboard.type('Sent the data sheet')
      await expect(box.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
    }
    await press('Control+Enter')
    await expect(page.getByText(`Marked ${before} as contacted`, { exact: true })).toBeVisible()
    if (at < LEADS - 1) await expect(name).not.toHaveText(before)
  }
  expect(keys).toBeLessThanOrEqual(30)

  const call = callerOf(manager)
  const stored = () => Promise.all(ids.map(async (id) => (await call('GET', `/marketing/lead/${id}`)).data))
  const leads = await stored()
  expect(leads.map(({ enquiry_status, reached_by }) => [enquiry_status, reached_by])).toEqual(
    ids.map(() => ['contacted', 'email']),
  )
  expect(new Set(leads.map(({ follow_up_on }) => follow_up_on)).size).toBe(1)
  expect(leads.filter(({ sales_note }) => sales_note === 'Sent the data sheet')).toHaveLength(1)

  await page.keyboard.press('z')
  await expect(page.getByText(/^Undid “Marked .* as contacted”$/)).toBeVisible()
  expect((await stored()).filter(({ enquiry_status }) => enquiry_status === 'open')).toHaveLength(1)
})

test('home shows who is waiting and which follow-ups are due; G V opens the most urgent lead', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const [, wonId] = await addValidLeadsOf(manager, 'rep@halden', 2)
  const page = await personAt(browser, 'rep@halden.example')
  for (const enquiry_status of ['contacted', 'quoted', 'won'])
    await callerOf(page)('POST', '/marketing/update_enquiry_status', { enquiryId: wonId, enquiry_status })
  await page.goto('/')
  await expect(page.getByText(/\d+ (people are|person is) waiting for your first contact/)).toBeVisible()
  await expect(page.getByText(/follow-ups? (is|are) due|No follow-ups are due/)).toBeVisible()
  const first = await page.getByRole('region', { name: 'Contact now' }).locator('strong').first().innerText()
  await expect(page.getByText(/^Won in /)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Your open leads' }).getByRole('link', { name: /^Open: / }),
  ).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog').locator('.lead-name').first()).toHaveText(first)

  await page.goto('/')
  const won = page.getByRole('link', { name: /^Won in \w+: \d+ leads?$/ })
  const count = Number(/\d+/.exec((await won.getAttribute('aria-label')) ?? '')?.[0])
  await won.press('Enter')
  await expect(page.getByRole('button', { name: 'Enquiry: Won filter' })).toBeVisible()
  await expect(rows(page)).toHaveCount(Math.min(count, 20))
})
