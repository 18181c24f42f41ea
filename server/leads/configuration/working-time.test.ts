import { afterAll, expect, test } from 'vitest'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { startTestApp } from '#server/test/app.ts'
import { ALWAYS, CALENDAR_KEYS, withCalendar } from '#server/test/calendars.ts'
import { refusal } from '#server/test/journey.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { workingTime, addCalendar, changeCalendar, makeDefault, removeCalendar, removeTarget } = configuration
const eve = await app.signIn({ can: CALENDAR_KEYS, name: 'Eve' })

const said = async (call: Promise<unknown>) => (await refusal(call)).message

test('there is always one default; what targets count by cannot go', async () => {
  const { person, calendar } = await withCalendar(app)
  const { data: second } = await person.call(addCalendar, { body: { ...ALWAYS, name: 'Night shift' } })
  expect([calendar.is_default, second.is_default]).toEqual([true, false])

  expect(await said(person.call(removeCalendar, { params: { id: calendar.id } }))).toContain('is the default calendar')
  await person.call(makeDefault, { params: { id: second.id } })
  await person.call(removeCalendar, { params: { id: calendar.id } })
  expect(await said(person.call(removeCalendar, { params: { id: second.id } }))).toContain('Targets use Night shift')

  const { data } = await person.call(workingTime, {})
  expect(data.calendars.map(({ name, is_default }) => [name, is_default])).toEqual([['Night shift', true]])
})

test('a change of the default can be undone', async () => {
  const { person, calendar } = await withCalendar(app)
  const { data: second } = await person.call(addCalendar, { body: { ...ALWAYS, name: 'Night shift' } })
  await person.call(makeDefault, { params: { id: second.id } })

  await undoLast(person)

  const { data } = await person.call(workingTime, {})
  expect(data.calendars.find(({ is_default }) => is_default)?.id).toBe(calendar.id)
  const { data: history } = await person.call(changes.list, { query: { section: 'working_time' } })
  expect(history.map(({ act, undoes }) => [act, undoes])[0]).toEqual(['configuration.makeDefault', 'act'])
})

test('no undo leaves targets without a calendar to count by', async () => {
  const [{ person, calendar }, other] = [await withCalendar(app), await withCalendar(app)]
  const acts = async (act: string) =>
    (await person.call(changes.list, { query: { section: 'working_time' } })).data.filter((each) => each.act === act)
  const undo = (act: { change_set: string } | undefined) =>
    person.call(changes.undo, { body: { changeSet: act!.change_set } })
  const none = 'Targets need a calendar, and none would be left'
  const stored = async (table: string, { companyId }: typeof person) =>
    (await app.sql(companyId, `select from ${table} where company_id = $1`, [companyId])).length

  const [added] = await acts('configuration.addCalendar')
  expect(await said(undo(added))).toContain(none)
  expect([await stored('working_calendars', person), await stored('sla_targets', person)]).toEqual([1, 2])

  for (const clock of ['handling', 'response'] as const) await person.call(removeTarget, { query: { clock } })
  const [takenAway] = await acts('configuration.removeTarget')
  await person.call(removeCalendar, { params: { id: calendar.id } })
  expect(await said(undo(takenAway))).toContain(none)
  expect(await stored('sla_targets', person)).toBe(0)

  const [removed] = await acts('configuration.removeCalendar')
  await undo(removed)
  await undo(takenAway)
  expect([await stored('working_calendars', person), await stored('sla_targets', person)]).toEqual([1, 1])
  expect(await stored('sla_targets', other.person)).toBe(2)
})

test('what was taken away keeps its name in the history, also once it came back and went again', async () => {
  const { person, calendar } = await withCalendar(app)
  const { data: second } = await person.call(addCalendar, { body: { ...ALWAYS, name: 'Night shift' } })
  const names = async (act: string) =>
    (await person.call(changes.list, { query: { section: 'working_time' } })).data
      .filter((each) => each.act === act && each.undoes === 'nothing')
      .map(({ about }) => about && [about.id === calendar.id, about.name])

  await person.call(removeTarget, { query: { clock: 'handling' } })
  await person.call(makeDefault, { params: { id: second.id } })
  await person.call(removeCalendar, { params: { id: calendar.id } })

  expect(await names('configuration.removeTarget')).toEqual([[expect.any(Boolean), 'handling']])
  expect(await names('configuration.removeCalendar')).toEqual([[true, 'Always']])

  await undoLast(person)
  await person.call(changeCalendar, { params: { id: calendar.id }, body: { ...ALWAYS, name: 'Round the clock' } })
  await person.call(removeCalendar, { params: { id: calendar.id } })
  expect(await names('configuration.removeCalendar')).toEqual([
    [true, 'Round the clock'],
    [true, 'Round the clock'],
  ])
  expect(await eve.call(changes.list, { query: { section: 'working_time' } })).toMatchObject({ data: [] })
})

