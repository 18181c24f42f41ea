import { afterAll, describe, expect, test } from 'vitest'
import { assignmentReplay, type AssignmentReplay, type ListProposal } from '#contract/assignment-replay.ts'
import type { OpenRange } from '#contract/calendar.ts'
import { checklist, type QuestionsToAsk } from '#contract/checklist.ts'
import { configuration } from '#contract/configuration.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, type LeadRow } from '#server/test/journey.ts'
import { putOnList, QA_KEYS, REP_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['qa_auto_assign_set_status', 'salesrep_auto_assign_update', 'configuration_edit'] as const
const HOUR = 3_600_000
const TODAY = Date.parse(new Date().toISOString().slice(0, 10))
/** So many hours before today begins in UTC. */
const ago = (hours: number) => new Date(TODAY - hours * HOUR).toISOString()

const company = async (timeZone = 'UTC') => {
  const mara = await app.signIn({ can: KEYS, name: 'Mara', timeZone })
  const [ann, ben] = [await onList(mara, 'Ann'), await onList(mara, 'Ben')]
  return { mara, ann, ben }
}
const onList = async (mara: TestPerson, name: string, list: 'qa' | 'sales' = 'qa') => {
  const person = await app.signIn({ colleagueOf: mara, name, can: [...QA_KEYS, ...REP_KEYS] })
  await putOnList(app, person, list)
  const [{ id }] = await app.sql(mara.companyId, 'select id::int from assignment_entries where staff_id = $1', [
    person.id,
  ])
  return { ...person, entry: Number(id) }
}
const put = async (mara: TestPerson, many: number, more: (at: number) => LeadRow = () => ({})) => {
  for (let at = 0; at < many; at++) await putLead(app, mara, { created_at: ago(20 * 24 - at), ...more(at) })
}
const replay = async (mara: TestPerson, body: ListProposal = {}) =>
  (await mara.call(assignmentReplay.qa, { body })).data
const received = ({ people }: AssignmentReplay, which: 'today' | 'proposed') =>
  Object.fromEntries(people.map((person) => [person.name, person[which]?.received ?? null]))

test('with the list as it is both sides are equal, and whoever asks again sees the same', async () => {
  const { mara } = await company()
  await put(mara, 11)

  const first = await replay(mara)

  expect(first).toMatchObject({ leads: 11, newest_only: false, moved: 0, from: ago(30 * 24), until: ago(0) })
  expect(first.proposed).toEqual(first.today)
  for (const { today, proposed } of first.people) expect(proposed).toEqual(today)
  expect(received(first, 'today')).toEqual({ Ann: 6, Ben: 5 })
  expect(first.people.map(({ today }) => today!.fair_share)).toEqual([5.5, 5.5])
  expect(await replay(mara)).toEqual(first)
  expect(await replay(mara, { change: { id: await entryOf(mara, 'Ann'), weight: 1 } })).toEqual(first)
})

const entryOf = async (mara: TestPerson, name: string) => {
  const [row] = await app.sql(
    mara.companyId,
    'select e.id::int from assignment_entries e join identity.people p on p.id = e.staff_id where e.company_id = $1 and p.first_name = $2',
    [mara.companyId, name],
  )
  return Number(row.id)
}

const KINDS = ['entries', 'calendar', 'credit', 'domain', 'checklist'] as const
type Ask = () => Promise<{ qa?: AssignmentReplay; sales?: AssignmentReplay }>

/** A company with something of everything that can be proposed: each asked as it is now, and otherwise. */
const proposals = async (): Promise<Record<(typeof KINDS)[number], [Ask, ...Ask[]]>> => {
  const { mara, ann, ben } = await company()
  const rosa = await onList(mara, 'Rosa', 'sales')
  await onList(mara, 'Sam', 'sales')
  const guest = await app.signIn({ colleagueOf: mara, can: QA_KEYS })
  const boss = await app.signIn({ colleagueOf: mara, can: ['restrict_domain_add', 'restrict_domain_update_status'] })
  const hours = (from: string, to: string) => ({
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, (): OpenRange[] => [[from, to]]),
    holidays: [],
  })
  const { data: calendar } = await mara.call(configuration.addCalendar, {
    body: { name: 'Days', ...hours('09:00', '17:00') },
  })
  await app.sql(mara.companyId, 'update assignment_entries set calendar_id = $1 where id = $2', [
    calendar.id,
    ann.entry,
  ])
  const [{ id: held }] = await app.sql(
    mara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'held.example') returning id::int`,
    [mara.companyId],
  )
  await put(mara, 6)
  await put(mara, 3, (at) => ({ email: `p${at}@junk.example` }))
  await put(mara, 2, (at) => ({ email: `p${at}@held.example`, status: 'new', quarantined_by: held }))
  await putAnswered(mara, [...PASSED, [3, 'no']])
  await knownAndNew(mara, rosa)
  const { items } = (await mara.call(checklist.now, {})).data

  const entries = (body: ListProposal) => async () => ({ qa: await replay(mara, body) })
  const withHours = (from: string, to: string) => async () =>
    (await mara.call(assignmentReplay.calendar, { params: { id: calendar.id }, body: hours(from, to) })).data
  const credit = (most_credit: number) => async () => ({ sales: await withCredit(mara, most_credit) })
  const domain = (body: BodyOf<typeof assignmentReplay.domain>) => async () =>
    (await boss.call(assignmentReplay.domain, { body })).data
  const asking = (asked: QuestionsToAsk) => async () =>
    (await mara.call(assignmentReplay.checklist, { body: { items: asked } })).data
  return {
    entries: [
      entries({}),
      entries({ change: { id: ben.entry, weight: 3, open_cap: 1, status: 'paused' } }),
      entries({ remove: { id: ben.entry }, add: { sid: guest.id } }),
    ],
    calendar: [withHours('09:00', '17:00'), withHours('00:00', '24:00')],
    credit: [credit(3), credit(0), credit(50)],
    domain: [
      domain({ id: held, status: 'active' }),
      domain({ id: held, status: 'inactive' }),
      domain({ domainName: 'junk.example' }),
    ],
    checklist: [asking(items), asking(items.map((each) => (each.item === 3 ? { ...each, blocking: true } : each)))],
  }
}

const withCredit = async (mara: TestPerson, most_credit: number, list: 'qa' | 'sales' = 'sales') =>
  (await mara.call(assignmentReplay.credit, { body: { list, most_credit } })).data

/** Twelve valid leads of a company that somebody in sales has, and then twelve of nobody’s. */
const knownAndNew = async (mara: TestPerson, rep: TestPerson) => {
  const known = 'buyer@known.example'
  await putLead(app, mara, { status: 'valid', created_at: ago(60 * 24), email: known, sales_person: rep.id })
  for (let at = 0; at < 24; at++)
    await putLead(app, mara, {
      status: 'valid',
      created_at: ago(25 * 24),
      validated_at: ago(20 * 24 - at),
      email: at < 12 ? known : `buyer@new${at}.example`,
    })
}

type Answer = [item: number, answer: string]
const PASSED = [1, 2, 6, 8, 9, 10].map((item): Answer => [item, 'yes'])
/** A valid lead whose questions were answered so; null: it was asked none. */
const putAnswered = async (person: TestPerson, answers: readonly Answer[] | null, days = 10) => {
  const at = ago(days * 24)
  const id = await putLead(app, person, { created_at: at, validated_at: at, status: 'valid', enquiry_status: 'open' })
  const [verdict] = await app.sql(
    person.companyId,
    `insert into lead_verdicts (company_id, lead_id, by_person, verdict, products, checklist, checklist_version)
     values ($1, $2, $3, 'valid', '[]', $4, 1) returning id`,
    [
      person.companyId,
      id,
      person.id,
      answers && JSON.stringify(answers.map(([item, answer]) => ({ item, answer, evidence: 'Looked at' }))),
    ],
  )
  await app.sql(person.companyId, 'update leads set verdict_id = $2 where id = $1', [id, verdict.id])
}

/** A sum of each table, of all companies. */
const everything = async () => {
  const { rows: tables } = await app.owner.query(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const sums = [...tables.map(({ name }) => name), 'identity.due'].map(
    (name) => `select '${name}' as name, md5(string_agg(t::text, ';' order by t::text)) as sum from ${name} t`,
  )
  return (await app.owner.query(`${sums.join(' union all ')} order by 1`)).rows
}

test.each(KINDS)(
  'nothing is stored whatever is proposed, and what is proposed as it is now replays to the identical result: %s',
  async (kind) => {
    await put((await company()).mara, 3)
    const [now, ...otherwise] = (await proposals())[kind]
    const before = await everything()

    const first = await now()
    for (const each of [first.qa, first.sales].filter((side) => side !== undefined)) {
      expect(each).toMatchObject({ moved: 0, proposed: each.today })
      for (const { today, proposed } of each.people) expect(proposed).toEqual(today)
    }
    for (const ask of otherwise) {
      const proposed = await ask()
      expect(proposed).not.toEqual(first)
      expect(await ask()).toEqual(proposed)
    }
    expect(await now()).toEqual(first)

    expect(await everything()).toEqual(before)
  },
)

describe('beside today stands who would have received what', () => {
  test('with twice the weight: two thirds of two', async () => {
    const { mara, ann } = await company()
    await put(mara, 12)

    const data = await replay(mara, { change: { id: ann.entry, weight: 2 } })

    expect(received(data, 'today')).toEqual({ Ann: 6, Ben: 6 })
    expect(received(data, 'proposed')).toEqual({ Ann: 8, Ben: 4 })
    expect(data.people.map(({ proposed }) => proposed!.fair_share)).toEqual([8, 4])
    expect(data.moved).toBeGreaterThanOrEqual(2)
  })

  test('with a daily cap: what is over goes to the other', async () => {
    const { mara, ann } = await company()
    await put(mara, 12)

    const data = await replay(mara, { change: { id: ann.entry, daily_cap: 2 } })

    expect(received(data, 'proposed')).toEqual({ Ann: 2, Ben: 10 })
    expect(data.proposed).toMatchObject({ received: 12, waited: 0, left: 0 })
  })

  test('with an open cap: what is held already counts, and what was done makes room', async () => {
    const { mara, ann, ben } = await company()
    const held = { created_at: ago(40 * 24), assigned_at: ago(40 * 24), assigned_qa: ann.id }
    await putLead(app, mara, { ...held, status: 'in-progress' })
    await putLead(app, mara, { ...held, status: 'invalid', validated_at: ago(18 * 24) })
    await put(mara, 4, (at) => ({
      created_at: ago(20 * 24 - 24 * at),
      assigned_at: ago(20 * 24 - 24 * at),
      assigned_qa: ben.id,
      status: 'in-progress',
    }))

    const data = await replay(mara, { change: { id: ann.entry, open_cap: 2 } })

    expect(received(data, 'today')).toEqual({ Ann: 2, Ben: 2 })
    expect(data.people.map(({ actual }) => actual.received)).toEqual([0, 4])
    // Two that she holds fill the cap until one is done on the third day.
    expect(received(data, 'proposed')).toEqual({ Ann: 1, Ben: 3 })
  })

  test('with working hours: leads wait for the morning, and it says how long', async () => {
    const { mara, ann, ben } = await company()
    await app.sql(mara.companyId, `update assignment_entries set status = 'paused' where id = $1`, [ben.entry])
    const week = Array.from({ length: 7 }, (): OpenRange[] => [['09:00', '17:00']])
    const { data: calendar } = await mara.call(configuration.addCalendar, {
      body: { name: 'Days', time_zone: 'UTC', week, holidays: [] },
    })
    await put(mara, 4, (at) => ({ created_at: ago(20 * 24 - 2 * at - 4) }))

    const data = await replay(mara, { change: { id: ann.entry, calendar_id: calendar.id } })

    expect(data.today).toMatchObject({ received: 4, waited: 0, longest_wait_ms: 0 })
    // They came at 4, 6, 8 and 10.
    expect(data.proposed).toMatchObject({
      received: 4,
      waited: 3,
      median_wait_ms: HOUR,
      p90_wait_ms: 5 * HOUR,
      longest_wait_ms: 5 * HOUR,
    })
    expect(data.moved).toBe(0)
  })

  test('with countries: what nobody takes any more is counted', async () => {
    const { mara, ann } = await company()
    await put(mara, 6, (at) => ({ country: at % 2 ? 'DE' : 'FR' }))

    const data = await replay(mara, {
      change: { id: ann.entry, accepts_countries: ['Germany'] },
      remove: { id: await entryOf(mara, 'Ben') },
    })

    expect(data.today).toMatchObject({ received: 6, left: 0 })
    expect(data.proposed).toMatchObject({ received: 3, left: 3, refused: 3 })
    expect(data.people.find(({ name }) => name === 'Ben')).toMatchObject({ today: { received: 3 }, proposed: null })
  })

  test('with categories: what the products of a lead are counts', async () => {
    const { mara, ann } = await company()
    await put(mara, 4)
    const [product] = await app.sql(
      mara.companyId,
      `insert into products (company_id, code, name, category) values ($1, 'P', 'Pump', 'Pumps') returning id`,
      [mara.companyId],
    )
    await app.sql(
      mara.companyId,
      'update lead_items set product_id = $1 where lead_id = (select min(id) from leads where company_id = $2)',
      [product.id, mara.companyId],
    )

    const data = await replay(mara, { change: { id: ann.entry, accepts_categories: ['Pumps'] } })

    expect(received(data, 'proposed')).toEqual({ Ann: 1, Ben: 3 })
  })

  test('with somebody more, who begins even with the others', async () => {
    const { mara } = await company()
    await put(mara, 9)
    const cem = await app.signIn({ colleagueOf: mara, name: 'Cem', can: QA_KEYS })

    const data = await replay(mara, { add: { sid: cem.id } })

    expect(received(data, 'today')).toEqual({ Ann: 5, Ben: 4, Cem: null })
    expect(received(data, 'proposed')).toEqual({ Ann: 3, Ben: 3, Cem: 3 })
  })

  test('with an absence of ten days: it is moved to the first ten', async () => {
    const { mara, ann } = await company()
    await put(mara, 10, (at) => ({ created_at: ago((29 - 2 * at) * 24) }))
    const back = new Date(TODAY + 10 * 24 * HOUR).toISOString().slice(0, 10)

    const data = await replay(mara, { change: { id: ann.entry, away_until: back } })

    // Five came before she was back; of the other five the turns go on.
    expect(received(data, 'proposed')).toEqual({ Ann: 3, Ben: 7 })
  })
})

test('misses are of the target of QA from when somebody is given the lead, with the time that it really took', async () => {
  const { mara, ann, ben } = await company()
  const week = Array.from({ length: 7 }, (): OpenRange[] => [['00:00', '24:00']])
  const nights = Array.from({ length: 7 }, (): OpenRange[] => [['22:00', '24:00']])
  const { data: always } = await mara.call(configuration.addCalendar, {
    body: { name: 'Always', time_zone: 'UTC', week, holidays: [] },
  })
  const { data: late } = await mara.call(configuration.addCalendar, {
    body: { name: 'Late', time_zone: 'UTC', week: nights, holidays: [] },
  })
  expect((await replay(mara)).today.misses).toBeNull()
  await app.sql(
    mara.companyId,
    `insert into sla_targets (company_id, clock, minutes, calendar_id) values ($1, 'handling', 120, $2)`,
    [mara.companyId, always.id],
  )
  await put(mara, 4, (at) => ({
    assigned_at: ago(20 * 24 - at),
    assigned_qa: at % 2 ? ann.id : ben.id,
    status: 'in-progress',
    in_progress_at: ago(20 * 24 - at - (at === 0 ? 1 : 3)),
  }))

  const data = await replay(mara, { change: { id: ben.entry, calendar_id: late.id } })

  expect(data.actual).toMatchObject({ received: 4, misses: 3, longest_wait_ms: 0 })
  expect(data.today.misses).toBe(3)
  expect(data.proposed.misses).toBe(3)
  expect(data.people.map(({ proposed }) => proposed!.misses)).toEqual([3, 0])
})

test('in sales the clock runs from the verdict: whoever waits for a person misses the target', async () => {
  const mara = await app.signIn({ can: KEYS, name: 'Mara' })
  const ann = await onList(mara, 'Ann', 'sales')
  const week = Array.from({ length: 7 }, (): OpenRange[] => [['09:00', '17:00']])
  const { data: calendar } = await mara.call(configuration.addCalendar, {
    body: { name: 'Days', time_zone: 'UTC', week, holidays: [] },
  })
  const { data: always } = await mara.call(configuration.addCalendar, {
    body: { name: 'Always', time_zone: 'UTC', week: week.map((): OpenRange[] => [['00:00', '24:00']]), holidays: [] },
  })
  await app.sql(
    mara.companyId,
    `insert into sla_targets (company_id, clock, minutes, calendar_id) values ($1, 'response', 120, $2)`,
    [mara.companyId, always.id],
  )
  // Valid at 1 and 10 in the morning, given at once and answered within the hour.
  for (const hour of [1, 10])
    await putLead(app, mara, {
      status: 'valid',
      created_at: ago(60 * 24),
      validated_at: ago(20 * 24 - hour),
      sales_person: ann.id,
      sales_assigned_at: ago(20 * 24 - hour),
      first_response_at: ago(20 * 24 - hour - 1),
      enquiry_status: 'contacted',
    })
  await putLead(app, mara, { status: 'valid', kind: 'registration', validated_at: ago(20 * 24) })

  const { data } = await mara.call(assignmentReplay.sales, {
    body: { change: { id: ann.entry, calendar_id: calendar.id } },
  })

  expect(data).toMatchObject({
    leads: 2,
    actual: { misses: 0 },
    today: { misses: 0 },
    proposed: { misses: 1, waited: 1 },
  })
})

test('other hours of a calendar are replayed on both lists, for whoever works by it and for the targets that run by it', async () => {
  const { mara, ann, ben } = await company()
  const other = await company()
  const days = (from: string, to: string) => ({
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, (): OpenRange[] => [[from, to]]),
    holidays: [],
  })
  const { data: calendar } = await mara.call(configuration.addCalendar, {
    body: { name: 'Days', ...days('00:00', '24:00') },
  })
  await app.sql(mara.companyId, 'update assignment_entries set calendar_id = $1 where id = $2', [
    calendar.id,
    ann.entry,
  ])
  await app.sql(mara.companyId, `update assignment_entries set status = 'paused' where id = $1`, [ben.entry])
  await app.sql(
    mara.companyId,
    `insert into sla_targets (company_id, clock, minutes, calendar_id) values ($1, 'handling', 60, $2)`,
    [mara.companyId, calendar.id],
  )
  // They came at 4 and at 10, and were taken in hand after two hours.
  for (const hour of [4, 10])
    await putLead(app, mara, {
      created_at: ago(20 * 24 - hour),
      assigned_at: ago(20 * 24 - hour),
      in_progress_at: ago(20 * 24 - hour - 2),
      assigned_qa: ann.id,
      status: 'in-progress',
    })
  const ask = (person: TestPerson, id: number, from: string, to: string) =>
    person.call(assignmentReplay.calendar, { params: { id }, body: days(from, to) })
  const before = await fingerprint(app)

  const { data } = await ask(mara, calendar.id, '09:00', '10:30')

  expect(data.qa).toMatchObject({ leads: 2, moved: 0, today: { waited: 0, misses: 2 } })
  // The first waits for 9 and is worked on in all of the hour and a half, the second in half an hour of it.
  expect(data.qa.proposed).toMatchObject({ waited: 1, longest_wait_ms: 5 * HOUR, misses: 1 })
  expect(data.qa.actual).toMatchObject({ waited: 0, misses: 2 })
  expect(data.sales).toMatchObject({ leads: 0, people: [] })
  expect((await ask(mara, calendar.id, '00:00', '24:00')).data.qa.proposed).toEqual(data.qa.today)
  expect(await fingerprint(app)).toBe(before)

  expect(await refusal(ask(other.mara, calendar.id, '09:00', '10:30'))).toMatchObject({
    status: 404,
    message: 'Calendar not found',
  })
  expect(await refusal(ask(mara, calendar.id, '10:30', '09:00'))).toMatchObject({
    status: 400,
    message: expect.stringContaining('ends before it begins'),
  })
})

test('another number of leads that a list makes up for is replayed: so many of the next ones go to whoever is behind', async () => {
  const mara = await app.signIn({ can: KEYS, name: 'Mara' })
  const [rosa, sam] = [await onList(mara, 'Rosa', 'sales'), await onList(mara, 'Sam', 'sales')]
  await onList(mara, 'Ann')
  const other = await company()
  const clerk = await app.signIn({ colleagueOf: mara, can: ['salesrep_auto_assign_update'] })
  await knownAndNew(mara, rosa)
  const before = await everything()

  // Twelve of a known company leave Rosa six ahead and Sam six behind; Sam gets new ones alone until they are even.
  const expected: [most: number, sam: number][] = [
    [0, 6 + 3],
    [1, 7 + 2],
    [3, 9 + 1],
    [6, 12],
    [50, 12],
  ]
  for (const [most, many] of expected) {
    const data = await withCredit(mara, most)
    expect(received(data, 'today')).toEqual({ Rosa: 14, Sam: 10 })
    expect(received(data, 'proposed'), `${most} made up for`).toEqual({ Rosa: 24 - many, Sam: many })
    expect(data.people.map(({ proposed }) => proposed!.fair_share)).toEqual([12, 12])
    expect(data.people.map(({ sid }) => sid)).toEqual([rosa.id, sam.id])
    expect(data.moved > 0).toBe(most !== 3)
  }
  expect(await withCredit(mara, 3)).toMatchObject({ moved: 0, leads: 24 })
  expect(await withCredit(mara, 0, 'qa')).toMatchObject({ leads: 24, people: [{ name: 'Ann' }] })
  expect(await withCredit(other.mara, 0)).toMatchObject({ leads: 0, people: [] })

  // What is set since is what another number is compared with.
  expect(await everything()).toEqual(before)
  const withNone = await withCredit(mara, 0)
  await mara.call(configuration.setRouting, { body: { sales_most_credit: 0 } })
  expect(await withCredit(mara, 0)).toMatchObject({ moved: 0, today: withNone.proposed, proposed: withNone.proposed })
  expect(received(await withCredit(mara, 3), 'proposed')).toEqual({ Rosa: 14, Sam: 10 })

  expect(await refusal(withCredit(clerk, 3))).toMatchObject({ status: 403 })
  for (const most of [-1, 51, 2.5]) expect(await refusal(withCredit(mara, most))).toMatchObject({ status: 400 })
})

test('another entry among the restricted domains is replayed: what it holds back comes to nobody, what it lets through is shared out too', async () => {
  const { mara } = await company()
  const boss = await app.signIn({ colleagueOf: mara, can: ['restrict_domain_add', 'restrict_domain_update_status'] })
  const stranger = await app.signIn({ can: ['restrict_domain_update_status'] })
  const [{ id: entry }] = await app.sql(
    mara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'held.example') returning id::int`,
    [mara.companyId],
  )
  const from =
    (domain: string, more: LeadRow = {}) =>
    (at: number) => ({ email: `p${at}@${domain}`, ...more })
  await put(mara, 6)
  await put(mara, 3, from('sub.junk.example'))
  await put(mara, 1, from('junk.example', { created_at: ago(31 * 24) }))
  await put(mara, 2, from('held.example', { status: 'new', quarantined_by: entry }))
  const before = await fingerprint(app)
  const ask = async (person: TestPerson, body: BodyOf<typeof assignmentReplay.domain>) =>
    (await person.call(assignmentReplay.domain, { body })).data

  const wide = await ask(boss, { domainName: 'junk.example' })
  expect(wide).toMatchObject({ newly: 3, no_longer: 0, qa: { leads: 9, today: { left: 0 }, proposed: { left: 0 } } })
  expect([sum(received(wide.qa, 'today')), sum(received(wide.qa, 'proposed'))]).toEqual([9, 6])
  expect(await ask(boss, { domainName: 'junk.example', match: 'exact' })).toMatchObject({ newly: 0, no_longer: 0 })

  const open = await ask(boss, { id: entry, status: 'inactive' })
  expect(open).toMatchObject({ newly: 0, no_longer: 2, qa: { leads: 11 } })
  expect([sum(received(open.qa, 'today')), sum(received(open.qa, 'proposed'))]).toEqual([9, 11])

  expect(await ask(stranger, { domainName: 'junk.example' })).toMatchObject({ newly: 0, qa: { leads: 0 } })
  expect(await refusal(ask(stranger, { id: entry, status: 'inactive' }))).toMatchObject({ status: 404 })
  expect(await refusal(ask(boss, { domainName: 'no domain' }))).toMatchObject({ status: 400 })
  expect(await fingerprint(app)).toEqual(before)
})

