import { afterAll, expect, test } from 'vitest'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { ENQUIRY_STATUSES, type EnquiryStatus } from '#contract/leads/lead.ts'
import { salesDashboard } from '#contract/leads/sales-dashboard.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { resetClocks } from '#server/leads/sla/refresh-clocks.ts'
import { makeRollups } from '#server/leads/totals/refresh-counts.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, refusal, type LeadRow } from '#server/test/journey.ts'
import { putOnList } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [
  'sales_dashboard_view',
  'valid_leads_list',
  'valid_leads_assign',
  'valid_leads_edit_enquiry_status',
] as const

interface Team {
  ada: TestPerson
  rae: TestPerson
  sam: TestPerson
  tom: TestPerson
}

/** Rae is given leads, Sam is paused, Tom has left the list and has old leads. */
const team = async (): Promise<Team> => {
  const ada = await app.signIn({ can: KEYS, name: 'Ada', timeZone: 'Asia/Kolkata' })
  const rep = (name: string) => app.signIn({ can: ['valid_leads_list'], colleagueOf: ada, name })
  const [rae, sam, tom] = [await rep('Rae'), await rep('Sam'), await rep('Tom')]
  await putOnList(app, rae, 'sales')
  await putOnList(app, sam, 'sales')
  await app.sql(
    ada.companyId,
    `update assignment_entries set status = 'paused' where company_id = $1 and staff_id = $2`,
    [ada.companyId, sam.id],
  )
  return { ada, rae, sam, tom }
}

const given = ({ ada }: Team, rep: TestPerson | undefined, enquiry_status: EnquiryStatus, more: LeadRow = {}) =>
  putLead(app, ada, {
    status: 'valid',
    enquiry_status,
    sales_person: rep?.id ?? null,
    created_at: '2026-03-12T08:00:00Z',
    validated_at: '2026-03-12T09:00:00Z',
    ...more,
  })

const ask = ({ ada }: Pick<Team, 'ada'>, query: QueryOf<typeof salesDashboard.list> = {}) =>
  ada.call(salesDashboard.list, { query })
const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

test('each member tells what they received, where it stands, and how soon they answered', async () => {
  const side = await team()
  for (const [status, answered] of [
    ['open', null],
    ['contacted', '2026-03-12T09:10:00Z'],
    ['quoted', '2026-03-12T09:20:00Z'],
    ['won', '2026-03-12T10:00:00Z'],
    ['lost', '2026-03-13T09:00:00Z'],
  ] as const)
    await given(side, side.rae, status, { first_response_at: answered })
  await given(side, side.tom, 'nurture')
  await given(side, undefined, 'open')
  await putLead(app, side.ada, { status: 'invalid', sales_person: side.rae.id })

  const { data, totals, ...paging } = await ask(side)

  expect(data).toMatchObject([
    {
      id: side.rae.id,
      name: 'Rae',
      state: 'available',
      state_reason: null,
      received: 5,
      open: 1,
      contacted: 1,
      quoted: 1,
      nurture: 0,
      won: 1,
      lost: 1,
      conversion: 0.2,
      received_7d: 0,
      fair_share_7d: 0,
    },
    {
      id: side.tom.id,
      name: 'Tom',
      state: 'off_list',
      received: 1,
      nurture: 1,
      conversion: 0,
      received_7d: null,
      fair_share_7d: null,
    },
    {
      id: side.sam.id,
      name: 'Sam',
      state: 'unavailable',
      state_reason: 'Paused on the list.',
      received: 0,
      conversion: null,
      first_response_p50: null,
    },
  ])
  const [rae] = data
  expect(Math.abs(rae!.first_response_p50! / 1_200 - 1)).toBeLessThanOrEqual(0.05)
  expect(Math.abs(rae!.first_response_p90! / 86_400 - 1)).toBeLessThanOrEqual(0.05)
  expect(totals).toMatchObject({
    received: 6,
    open: 1,
    won: 1,
    lost: 1,
    nurture: 1,
    conversion: 1 / 6,
    first_response_p50: rae!.first_response_p50,
  })
  expect(paging).toMatchObject({ page: 1, size: 20, totalCount: 3, totalFilteredCount: 3 })
})

