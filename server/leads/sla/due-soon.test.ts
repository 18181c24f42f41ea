import { afterAll, expect, test } from 'vitest'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { dashboard } from '#contract/leads/dashboard.ts'
import { DUE_SOON_MS, urgencyOf } from '#contract/leads/lead-clocks.ts'
import { addWorking } from '#server/platform/calendar/working-time.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, putLead } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const MINUTE = 60_000
const KEYS = [...LIST_KEYS, 'marketing_leads_reassign'] as const

/** It is about noon there now, so that no day ends during the test. */
const zoneAtNoon = () => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Closes twenty minutes from now, stays closed for the whole next day, and opens at the midnight after it. */
const closesSoon = (): WorkingCalendar => {
  const here = Temporal.Now.zonedDateTimeISO(zoneAtNoon())
  const closes = here.add({ minutes: 20 }).toPlainTime().toString({ smallestUnit: 'minute' })
  const today = here.dayOfWeek - 1
  const week = Array.from({ length: 7 }, (_, day): [string, string][] =>
    day === today ? [['00:00', closes]] : day === (today + 1) % 7 ? [] : [['00:00', '24:00']],
  )
  return { time_zone: zoneAtNoon(), week, holidays: [] }
}

const calendarOf = async ({ companyId }: TestPerson, { time_zone, week }: WorkingCalendar): Promise<number> => {
  const [{ id }] = await app.sql(
    companyId,
    `insert into working_calendars (company_id, name, time_zone, week) values ($1, 'Hours ' || $2 || random(), $2, $3) returning id`,
    [companyId, time_zone, JSON.stringify(week)],
  )
  return id
}

/** A lead in QA whose clock runs out then. */
const dueAt = async (person: TestPerson, calendarId: number, due: Date | undefined) => {
  const id = await putLead(app, person, { status: 'assigned', assigned_qa: person.id }, [])
  await app.sql(
    person.companyId,
    `insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, due_at, revision)
     values ($1, $2, 'handling', now() - interval '5 hours', 3600000, $3, $4, 0)
     on conflict (company_id, lead_id, clock) do update set calendar_id = excluded.calendar_id, due_at = excluded.due_at`,
    [person.companyId, id, calendarId, due?.toISOString()],
  )
  return id
}

test('due soon is one rule of working time for the filter, the count and the colour, also over closed days', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS, name: 'Ada' }), await app.signIn({ can: KEYS, name: 'Eve' })]
  const always: WorkingCalendar = {
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, (): [string, string][] => [['00:00', '24:00']]),
    holidays: [],
  }
  const closing = closesSoon()
  const now = new Date()
  const [open, closed] = [await calendarOf(ada, always), await calendarOf(ada, closing)]
  const later = addWorking(closing, now, 40 * MINUTE)
  expect(later!.getTime() - now.getTime()).toBeGreaterThan(24 * 60 * MINUTE)
  const ids = {
    afterTheClosedDay: await dueAt(ada, closed, later),
    longAfterIt: await dueAt(ada, closed, addWorking(closing, now, 80 * MINUTE)),
    thisHour: await dueAt(ada, open, new Date(now.getTime() + 40 * MINUTE)),
    nextHour: await dueAt(ada, open, new Date(now.getTime() + 80 * MINUTE)),
    over: await dueAt(ada, closed, new Date(now.getTime() - 1)),
  }
  await dueAt(eve, await calendarOf(eve, always), new Date(now.getTime() + 5 * MINUTE))

  const list = async (query: object) => (await ada.call(assignedLeads.list, { query })).data
  const idsOf = async (clock: 'overdue' | 'due_soon') => (await list({ clock })).map(({ id }) => id).toSorted()

  expect(await idsOf('due_soon')).toEqual([ids.afterTheClosedDay, ids.thisHour].toSorted())
  expect(await idsOf('overdue')).toEqual([ids.over])
  const coloured = async (urgency: 'overdue' | 'due_soon') =>
    (await list({}))
      .filter(({ clock }) => clock?.urgency === urgency)
      .map(({ id }) => id)
      .toSorted()
  expect(await coloured('due_soon')).toEqual(await idsOf('due_soon'))
  expect(await coloured('overdue')).toEqual(await idsOf('overdue'))
  const { qa } = (await ada.call(dashboard.now, {})).data
  expect([qa!.overdue.leads, qa!.due_soon.leads]).toEqual([1, 2])
})

test('a clock is overdue from its due time on, also while nobody works, and a stopped one is never urgent', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  const clock = { state: 'running', due_at: '2026-11-28T11:59:59Z', left_ms: 0 } as const
  expect(urgencyOf(clock, now)).toBe('overdue')
  expect(urgencyOf({ ...clock, due_at: '2026-11-30T09:30:00Z', left_ms: DUE_SOON_MS - 1 }, now)).toBe('due_soon')
  expect(urgencyOf({ ...clock, due_at: '2026-11-30T10:00:00Z', left_ms: DUE_SOON_MS }, now)).toBeNull()
  expect(urgencyOf({ ...clock, state: 'answered' }, now)).toBeNull()
  expect(urgencyOf({ ...clock, state: 'paused', due_at: null }, now)).toBeNull()
})
