import { afterAll, expect, test } from 'vitest'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { forgetOld } from '#server/app/forget.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { ALWAYS, setHandlingTarget, withCalendar } from '#server/test/calendars.ts'
import { contradictions } from '#server/test/checker.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { undoing, undoLast } from '#server/test/undo.ts'
import type { Clock } from './clock.ts'
import { refreshClocks } from './refresh-clocks.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const HOUR = 3_600_000

const storedClock = async (id: number, clock = 'handling'): Promise<any> =>
  (
    await app.owner.query(`select to_jsonb(k) as clock from lead_clocks k where lead_id = $1 and clock = $2`, [
      id,
      clock,
    ])
  ).rows[0]?.clock
const assignTo = (person: TestPerson, id: number) =>
  person.call(marketingLeads.assign, { body: { leadIds: [id], staffId: person.id } })
const start = (person: TestPerson, id: number) => person.call(assignedLeads.start, { body: { enquiryId: id } })
const dayAfterTomorrow = () => new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10)
/** A clock by its moments. */
const moments = ({ started_at, due_at, pauses, paused_ms }: Clock) => ({
  started_at: Date.parse(started_at),
  due_at: Date.parse(due_at ?? ''),
  pauses: pauses.map((pause) => pause.map((each) => Date.parse(each))),
  paused_ms,
})
const holdAndWake = async (person: TestPerson, id: number) => {
  await person.call(assignedLeads.hold, { body: { enquiryId: id, until: dayAfterTomorrow() } })
  // As if it had been put on hold two hours ago, and assigned half an hour before.
  const earlier = `update leads set status_at = status_at - interval '2 hours' where id = $1`
  await app.holding(person.companyId, earlier, [id], () => Promise.resolve())
  await app.owner.query(
    `update lead_clocks k set started_at = started_at - interval '150 minutes', paused_at = l.status_at from leads l where l.id = k.lead_id and l.id = $1`,
    [id],
  )
  await person.call(assignedLeads.wake, { body: { enquiryId: id } })
}

test('an answered clock stays when its target is taken away, whatever is done to the lead after that', async () => {
  const { person } = await withCalendar(app)
  const other = await withCalendar(app)
  const [id, theirs] = [await putLead(app, person), await putLead(app, other.person)]
  for (const [who, lead] of [[person, id] as const, [other.person, theirs] as const]) {
    await assignTo(who, lead)
    await start(who, lead)
  }
  const [answered, untouched] = [await storedClock(id), await storedClock(theirs)]
  await setHandlingTarget(person, null)
  await workOff(app)

  await person.call(assignedLeads.validate, { body: { enquiryId: id } })
  await person.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })

  expect(await storedClock(id)).toEqual(answered)
  expect(await storedClock(theirs)).toEqual(untouched)
  expect(await contradictions(app.owner)).toEqual([])
})

test('given back, a lead has no clock even where all targets are gone; when that is undone, it has its own again', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  await start(person, id)
  const answered = await storedClock(id)
  for (const clock of ['handling', 'response'] as const)
    await person.call(configuration.removeTarget, { query: { clock } })
  await workOff(app)

  await person.call(assignedLeads.release, { body: { enquiryId: id, reason: 'Not mine' } })
  expect(await storedClock(id)).toBeUndefined()
  expect(await contradictions(app.owner)).toEqual([])
  await undoLast(person)

  expect(await storedLead(app, id)).toMatchObject({ status: 'in-progress' })
  expect(await storedClock(id)).toEqual(answered)
})

test('a clock that goes on when giving the lead back is undone knows its times on hold', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  await holdAndWake(person, id)
  const running = await storedClock(id)
  expect(Math.round(running.paused_ms / HOUR)).toBe(2)

  await person.call(assignedLeads.release, { body: { enquiryId: id, reason: 'Not mine' } })
  await undoLast(person)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned' })
  const { pauses, started_at } = await storedClock(id)
  expect([started_at, pauses[0]]).toEqual([running.started_at, running.pauses[0]])
})

test('what an act took from a lead is kept for as long as the act can be taken back', async () => {
  const [{ person }, other] = [await withCalendar(app), await withCalendar(app)]
  const ids: number[] = []
  for (const who of [person, person, other.person]) {
    const id = await putLead(app, who)
    await assignTo(who, id)
    await who.call(assignedLeads.release, { body: { enquiryId: id, reason: 'Not mine' } })
    ids.push(id)
  }
  await app.owner.query(
    `update lead_clocks_taken set taken_at = now() - case lead_id when $1 then interval '31 days 1 minute' else interval '30 days' end`,
    [ids[0]],
  )

  await forgetOld(app.services.tenants, openIdentity(app.services.workPool), (error) => {
    throw error
  })

  const { rows } = await app.owner.query(
    'select lead_id::int from lead_clocks_taken where lead_id = any($1) order by 1',
    [ids],
  )
  expect(rows.map(({ lead_id }) => lead_id)).toEqual(ids.slice(1))
})

