import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { ENQUIRY_STATUSES, INVALID_REASONS, LEAD_STATUSES } from '#contract/leads/lead.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { figure } from '#server/test/figures.ts'
import { LIST_KEYS, putLead, type LeadRow } from '#server/test/journey.ts'
import { AXES, tallyOf, told } from '#server/test/tallies.ts'
import { SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { checkRollups } from './rollups.ts'
import type { Axis } from './tally.ts'
import { makeRollups, refreshLeadCounts } from './refresh-counts.ts'

const RUNS = howMany(4, 15)

const app = await startTestApp()
afterAll(() => app.stop())

const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Chatham'] as const
/** Among them the days on which clocks change, and days far apart. */
const DAYS = [
  '2024-02-29',
  '2026-03-07',
  '2026-03-08',
  '2026-03-09',
  '2026-03-29',
  '2026-04-05',
  '2026-10-31',
  '2026-11-21',
]

// ── What people do: any of these, in any order, at the same time ─────────────

const lead = fc.record({
  kind: fc.constantFrom('enquiry', 'enquiry', 'enquiry', 'registration'),
  source: fc.constantFrom('website_form', 'phone', 'event'),
  status: fc.constantFrom(...LEAD_STATUSES, 'valid', 'invalid'),
  enquiry: fc.option(fc.constantFrom(...ENQUIRY_STATUSES)),
  reason: fc.constantFrom(...INVALID_REASONS.slice(0, 3)),
  holder: fc.nat(2),
  rep: fc.option(fc.nat(2)),
  day: fc.constantFrom(...DAYS),
  minutes: fc.integer({ min: 0, max: 1439 }),
  /** Seconds until sales answered. */
  answered: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
})
type LeadValues = typeof lead extends fc.Arbitrary<infer T> ? T : never
const pick = { from: fc.nat(9), every: fc.integer({ min: 1, max: 6 }) }
const write = fc.oneof(
  fc.record({ act: fc.constant('add' as const), lead, copies: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ act: fc.constant('change' as const), lead, ...pick, undone: fc.boolean() }),
  fc.record({ act: fc.constant('delete' as const), ...pick }),
  fc.record({ act: fc.constant('restore' as const) }),
  fc.record({ act: fc.constant('remove' as const), ...pick }),
  fc.record({ act: fc.constant('clock' as const), took: fc.option(fc.integer({ min: 0, max: 200 })), ...pick }),
  fc.record({ act: fc.constant('stop' as const), ...pick }),
  fc.record({ act: fc.constant('fold' as const) }),
  fc.record({ act: fc.constant('make' as const), leadsAtOnce: fc.integer({ min: 1, max: 8 }) }),
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

const question = fc.record({
  axes: fc.subarray<Axis>([...AXES], { minLength: 1 }),
  from: fc.option(fc.constantFrom(...DAYS)),
  to: fc.option(fc.constantFrom(...DAYS)),
  zone: fc.constantFrom(...ZONES),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

interface Company {
  ada: TestPerson
  people: number[]
}
const company = async (timeZone = 'UTC'): Promise<Company> => {
  const ada = await app.signIn({ can: LIST_KEYS, timeZone })
  const people: number[] = []
  for (let each = 0; each < 3; each++)
    people.push((await app.signIn({ can: LIST_KEYS, colleagueOf: ada, timeZone })).id)
  return { ada, people }
}

const columnsOf = ({ people }: Company, values: LeadValues): LeadRow => {
  const { kind, source, status, enquiry, reason, holder, rep, day, minutes, answered } = values
  const created = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const valid = status === 'valid'
  return {
    kind,
    source,
    status,
    enquiry_status: valid && kind === 'enquiry' ? enquiry : null,
    reason_code: status === 'invalid' ? reason : null,
    assigned_qa: status === 'new' ? null : people[holder]!,
    sales_person: valid && rep !== null ? people[rep]! : null,
    created_at: new Date(created).toISOString(),
    validated_at: valid ? new Date(created + 60_000).toISOString() : null,
    first_response_at: valid && answered !== null ? new Date(created + 60_000 + answered * 1_000).toISOString() : null,
  }
}

const perform = async (side: Company, act: Write): Promise<void> => {
  const { companyId } = side.ada
  if (act.act === 'fold') return refreshLeadCounts(app.services.tenants, companyId)
  if (act.act === 'make') return makeRollups(app.services.tenants, companyId, act.leadsAtOnce)
  if (act.act === 'restore')
    return void (await app.sql(companyId, 'update leads set deleted_at = null where company_id = $1', [companyId]))
  if (act.act === 'add') {
    for (let copy = 0; copy < act.copies; copy++) await putLead(app, side.ada, columnsOf(side, act.lead), [])
    return
  }
  const chosen = 'company_id = $1 and id % $2 = $3'
  const values = [companyId, act.every, act.from % act.every]
  if (act.act === 'delete') await app.sql(companyId, `update leads set deleted_at = now() where ${chosen}`, values)
  else if (act.act === 'remove') await remove(companyId, `${chosen} and deleted_at is not null`, values)
  else if (act.act === 'stop')
    await app.sql(
      companyId,
      `with locked as materialized (${locked(chosen)}) delete from lead_clocks where company_id = $1 and lead_id in (select id from locked)`,
      values,
    )
  else if (act.act === 'clock')
    await app.sql(
      companyId,
      `with locked as materialized (${locked(chosen)})
      insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, answered_at, took_ms, revision)
      select company_id, id, 'response', created_at, 100, 1, case when $4::bigint is not null then now() end, $4::bigint, 1 from locked
      on conflict (company_id, lead_id, clock) do update set answered_at = excluded.answered_at, took_ms = excluded.took_ms`,
      [...values, act.took],
    )
  else {
    const row = Object.entries(columnsOf(side, act.lead))
    const sets = row.map(([name], index) => `${name} = $${index + 4}`).join(', ')
    const text = `update leads set ${sets} where ${chosen}${act.undone ? ' and 1 / (select 0) = 1' : ''}`
    const done = app.sql(companyId, text, [...values, ...row.map(([, value]) => value)])
    // Some fail half-way, and are as if they had never been.
    await (act.undone ? done.catch(() => undefined) : done)
  }
}

/** Leads with their clocks; once more, where somebody has set a clock on one meanwhile. */
const remove = (companyId: number, chosen: string, values: unknown[]): Promise<unknown> =>
  app
    .sql(
      companyId,
      `with stopped as (delete from lead_clocks where company_id = $1 and lead_id in (select id from leads where ${chosen}))
      delete from leads where ${chosen}`,
      values,
    )
    .catch((error: pg.DatabaseError) => {
      if (error.constraint !== 'lead_clocks_company_id_lead_id_fkey') throw error
      return remove(companyId, chosen, values)
    })

/** Whoever sets a clock has its lead. */
const locked = (chosen: string) => `select company_id, id, created_at from leads where ${chosen} for update`

// ── Asking, and what the answer has to be ────────────────────────────────────

const daysOf = ({ from, to }: Question) => {
  const [first, last] = from && to && from > to ? [to, from] : [from, to]
  return { ...(first && { from_date: first }), ...(last && { to_date: last }) }
}

const ask = (side: Company, each: Question) =>
  app.services.tenants.read(side.ada.companyId, (tenant) => tallyOf(tenant, each.axes, daysOf(each), each.zone))

/** The same once more, from the rows and in other words than the server's. */
const expected = (rows: any[], each: Question): string[] => {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: each.zone })
  const { from_date: first, to_date: last } = daysOf(each)
  const counted = new Map<string, number>()
  for (const row of rows) {
    const day = local.format(new Date(row.created_at))
    if (row.kind !== 'enquiry' || row.deleted_at || (first && day < first) || (last && day > last)) continue
    const part = row.enquiry_status ?? row.status
    const valid = row.status === 'valid'
    const rep = row.sales_person ?? 'none'
    const took = row.first_response_at && (Date.parse(row.first_response_at) - Date.parse(row.validated_at)) / 1_000
    const places: [Axis, string | number, string | number][] = [['source', row.source, part]]
    if (row.status === 'invalid') places.push(['reason', row.reason_code, 'invalid'])
    if (row.assigned_qa) places.push(['qa', row.assigned_qa, part])
    if (valid) places.push(['sales', rep, part])
    if (valid && row.first_response_at)
      places.push(['response', rep, Math.floor(Math.log(Math.max(took, 1)) / Math.log(1.1))])
    if (valid && row.first_response_at && row.answered_at)
      places.push(['sla', rep, row.took_ms <= 100 ? 'in_time' : 'late'])
    for (const [axis, key, what] of places.filter(([axis]) => each.axes.includes(axis))) {
      const place = `${axis} ${key} ${what}`
      counted.set(place, (counted.get(place) ?? 0) + 1)
    }
  }
  return [...counted].map(([place, n]) => `${place} ${n}`).toSorted()
}

const leadsOf = async ({ ada }: Company): Promise<any[]> =>
  (
    await app.owner.query(
      `select l.*, k.answered_at, k.took_ms from leads l left join lead_clocks k on k.company_id = $1 and k.lead_id = l.id and k.clock = 'response'
      where l.company_id = $1`,
      [ada.companyId],
    )
  ).rows

const [ada, bob] = [await company('Asia/Kolkata'), await company('Pacific/Chatham')]

test('roll-ups and rows agree after any mix of writes, for any days in any zone', async () => {
  let asked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (rounds, questions) => {
        for (const acts of rounds) {
          await Promise.all([...acts.map((act) => perform(ada, act)), perform(bob, acts[0]!)])
          for (const side of [ada, bob]) {
            const rows = await leadsOf(side)
            for (const each of questions) {
              expect({ each, tallies: told(await ask(side, each)) }).toEqual({ each, tallies: expected(rows, each) })
              asked += 1
            }
            expect((await checkRollups(app.services.tenants, side.ada.companyId)).wrong).toBe(0)
          }
        }
      },
    ),
    { seed: SEED, numRuns: RUNS },
  )
  figure(`Roll-ups: ${asked} ranges asked between random writes, none wrong (LEADROOM_TEST_SEED=${SEED})`)
})
