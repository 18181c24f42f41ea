import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { dashboard, LOAD, WAITING } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { resetClocks } from '#server/leads/sla/refresh-clocks.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, putLead, refusal, type LeadRow } from '#server/test/journey.ts'
import { putOnList } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ALL = [...LIST_KEYS, 'marketing_leads_reassign', 'valid_leads_assign'] as const
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const period = async (person: TestPerson, days: '7' | '30' | '90' = '30') =>
  (await person.call(dashboard.period, { query: { days } })).data
const now = async (person: TestPerson) => (await person.call(dashboard.now, {})).data

const total = async (person: TestPerson, list: 'marketing' | 'assigned' | 'valid' | 'unassigned', query: LeadQuery) =>
  (await person.call(LISTS[list], { query })).pagination.total
const LISTS = {
  marketing: marketingLeads.list,
  assigned: assignedLeads.list,
  valid: validLeads.list,
  unassigned: allLeads.list,
} as const

/** Working time at any hour: 60 minutes for either clock. */
const openAlways = async ({ companyId }: TestPerson) => {
  await app.sql(
    companyId,
    `with always as (insert into working_calendars (company_id, name, time_zone, week) values ($1, 'Always', 'UTC', $2) returning id)
    insert into sla_targets (company_id, clock, minutes) select $1, clock, 60 from always, unnest(array['handling', 'response']) clock`,
    [companyId, JSON.stringify(Array.from({ length: 7 }, () => [['00:00', '24:00']]))],
  )
}

const valid = (boss: TestPerson, more: LeadRow) =>
  putLead(app, boss, { status: 'valid', enquiry_status: 'open', ...more }, [])

