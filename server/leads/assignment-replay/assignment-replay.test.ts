import { afterAll, expect, test } from 'vitest'
import { assignmentReplay, type AssignmentReplay, type ListProposal } from '#contract/leads/assignment-replay.ts'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { checklist, type QuestionsToAsk } from '#contract/leads/checklist.ts'
import { configuration } from '#contract/leads/configuration.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { startTestApp } from '#server/test/app.ts'
import { HOUR, PASSED, received, replay, replaysOf, withCredit } from '#server/test/assignment-replay.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { QA_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { ago, company, onList, entryOf, put, knownAndNew, putAnswered, everything } = replaysOf(app)

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
    [{ change: { id: ann.entry, calendar_id: foreign.id } }, 400, 'This calendar does not exist'],
    [{ change: { id: ann.entry, accepts_countries: ['Atlantis'] } }, 400, '“Atlantis” is not a country'],
    [{ change: { id: ann.entry, away_until: '2027-02-30' } }, 400, 'away_until is not a valid date'],
    [{ add: { sid: ann.id } }, 409, 'Ann is already on the list.'],
    [{ add: { sid: other.ann.id } }, 404, 'Person not found'],
    [{ add: { sid: clerk.id } }, 409, 'Clerk needs the permission “Decide'],
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