test('other questions on the checklist are replayed: a lead that its answers stop comes to no rep', async () => {
  const { mara } = await company()
  const rosa = await onList(mara, 'Rosa', 'sales')
  const clerk = await app.signIn({ colleagueOf: mara })
  const other = await company()
  const except = (item: number, answer: string) =>
    PASSED.map((each): [number, string] => (each[0] === item ? [item, answer] : each))
  await putAnswered(mara, PASSED)
  await putAnswered(mara, [...PASSED, [3, 'no']])
  await putAnswered(mara, [...PASSED, [3, 'not_sure']])
  await putAnswered(mara, except(10, 'no'))
  // A phone need not be right where the e-mail is.
  await putAnswered(mara, except(2, 'no'))
  await putAnswered(mara, null)
  await putAnswered(mara, [...PASSED, [3, 'no']], 31)
  await putAnswered(other.mara, [...PASSED, [3, 'no']])
  const before = await fingerprint(app)
  const usual = (await mara.call(checklist.now, {})).data.items
  const ask = async (person: TestPerson, items: QuestionsToAsk) =>
    (await person.call(assignmentReplay.checklist, { body: { items } })).data
  const blocking = (item: number, is: boolean) =>
    usual.map((each) => (each.item === item ? { ...each, blocking: is } : each))

  const same = await ask(mara, usual)
  expect(same).toMatchObject({ newly: 0, no_longer: 0, not_asked: 1, sales: { leads: 6 } })
  expect([received(same.sales, 'today'), received(same.sales, 'proposed')]).toEqual([{ Rosa: 5 }, { Rosa: 5 }])

  const aPerson = await ask(mara, blocking(3, true))
  expect(aPerson).toMatchObject({ newly: 2, no_longer: 0, not_asked: 3 })
  expect([received(aPerson.sales, 'today'), received(aPerson.sales, 'proposed')]).toEqual([{ Rosa: 5 }, { Rosa: 3 }])

  const noConsent = await ask(mara, blocking(10, false))
  expect(noConsent).toMatchObject({ newly: 0, no_longer: 1 })
  expect(received(noConsent.sales, 'proposed')).toEqual({ Rosa: 6 })

  const phoneAlone = await ask(
    mara,
    usual.filter(({ item }) => item !== 1),
  )
  expect(phoneAlone).toMatchObject({ newly: 1, no_longer: 0 })
  const brandNew = await ask(mara, [...usual, { question: 'Has a budget', blocking: true }])
  expect(brandNew).toMatchObject({ newly: 0, not_asked: 5 })

  expect(await refusal(ask(mara, [{ item: 999, question: 'Ours?', blocking: true }]))).toMatchObject({ status: 400 })
  expect(await refusal(ask(clerk, usual))).toMatchObject({ status: 403 })
  expect(same.sales.people.map(({ sid }) => sid)).toEqual([rosa.id])
  expect(await fingerprint(app)).toEqual(before)
})

