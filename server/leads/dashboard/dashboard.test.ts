import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { dashboard, FUNNEL, LOAD, STAGES } from '#contract/leads/dashboard.ts'
import { ENQUIRY_STATUSES, INVALID_REASONS, LEAD_STATUSES, type LeadQuery } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { makeRollups } from '#server/leads/totals/refresh-counts.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, putLead, refusal } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ALL = [...LIST_KEYS, 'marketing_leads_reassign', 'valid_leads_assign'] as const
const HOUR = 3_600_000

const home = async (person: TestPerson, query: { from_date?: string; to_date?: string } = {}) =>
  (await person.call(dashboard.home, { query })).data

/** Leads of every kind, an hour and a half apart, the newest just now; the second person holds a third of them. */
const company = async () => {
  const ada = await app.signIn({ can: ALL, name: 'Ada', timeZone: 'Asia/Kolkata' })
  const rae = await app.signIn({
    can: ['valid_leads_list'],
    name: 'Rae',
    colleagueOf: ada,
    timeZone: 'America/New_York',
  })
  for (let at = 0; at < 150; at++) {
    const status = LEAD_STATUSES[at % LEAD_STATUSES.length]!
    const round = Math.floor(at / LEAD_STATUSES.length)
    const holder = round % 3 === 0 ? rae.id : ada.id
    const created = Date.now() - at * 1.5 * HOUR
    const enquiry = ENQUIRY_STATUSES[round % ENQUIRY_STATUSES.length]!
    await putLead(
      app,
      ada,
      {
        status,
        source: ['website_form', 'phone', 'event'][at % 5] ?? 'referral',
        created_at: new Date(created).toISOString(),
        assigned_qa: status === 'new' ? null : holder,
        reason_code: status === 'invalid' ? INVALID_REASONS[round % 8] : null,
        ...(status === 'valid' && {
          enquiry_status: enquiry,
          sales_person: round % 4 ? holder : null,
          validated_at: new Date(created + HOUR).toISOString(),
          first_response_at: enquiry === 'open' ? null : new Date(created + (at % 7) * HOUR + HOUR).toISOString(),
        }),
      },
      [],
    )
  }
  await putLead(app, ada, { kind: 'registration', source: 'registration' }, [])
  await putLead(app, ada, { deleted_at: new Date().toISOString() }, [])
  return { ada, rae }
}

const { ada, rae } = await company()
const day = (ago: number) => new Date(Date.now() - ago * 24 * HOUR).toISOString().slice(0, 10)

test('every number is that of the rows that its list shows', async () => {
  const days = [{}, { from_date: day(3), to_date: day(1) }, { from_date: day(2) }, { to_date: day(4) }]
  for (const made of [false, true]) {
    if (made) await makeRollups(app.services.tenants, ada.companyId)
    for (const range of days) {
      const { intake, funnel, sources, reasons, response, load } = await home(ada, range)
      const listed = async (query: LeadQuery) =>
        (await ada.call(marketingLeads.list, { query: { ...range, ...query } })).pagination.total
      const valid = async (query: LeadQuery) =>
        (await ada.call(validLeads.list, { query: { ...range, ...query } })).pagination.total

      for (const stage of STAGES) expect([stage, funnel![stage]]).toEqual([stage, await listed(FUNNEL[stage])])
      for (const { source, ...counts } of sources!) {
        expect(counts.received).toBe(await listed({ source: [source] }))
        expect(counts.valid).toBe(await listed({ source: [source], status: ['valid'] }))
        expect(counts.invalid).toBe(await listed({ source: [source], status: ['invalid'] }))
      }
      for (const { reason, leads } of reasons!) expect(leads).toBe(await listed({ reason: [reason] }))
      expect(response!.received).toBe(await valid({}))
      for (const status of ['open', 'won', 'lost'] as const)
        expect(response![status]).toBe(await valid({ enquiry_status: [status] }))
      for (const { person, list, leads } of load!) {
        const endpoint = list === 'assigned' ? assignedLeads.list : validLeads.list
        const held = list === 'assigned' ? { assigned_qa: [person.id] } : { sales_person: [person.id] }
        expect(leads).toBe((await ada.call(endpoint, { query: { ...LOAD[list], ...held } })).pagination.total)
      }
      for (const one of [intake!.today, intake!.week_before])
        expect(one.received).toBe(
          (await ada.call(marketingLeads.list, { query: { from_date: one.day, to_date: one.day } })).pagination.total,
        )
      expect(sources!.reduce((sum, { received }) => sum + received, 0)).toBe(funnel!.received)
    }
  }
  const { funnel, reasons, load } = await home(ada)
  expect(funnel!.received).toBe(150)
  expect(reasons).toHaveLength(6)
  expect(load!.map(({ person, list }) => `${person.name} ${list}`).toSorted()).toEqual([
    'Ada assigned',
    'Ada valid',
    'Rae assigned',
    'Rae valid',
  ])
})

test('half and nine in ten of the answers are told at most 5 % off', async () => {
  const took = (
    await app.owner.query(
      `select extract(epoch from first_response_at - validated_at)::int as s from leads
       where company_id = $1 and status = 'valid' and first_response_at is not null order by 1`,
      [ada.companyId],
    )
  ).rows.map(({ s }) => Math.max(1, s))

  const { response } = await home(ada)

  for (const [told, part] of [
    [response!.p50, 0.5],
    [response!.p90, 0.9],
  ] as const)
    expect(Math.abs(told! / took[Math.ceil(took.length * part) - 1]! - 1)).toBeLessThanOrEqual(0.05)
})