test('what is no calendar is refused by name, and nothing is stored', async () => {
  const { person } = await withCalendar(app)
  const add = (body: object) => said(person.call(addCalendar, { body: { ...ALWAYS, name: 'Other', ...body } }))
  const monday = (...ranges: OpenRange[]) => ({ week: [ranges, ...ALWAYS.week.slice(1)] })

  expect(await add({ time_zone: 'Europe/Atlantis' })).toContain('is not a time zone')
  expect(await add(monday(['12:00', '09:00']))).toContain('Monday: 12:00–09:00 ends before it starts')
  expect(await add(monday(['09:00', '12:00'], ['11:00', '13:00']))).toContain(
    'Monday: 11:00–13:00 starts before the previous one ends at 12:00',
  )
  expect(await add({ holidays: ['2026-02-30'] })).toContain('is not a valid date')
  expect(await add({ name: 'ALWAYS' })).toContain('That name is already taken')

  expect((await person.call(workingTime, {})).data.calendars).toHaveLength(1)
})

test('two who change different parts of a calendar both win; the same part is refused with what it is now', async () => {
  const { person, calendar } = await withCalendar(app)
  const { version } = calendar
  const change = (body: object) => ({ params: { id: calendar.id }, body: { ...ALWAYS, version, ...body } })

  await person.call(changeCalendar, change({ time_zone: 'Europe/Berlin' }))
  const { data } = await person.call(changeCalendar, change({ holidays: ['2026-12-25', '2026-01-01', '2026-12-25'] }))

  expect(data).toMatchObject({ time_zone: 'Europe/Berlin', holidays: ['2026-01-01', '2026-12-25'] })
  expect(await said(person.call(changeCalendar, change({ time_zone: 'UTC' })))).toContain('Someone else has changed')
})

test('names belong to the holidays of a calendar, stay where none are sent, and come back by undo', async () => {
  const { person, calendar } = await withCalendar(app)
  const change = async (version: number, body: object) =>
    (await person.call(changeCalendar, { params: { id: calendar.id }, body: { ...ALWAYS, version, ...body } })).data
  const named = await change(calendar.version, {
    holidays: ['2026-12-25', '2026-01-01'],
    holiday_names: { '2026-12-25': 'Christmas Day', '2026-01-01': 'New Year', '2026-05-01': 'Labour Day' },
  })
  expect(named.holiday_names).toEqual({ '2026-01-01': 'New Year', '2026-12-25': 'Christmas Day' })

  const fewer = await change(named.version, { holidays: ['2026-12-25'] })
  expect(fewer.holiday_names).toEqual({ '2026-12-25': 'Christmas Day' })

  await undoLast(person)
  const stored = await app.sql(
    person.companyId,
    'select holidays, holiday_names from working_calendars where company_id = $1',
    [person.companyId],
  )
  expect(stored).toEqual([{ holidays: named.holidays, holiday_names: named.holiday_names }])
})

test('public holidays of a country and of its regions have their names; an unknown country is refused', async () => {
  const { person } = await withCalendar(app)
  const of = async (query: { country: string; region?: string; year: number }) =>
    (await person.call(configuration.publicHolidays, { query })).data

  const germany = await of({ country: 'DE', year: 2027 })
  expect(germany.days).toContainEqual({ day: '2027-10-03', name: 'National Holiday' })
  expect(germany.days.map(({ day }) => day)).not.toContain('2027-01-06')
  expect(germany.regions).toContainEqual({ code: 'BY', name: 'Bayern' })
  const { days: bavaria } = await of({ country: 'DE', region: 'BY', year: 2027 })
  expect(bavaria).toContainEqual({ day: '2027-01-06', name: 'Epiphany' })
  expect(bavaria.map(({ day }) => day)).toEqual(bavaria.map(({ day }) => day).sort())

  expect(await said(of({ country: 'XX', year: 2027 }))).toContain('No public holidays are known for this country')
  expect(await said(of({ country: 'DE', region: 'CA', year: 2027 }))).toContain('not part of the country')
})

test('another company has calendars and targets of its own, and nobody changes them without the key', async () => {
  const { person, calendar } = await withCalendar(app)
  const reader = await app.signIn({ can: [], colleagueOf: person })

  expect((await eve.call(workingTime, {})).data).toEqual({ calendars: [], targets: [] })
  expect(await said(eve.call(removeCalendar, { params: { id: calendar.id } }))).toContain('Calendar not found')
  expect(await said(reader.call(removeCalendar, { params: { id: calendar.id } }))).toContain('configuration_edit')
  expect((await reader.call(workingTime, {})).data.calendars).toHaveLength(1)
})
