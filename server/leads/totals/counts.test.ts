import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ENQUIRY_STATUSES, INVALID_REASONS, LEAD_SOURCES, LEAD_STATUSES } from '#contract/leads/lead.ts'
import { migrate } from '#server/db/migrate.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { databaseUrl, othersEnded } from '#server/test/database.ts'
import { figure } from '#server/test/figures.ts'
import { LIST_KEYS, putLead, type LeadRow } from '#server/test/journey.ts'
import { SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { LEAD_LISTS } from '#server/leads/lists/filter.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { refreshLeadCounts } from './refresh-counts.ts'

const RUNS = howMany(2, 12)

const app = await startTestApp()
afterAll(() => app.stop())

const EVERYTHING = [...LIST_KEYS, 'marketing_leads_reassign', 'valid_leads_assign'] as const
const REASONS = INVALID_REASONS.slice(0, 4)
const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'] as const

interface Row {
  id: number
  kind: string
  source: string
  status: string
  enquiry_status: string | null
  reason_code: string | null
  assigned_qa: number | null
  sales_person: number | null
  quarantined_by: number | null
  created_at: string
  deleted_at: string | null
}

// ── What people do: any of these, in any order, at the same time ─────────────

const lead = fc.record({
  kind: fc.constantFrom('enquiry', 'enquiry', 'registration'),
  source: fc.constantFrom(...LEAD_SOURCES),
  status: fc.constantFrom(...LEAD_STATUSES),
  enquiry: fc.option(fc.constantFrom(...ENQUIRY_STATUSES)),
  qa: fc.nat(2),
  rep: fc.option(fc.nat(2)),
  hours: fc.integer({ min: 0, max: 95 }),
  reason: fc.constantFrom(...REASONS),
})
type LeadValues = typeof lead extends fc.Arbitrary<infer T> ? T : never
const pick = { from: fc.nat(9), every: fc.integer({ min: 2, max: 9 }) }
const write = fc.oneof(
  fc.record({ act: fc.constant('add' as const), lead, copies: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('change' as const), lead, ...pick, undone: fc.boolean() }),
  fc.record({ act: fc.constant('move' as const), hours: fc.integer({ min: 0, max: 95 }), ...pick }),
  fc.record({ act: fc.constant('delete' as const), ...pick }),
  fc.record({ act: fc.constant('restore' as const) }),
  fc.record({ act: fc.constant('remove' as const), ...pick }),
  fc.record({ act: fc.constant('tend' as const) }),
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

// ── What people ask ──────────────────────────────────────────────────────────

const some = <T extends number | string>(...values: T[]) =>
  fc.option(fc.subarray(values, { minLength: 1, maxLength: 3 }), { freq: 1 })
const question = fc.record({
  list: fc.constantFrom('marketing_leads_list', 'all_leads', 'assigned_leads', 'valid_leads'),
  source: some(...LEAD_SOURCES),
  status: some(...LEAD_STATUSES),
  enquiry_status: some(...ENQUIRY_STATUSES),
  reason: some(...REASONS),
  assigned_qa: some<number | 'none'>(0, 1, 2, 'none'),
  sales_person: some<number | 'none'>(0, 1, 2, 'none'),
  from: fc.option(fc.constantFrom(...DAYS)),
  to: fc.option(fc.constantFrom(...DAYS)),
  zone: fc.nat(ZONES.length - 1),
  /** Whether whoever asks sees everybody's leads, or their own alone. */
  all: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

interface Company {
  /** In each zone one who sees all, and one who does not. */
  all: TestPerson[]
  own: TestPerson[]
  /** Those whom leads are given to. */
  holders: number[]
}

const company = async (): Promise<Company> => {
  const ada = await app.signIn({ can: EVERYTHING })
  const all: TestPerson[] = []
  const own: TestPerson[] = []
  for (const timeZone of ZONES) {
    all.push(await app.signIn({ can: EVERYTHING, colleagueOf: ada, timeZone }))
    own.push(await app.signIn({ can: LIST_KEYS, colleagueOf: ada, timeZone }))
  }
  return { all, own, holders: own.slice(0, 3).map(({ id }) => id) }
}

const columnsOf = (
  { holders }: Company,
  { kind, source, status, enquiry, qa, rep, hours, reason }: LeadValues,
): LeadRow => ({
  kind,
  source,
  status,
  enquiry_status: status === 'valid' && kind === 'enquiry' ? enquiry : null,
  assigned_qa: status === 'new' ? null : holders[qa]!,
  sales_person: status === 'valid' && rep !== null ? holders[rep]! : null,
  reason_code: status === 'invalid' ? reason : null,
  validated_at: status === 'valid' ? new Date().toISOString() : null,
  created_at: at(hours),
})
const at = (hours: number) => new Date(Date.parse('2026-03-28T00:00:00Z') + hours * 3_600_000).toISOString()

const perform = async (side: Company, act: Write): Promise<void> => {
  const [{ companyId }] = side.all as [TestPerson, ...TestPerson[]]
  if (act.act === 'tend') return refreshLeadCounts(app.services.tenants, companyId)
  if (act.act === 'restore')
    return void (await app.sql(companyId, 'update leads set deleted_at = null where company_id = $1', [companyId]))
  if (act.act === 'add') {
    for (let copy = 0; copy < act.copies; copy++) await putLead(app, side.all[0]!, columnsOf(side, act.lead), [])
    return
  }
  const chosen = 'company_id = $1 and id % $2 = $3'
  const values = [companyId, act.every, act.from % act.every]
  if (act.act === 'delete') await app.sql(companyId, `update leads set deleted_at = now() where ${chosen}`, values)
  else if (act.act === 'remove')
    await app.sql(companyId, `delete from leads where ${chosen} and deleted_at is not null`, values)
  else if (act.act === 'move')
    await app.sql(companyId, `update leads set created_at = $4 where ${chosen}`, [...values, at(act.hours)])
  else {
    const row = Object.entries(columnsOf(side, act.lead))
    const sets = row.map(([name], index) => `${name} = $${index + 4}`).join(', ')
    const text = `update leads set ${sets} where ${chosen}${act.undone ? ' and 1 / (select 0) = 1' : ''}`
    const done = app.sql(companyId, text, [...values, ...row.map(([, value]) => value)])
    // Some fail half-way, and are as if they had never been.
    await (act.undone ? done.catch(() => undefined) : done)
  }
}

// ── Asking, and what the answer has to be ────────────────────────────────────

const ask = async (side: Company, question: Question) => {
  const person = (question.all ? side.all : side.own)[question.zone]!
  const days = question.list === 'all_leads' ? ['fromDate', 'toDate'] : ['from_date', 'to_date']
  const [from, to] = inOrder(question)
  const holders = (who: (number | string)[] | null) =>
    who?.map((each) => (typeof each === 'number' ? side.holders[each]! : each))
  const query = new URLSearchParams({ pageSize: '100' })
  if (from) query.set(days[0]!, from)
  if (to) query.set(days[1]!, to)
  for (const name of ['source', 'status', 'enquiry_status', 'reason'] as const)
    for (const value of question[name] ?? []) query.append(name, value)
  for (const name of ['assigned_qa', 'sales_person'] as const)
    for (const value of holders(question[name]) ?? []) query.append(name, String(value))
  const { status, json, text } = await person.send('GET', `/marketing/${question.list}?${query.toString()}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return { ids: json.data.map(({ id }: { id: number }) => id) as number[], total: json.pagination.total as number }
}

const inOrder = ({ from, to }: Question) => (from && to && from > to ? [to, from] : [from, to])

/** The rules of the lists once more, in other words than the server's. */
const expected = (side: Company, rows: Row[], question: Question): number[] => {
  const me = (question.all ? side.all : side.own)[question.zone]!
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONES[question.zone] })
  const [from, to] = inOrder(question)
  const held = (who: (number | string)[] | null, holder: number | null) =>
    who === null || who.some((each) => (each === 'none' ? holder === null : holder === side.holders[each as number]))
  const onList = (row: Row) => {
    if (row.kind !== 'enquiry') return false
    if (question.list === 'all_leads') return row.status === 'new' && row.quarantined_by === null
    if (question.list === 'assigned_leads')
      return ['assigned', 'in-progress', 'on_hold'].includes(row.status) && (question.all || row.assigned_qa === me.id)
    if (question.list === 'valid_leads') return row.status === 'valid' && (question.all || row.sales_person === me.id)
    return true
  }
  return rows
    .filter((row) => row.deleted_at === null && onList(row))
    .filter(
      (row) =>
        (!question.source || question.source.includes(row.source as never)) &&
        (!question.status || question.status.includes(row.status as never)) &&
        (!question.enquiry_status || question.enquiry_status.includes(row.enquiry_status as never)) &&
        (!question.reason || (row.status === 'invalid' && question.reason.includes(row.reason_code as never))) &&
        held(question.assigned_qa, row.assigned_qa) &&
        held(question.sales_person, row.sales_person) &&
        (!from || day.format(new Date(row.created_at)) >= from) &&
        (!to || day.format(new Date(row.created_at)) <= to),
    )
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
}

const leadsOf = async (side: Company): Promise<Row[]> =>
  (await app.owner.query('select *, id::int from leads where company_id = $1', [side.all[0]!.companyId])).rows

const [ada, bob] = [await company(), await company()]

test('totals and rows agree after any mix of writes, and at every moment while they happen', async () => {
  let asked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (rounds, questions) => {
        for (const acts of rounds) {
          const answers = Promise.all(
            [...questions, ...questions].map(async (each) => {
              const { ids, total } = await ask(ada, each)
              expect({ each, rows: ids.length }).toEqual({ each, rows: Math.min(100, total) })
            }),
          )
          await Promise.all([...acts.map((act) => perform(ada, act)), perform(bob, acts[0]!), answers])

          for (const side of [ada, bob]) {
            const rows = await leadsOf(side)
            for (const each of questions) {
              const { ids, total } = await ask(side, each)
              const wanted = expected(side, rows, each)
              expect({ each, total }).toEqual({ each, total: wanted.length })
              if (total <= 100) expect(ids.toSorted((one, other) => one - other)).toEqual(wanted)
              asked += 1
            }
          }
        }
      },
    ),
    { seed: SEED, numRuns: RUNS },
  )
  figure(`Exact totals: ${asked} asked between random writes, none wrong (LEADROOM_TEST_SEED=${SEED})`)
})

// ── What is stored, and how it is looked after ───────────────────────────────

const stored = async ({ companyId }: TestPerson, table = 'list_counts'): Promise<any[]> =>
  (await app.owner.query(`select * from ${table} where company_id = $1`, [companyId])).rows

/** What is kept behind an answer is there a little later. */
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

const withLeads = async (count: number) => {
  const person = await app.signIn({ can: EVERYTHING })
  for (let index = 0; index < count; index++) await putLead(app, person, {}, [])
  return person
}
const totalOf = async (person: TestPerson, query = ''): Promise<number> =>
  (await person.send('GET', `/marketing/marketing_leads_list?${query}`)).json.pagination.total

test('a filter is counted once: then its stored count and the changes since say the total', async () => {
  const cleo = await withLeads(3)
  expect(await totalOf(cleo, 'source=website_form,phone')).toBe(3)
  await until(async () => (await stored(cleo)).length === 1)

  // Only who counts the leads again would still say three.
  await app.sql(cleo.companyId, 'update list_counts set n = n + 1000 where company_id = $1', [cleo.companyId])
  expect(await totalOf(cleo, 'source=phone&source=website_form&source=phone')).toBe(1003)
  await putLead(app, cleo, {}, [])
  await putLead(app, cleo, { source: 'event' }, [])
  expect(await totalOf(cleo, 'source=phone,website_form')).toBe(1004)
  expect(await stored(cleo)).toHaveLength(1)
})

test('a change of what no list is filtered by leaves no delta, and many alike leave one', async () => {
  const cleo = await withLeads(2)
  const before = (await stored(cleo, 'lead_count_deltas')).length

  await app.sql(cleo.companyId, `update leads set city = 'Oslo', total_quantity = 7 where company_id = $1`, [
    cleo.companyId,
  ])
  expect(await stored(cleo, 'lead_count_deltas')).toHaveLength(before)
  await app.sql(
    cleo.companyId,
    `insert into leads (company_id, name, source) select $1, 'n', 'import' from generate_series(1, 500)`,
    [cleo.companyId],
  )
  const [imported, ...more] = (await stored(cleo, 'lead_count_deltas')).filter(({ source }) => source === 'import')
  expect([imported.n, more]).toEqual([500, []])
})

test('the check finds a stored total that is wrong, takes it away, and the next who asks is told the truth', async () => {
  const cleo = await withLeads(4)
  await totalOf(cleo)
  await until(async () => (await stored(cleo)).length === 1)
  await app.sql(cleo.companyId, 'update list_counts set n = 7 where company_id = $1', [cleo.companyId])
  expect(await totalOf(cleo)).toBe(7)

  const found = await checkCounts(app.services.tenants, cleo.companyId, LEAD_LISTS)

  expect(found.drifts).toEqual([{ filter: { list: 'marketing' }, said: 7, is: 4 }])
  expect(await totalOf(cleo)).toBe(4)
  await until(async () => (await stored(cleo)).length === 1)
  expect(await checkCounts(app.services.tenants, cleo.companyId, LEAD_LISTS)).toEqual({
    counts: 1,
    drifts: [],
  })
})

test('deltas go when every count has seen them, and a count from before then is not believed', async () => {
  const cleo = await withLeads(3)
  await totalOf(cleo)
  await until(async () => (await stored(cleo)).length === 1)
  const [{ snapshot }] = await stored(cleo)
  await app.sql(cleo.companyId, `update list_counts set taken_at = now() - interval '2 days' where company_id = $1`, [
    cleo.companyId,
  ])

  await othersEnded(app.owner)
  await refreshLeadCounts(app.services.tenants, cleo.companyId)

  expect([await stored(cleo), await stored(cleo, 'lead_count_deltas')]).toEqual([[], []])
  await putLead(app, cleo, {}, [])
  await othersEnded(app.owner)
  await refreshLeadCounts(app.services.tenants, cleo.companyId)
  // As from a process that has slept meanwhile.
  await app.sql(
    cleo.companyId,
    `insert into list_counts (company_id, entity, key, filter, n, snapshot) values ($1, 'leads', sha256('{"list":"marketing"}'), '{"list":"marketing"}', 3, $2)`,
    [cleo.companyId, snapshot],
  )
  expect(await totalOf(cleo)).toBe(4)
})

test('on another database server, whose transactions have other numbers, every total is counted anew', async () => {
  const cleo = await withLeads(2)
  await totalOf(cleo)
  await until(async () => (await stored(cleo)).length === 1)
  await app.owner.query(`update migrations.server set id = 'the one of the backup'`)

  await migrate(databaseUrl(app.database))

  expect([await stored(cleo), await stored(cleo, 'lead_count_deltas')]).toEqual([[], []])
  expect(await totalOf(cleo)).toBe(2)
})