test('every number is that of the rows that the list of valid leads shows by the same filters', async () => {
  const side = await team()
  const reps = [side.rae, side.sam, side.tom]
  for (let at = 0; at < 40; at++)
    await given(side, reps[at % 3], ENQUIRY_STATUSES[at % 6]!, {
      created_at: new Date(Date.parse('2026-03-11T18:00:00Z') + at * 3_600_000).toISOString(),
    })
  const days = [
    {},
    { from_date: '2026-03-12', to_date: '2026-03-12' },
    { to_date: '2026-03-12' },
    { from_date: '2026-03-13' },
  ]

  for (const made of [false, true]) {
    if (made) await makeRollups(app.services.tenants, side.ada.companyId)
    for (const range of days)
      for (const { id, ...member } of (await ask(side, range)).data) {
        const listed = async (more: object) =>
          (await side.ada.call(validLeads.list, { query: { ...range, sales_person: [id], ...more } })).pagination.total
        expect(member.received).toBe(await listed({}))
        for (const status of ENQUIRY_STATUSES) expect(member[status]).toBe(await listed({ enquiry_status: [status] }))
      }
  }
})

test('who is overdue, and how much was answered in time, is by the clock of each lead, and opens the same leads', async () => {
  const [side, other] = [await team(), await team()]
  const { ada, rae, sam, tom } = side
  for (const { companyId } of [ada, other.ada])
    await app.sql(
      companyId,
      `with always as (insert into working_calendars (company_id, name, time_zone, week) values ($1, 'Always', 'UTC', $2) returning id)
      insert into sla_targets (company_id, clock, minutes) select $1, 'response', 60 from always`,
      [companyId, JSON.stringify(Array.from({ length: 7 }, () => [['00:00', '24:00']]))],
    )
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const open = (rep: TestPerson, minutes: number, more: LeadRow = {}) =>
    given(side, rep, 'open', { validated_at: ago(minutes), ...more })
  const late = await open(rae, 90)
  const inTime = [await open(rae, 10), await open(rae, 20), await open(sam, 5)]
  for (const minutes of [120, 240]) await open(rae, minutes)
  await open(tom, 300, { created_at: '2026-04-01T08:00:00Z' })
  await open(tom, 300, { deleted_at: ago(1) })
  await given(other, other.rae, 'open', { validated_at: ago(300) })
  for (const { companyId } of [ada, other.ada]) await resetClocks(app.services.tenants, companyId)
  for (const enquiryId of [late, ...inTime])
    await ada.call(validLeads.setEnquiryStatus, { body: { enquiryId, enquiry_status: 'contacted' } })

  for (const made of [false, true]) {
    if (made) await makeRollups(app.services.tenants, ada.companyId)
    const { data, totals } = await ask(side, { sort: 'overdue' })
    expect(data).toMatchObject([
      { name: 'Rae', overdue: 2, sla_hit: 2 / 5 },
      { name: 'Tom', overdue: 1, sla_hit: 0 },
      { name: 'Sam', overdue: 0, sla_hit: 1 },
    ])
    expect(totals).toMatchObject({ overdue: 3, sla_hit: 3 / 7 })
    expect(names(await ask(side, { sort: 'sla_hit' }))).toEqual(['Sam', 'Rae', 'Tom'])
    for (const range of [{}, { to_date: '2026-03-31' }])
      for (const { id, overdue } of (await ask(side, range)).data)
        expect(
          (await ada.call(validLeads.list, { query: { ...range, sales_person: [id], clock: 'overdue' } })).pagination
            .total,
        ).toBe(overdue)
  }
})

