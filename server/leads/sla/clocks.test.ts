import { afterAll, expect, test } from 'vitest'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { ALWAYS, CALENDAR_KEYS, withCalendar } from '#server/test/calendars.ts'
import { contradictions } from '#server/test/checker.ts'
import { putLead, refusal, storedLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { addCalendar, changeCalendar, makeDefault, removeCalendar, setTarget } = configuration
const never = { ...ALWAYS, name: 'Never', week: Array.from({ length: 7 }, () => []) }
const HOUR = 3_600_000
const eve = await app.signIn({ can: CALENDAR_KEYS, name: 'Eve' })

const storedClock = async (id: number, clock = 'handling'): Promise<any> =>
  (await app.owner.query('select * from lead_clocks where lead_id = $1 and clock = $2', [id, clock])).rows[0]
const ms = (at: string | Date) => new Date(at).getTime()
/** As if it had happened so much earlier. */
const earlier = (id: number, hours: number) =>
  app.owner.query(
    `update lead_clocks set started_at = started_at - $2 * interval '1 hour', due_at = due_at - $2 * interval '1 hour',
       paused_at = paused_at - $2 * interval '1 hour' where lead_id = $1`,
    [id, hours],
  )
const assignTo = (person: TestPerson, id: number) =>
  person.call(marketingLeads.assign, { body: { leadIds: [id], staffId: person.id } })
const shown = async (person: TestPerson, id: number) =>
  (await person.call(assignedLeads.list, { query: {} })).data.find((lead) => lead.id === id)?.clock

test('QA’s clock starts when a lead is given to somebody, and being taken in hand in time is kept for good', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  expect(await storedClock(id)).toBeUndefined()

  await assignTo(person, id)

  const running = await storedClock(id)
  expect(ms(running.due_at) - ms(running.started_at)).toBe(HOUR)
  expect(await shown(person, id)).toMatchObject({ clock: 'handling', state: 'running', target_ms: HOUR, over_ms: 0 })

  await person.call(assignedLeads.start, { body: { enquiryId: id } })

  const answered = await storedClock(id)
  expect(answered.answered_at).not.toBeNull()
  expect(Number(answered.took_ms)).toBeLessThan(HOUR)
  expect(answered.due_at).toEqual(running.due_at)
  expect(await shown(person, id)).toMatchObject({ state: 'answered', left_ms: 0, over_ms: 0 })
})

test('a lead that is started and validated in one act is as it was once that is undone, its clock too', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  await earlier(id, 2)
  const [clock, lead] = [await storedClock(id), await storedLead(app, id)]

  await person.call(assignedLeads.validate, { body: { enquiryId: id, start: true, version: lead.version } })
  expect(await storedLead(app, id)).toMatchObject({ status: 'valid', assigned_qa: person.id })
  expect(await storedClock(id)).toMatchObject({ answered_at: expect.any(String), due_at: clock.due_at })
  await undoLast(person)

  expect(await storedLead(app, id)).toMatchObject({
    status: 'assigned',
    assigned_qa: person.id,
    assigned_at: lead.assigned_at,
    verdict_id: null,
  })
  expect(await storedClock(id)).toMatchObject({ answered_at: null, started_at: clock.started_at, due_at: clock.due_at })
  expect(await storedClock(id, 'response')).toBeUndefined()
})

test('a lead whose time is up is found as overdue, says by how much, and never has less than no time left', async () => {
  const { person } = await withCalendar(app)
  const [late, soon] = [await putLead(app, person), await putLead(app, person)]
  for (const id of [late, soon]) await assignTo(person, id)
  await earlier(late, 3)

  const overdue = await person.call(assignedLeads.list, { query: { clock: 'overdue' } })
  const dueSoon = await person.call(assignedLeads.list, { query: { clock: 'due_soon' } })

  expect([overdue.data.map(({ id }) => id), overdue.pagination.total]).toEqual([[late], 1])
  expect(dueSoon.data.map(({ id }) => id)).toEqual([soon])
  expect(overdue.data[0]?.clock?.left_ms).toBe(0)
  expect(Math.round((overdue.data[0]?.clock?.over_ms ?? 0) / HOUR)).toBe(2)
  expect((await eve.call(assignedLeads.list, { query: { clock: 'overdue' } })).data).toEqual([])
})

test('the list by time left begins with what is most urgent, and ends with leads whose clock does not run, searched too', async () => {
  const { person } = await withCalendar(app)
  const ids: number[] = []
  for (const hours of [1, 5, 3]) {
    const id = await putLead(app, person)
    await assignTo(person, id)
    await earlier(id, hours)
    ids.push(id)
  }
  const held: number[] = []
  for (let at = 0; at < 2; at++) {
    const id = await putLead(app, person)
    await assignTo(person, id)
    await person.call(assignedLeads.start, { body: { enquiryId: id } })
    held.push(id)
  }
  const [one, five, three] = ids

  const order = async (order: 'asc' | 'desc', page = 1, search = '') =>
    (await person.call(assignedLeads.list, { query: { sort: 'due_at', order, page, pageSize: 3, search } })).data.map(
      ({ id }) => id,
    )

  for (const search of ['', 'yuki']) {
    expect([await order('asc', 1, search), await order('asc', 2, search)]).toEqual([[five, three, one], held])
    expect([await order('desc', 1, search), await order('desc', 2, search)]).toEqual([[one, three, five], held])
  }
})

