import { expect, test } from 'vitest'
import type { OpenRange, WorkingCalendar } from '#contract/platform/calendar.ts'
import { figure } from '#server/test/figures.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { addWorking, intervals, isOpen, nextChange, workingMs } from './working-time.ts'

const MINUTE = 60_000
/** Of each walk through time, and of each calendar. */
const CALENDARS = howMany(1, 25)
const TRIES = 250
const at = (text: string) => new Date(text)

const OFFICE: WorkingCalendar = {
  time_zone: 'Europe/Berlin',
  week: [
    ...Array.from({ length: 5 }, (): OpenRange[] => [
      ['09:00', '12:00'],
      ['13:00', '18:00'],
    ]),
    [],
    [],
  ],
  holidays: ['2026-12-25'],
}
const ALWAYS: WorkingCalendar = {
  ...OFFICE,
  week: Array.from({ length: 7 }, (): OpenRange[] => [['00:00', '24:00']]),
  holidays: [],
}

test('whatever the zone, the week and the holidays, the answers are those of whoever looks at the clock each minute', () => {
  const random = randomFrom(SEED)
  const whole = (below: number) => Math.floor(random() * below)
  let cases = 0
  let asked = 0
  let spent = 0
  const timed = <T>(work: () => T): T => {
    const start = performance.now()
    const result = work()
    spent += performance.now() - start
    asked += 1
    return result
  }

  for (const { zone, from, days } of WALKS) {
    const clock = walkClock(zone, at(from).getTime(), days)
    for (let calendars = 0; calendars < CALENDARS; calendars++) {
      const calendar = randomCalendar(whole, zone, from, days)
      const open = openMinutes(calendar, clock)
      const before = new Float64Array(open.length + 1)
      open.forEach((is, minute) => (before[minute + 1] = (before[minute] ?? 0) + is * MINUTE))
      const nextOther = new Uint32Array(open.length).fill(open.length)
      for (let minute = open.length - 2; minute >= 0; minute--)
        nextOther[minute] = open[minute] === open[minute + 1] ? (nextOther[minute + 1] ?? 0) : minute + 1
      const momentOf = (ms: number) => new Date(clock.start + ms)
      const passed = (ms: number) => {
        const minute = Math.floor(ms / MINUTE)
        return (before[minute] ?? 0) + (open[minute] ? ms - minute * MINUTE : 0)
      }

      for (let tries = 0; tries < TRIES; tries++, cases++) {
        const ends = [whole(open.length * MINUTE), whole(open.length * MINUTE)].sort((one, other) => one - other)
        const [a = 0, b = 0] = whole(3) ? ends : ends.map((ms) => ms - (ms % MINUTE))
        const minute = Math.floor(a / MINUTE)
        const change = nextOther[minute] ?? 0
        const length = passed(b) - passed(a)

        const is = timed(() => isOpen(calendar, momentOf(a)))
        const worked = timed(() => workingMs(calendar, momentOf(a), momentOf(b)))
        const next = timed(() => nextChange(calendar, momentOf(a))) ?? momentOf(Infinity)
        const due = timed(() => addWorking(calendar, momentOf(a), length)) ?? momentOf(Infinity)
        const reached = due.getTime() - clock.start
        const agree =
          is === (open[minute] === 1) &&
          worked === length &&
          // Behind the end of the walk anything may happen.
          (change < open.length
            ? next.getTime() === momentOf(change * MINUTE).getTime()
            : !(next < momentOf(change * MINUTE))) &&
          (length === 0
            ? reached === a
            : passed(reached) - passed(a) === length && passed(reached - 1) - passed(a) < length)
        if (!agree)
          expect({ calendar, from: momentOf(a), to: momentOf(b), is, worked, next, due, seed: SEED }).toBe(length)
        if (tries % 10 > 0) continue
        const found = timed(() => intervals(calendar, momentOf(a), momentOf(b), 5))
        const pieces = openPieces(open, a, b, 5).map(([one, other]) => ({ from: momentOf(one), to: momentOf(other) }))
        expect(found, `seed ${SEED}`).toEqual(pieces)
      }
    }
  }
  expect(cases).toBe(WALKS.length * CALENDARS * TRIES)
  figure(`working time: ${cases} cases, ${((spent / asked) * 1_000).toFixed(1)} µs a call (seed ${SEED})`)
})

