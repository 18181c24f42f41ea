import { afterAll, expect, test } from 'vitest'
import { dashboard } from '#contract/leads/dashboard.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { myVerdicts, type VerdictQuery } from '#contract/leads/my-verdicts.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, refusal } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** What QA has that decides on its own queue, and sees no other list. */
const QA = ['assigned_leads_list', 'assigned_leads_edit_status', 'lead_details_view'] as const
const MANAGER = [...QA, 'marketing_leads_list', 'marketing_leads_reassign'] as const
const DAY = 24 * 3_600_000

const newCompany = async () => {
  const qa = await app.signIn({ can: QA, name: 'Quinn' })
  const boss = await app.signIn({ can: MANAGER, name: 'Mina', colleagueOf: qa })
  return { qa, boss }
}
const { qa } = await newCompany()
const eve = await app.signIn({ can: QA })

const { validate, invalidate } = assignedLeads
const decide = async (person: TestPerson, verdict: 'valid' | 'invalid', more = {}) => {
  const id = await putLead(app, person, { status: 'in-progress', assigned_qa: person.id, country: 'PK', ...more })
  if (verdict === 'valid') await person.call(validate, { body: { enquiryId: id, status: 'valid' } })
  else await person.call(invalidate, { body: { enquiryId: id, status: 'invalid', reason: 'not_our_product' } })
  return id
}
const listed = async (person: TestPerson, query: VerdictQuery = {}) => {
  const { data, pagination } = await person.call(myVerdicts.list, { query })
  expect(pagination.total).toBe(data.length)
  return data
}
const idsOf = async (person: TestPerson, query: VerdictQuery = {}) => (await listed(person, query)).map(({ id }) => id)
/** As if it had been decided so many days ago. */
const decidedAgo = (person: TestPerson, id: number, days: number) =>
  app.sql(person.companyId, `update lead_verdicts set at = at - make_interval(days => $2) where lead_id = $1`, [
    id,
    days,
  ])
const quality = async (person: TestPerson) => (await person.call(dashboard.home, { query: {} })).data.quality

test('a decided lead stays on its own list of the person who decided it, with what became of it', async () => {
  const valid = await decide(qa, 'valid')
  const invalid = await decide(qa, 'invalid')
  await app.sql(qa.companyId, `update leads set enquiry_status = 'won' where id = $1`, [valid])

  const rows = await listed(qa)
  expect(rows.map(({ id }) => id)).toEqual([invalid, valid])
  expect(rows).toMatchObject([
    { status: 'invalid', own_verdict: { verdict: 'invalid', changed: null } },
    { enquiry_status: 'won', own_verdict: { verdict: 'valid', changed: null } },
  ])
  expect(await idsOf(qa, { verdict: ['valid'], enquiry_status: ['won'] })).toEqual([valid])
  expect(await idsOf(qa, { verdict: ['invalid'], reason: ['not_our_product'] })).toEqual([invalid])
  expect((await qa.call(leadDetails.lead, { params: { id: valid } })).data.enquiry_status).toBe('won')
})

test('neither a colleague nor another company sees the verdicts of a person, nor opens their leads', async () => {
  const id = await decide(qa, 'valid')
  const rae = await app.signIn({ can: QA, colleagueOf: qa })

  for (const other of [rae, eve]) {
    expect(await idsOf(other)).toEqual([])
    expect(await refusal(other.call(leadDetails.lead, { params: { id } }))).toMatchObject({ status: 404 })
  }
})

test('the list lets its reader read alone: the lead is not theirs to change any more', async () => {
  const id = await decide(qa, 'valid')

  const turned = qa.call(invalidate, { body: { enquiryId: id, status: 'invalid', reason: 'competitor', note: 'No' } })
  expect(await refusal(turned)).toMatchObject({ status: 404 })
  expect(await idsOf(qa, { changed: 'yes' })).toEqual([])
})

test('a verdict that a colleague changes is found as changed, under the name of the colleague', async () => {
  const { qa, boss } = await newCompany()
  const id = await decide(qa, 'valid')
  await decide(qa, 'valid')
  await boss.call(invalidate, {
    body: { enquiryId: id, status: 'invalid', reason: 'competitor', note: 'They sell pumps themselves' },
  })

  const [row, ...more] = await listed(qa, { changed: 'yes' })
  expect(more).toEqual([])
  expect(row).toMatchObject({
    id,
    status: 'invalid',
    own_verdict: { verdict: 'valid', changed: { by: { id: boss.id, name: 'Mina' } } },
  })
  expect((await quality(qa))?.now).toMatchObject({ valid: 2, invalid: 0, changed: 1 })
  expect(await idsOf(boss)).toEqual([id])
})

test('days are those of the verdict, and verdicts of long ago are not shown', async () => {
  const { qa } = await newCompany()
  const [old, before, now] = [await decide(qa, 'valid'), await decide(qa, 'valid'), await decide(qa, 'valid')]
  await decidedAgo(qa, old, 181)
  await decidedAgo(qa, before, 40)
  const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)

  expect(new Set(await idsOf(qa))).toEqual(new Set([before, now]))
  expect(await idsOf(qa, { from_date: day(29) })).toEqual([now])
  expect(await idsOf(qa, { to_date: day(30) })).toEqual([before])
  const bad = qa.call(myVerdicts.list, { query: { from_date: '2026-02-31' } })
  expect(await refusal(bad)).toMatchObject({ status: 400, errors: [{ field: 'from_date' }] })
})

test('home counts what the list of verdicts shows, against the 30 days before, for QA alone', async () => {
  const { qa, boss } = await newCompany()
  const won = await decide(qa, 'valid')
  await app.sql(qa.companyId, `update leads set enquiry_status = 'won' where id = $1`, [won])
  await decide(qa, 'valid')
  await decide(qa, 'invalid')
  await decidedAgo(qa, await decide(qa, 'invalid'), 40)
  const late = await decide(qa, 'valid')
  await app.sql(
    qa.companyId,
    `insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, answered_at, took_ms, revision)
      values ($1, $2, 'handling', now(), 1000, 1, now(), 5000, 1), ($1, $3, 'handling', now(), 1000, 1, now(), 500, 1)
      on conflict (company_id, lead_id, clock) do update set target_ms = excluded.target_ms, took_ms = excluded.took_ms`,
    [qa.companyId, late, won],
  )

  const figures = await quality(qa)
  expect(figures).toMatchObject({
    now: { valid: 3, invalid: 1, changed: 0, clocked: 2, in_time: 1, target_ms: 1000 },
    before: { valid: 0, invalid: 1 },
    week: { now: 4 },
    lines: {
      decided: [0, 0, 0, 0, 0, 4],
      in_time: [null, null, null, null, null, 0.5],
      valid: [null, null, null, null, null, 0.75],
    },
    became: { won: 1, open: 2 },
    reasons: [{ reason: 'not_our_product', leads: 1 }],
  })
  const from_date = figures?.from_date ?? ''
  expect(await idsOf(qa, { from_date, handled: 'late' })).toEqual([late])
  expect(await idsOf(qa, { from_date, handled: 'in_time' })).toEqual([won])
  expect(await idsOf(qa, { from_date, verdict: ['valid'] })).toHaveLength(3)
  expect(await quality(boss)).toBeNull()
})