test('each figure of the period and the one before is that of the stored rows', async () => {
  const ada = await app.signIn({ can: ALL, name: 'Ada', timeZone: 'Asia/Kolkata' })
  const eve = await app.signIn({ can: ALL, name: 'Eve', timeZone: 'America/New_York' })
  for (const [boss, times] of [
    [ada, 66],
    [eve, 9],
  ] as const)
    for (let at = 0; at < times; at++) {
      const [came, decided, closed] = [at * 23 * HOUR, at * 21 * HOUR + MINUTE, at * 22 * HOUR + 2 * MINUTE]
      const created_at = ago(came + 90 * DAY)
      await putLead(app, boss, { created_at: ago(came + MINUTE) }, [])
      if (at % 3 > 0) await valid(boss, { created_at, validated_at: ago(decided) })
      else
        await putLead(
          app,
          boss,
          { created_at, validated_at: ago(decided), status: 'invalid', reason_code: 'other' },
          [],
        )
      if (at % 2 === 0)
        await valid(boss, { created_at, validated_at: ago(100 * DAY), enquiry_status: 'won', enquiry_at: ago(closed) })
    }
  await putLead(app, ada, { deleted_at: ago(0) }, [])
  await putLead(app, ada, { kind: 'registration', source: 'registration' }, [])

  for (const person of [ada, eve])
    for (const days of ['7', '30', '90'] as const) {
      const figures = await period(person, days)
      const zone = person === ada ? 'Asia/Kolkata' : 'America/New_York'
      const stored = async (from: string, to: string, what: string) =>
        (
          await app.owner.query(
            `select count(*)::int as n from leads l where l.company_id = $1 and l.deleted_at is null and l.kind = 'enquiry' and ${what}
             at time zone $2 >= ${from} and ${what} at time zone $2 < ${to} and ${CONDITION[what]}`,
            [person.companyId, zone],
          )
        ).rows[0].n
      const here = 'now() at time zone $2'
      const began = `(${here})::date - ${Number(days) - 1}`
      const beganBefore = `(${here})::date - ${2 * Number(days) - 1}`
      const soFar = `(${here}) - interval '${days} days'`
      for (const [what, shown] of [
        ['l.created_at', figures.received],
        ['l.enquiry_at', figures.won],
      ] as const) {
        expect([what, days, shown!.now]).toEqual([what, days, await stored(began, here, what)])
        expect([what, days, shown!.before]).toEqual([what, days, await stored(beganBefore, soFar, what)])
        expect(shown!.line.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(shown!.now)
      }
      const { now: verdicts, before, days: each } = figures.verdicts!
      expect(verdicts.valid + verdicts.invalid).toBe(await stored(began, here, 'l.validated_at'))
      expect(before.valid + before.invalid).toBe(await stored(beganBefore, soFar, 'l.validated_at'))
      expect(each).toHaveLength(Number(days))

      const range = { from_date: figures.from, to_date: figures.to }
      expect(figures.received!.now).toBe(await total(person, 'marketing', range))
      for (const status of ['valid', 'invalid'] as const) {
        const decided: LeadQuery = { days_of: 'decided', status: [status] }
        expect(verdicts[status]).toBe(await total(person, 'marketing', { ...range, ...decided }))
        const { day, ...counts } = each.at(-2)!
        expect(counts[status]).toBe(await total(person, 'marketing', { from_date: day, to_date: day, ...decided }))
      }
      const won: LeadQuery = { ...range, days_of: 'closed', enquiry_status: ['won'] }
      expect(figures.won!.now).toBe(await total(person, 'valid', won))
    }
  expect((await period(ada)).received!.now).toBeGreaterThan(25)
  expect((await period(eve)).received!.before).toBe(0)
})

const CONDITION: Readonly<Record<string, string>> = {
  'l.created_at': 'true',
  'l.validated_at': `l.status in ('valid', 'invalid')`,
  'l.enquiry_at': `l.enquiry_status = 'won'`,
}

test('the median of first contacts is of working time, with the target and how many met it', async () => {
  const boss = await app.signIn({ can: [...ALL, 'valid_leads_edit_enquiry_status'], name: 'Bo' })
  await openAlways(boss)
  const ids: number[] = []
  for (const minutes of [10, 30, 50, 90, 120])
    ids.push(await valid(boss, { sales_person: boss.id, validated_at: ago(minutes * MINUTE) }))
  await resetClocks(app.services.tenants, boss.companyId)
  for (const enquiryId of ids)
    await boss.call(validLeads.setEnquiryStatus, { body: { enquiryId, enquiry_status: 'contacted' } })

  const { first_contact, from, to } = await period(boss)

  expect(first_contact).toMatchObject({
    now: { contacts: 5, in_time: 3 },
    before: { contacts: 0, in_time: 0, median_ms: null },
    target_ms: { least: 60 * MINUTE, most: 60 * MINUTE },
  })
  expect(Math.round(first_contact!.now.median_ms! / MINUTE)).toBe(50)
  expect(first_contact!.now.contacts).toBe(
    await total(boss, 'valid', { from_date: from, to_date: to, days_of: 'contacted' }),
  )
  const other = await app.signIn({ can: ALL })
  expect((await period(other)).first_contact).toMatchObject({ now: { contacts: 0, median_ms: null }, target_ms: null })
})

test('what waits now is what the lists find, each person of the team with their own', async () => {
  const [boss, other] = [await app.signIn({ can: ALL, name: 'Bea' }), await app.signIn({ can: ALL, name: 'Oz' })]
  for (const each of [boss, other]) await openAlways(each)
  const qa = await app.signIn({
    can: ['assigned_leads_list', 'assigned_leads_edit_status'],
    name: 'Qi',
    colleagueOf: boss,
  })
  const rep = await app.signIn({ can: ['valid_leads_list'], name: 'Rae', colleagueOf: boss })
  await putOnList(app, qa, 'qa')
  await putOnList(app, rep, 'sales')
  await app.sql(
    boss.companyId,
    `update assignment_entries set status = 'paused' where company_id = $1 and staff_id = $2`,
    [boss.companyId, rep.id],
  )
  const oldest = ago(5 * DAY)
  await putLead(app, boss, { created_at: oldest }, [])
  await putLead(app, boss, {}, [])
  for (const minutes of [200, 70, 30, 5])
    await putLead(app, boss, { status: 'assigned', assigned_qa: qa.id, assigned_at: ago(minutes * MINUTE) }, [])
  for (const minutes of [90, 10]) await valid(boss, { sales_person: rep.id, validated_at: ago(minutes * MINUTE) })
  await valid(boss, { sales_person: rep.id, enquiry_status: 'won', enquiry_at: ago(0), validated_at: ago(DAY) })
  await putLead(app, boss, { status: 'invalid', reason_code: 'other', assigned_qa: qa.id, validated_at: ago(0) }, [])
  await putLead(app, other, { status: 'assigned', assigned_qa: other.id, assigned_at: ago(DAY) }, [])
  for (const { companyId } of [boss, other]) await resetClocks(app.services.tenants, companyId)

  const shown = await now(boss)

  expect(shown.waiting).toEqual({
    leads: await total(boss, 'marketing', { ...WAITING, status: [...WAITING.status] }),
    oldest_at: expect.any(String),
  })
  expect(shown.waiting!.leads).toBe(6)
  expect(Date.parse(shown.waiting!.oldest_at!)).toBe(Date.parse(oldest))
  expect(shown.unassigned).toMatchObject({ leads: await total(boss, 'unassigned', {}) })
  expect(shown.quarantined).toBe(0)
  for (const [list, side] of [
    ['assigned', shown.qa!],
    ['valid', shown.sales!],
  ] as const) {
    expect(side.overdue.leads).toBe(await total(boss, list, { clock: 'overdue' }))
    expect(side.due_soon.leads).toBe(await total(boss, list, { clock: 'due_soon' }))
  }
  expect(shown.qa!.overdue).toMatchObject({ leads: 2, people: [{ person: { id: qa.id, name: 'Qi' }, leads: 2 }] })
  expect(Math.round(shown.qa!.overdue.most_over_ms! / MINUTE)).toBe(140)
  expect(shown.team.qa).toEqual({
    people: [
      {
        person: { id: qa.id, name: 'Qi' },
        state: 'available',
        until: null,
        open: await total(boss, 'assigned', { ...LOAD.assigned, assigned_qa: [qa.id] }),
        open_cap: null,
        overdue: 2,
        valid: 0,
        invalid: 1,
      },
    ],
    more: 0,
  })
  expect(shown.team.sales!.people).toMatchObject([
    { person: { id: rep.id, name: 'Rae' }, state: 'paused', open: 2, overdue: 1, won: 1 },
  ])
  expect((await now(other)).waiting!.leads).toBe(1)
})

test('a person who sees only their own leads gets nothing of the team', async () => {
  const qa = await app.signIn({ can: ['assigned_leads_list', 'valid_leads_list'] })
  const { today: _, month: __, team, ...rest } = await now(qa)

  expect(Object.values(rest).every((each) => each === null)).toBe(true)
  expect(team).toEqual({ qa: null, sales: null })
  const { from: ___, to: ____, ...figures } = await period(qa)
  expect(Object.values(figures).every((each) => each === null)).toBe(true)
})

test('days of an event that are none are refused by name', async () => {
  const boss = await app.signIn({ can: ALL })
  for (const days_of of ['decided', 'contacted', 'closed'] as const)
    expect(
      await refusal(boss.call(validLeads.list, { query: { days_of, from_date: '2026-03-13', to_date: '2026-03-12' } })),
    ).toMatchObject({ status: 400, errors: [{ field: 'from_date' }] })
})