test('the totals are the leads that the list shows for all these members together, and none that nobody sells', async () => {
  const side = await team()
  const sellers = [side.rae, side.tom, undefined]
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await app.sql(
    side.ada.companyId,
    `with always as (insert into working_calendars (company_id, name, time_zone, week) values ($1, 'Always', 'UTC', $2) returning id)
    insert into sla_targets (company_id, clock, minutes) select $1, 'response', 60 from always`,
    [side.ada.companyId, JSON.stringify(Array.from({ length: 7 }, () => [['00:00', '24:00']]))],
  )
  for (let at = 0; at < 36; at++)
    await given(side, sellers[at % 3], ENQUIRY_STATUSES[at % 6]!, {
      validated_at: ago(90),
      created_at: new Date(Date.parse('2026-03-11T18:00:00Z') + at * 3_600_000).toISOString(),
    })
  for (const seller of sellers) await given(side, seller, 'open', { validated_at: ago(90) })
  await resetClocks(app.services.tenants, side.ada.companyId)

  for (const made of [false, true]) {
    if (made) await makeRollups(app.services.tenants, side.ada.companyId)
    for (const range of [{}, { from_date: '2026-03-12', to_date: '2026-03-12' }, { search: 'Tom' }]) {
      const { data, totals } = await ask(side, range)
      const { search: _, ...days } = { search: '', ...range }
      const sales_person = data.filter(({ received }) => received > 0).map(({ id }) => id)
      const listed = async (more: object) =>
        (await side.ada.call(validLeads.list, { query: { ...days, sales_person, ...more } })).pagination.total
      expect(totals.received).toBeGreaterThan(0)
      expect(totals.received).toBe(await listed({}))
      expect(totals.received).toBeLessThan((await side.ada.call(validLeads.list, { query: days })).pagination.total)
      for (const status of ENQUIRY_STATUSES) expect(totals[status]).toBe(await listed({ enquiry_status: [status] }))
      expect(totals.overdue).toBeGreaterThan(0)
      expect(totals.overdue).toBe(await listed({ clock: 'overdue' }))
    }
  }
})

test('what sales makes of a lead shows at once', async () => {
  const side = await team()
  const id = await given(side, side.rae, 'open')
  await makeRollups(app.services.tenants, side.ada.companyId)

  await side.ada.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })

  expect((await ask(side)).data[0]).toMatchObject({ received: 1, open: 0, contacted: 1 })
})

test('members are searched, sorted and paged on the server; the totals are those of all that are left', async () => {
  const side = await team()
  for (let at = 0; at < 3; at++) await given(side, side.tom, 'won')
  await given(side, side.rae, 'lost')

  expect(names(await ask(side, { sort: 'name' }))).toEqual(['Rae', 'Sam', 'Tom'])
  expect(names(await ask(side, { sort: 'conversion', order: 'asc' }))).toEqual(['Rae', 'Tom', 'Sam'])
  const second = await ask(side, { page: 2, pageSize: 1 })
  expect(names(second)).toEqual(['Rae'])
  expect(second).toMatchObject({ page: 2, size: 1, totalFilteredCount: 3, totals: { received: 4, lost: 1, won: 3 } })
  const found = await ask(side, { search: ' RA ' })
  expect(names(found)).toEqual(['Rae'])
  expect(found).toMatchObject({ totalCount: 3, totalFilteredCount: 1, totals: { received: 1, lost: 1, won: 0 } })
  expect(await ask(side, { search: 'no such name' })).toMatchObject({
    data: [],
    totalCount: 3,
    totalFilteredCount: 0,
    totals: { received: 0, conversion: null },
  })
})

test('the days leave whoever is on the list or received something in them', async () => {
  const side = await team()
  await given(side, side.tom, 'won')

  // 18:30 UTC is midnight in India.
  expect(names(await ask(side, { from_date: '2026-03-12', to_date: '2026-03-12' }))).toEqual(['Tom', 'Rae', 'Sam'])
  expect(await ask(side, { from_date: '2026-03-13' })).toMatchObject({ totalCount: 3, totalFilteredCount: 2 })
})