test('a night of clock changes is as long as it really is', () => {
  expect(workingMs(ALWAYS, at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z')) / 3_600_000).toBe(23)
  expect(workingMs(ALWAYS, at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z')) / 3_600_000).toBe(25)
  expect(addWorking(OFFICE, at('2026-03-27T16:00:00Z'), 2 * 3_600_000)).toEqual(at('2026-03-30T08:00:00Z'))
})

test('breaks, weekends and holidays do not count, and the end of the day is reached on the day', () => {
  const friday = at('2026-12-24T10:30:00Z')

  expect(addWorking(OFFICE, friday, 60 * MINUTE)).toEqual(at('2026-12-24T12:30:00Z'))
  expect(addWorking(OFFICE, friday, 330 * MINUTE)).toEqual(at('2026-12-24T17:00:00Z'))
  expect(addWorking(OFFICE, friday, 331 * MINUTE)).toEqual(at('2026-12-28T08:01:00Z'))
  expect(intervals(OFFICE, friday, at('2026-12-28T09:00:00Z'), 9)).toEqual([
    { from: friday, to: at('2026-12-24T11:00:00Z') },
    { from: at('2026-12-24T12:00:00Z'), to: at('2026-12-24T17:00:00Z') },
    { from: at('2026-12-28T08:00:00Z'), to: at('2026-12-28T09:00:00Z') },
  ])
  expect(intervals(OFFICE, friday, at('2027-12-28T09:00:00Z'), 2)).toHaveLength(2)
})

test('there is no negative time, and none to be had where nothing ever opens', () => {
  const never = { ...OFFICE, week: OFFICE.week.map(() => []) }
  const now = at('2026-06-01T08:00:00Z')

  expect(workingMs(OFFICE, now, at('2026-05-01T08:00:00Z'))).toBe(0)
  expect(addWorking(OFFICE, now, -5)).toEqual(now)
  expect([addWorking(never, now, 1), nextChange(never, now), nextChange(ALWAYS, now)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(isOpen(never, now)).toBe(false)
  expect(intervals(never, now, at('2027-01-01T00:00:00Z'), 9)).toEqual([])
})

/** Zones with what makes clocks difficult, each around such days; some for long enough to have many weeks between. */
const WALKS = [
  { zone: 'Europe/Berlin', from: '2026-03-10T00:00:00Z', days: 40 },
  { zone: 'Europe/Berlin', from: '2026-10-10T00:00:00Z', days: 40 },
  { zone: 'Europe/Berlin', from: '2025-11-01T00:00:00Z', days: 400 },
  { zone: 'America/New_York', from: '2027-03-01T00:00:00Z', days: 30 },
  { zone: 'America/New_York', from: '2027-10-20T00:00:00Z', days: 40 },
  { zone: 'America/St_Johns', from: '2010-10-20T00:00:00Z', days: 40 },
  { zone: 'America/Sao_Paulo', from: '2018-10-20T00:00:00Z', days: 130 },
  { zone: 'Asia/Kolkata', from: '2026-01-01T00:00:00Z', days: 60 },
  { zone: 'Asia/Kathmandu', from: '2026-01-01T00:00:00Z', days: 30 },
  { zone: 'Asia/Gaza', from: '2026-03-01T00:00:00Z', days: 40 },
  { zone: 'Africa/Casablanca', from: '2026-02-01T00:00:00Z', days: 60 },
  { zone: 'Australia/Lord_Howe', from: '2026-03-20T00:00:00Z', days: 40 },
  { zone: 'Pacific/Apia', from: '2011-12-15T00:00:00Z', days: 40 },
  { zone: 'Pacific/Chatham', from: '2026-09-10T00:00:00Z', days: 40 },
  { zone: 'Asia/Beirut', from: '2026-10-10T00:00:00Z', days: 30 },
  { zone: 'UTC', from: '2028-02-15T00:00:00Z', days: 30 },
]

interface Clock {
  start: number
  day: string[]
  /** 0 is Monday. */
  weekday: Uint8Array
  minute: Uint16Array
}

/** What a clock on the wall shows at each minute. */
const walkClock = (zone: string, start: number, days: number): Clock => {
  const length = days * 24 * 60
  const clock: Clock = { start, day: [], weekday: new Uint8Array(length), minute: new Uint16Array(length) }
  for (let minute = 0; minute < length; minute++) {
    const now = Temporal.Instant.fromEpochMilliseconds(start + minute * MINUTE).toZonedDateTimeISO(zone)
    clock.weekday[minute] = now.dayOfWeek - 1
    clock.minute[minute] = now.hour * 60 + now.minute
    const last = clock.day[minute - 1]
    clock.day.push(
      last !== undefined && clock.minute[minute] !== 0 && last.endsWith(`-${String(now.day).padStart(2, '0')}`)
        ? last
        : now.toPlainDate().toString(),
    )
  }
  return clock
}

const openMinutes = ({ week, holidays }: WorkingCalendar, { day, weekday, minute }: Clock): Uint8Array => {
  const off = new Set(holidays)
  const minutes = week.map((ranges) => {
    const open = new Uint8Array(24 * 60)
    for (const [from, to] of ranges) open.fill(1, minutesOf(from), minutesOf(to))
    return open
  })
  return Uint8Array.from(day, (date, each) => (off.has(date) ? 0 : (minutes[weekday[each]!]![minute[each]!] ?? 0)))
}

/** The open pieces from one millisecond to another, walked minute by minute. */
const openPieces = (open: Uint8Array, from: number, to: number, limit: number) => {
  const pieces: [number, number][] = []
  let begin: number | undefined
  for (let ms = from; ms < to && pieces.length < limit; ms = Math.min(to, ms - (ms % MINUTE) + MINUTE)) {
    const is = open[Math.floor(ms / MINUTE)] === 1
    if (is) begin ??= ms
    else if (begin !== undefined) {
      pieces.push([begin, ms])
      begin = undefined
    }
  }
  if (begin !== undefined && pieces.length < limit) pieces.push([begin, to])
  return pieces
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const randomCalendar = (
  whole: (below: number) => number,
  zone: string,
  from: string,
  days: number,
): WorkingCalendar => ({
  time_zone: zone,
  week: Array.from({ length: 7 }, (_, day) => (whole(4) === 0 && day > 0 ? [] : randomDay(whole))),
  holidays: Array.from({ length: whole(Math.min(days, 60)) }, () =>
    Temporal.PlainDate.from(from.slice(0, 10))
      .add({ days: whole(days) })
      .toString(),
  ),
})

const randomDay = (whole: (below: number) => number): OpenRange[] => {
  if (whole(10) === 0) return [['00:00', '24:00']]
  const step = whole(2) ? 1 : 30
  const most = (24 * 60) / step
  const edges = new Set(Array.from({ length: 2 + 2 * whole(4) }, () => whole(most + 1) * step))
  const sorted = [...edges].sort((one, other) => one - other)
  // Some ranges touch the next one.
  const touching = whole(4) === 0
  const ranges: OpenRange[] = []
  for (let edge = 0; edge + 1 < sorted.length && ranges.length < 6; edge += touching ? 1 : 2)
    ranges.push([timeOf(sorted[edge]!), timeOf(sorted[edge + 1]!)])
  return ranges
}
