import { afterAll, describe, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { ENQUIRY_STATUSES, ENQUIRY_TRANSITIONS, isContact, type EnquiryStatus } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, REP_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...REP_KEYS, 'valid_leads_edit_enquiry_status', 'marketing_leads_history'] as const
const rep = await app.signIn({ can: KEYS, name: 'Rita' })
const manager = await app.signIn({ can: MANAGER_KEYS, colleagueOf: rep, name: 'Mara' })
const eve = await app.signIn({ can: [...KEYS, 'valid_leads_assign'] })
const { setEnquiryStatus } = validLeads

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const put = (enquiry_status: EnquiryStatus, more = {}) =>
  putLead(app, rep, {
    status: 'valid',
    assigned_qa: manager.id,
    sales_person: rep.id,
    enquiry_status,
    ...(enquiry_status === 'lost' ? { lost_reason: 'price' } : {}),
    ...(enquiry_status === 'nurture' ? { nurture_until: dayIn(40) } : {}),
    ...more,
  })
const move = (enquiryId: number, enquiry_status: EnquiryStatus, version?: number) =>
  rep.call(setEnquiryStatus, {
    body: {
      enquiryId,
      enquiry_status,
      ...(enquiry_status === 'lost' ? { reason: 'no_reply' as const } : {}),
      ...(enquiry_status === 'nurture' ? { until: dayIn(60) } : {}),
      ...(isContact(enquiry_status) ? { reached_by: 'call' as const } : {}),
      ...(version === undefined ? {} : { version }),
    },
  })

const PAIRS = ENQUIRY_STATUSES.flatMap((from) => ENQUIRY_STATUSES.map((to) => [from, to] as const))
const allowed = (from: EnquiryStatus, to: EnquiryStatus) =>
  (ENQUIRY_TRANSITIONS[from] as readonly EnquiryStatus[]).includes(to)

describe('W4: the enquiry of a valid lead', () => {
  test.each(PAIRS.filter(([from, to]) => allowed(from, to)))('goes from %s to %s', async (from, to) => {
    const id = await put(from)

    await move(id, to)

    expect(await storedLead(app, id)).toMatchObject({
      status: 'valid',
      enquiry_status: to,
      lost_reason: to === 'lost' ? 'no_reply' : null,
      nurture_until: to === 'nurture' ? dayIn(60) : null,
    })
  })

  test.each(PAIRS.filter(([from, to]) => !allowed(from, to)))('does not go from %s to %s', async (from, to) => {
    const id = await put(from)
    const before = await fingerprint(app)

    const refused = await refusal(move(id, to))

    expect(refused).toMatchObject({ status: 409, code: 'wrong_status', details: { enquiry_status: from } })
    expect(refused.message).toContain(from === to ? `This enquiry is already ${from}` : `This enquiry is ${from}`)
    expect(await fingerprint(app)).toBe(before)
  })

  test.each(['new', 'assigned', 'in-progress', 'on_hold', 'invalid'])('a lead that is %s has none', async (status) => {
    const id = await putLead(app, rep, { status, ...(status === 'new' ? {} : { assigned_qa: manager.id }) })
    const seller = await app.signIn({ can: [...KEYS, 'marketing_leads_list'], colleagueOf: rep })
    const before = await fingerprint(app)

    const call = seller.call(setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })

    expect(await refusal(call)).toMatchObject({ status: 409, code: 'wrong_status' })
    expect(await fingerprint(app)).toBe(before)
  })
})

test('the first step away from open stops the first-response clock; later ones leave it', async () => {
  const id = await put('open')

  const { data } = await move(id, 'contacted')
  const { data: later } = await move(id, 'quoted')

  expect(data.first_response_at).not.toBeNull()
  expect(later.first_response_at).toBe(data.first_response_at)
})

test('lost needs a reason, other a note, nurture a day within a year; nothing is stored without', async () => {
  const id = await put('contacted')
  const before = await fingerprint(app)
  const refused = (body: object) =>
    refusal(rep.call(setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'lost', ...body } }))

  expect(await refused({})).toMatchObject({ status: 400, errors: [{ field: 'reason' }] })
  expect(await refused({ reason: 'other', note: ' ' })).toMatchObject({ status: 400, errors: [{ field: 'note' }] })
  for (const until of [undefined, dayIn(0), dayIn(400), '2027-02-30'])
    expect(await refused({ enquiry_status: 'nurture', ...(until && { until }) })).toMatchObject({
      status: 400,
      errors: [{ field: 'until' }],
    })
  expect(await fingerprint(app)).toBe(before)

  await rep.call(setEnquiryStatus, {
    body: { enquiryId: id, enquiry_status: 'lost', reason: 'other', note: 'They closed down' },
  })
  const { data: history } = await rep.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[0]).toMatchObject({ act: 'valid-leads.setEnquiryStatus', reason: 'They closed down' })
})

test('two who saw the same enquiry: the second is told what the first made of it', async () => {
  const id = await put('contacted')
  const { version } = await storedLead(app, id)
  await move(id, 'nurture', version)

  expect(await refusal(move(id, 'lost', version))).toMatchObject({
    status: 409,
    code: 'version_conflict',
    details: { fields: ['enquiry_status'], current: { enquiry_status: 'nurture' } },
  })
  expect(await storedLead(app, id)).toMatchObject({ enquiry_status: 'nurture' })
})

test('a rep moves their own enquiries alone; the key is needed; another company finds nothing', async () => {
  const other = await app.signIn({ can: KEYS, colleagueOf: rep })
  const id = await put('open')
  const before = await fingerprint(app)
  const body = { enquiryId: id, enquiry_status: 'contacted' } as const

  expect(await refusal(other.call(setEnquiryStatus, { body }))).toMatchObject({ status: 404 })
  expect(await refusal(manager.call(setEnquiryStatus, { body }))).toMatchObject({
    status: 403,
    details: { needs: ['valid_leads_edit_enquiry_status'] },
  })
  expect(await refusal(eve.call(setEnquiryStatus, { body }))).toMatchObject({ status: 404 })
  expect(await fingerprint(app)).toBe(before)
})

test('turning a verdict over ends the enquiry, keeps the earlier verdict, and its rep hears of it once', async () => {
  const id = await put('nurture')

  await manager.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'competitor', note: 'A fake firm' } })
  const invalid = await storedLead(app, id)
  await manager.call(assignedLeads.validate, { body: { enquiryId: id, reason: 'They are real after all' } })

  expect(invalid).toMatchObject({ status: 'invalid', enquiry_status: null, nurture_until: null, sales_person: rep.id })
  expect(await storedLead(app, id)).toMatchObject({ status: 'valid', enquiry_status: 'open', sales_person: rep.id })
  const verdicts = await app.sql(rep.companyId, 'select verdict from lead_verdicts where lead_id = $1 order by id', [
    id,
  ])
  expect(verdicts).toEqual([{ verdict: 'invalid' }, { verdict: 'valid' }])
  const heard = await app.sql(
    rep.companyId,
    `select person_id, actor_id, detail from notifications where kind = 'verdict' and subject_ids = $1 order by id`,
    [[id]],
  )
  expect(heard).toEqual([
    { person_id: rep.id, actor_id: manager.id, detail: { verdict: 'invalid' } },
    { person_id: rep.id, actor_id: manager.id, detail: { verdict: 'valid' } },
  ])
})
