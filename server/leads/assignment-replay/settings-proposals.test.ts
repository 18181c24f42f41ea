import { afterAll, expect, test } from 'vitest'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { checklist, type QuestionsToAsk } from '#contract/leads/checklist.ts'
import { configuration } from '#contract/leads/configuration.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { HOUR, PASSED, received, REPLAY_KEYS, replaysOf, withCredit } from '#server/test/assignment-replay.ts'
import { fingerprint, putLead, refusal, type LeadRow } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { ago, company, onList, put, knownAndNew, putAnswered, everything } = replaysOf(app)

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
    message: expect.stringContaining('ends before it starts'),
  })
})

test('another number of leads that a list makes up for is replayed: so many of the next ones go to whoever is behind', async () => {
  const mara = await app.signIn({ can: REPLAY_KEYS, name: 'Mara' })
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

const sum = (counts: Record<string, number | null>) =>
  Object.values(counts).reduce<number>((all, each) => all + (each ?? 0), 0)

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
  // A phone need not be right where the email is.
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