test('a person sees what their lists show, and their own where those are their own', async () => {
  const { intake, funnel, sources, reasons, response, load } = await home(rae)

  expect([intake, funnel, sources, reasons, load]).toEqual([null, null, null, null, null])
  const own = async (query: LeadQuery) => (await rae.call(validLeads.list, { query })).pagination.total
  expect(response).toMatchObject({
    own: true,
    received: await own({}),
    open: await own({ enquiry_status: ['open'] }),
    won: await own({ enquiry_status: ['won'] }),
  })
  expect(response!.received).toBeGreaterThan(0)
  expect(response!.received).toBeLessThan((await home(ada)).response!.received)
})

test('today, and the same day a week before, are those of whoever asks', async () => {
  const { intake } = await home(ada)
  const here = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

  expect(intake!.today.day).toBe(here.format(new Date()))
  expect(intake!.week_before.day).toBe(here.format(new Date(Date.now() - 7 * 24 * HOUR)))
  expect(intake!.today.received).toBeGreaterThan(0)
})

test('the ten who hold most on both lists together are told of, each with what both lists show', async () => {
  const boss = await app.signIn({ can: ALL, name: 'Boss' })
  const team = await Promise.all(
    Array.from({ length: 13 }, (_, at) => app.signIn({ colleagueOf: boss, name: `Person ${at}` })),
  )
  // Of twelve each holds something on both lists, but those with most on the one have least on the other; the last sells only.
  for (const [at, { id }] of team.entries()) {
    const [toDecide, toSell] = at === 12 ? [0, 9] : [1 + (at % 6) + (at < 6 ? 6 : 0), 1 + (at % 6) + (at < 6 ? 0 : 6)]
    for (let lead = 0; lead < toDecide; lead++) await putLead(app, boss, { status: 'assigned', assigned_qa: id }, [])
    for (let lead = 0; lead < toSell; lead++)
      await putLead(app, boss, { status: 'valid', enquiry_status: 'open', sales_person: id }, [])
  }
  const listed = async (id: number, list: keyof typeof LOAD) => {
    const endpoint = list === 'assigned' ? assignedLeads.list : validLeads.list
    const held = list === 'assigned' ? { assigned_qa: [id] } : { sales_person: [id] }
    return (await boss.call(endpoint, { query: { ...LOAD[list], ...held } })).pagination.total
  }

  const load = (await home(boss)).load!

  const told = [...new Set(load.map(({ person }) => person.id))]
  expect(told).toHaveLength(10)
  for (const id of told)
    for (const list of ['assigned', 'valid'] as const)
      expect(load.filter((each) => each.person.id === id && each.list === list).map(({ leads }) => leads)).toEqual([
        await listed(id, list),
      ])
  const all = new Map<number, number>()
  for (const { id } of team) all.set(id, (await listed(id, 'assigned')) + (await listed(id, 'valid')))
  const most = [...all.values()].toSorted((one, other) => other - one).slice(0, 10)
  expect(told.map((id) => all.get(id))).toEqual(most)
})

test('whoever sees everybody’s leads on one list only is told of no other', async () => {
  const qa = await app.signIn({
    can: ['assigned_leads_list', 'marketing_leads_reassign', 'valid_leads_list'],
    colleagueOf: ada,
  })

  const load = (await home(qa)).load!

  expect(load.length).toBeGreaterThan(0)
  expect(load.every(({ list, leads }) => list === 'assigned' && leads > 0)).toBe(true)
})

test('whoever may see nothing is told nothing, and another company has figures of its own', async () => {
  const nobody = await app.signIn({ colleagueOf: ada })
  const eve = await app.signIn({ can: ALL })
  await putLead(app, eve, { source: 'email' }, [])

  expect(Object.values(await home(nobody)).every((figure) => figure === null)).toBe(true)
  expect((await home(eve)).sources).toEqual([{ source: 'email', received: 1, valid: 0, invalid: 0 }])
  expect((await home(eve)).load).toEqual([])
})

test('what is no day, or the wrong way round, is refused by name', async () => {
  for (const person of [ada, await app.signIn()])
    for (const query of [{ from_date: '2026-02-30' }, { from_date: '2026-03-13', to_date: '2026-03-12' }])
      expect(await refusal(person.call(dashboard.home, { query }))).toMatchObject({
        status: 400,
        errors: [{ field: 'from_date' }],
      })
})

test('only a rep gets their won and lost by month, and their conversion', async () => {
  const mia = await app.signIn({ can: ALL, name: 'Mia' })
  const ned = await app.signIn({
    can: ['valid_leads_list', 'valid_leads_edit_enquiry_status'],
    colleagueOf: mia,
    name: 'Ned',
  })
  const monthAgo = (days: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) + days * 24 * HOUR).toISOString()
  }
  const put = (rep: TestPerson, enquiry_status: string, enquiry_at: string | null, more = {}) =>
    putLead(app, mia, {
      status: 'valid',
      sales_person: rep.id,
      enquiry_status,
      enquiry_at,
      ...(enquiry_status === 'lost' && { lost_reason: 'price' }),
      ...more,
    })
  const now = new Date().toISOString()
  const longAgo = day(120)
  await put(ned, 'won', now)
  await put(ned, 'won', null)
  await put(ned, 'lost', monthAgo(0), { validated_at: longAgo })
  await put(ned, 'lost', monthAgo(-3), { validated_at: longAgo })
  await put(ned, 'open', null)
  await put(ned, 'won', now, { deleted_at: now })
  await put(mia, 'won', now)

  expect((await home(ned)).sales).toEqual({
    won: { now: 2, before: 0 },
    lost: { now: 0, before: 1 },
    conversion: { received: 3, won: 2 },
  })
  expect((await home(mia)).sales).toBeNull()
  expect((await home(rae)).sales).toBeNull()
})
