import { afterAll, expect, test } from 'vitest'
import type { EnquiryStatus } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...REP_KEYS, 'valid_leads_edit_enquiry_status', 'marketing_leads_history'] as const
const team = async () => {
  const mara = await app.signIn({ can: [...MANAGER_KEYS, 'valid_leads_assign'], name: 'Mara' })
  const rita = await app.signIn({ can: KEYS, colleagueOf: mara, name: 'Rita' })
  const sam = await app.signIn({ can: KEYS, colleagueOf: mara, name: 'Sam' })
  return { mara, rita, sam, eve: await app.signIn({ can: [...KEYS, 'valid_leads_assign'] }) }
}
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const sold = (rep: TestPerson, enquiry_status: EnquiryStatus, more = {}) =>
  putLead(app, rep, { status: 'valid', sales_person: rep.id, enquiry_status, ...more })
const note = (rep: TestPerson, enquiryId: number, body: object) =>
  rep.call(validLeads.setEnquiryStatus, { body: { enquiryId, enquiry_status: 'contacted', ...body } })
const listed = async (person: TestPerson, query: object) => {
  const { data, pagination } = await person.call(validLeads.list, { query })
  expect(pagination.total).toBe(data.length)
  return data.map(({ id }) => id)
}
/** As when the day has begun. */
const dayBegins = async ({ companyId }: TestPerson) => {
  await app.sql(companyId, `select mark_due('follow_up')`)
  await workOff(app)
}
const told = async (person: TestPerson) =>
  (await person.call(notifications.list, { query: {} })).data
    .filter(({ kind, unread }) => kind === 'follow_up' && unread)
    .map(({ words }) => words.map(({ text }) => text).join(''))

test('a contact stores how, a follow-up day and a note; the next one replaces them; Undo reverts it', async () => {
  const { rita } = await team()
  const id = await sold(rita, 'open')

  const first = await note(rita, id, { reached_by: 'email', follow_up_on: dayIn(3), note: ' Sent the data sheet ' })
  expect(first.data).toMatchObject({ reached_by: 'email', follow_up_on: dayIn(3), sales_note: 'Sent the data sheet' })
  const second = await note(rita, id, { reached_by: 'call', follow_up_on: dayIn(7) })
  expect(second.data).toMatchObject({
    enquiry_status: 'contacted',
    reached_by: 'call',
    follow_up_on: dayIn(7),
    sales_note: null,
    first_response_at: first.data.first_response_at,
  })

  const { data: history } = await rita.call(leadDetails.history, { params: { id }, query: {} })
  expect(history.slice(0, 2).map(({ reason }) => reason)).toEqual([null, 'Sent the data sheet'])
  await rita.call(changes.undo, { body: { changeSet: history[0]!.change_set } })
  expect(await storedLead(app, id)).toMatchObject({
    enquiry_status: 'contacted',
    reached_by: 'email',
    follow_up_on: dayIn(3),
    sales_note: 'Sent the data sheet',
  })

  await note(rita, id, { enquiry_status: 'quoted' })
  await note(rita, id, { enquiry_status: 'won', note: 'Order 4711' })
  expect(await storedLead(app, id)).toMatchObject({ follow_up_on: null, reached_by: null, sales_note: 'Order 4711' })
})

test('invalid contacts are rejected by field, and nothing is stored', async () => {
  const { rita, eve } = await team()
  const id = await sold(rita, 'contacted', { follow_up_on: dayIn(2) })
  const before = await fingerprint(app)
  const refused = async (body: object) => (await refusal(note(rita, id, body))).errors?.map(({ field }) => field)

  for (const follow_up_on of [dayIn(-1), dayIn(400), '2027-02-30'])
    expect(await refused({ reached_by: 'call', follow_up_on })).toEqual(['follow_up_on'])
  expect(await refused({ reached_by: 'pigeon' })).toEqual(['reached_by'])
  expect(await refused({ follow_up_on: dayIn(3) })).toEqual(['reached_by'])
  expect(await refused({ enquiry_status: 'lost', reason: 'price', reached_by: 'call' })).toEqual(['reached_by'])
  expect(await refused({ enquiry_status: 'nurture', until: dayIn(9), follow_up_on: dayIn(3) })).toEqual([
    'follow_up_on',
  ])
  expect(await refusal(note(eve, id, { reached_by: 'call' }))).toMatchObject({ status: 404 })
  expect(await fingerprint(app)).toBe(before)
})

test('lists find planned and due follow-ups by the sales person’s day, earliest first', async () => {
  const { mara, rita, sam, eve } = await team()
  await app.owner.query(`update identity.people set time_zone = 'Pacific/Kiritimati' where id = $1`, [sam.id])
  const kiritimati = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
  const late = await sold(rita, 'contacted', { follow_up_on: dayIn(-4), sales_note: 'Call again' })
  const later = await sold(rita, 'quoted', { follow_up_on: dayIn(5) })
  const ripe = await sold(rita, 'nurture', { nurture_until: dayIn(-1) })
  const there = await sold(sam, 'contacted', { follow_up_on: kiritimati })
  await sold(rita, 'contacted')
  await sold(eve, 'contacted', { follow_up_on: dayIn(-1) })

  const order = { sort: 'follow_up_on', order: 'asc' } as const
  expect(await listed(rita, { follow_up: 'due', ...order })).toEqual([late, ripe])
  expect(await listed(rita, { follow_up: 'planned', ...order })).toEqual([late, ripe, later])
  expect(await listed(sam, { follow_up: 'due' })).toEqual([there])
  expect(await listed(mara, { follow_up: 'due', ...order })).toEqual([late, ripe, there])
  const { data } = await rita.call(validLeads.list, {
    query: { follow_up: 'due', values: ['follow_up_on', 'sales_note'], ...order },
  })
  expect(data.map(({ follow_up_on, sales_note }) => [follow_up_on, sales_note])).toEqual([
    [dayIn(-4), 'Call again'],
    [dayIn(-1), null],
  ])
})

test('a rep is notified once a day of their follow-ups; finished ones leave the notification', async () => {
  const { mara, rita, sam } = await team()
  const today = dayIn(0)
  const one = await sold(rita, 'contacted', { name: 'One', follow_up_on: today })
  const two = await sold(rita, 'nurture', { name: 'Two', nurture_until: today })
  await sold(rita, 'contacted', { name: 'Three', follow_up_on: dayIn(1) })

  await dayBegins(rita)
  await dayBegins(rita)
  expect(await told(rita)).toEqual(['2 leads are due for a follow-up'])
  expect(await told(sam)).toEqual([])

  await note(rita, one, { reached_by: 'call', follow_up_on: dayIn(4) })
  expect(await told(rita)).toEqual(['Two is due for a follow-up'])
  await mara.call(marketingLeads.assign, { body: { leadIds: [two], staffId: sam.id } })
  expect(await told(rita)).toEqual([])
  const due = await app.owner.query(
    `select min(at)::date::text as at from identity.due where company_id = $1 and kind = 'follow_up'`,
    [rita.companyId],
  )
  expect(due.rows).toEqual([{ at: dayIn(1) }])
})