test('on hold the clock stands still: back at work, the due time has moved by the time on hold', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  const until = new Date(Date.now() + 3 * 24 * HOUR).toISOString().slice(0, 10)

  await person.call(assignedLeads.hold, { body: { enquiryId: id, until } })
  expect(await storedClock(id)).toMatchObject({ due_at: null })
  expect(await shown(person, id)).toMatchObject({ state: 'paused', left_ms: 0, over_ms: 0 })
  await earlier(id, 5)
  await person.call(assignedLeads.wake, { body: { enquiryId: id } })

  const clock = await storedClock(id)
  expect(Math.round((ms(clock.due_at) - ms(clock.started_at)) / HOUR)).toBe(6)
  expect(clock.paused_at).toBeNull()
})

const counted = async (person: TestPerson, id: number) =>
  (await person.call(leadDetails.clock, { params: { id } })).data
/** Monday to Friday, nine to five with a break at noon, in Berlin. */
const office = {
  name: 'Office',
  time_zone: 'Europe/Berlin',
  week: Array.from({ length: 7 }, (_, day): OpenRange[] =>
    day < 5
      ? [
          ['09:00', '12:00'],
          ['13:00', '17:00'],
        ]
      : [],
  ),
  holidays: ['2026-03-04'],
}
/** Tuesday afternoon to Thursday morning, with the holiday between; the lead was answered then. */
const answeredOnThursday = async (person: TestPerson) => {
  const id = await putLead(app, person)
  await assignTo(person, id)
  await person.call(assignedLeads.start, { body: { enquiryId: id } })
  await app.owner.query(
    `update lead_clocks set started_at = '2026-03-03T15:00:00+01', answered_at = '2026-03-05T10:00:00+01' where lead_id = $1`,
    [id],
  )
  return id
}

test('the working times that a clock counted are told, without the times on hold', async () => {
  const { person } = await withCalendar(app, office)
  const id = await answeredOnThursday(person)
  const times = async () => (await counted(person, id)).intervals.map(({ from, to }) => [from, to])

  expect(await counted(person, id)).toMatchObject({ calendar: 'Office', time_zone: 'Europe/Berlin', more: false })
  expect(await times()).toEqual([
    ['2026-03-03T14:00:00.000Z', '2026-03-03T16:00:00.000Z'],
    ['2026-03-05T08:00:00.000Z', '2026-03-05T09:00:00.000Z'],
  ])

  await app.owner.query(
    `update lead_clocks set pauses = '[["2026-03-03T14:30:00Z", "2026-03-03T14:45:00Z"], ["2026-03-03T15:30:00Z", "2026-03-05T08:30:00Z"]]'
     where lead_id = $1`,
    [id],
  )
  expect(await times()).toEqual([
    ['2026-03-03T14:00:00.000Z', '2026-03-03T14:30:00.000Z'],
    ['2026-03-03T14:45:00.000Z', '2026-03-03T15:30:00.000Z'],
    ['2026-03-05T08:30:00.000Z', '2026-03-05T09:00:00.000Z'],
  ])
  expect(await refusal(eve.call(leadDetails.clock, { params: { id } }))).toMatchObject({ status: 404 })
})

test('what an answered clock has counted is told by its calendar as it was then, whatever becomes of it', async () => {
  const { person, calendar } = await withCalendar(app, office)
  const id = await answeredOnThursday(person)
  await app.owner.query(`update lead_clocks set answered_at = now() where lead_id = $1`, [id])
  const now = await counted(person, id)
  expect(now).toMatchObject({ calendar: 'Office', more: true })

  await person.call(changeCalendar, { params: { id: calendar.id }, body: { ...office, holidays: [], name: 'Bureau' } })
  await person.call(changeCalendar, { params: { id: calendar.id }, body: never })
  expect(await counted(person, id)).toEqual(now)

  const { data: second } = await person.call(addCalendar, { body: { ...ALWAYS, name: 'Night shift' } })
  await person.call(makeDefault, { params: { id: second.id } })
  await person.call(removeCalendar, { params: { id: calendar.id } })
  expect(await counted(person, id)).toEqual(now)
})