const sum = (counts: Record<string, number | null>) =>
  Object.values(counts).reduce<number>((all, each) => all + (each ?? 0), 0)

test('leads that were never the list’s business are left out: held back, turned away at the door, deleted, of today', async () => {
  const { mara } = await company()
  await put(mara, 2)
  await putLead(app, mara, { created_at: ago(48), status: 'invalid' })
  await putLead(app, mara, { created_at: ago(48), deleted_at: ago(1) })
  await putLead(app, mara, { created_at: ago(31 * 24) })
  await putLead(app, mara)

  expect((await replay(mara)).leads).toBe(2)
})

test('the days are whole ones where the person is who asks', async () => {
  const { mara } = await company('Asia/Kolkata')

  const { from, until } = await replay(mara)

  for (const moment of [from, until])
    expect(new Date(moment).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' })).toBe('00:00:00')
  expect((Date.parse(until) - Date.parse(from)) / HOUR).toBe(30 * 24)
})

test('what could not be saved is not replayed either, and it says why', async () => {
  const { mara, ann } = await company()
  const other = await company()
  const { data: foreign } = await other.mara.call(configuration.addCalendar, {
    body: { name: 'Theirs', time_zone: 'UTC', week: Array.from({ length: 7 }, () => []), holidays: [] },
  })
  const clerk = await app.signIn({ colleagueOf: mara, name: 'Clerk' })
  const bad: [ListProposal, number, string][] = [
    [{ change: { id: other.ann.entry, weight: 2 } }, 404, 'Person on the list not found'],
    [{ remove: { id: other.ann.entry } }, 404, 'Person on the list not found'],
    [{ change: { id: ann.entry, calendar_id: foreign.id } }, 400, 'There is no such calendar'],
    [{ change: { id: ann.entry, accepts_countries: ['Atlantis'] } }, 400, '“Atlantis” is not a country'],
    [{ change: { id: ann.entry, away_until: '2027-02-30' } }, 400, 'away_until is not a day'],
    [{ add: { sid: ann.id } }, 409, 'Ann is on the list already.'],
    [{ add: { sid: other.ann.id } }, 404, 'Person not found'],
    [{ add: { sid: clerk.id } }, 409, 'Clerk lacks the permission assigned_leads_edit_status'],
  ]
  for (const [body, status, sentence] of bad)
    expect(await refusal(mara.call(assignmentReplay.qa, { body }))).toMatchObject({
      status,
      message: expect.stringContaining(sentence),
    })
  expect(await refusal(clerk.call(assignmentReplay.qa, { body: {} }))).toMatchObject({
    status: 403,
    message: expect.stringContaining('qa_auto_assign_set_status'),
  })
})

test('another company’s leads and people are not part of it', async () => {
  const one = await company()
  const other = await company()
  await put(one.mara, 3)
  await put(other.mara, 5)

  expect(await replay(one.mara)).toMatchObject({ leads: 3, people: [{ sid: one.ann.id }, { sid: one.ben.id }] })
  expect(await replay(other.mara)).toMatchObject({ leads: 5, people: [{ sid: other.ann.id }, { sid: other.ben.id }] })
})