test('a verdict that is turned over takes sales’ answer along, and gives it back when that is undone', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person, { status: 'in-progress', assigned_qa: person.id })
  await person.call(assignedLeads.validate, { body: { enquiryId: id } })
  await person.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })
  const answered = await storedClock(id, 'response')

  await person.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'competitor' } })
  expect(await storedClock(id, 'response')).toBeUndefined()
  await undoLast(person)

  expect(await storedClock(id, 'response')).toEqual(answered)
  expect(await contradictions(app.owner)).toEqual([])
})

test('so it does when the lead has been validated again meanwhile, and both are undone; undone once more, the later clock is back', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person, { status: 'in-progress', assigned_qa: person.id })
  await person.call(assignedLeads.validate, { body: { enquiryId: id } })
  await person.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })
  const answered = await storedClock(id, 'response')
  await person.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'competitor' } })
  await person.call(assignedLeads.validate, { body: { enquiryId: id, reason: 'They buy' } })
  const running = await storedClock(id, 'response')
  const { data } = await person.call(changes.list, { query: { limit: 2 } })

  await undoing(person, data[1]!.change_set, 'all')
  expect(await storedLead(app, id)).toMatchObject({ status: 'valid', enquiry_status: 'contacted' })
  expect(await storedClock(id, 'response')).toEqual(answered)
  await undoLast(person)

  expect(await storedClock(id, 'response')).toEqual(running)
  expect(await contradictions(app.owner)).toEqual([])
})

test('a time on hold whose end is undone is counted once', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  await holdAndWake(person, id)
  await undoLast(person)
  expect(await storedClock(id)).toMatchObject({ due_at: null, pauses: [], paused_ms: 0 })

  await person.call(assignedLeads.wake, { body: { enquiryId: id } })

  const { pauses, paused_ms } = await storedClock(id)
  expect(pauses).toHaveLength(1)
  expect(Math.round(paused_ms / HOUR)).toBe(2)
  expect(await contradictions(app.owner)).toEqual([])
})

test('a time on hold is counted by the calendar that holds, also where another one has counted it', async () => {
  const [{ person, calendar }, other] = [await withCalendar(app), await withCalendar(app)]
  const [id, theirs] = [await putLead(app, person), await putLead(app, other.person)]
  await assignTo(person, id)
  await assignTo(other.person, theirs)
  // As if it had been given to somebody on a Monday, and on hold from noon to noon two days later.
  await app.owner.query(
    `update lead_clocks set started_at = '2026-03-02T00:00+05:30', paused_ms = 48 * 3600000,
       pauses = '[["2026-03-02T12:00+05:30", "2026-03-04T12:00+05:30"]]' where lead_id = any($1)`,
    [[id, theirs]],
  )
  const untouched = await storedClock(theirs)

  const anHour: OpenRange[] = [['12:00', '13:00']]
  const body = { ...ALWAYS, week: Array.from({ length: 7 }, () => anHour) }
  await person.call(configuration.changeCalendar, { params: { id: calendar.id }, body })
  await workOff(app)

  const { due_at, paused_ms } = await storedClock(id)
  expect([paused_ms, Date.parse(due_at)]).toEqual([2 * HOUR, Date.parse('2026-03-04T13:00+05:30')])
  await start(person, id)
  expect(await storedClock(id)).toMatchObject({ paused_ms, due_at })
  expect(await storedClock(theirs)).toEqual(untouched)
})

test('a clock whose target comes, or comes back, after its lead was on hold knows that time', async () => {
  const { person } = await withCalendar(app)
  const [known, untimed] = [await putLead(app, person), await putLead(app, person)]
  const holdAndBack = async (id: number) => {
    await assignTo(person, id)
    await person.call(assignedLeads.hold, { body: { enquiryId: id, until: dayAfterTomorrow() } })
    const { status_at } = await storedLead(app, id)
    await person.call(assignedLeads.wake, { body: { enquiryId: id } })
    return [status_at, (await storedLead(app, id)).status_at]
  }
  await holdAndBack(known)
  const before = await storedClock(known)

  await setHandlingTarget(person, null)
  await workOff(app)
  expect(await storedClock(known)).toBeUndefined()
  const pause = await holdAndBack(untimed)
  await undoLast(person, 'working_time')
  await workOff(app)

  expect(moments(await storedClock(known))).toEqual(moments(before))
  expect(moments(await storedClock(untimed))).toMatchObject({ pauses: [pause.map((each) => Date.parse(each))] })
})

test('a clock that was set by an earlier target, behind the look at its lead, is set anew when it is looked once more', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  const actor = { kind: 'person', id: person.id, channel: 'api', act: 'test' } as const

  await app.services.tenants.write(person.companyId, actor, async (tenant) => {
    await tenant.db
      .updateTable('leads')
      .set({ status: 'assigned', assigned_qa: person.id, assigned_at: new Date().toISOString() })
      .where('company_id', '=', person.companyId)
      .where('id', '=', id)
      .execute()
    await refreshClocks(tenant, [id])
    await setHandlingTarget(person, 120)
    await workOff(app)
  })
  expect((await storedClock(id)).target_ms).toBe(HOUR)

  await app.owner.query(
    `update identity.due set at = now() where company_id = $1 and kind = 'clocks' and at < now() + interval '2 minutes'`,
    [person.companyId],
  )
  await workOff(app)

  expect((await storedClock(id)).target_ms).toBe(2 * HOUR)
})