test('a lead on hold is told what it counted until then, and back at work what it counted before and since', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  await earlier(id, 2)
  const until = new Date(Date.now() + 3 * 24 * HOUR).toISOString().slice(0, 10)

  await person.call(assignedLeads.hold, { body: { enquiryId: id, until } })
  const { paused_at } = await storedClock(id)
  const held = await counted(person, id)
  expect(ms(held.intervals.at(-1)!.to)).toBe(ms(paused_at))

  await person.call(assignedLeads.wake, { body: { enquiryId: id } })
  const stored = await storedClock(id)
  expect(stored.pauses.flat().map(ms)).toEqual([ms(paused_at), expect.closeTo(Date.now(), -5)])
  expect((await counted(person, id)).intervals.some(({ to }) => ms(to) === ms(paused_at))).toBe(true)
})

test('sales’ clock runs from the verdict until the enquiry leaves open; a miss says how long it took', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person, { status: 'in-progress', assigned_qa: person.id })
  await person.call(assignedLeads.validate, { body: { enquiryId: id } })
  expect(await storedClock(id, 'response')).toMatchObject({ answered_at: null })
  await app.sql(person.companyId, `update leads set validated_at = validated_at - interval '4 hours' where id = $1`, [
    id,
  ])
  await earlier(id, 4)

  await person.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })

  const clock = await storedClock(id, 'response')
  expect(Math.round(Number(clock.took_ms) / HOUR)).toBe(4)
  const { data } = await person.call(validLeads.list, { query: {} })
  expect(data[0]?.clock).toMatchObject({ clock: 'response', state: 'answered', target_ms: HOUR })
  expect(Math.round((data[0]?.clock?.over_ms ?? 0) / HOUR)).toBe(3)
})

test('a verdict that is turned over and back waits for a first response anew', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person, { status: 'in-progress', assigned_qa: person.id })
  await person.call(assignedLeads.validate, { body: { enquiryId: id } })
  await person.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })
  const { first_response_at } = await storedLead(app, id)
  const turnOver = () => person.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'competitor' } })
  await turnOver()
  expect(await storedLead(app, id)).toMatchObject({ status: 'invalid', first_response_at: null })
  await undoLast(person)
  expect(await storedLead(app, id)).toMatchObject({ enquiry_status: 'contacted', first_response_at })
  await turnOver()

  await person.call(assignedLeads.validate, { body: { enquiryId: id, reason: 'They are a customer' } })

  expect(await storedLead(app, id)).toMatchObject({ enquiry_status: 'open', first_response_at: null })
  expect(await storedClock(id, 'response')).toMatchObject({ answered_at: null, took_ms: null })
  expect(await contradictions(app.owner)).toEqual([])
})

test('an undone start lets the clock run on from where it began', async () => {
  const { person } = await withCalendar(app)
  const id = await putLead(app, person)
  await assignTo(person, id)
  const before = await storedClock(id)
  await person.call(assignedLeads.start, { body: { enquiryId: id } })

  await undoLast(person)

  const after = await storedClock(id)
  expect([after.started_at, after.due_at, after.answered_at]).toEqual([before.started_at, before.due_at, null])
})

test('the target of a lead’s own source counts before the general one', async () => {
  const { person } = await withCalendar(app)
  await person.call(setTarget, { body: { clock: 'handling', source: 'event', minutes: 30, calendar_id: null } })
  const id = await putLead(app, person, { source: 'event' })

  await assignTo(person, id)

  expect(Number((await storedClock(id)).target_ms)).toBe(HOUR / 2)
})

test('another target or calendar sets the clocks of open leads anew, and leaves what was answered', async () => {
  const { person, calendar } = await withCalendar(app)
  const [open, answered] = [await putLead(app, person), await putLead(app, person)]
  for (const id of [open, answered]) await assignTo(person, id)
  await person.call(assignedLeads.start, { body: { enquiryId: answered } })
  const frozen = await storedClock(answered)

  await person.call(setTarget, { body: { clock: 'handling', source: null, minutes: 120, calendar_id: null } })
  await workOff(app)

  const longer = await storedClock(open)
  expect(ms(longer.due_at) - ms(longer.started_at)).toBe(2 * HOUR)
  expect(await storedClock(answered)).toEqual(frozen)

  await person.call(changeCalendar, { params: { id: calendar.id }, body: never })
  await workOff(app)
  expect((await storedClock(open)).due_at).toBeNull()

  await person.call(configuration.removeTarget, { query: { clock: 'handling' } })
  await workOff(app)
  expect(await storedClock(open)).toBeUndefined()
})

test('leads that were open before the first target get a clock from when they were assigned', async () => {
  const person = await app.signIn({ can: CALENDAR_KEYS })
  await person.call(addCalendar, { body: ALWAYS })
  const ids: number[] = []
  for (let lead = 0; lead < 3; lead++)
    ids.push(
      await putLead(app, person, { status: 'assigned', assigned_qa: person.id, assigned_at: '2026-03-02T08:00:00Z' }),
    )

  await person.call(setTarget, { body: { clock: 'handling', source: null, minutes: 60, calendar_id: null } })
  await workOff(app)

  for (const id of ids) expect((await storedClock(id)).due_at).toBe('2026-03-02T09:00:00Z')
})
