import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { hold, wake, list, validate } = assignedLeads
const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn' })
const manager = await app.signIn({ can: MANAGER_KEYS, colleagueOf: qa, name: 'Mara' })
const eve = await app.signIn({ can: MANAGER_KEYS })

const dayIn = (days: number, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now() + days * 86_400_000)
const mine = (status: string) =>
  putLead(app, qa, { status, assigned_qa: qa.id, in_progress_at: STARTED[status] ?? null })
const STARTED: Record<string, string> = { 'in-progress': '2026-01-01T00:00:00Z' }
/** Lets the day of every lead on hold have come, as if time had passed. */
const nextMorning = async (companyId = qa.companyId) => {
  await app.sql(
    companyId,
    `update leads set on_hold_until = current_date where status = 'on_hold' and company_id = $1`,
    [companyId],
  )
  await app.owner.query(`update identity.due set at = now() where kind = 'wake'`)
}

test('a lead on hold says until when, and waits in its owner’s list', async () => {
  const id = await mine('assigned')

  const { data } = await qa.call(hold, { body: { enquiryId: id, until: dayIn(5), reason: 'Back from holidays' } })

  expect(data).toMatchObject({ status: 'on_hold', on_hold_until: dayIn(5), assigned_qa: { id: qa.id } })
  const { data: rows } = await qa.call(list, { query: { status: ['on_hold'] } })
  expect(rows.map((row) => [row.id, row.on_hold_until])).toContainEqual([id, dayIn(5)])
  const { data: history } = await qa.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[0]).toMatchObject({ act: 'assigned-leads.hold', reason: 'Back from holidays' })
})

test.each(['assigned', 'in-progress'])('on its day a lead that was %s is so again, by itself', async (status) => {
  const id = await mine(status)
  await qa.call(hold, { body: { enquiryId: id, until: dayIn(1) } })
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ status: 'on_hold' })

  await nextMorning()
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status, on_hold_until: null, assigned_qa: qa.id })
  const { data: history } = await qa.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[0]).toMatchObject({
    actor: { kind: 'system', name: 'System' },
    act: 'assigned-leads.wake',
    reason: 'Its follow-up day has come',
  })
})

test('the day begins where the owner is: what is due there wakes, what is not yet waits for its moment', async () => {
  const early = await app.signIn({ can: QA_KEYS, colleagueOf: qa, timeZone: 'Pacific/Kiritimati' })
  const late = await app.signIn({ can: QA_KEYS, colleagueOf: qa, timeZone: 'Pacific/Pago_Pago' })
  const [first, second] = [
    await putLead(app, qa, { status: 'assigned', assigned_qa: early.id }),
    await putLead(app, qa, { status: 'assigned', assigned_qa: late.id }),
  ]
  for (const [person, enquiryId, zone] of [
    [early, first, 'Pacific/Kiritimati'],
    [late, second, 'Pacific/Pago_Pago'],
  ] as const)
    await person.call(hold, { body: { enquiryId, until: dayIn(1, zone) } })
  const today = dayIn(0, 'Pacific/Kiritimati')
  await app.sql(qa.companyId, 'update leads set on_hold_until = $1 where id = any($2)', [today, [first, second]])
  await app.owner.query(`update identity.due set at = now() where kind = 'wake'`)

  await workOff(app)

  expect([(await storedLead(app, first)).status, (await storedLead(app, second)).status]).toEqual([
    'assigned',
    'on_hold',
  ])
  const { rows } = await app.owner.query(
    `select at = ($1::date)::timestamp at time zone 'Pacific/Pago_Pago' as then from identity.due
     where kind = 'wake' and company_id = $2`,
    [today, qa.companyId],
  )
  expect(rows).toContainEqual({ then: true })
})

test('given to somebody for whom the day begins earlier, it wakes when theirs does', async () => {
  const east = await app.signIn({ can: QA_KEYS, colleagueOf: qa, timeZone: 'Pacific/Kiritimati' })
  const id = await mine('assigned')
  await qa.call(hold, { body: { enquiryId: id, until: dayIn(3) } })

  await manager.call(marketingLeads.assign, { body: { leadIds: [id], staffId: east.id } })

  const { rows } = await app.owner.query(
    `select from identity.due where kind = 'wake' and company_id = $1
       and at = ($2::date)::timestamp at time zone 'Pacific/Kiritimati'`,
    [qa.companyId, dayIn(3)],
  )
  expect(rows).toHaveLength(1)
})

test('a day before tomorrow, beyond 30 days or not in the calendar is refused, and nothing is stored', async () => {
  const id = await mine('assigned')
  const before = await fingerprint(app)

  for (const until of [dayIn(0), dayIn(-1), dayIn(31), '2026-02-30'])
    expect(await refusal(qa.call(hold, { body: { enquiryId: id, until } }))).toMatchObject({
      status: 400,
      errors: [{ field: 'until' }],
    })
  expect(await fingerprint(app)).toBe(before)
  await qa.call(hold, { body: { enquiryId: id, until: dayIn(30) } })
  expect(await storedLead(app, id)).toMatchObject({ status: 'on_hold', on_hold_until: dayIn(30) })
})

test('it is taken off hold before its day, and is what it was', async () => {
  const id = await mine('in-progress')
  await qa.call(hold, { body: { enquiryId: id, until: dayIn(9) } })

  await qa.call(wake, { body: { enquiryId: id } })
  await qa.call(validate, { body: { enquiryId: id } })

  expect(await storedLead(app, id)).toMatchObject({ status: 'valid', on_hold_until: null })
})

test('a lead that changes hands while on hold stays on hold and wakes for its new owner', async () => {
  const id = await mine('assigned')
  await qa.call(hold, { body: { enquiryId: id, until: dayIn(2) } })
  await manager.call(marketingLeads.assign, { body: { leadIds: [id], staffId: manager.id } })
  expect(await storedLead(app, id)).toMatchObject({ status: 'on_hold', assigned_qa: manager.id })

  await nextMorning()
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: manager.id })
})

test('only its owner and whoever may reassign puts it on hold or wakes it; another company finds nothing', async () => {
  const other = await app.signIn({ can: QA_KEYS, colleagueOf: qa })
  const reader = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: qa })
  const id = await mine('assigned')
  const before = await fingerprint(app)

  const until = dayIn(2)
  expect(await refusal(other.call(hold, { body: { enquiryId: id, until } }))).toMatchObject({
    status: 409,
    code: 'held',
  })
  expect(await refusal(reader.call(hold, { body: { enquiryId: id, until } }))).toMatchObject({ status: 403 })
  expect(await refusal(eve.call(hold, { body: { enquiryId: id, until } }))).toMatchObject({ status: 404 })
  expect(await refusal(eve.call(wake, { body: { enquiryId: id } }))).toMatchObject({ status: 404 })
  expect(await fingerprint(app)).toBe(before)
})

test('the morning of one company wakes no lead of another', async () => {
  const id = await mine('assigned')
  const theirs = await putLead(app, eve, { status: 'on_hold', assigned_qa: eve.id, on_hold_until: dayIn(3) })
  await qa.call(hold, { body: { enquiryId: id, until: dayIn(1) } })

  await nextMorning()
  await workOff(app)

  expect([(await storedLead(app, id)).status, (await storedLead(app, theirs)).status]).toEqual(['assigned', 'on_hold'])
})