test('the wire is the one that was asked for: size, and the counts beside the rows', async () => {
  const side = await team()
  const { json } = await side.ada.send(
    'GET',
    '/marketing/sales_member_dashboard_data?page=1&size=2&sort=name&order=desc&search=&from_date=2026-01-01&to_date=2026-12-31',
  )

  expect(Object.keys(json).toSorted()).toEqual([
    'data',
    'page',
    'size',
    'success',
    'totalCount',
    'totalFilteredCount',
    'totals',
  ])
  expect([json.page, json.size, json.totalCount, json.totalFilteredCount]).toEqual([1, 2, 2, 2])
})

test('what cannot be asked for is refused by name', async () => {
  const side = await team()
  for (const [query, field] of [
    ['size=101', 'size'],
    ['sort=email', 'sort'],
    ['order=up', 'order'],
    ['from_date=2026-02-30', 'from_date'],
    ['from_date=2026-03-13&to_date=2026-03-12', 'from_date'],
  ] as const) {
    const { status, json } = await side.ada.send('GET', `/marketing/sales_member_dashboard_data?${query}`)
    expect([status, json.errors[0].field]).toEqual([400, field])
  }
})

test('the file has a line for each member, and no cell that a spreadsheet would run', async () => {
  const side = await team()
  await app.owner.query(`update identity.people set first_name = '=cmd()' where id = $1`, [side.rae.id])
  await given(side, side.rae, 'won', { first_response_at: '2026-03-12T09:10:00Z' })

  const { data } = await side.ada.call(salesDashboard.csv, { query: { search: 'cmd' } })

  expect(data).toMatchObject({ members: 1, all_members: 1 })
  const [head, row] = data.csv.split('\r\n')
  expect(head).toContain('"Member","Email","State"')
  expect(row).toContain(`"'=cmd()"`)
  expect(row).toContain('"Available","","1","0","0","')
  expect(row).toContain('"100"')
})

test('the last line of the file is what all members come to, as on the screen', async () => {
  const side = await team()
  await given(side, side.rae, 'won', { first_response_at: '2026-03-12T09:10:00Z' })
  await given(side, side.tom, 'open')
  await given(side, undefined, 'open')

  const { data } = await side.ada.call(salesDashboard.csv, { query: {} })

  const lines = data.csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 3 + 1)
  const { totals } = await ask(side)
  const [half, most] = [totals.first_response_p50, totals.first_response_p90].map((seconds) => Math.round(seconds!))
  expect(lines.at(-1)!.split(',')).toEqual(
    // No email, state, reason or share of the rotation.
    ['All members', '', '', '', 2, 1, 0, 0, half, most, '', 0, 0, 1, 0, 50, '', ''].map((cell) => `"${cell}"`),
  )
})

test('a file that has not all members says how many there are, and its last line counts them all', async () => {
  const { ada } = await team()
  const { rows } = await app.owner.query(
    `insert into identity.people (email, first_name)
    select 'seller' || n || '@many.example', 'Seller ' || n from generate_series(1, 1000) n returning id`,
  )
  const ids = rows.map(({ id }) => id)
  for (const text of [
    'insert into identity.memberships (company_id, id, permissions) select $1, unnest($2::int[]), array[]::text[]',
    `insert into assignment_entries (company_id, list, staff_id, weight) select $1, 'sales', unnest($2::int[]), 1`,
  ])
    await app.sql(ada.companyId, text, [ada.companyId, ids])
  // As the database does by itself soon after so many rows have come.
  await app.owner.query('analyze identity.people, identity.memberships, assignment_entries')

  const { data } = await ada.call(salesDashboard.csv, { query: {} })

  expect(data).toMatchObject({ members: 1_000, all_members: 1_002 })
  expect(data.csv.trimEnd().split('\r\n')).toHaveLength(1 + 1_000 + 1)
})

test('the key is needed, and another company’s members are not seen', async () => {
  const [side, other] = [await team(), await team()]
  await given(side, side.rae, 'won')

  for (const endpoint of [salesDashboard.list, salesDashboard.csv])
    expect(await refusal(side.rae.call(endpoint, { query: {} }))).toMatchObject({ status: 403 })
  const { data, totals } = await ask(other)
  expect(data.map(({ id }) => id).toSorted()).toEqual([other.rae.id, other.sam.id].toSorted())
  expect(totals.received).toBe(0)
})
