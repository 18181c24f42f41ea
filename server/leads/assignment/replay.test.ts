import { describe, expect, test } from 'vitest'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { figure } from '#server/test/figures.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { openMoments } from './event-heap.ts'
import { replaying, type ReplayLead, type ReplayPerson, type ReplaySetting } from './replay.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FROM = Date.parse('2026-03-02T00:00:00Z')

const person = (staff_id: number, more: Partial<ReplayPerson> = {}): ReplayPerson => ({
  staff_id,
  status: 'active',
  staff_status: 'active',
  kinds: ['enquiry', 'registration'],
  lacks: null,
  weight: 1,
  daily_cap: null,
  open_cap: null,
  accepts_countries: [],
  accepts_sources: [],
  accepts_categories: [],
  time_zone: 'UTC',
  calendar: null,
  back_at: null,
  held: [],
  ...more,
})
const lead = (arrived: number, more: Partial<ReplayLead> = {}): ReplayLead => ({
  arrived: FROM + arrived,
  done_after: null,
  kind: 'enquiry',
  country: 'DE',
  source: 'website_form',
  categories: [],
  email_domain: null,
  released_by: null,
  ...more,
})
const hourly = (many: number) => Array.from({ length: many }, (_, at) => lead(at * HOUR))

const replay = (people: ReplayPerson[], leads: ReplayLead[], more: Partial<ReplaySetting> = {}) => {
  const steps = replaying({
    list: 'qa',
    people,
    leads,
    holders: undefined,
    most_credit: 3,
    from: FROM,
    until: FROM + 30 * DAY,
    ...more,
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
/** To whom each lead went and after how many hours; undefined: to nobody. */
const course = (people: ReplayPerson[], leads: ReplayLead[], more: Partial<ReplaySetting> = {}) =>
  replay(people, leads, more).gifts.map((gift, at) => gift && [gift.staff_id, (gift.at - leads[at]!.arrived) / HOUR])
const received = (people: ReplayPerson[], leads: ReplayLead[]) => {
  const { gifts } = replay(people, leads)
  return people.map(({ staff_id }) => gifts.filter((gift) => gift?.staff_id === staff_id).length)
}

const hours = (from: string, to: string, time_zone = 'UTC') => ({
  time_zone,
  week: Array.from({ length: 7 }, (): OpenRange[] => [[from, to]]),
  holidays: [],
})

describe('the leads that came are shared out once more', () => {
  test('in turn among equals, and at once', () => {
    expect(course([person(1), person(2)], hourly(4))).toEqual([
      [1, 0],
      [2, 0],
      [1, 0],
      [2, 0],
    ])
  })

  test('with twice the weight somebody gets twice as many', () => {
    expect(received([person(1), person(2)], hourly(300))).toEqual([150, 150])
    expect(received([person(1, { weight: 2 }), person(2)], hourly(300))).toEqual([200, 100])
  })

  test('what is over a daily cap goes to the others, or waits until the person’s next day begins', () => {
    const capped = person(1, { daily_cap: 2, time_zone: 'Asia/Kolkata' })
    expect(received([person(1), person(2)], hourly(48))).toEqual([24, 24])
    expect(received([capped, person(2)], hourly(48))).toEqual([6, 42])
    // In Kolkata a day begins at 18:30 UTC.
    expect(course([capped], hourly(5))).toEqual([
      [1, 0],
      [1, 0],
      [1, 16.5],
      [1, 15.5],
      [1, 38.5],
    ])
  })

  test('somebody at their open cap gets the next one when one is done, which takes as long as it really took', () => {
    const leads = [lead(0, { done_after: 5 * HOUR }), lead(HOUR), lead(2 * HOUR)]
    expect(course([person(1, { open_cap: 1 })], leads)).toEqual([[1, 0], [1, 4], undefined])
  })

  test('what somebody held at the beginning fills their cap until it is done', () => {
    const people = [person(1, { open_cap: 2, held: [FROM + 3 * HOUR, Infinity] })]
    expect(course(people, [lead(HOUR), lead(4 * HOUR)])).toEqual([[1, 2], undefined])
  })

  test('by working hours leads wait for the morning and go out in order of arrival', () => {
    const people = [person(1, { calendar: hours('09:00', '17:00') }), person(2, { calendar: hours('10:00', '12:00') })]
    const leads = [lead(6 * HOUR), lead(7 * HOUR), lead(11 * HOUR), lead(20 * HOUR)]
    expect(course(people, leads)).toEqual([
      [1, 3],
      [1, 2],
      [2, 0],
      [1, 13],
    ])
  })

  test('on the day when clocks change the morning is an hour earlier', () => {
    const saturday = Date.parse('2026-03-28T20:00:00Z') - FROM
    const leads = [lead(saturday - DAY), lead(saturday)]
    // In Berlin 09:00 is 08:00 UTC on Saturday and 07:00 UTC on Sunday.
    expect(course([person(1, { calendar: hours('09:00', '17:00', 'Europe/Berlin') })], leads)).toEqual([
      [1, 12],
      [1, 11],
    ])
  })

  test('whoever is away at the beginning takes part once they are back', () => {
    expect(course([person(1, { back_at: FROM + 2 * HOUR }), person(2, { weight: 0 })], hourly(4))).toEqual([
      [1, 2],
      [1, 1],
      [1, 0],
      [1, 0],
    ])
  })

  test('nobody gets what they do not take, and a lead that nobody takes holds up none behind it', () => {
    const people = [person(1, { accepts_countries: ['DE'] }), person(2, { accepts_countries: ['PK'] })]
    const leads = [lead(0, { country: 'FR' }), lead(0, { country: 'PK' }), lead(0), lead(0)]
    expect(course(people, leads)).toEqual([undefined, [2, 0], [1, 0], [1, 0]])
    expect(replay(people, leads).wanted).toEqual([false, true, true, true])
  })

  test.each([
    ['paused', { status: 'paused' }],
    ['deactivated', { staff_status: 'deactivated' }],
    ['without the right', { kinds: [] }],
    ['of weight 0', { weight: 0 }],
  ])('and nobody who is %s gets any', (_, more) => {
    expect(received([person(1, more), person(2)], hourly(4))).toEqual([0, 4])
  })

  test('in sales the leads of a known domain go to whoever has it, also when they got it here first', () => {
    const leads = ['mill.example', 'mill.example', 'loom.example', 'loom.example'].map((email_domain, at) =>
      lead(at * HOUR, { email_domain }),
    )
    const holders = new Map([['mill.example', 2]])
    expect(course([person(1), person(2)], leads, { list: 'sales', holders }).map((each) => each?.[0])).toEqual([
      2, 2, 1, 1,
    ])
    expect(holders).toEqual(new Map([['mill.example', 2]]))
  })

  test('nothing comes after the end', () => {
    expect(course([person(1, { back_at: FROM + 2 * DAY })], [lead(0)], { until: FROM + DAY })).toEqual([undefined])
  })
})

/** A team and leads drawn from a seed, with everything that a list can say. */
const drawn = (seed: number): { people: ReplayPerson[]; leads: ReplayLead[]; most_credit: number } => {
  const random = randomFrom(seed)
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!
  const people = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, at) =>
    person(at + 1, {
      weight: pick(0.25, 1, 1, 2, 5),
      daily_cap: pick(null, null, 3, 10),
      open_cap: pick(null, null, 2, 8),
      accepts_countries: pick([], [], ['DE'], ['DE', 'PK']),
      accepts_sources: pick([], [], ['event']),
      calendar: pick(null, hours('08:00', '16:00'), hours('13:00', '21:30', 'America/New_York')),
      back_at: pick(null, null, FROM + 3 * DAY),
      time_zone: pick('UTC', 'Asia/Kolkata', 'America/New_York'),
    }),
  )
  const leads = Array.from({ length: 600 }, () =>
    lead(Math.floor(random() * 29 * DAY), {
      country: pick('DE', 'PK', 'FR', null),
      source: pick('event', 'website_form'),
      done_after: pick(null, HOUR, 2 * DAY),
    }),
  ).sort((one, other) => one.arrived - other.arrived)
  return { people, leads, most_credit: pick(0, 1, 3, 10, 50) }
}

test('whatever the list: the same is replayed alike, no cap is passed, and nobody is far from their share', () => {
  let given = 0
  for (let seed = SEED; seed < SEED + howMany(15, 60); seed++) {
    const { people, leads, most_credit } = drawn(seed)
    const once = replay(people, leads, { most_credit })
    expect(replay(structuredClone(people), structuredClone(leads), { most_credit }), `seed ${seed}`).toEqual(once)

    for (const { staff_id, daily_cap, open_cap, time_zone, accepts_countries, accepts_sources } of people) {
      const own = once.gifts.flatMap((gift, at) =>
        gift?.staff_id === staff_id ? [{ ...leads[at]!, at: gift.at }] : [],
      )
      given += own.length
      const share = once.shares.get(staff_id)!
      expect(own.length - share, `seed ${seed}, person ${staff_id}`).toBeLessThanOrEqual(Math.max(2, 1 + most_credit))
      for (const { country, source, arrived, at } of own) {
        expect(at).toBeGreaterThanOrEqual(arrived)
        expect(accepts_countries.length === 0 || accepts_countries.includes(country!)).toBe(true)
        expect(accepts_sources.length === 0 || accepts_sources.includes(source)).toBe(true)
      }
      const days = Map.groupBy(own, ({ at }) => new Date(at).toLocaleDateString('en', { timeZone: time_zone }))
      if (daily_cap !== null) for (const each of days.values()) expect(each.length).toBeLessThanOrEqual(daily_cap)
      if (open_cap !== null)
        for (const { at } of own) {
          const open = own.filter((each) => each.at <= at && at < each.at + (each.done_after ?? Infinity))
          expect(open.length).toBeLessThanOrEqual(open_cap)
        }
    }
    const shared = [...once.shares.values()].reduce((sum, share) => sum + share, 0)
    expect(shared).toBeCloseTo(once.gifts.filter(Boolean).length, 6)
  }
  expect(given).toBeGreaterThan(howMany(2_500, 10_000))
  figure(`replay: ${given} leads of 60 lists given within their caps, each list twice alike (seeds from ${SEED})`)
})

test('moments come in order of time, and of one time in the order in which they were planned', () => {
  const random = randomFrom(SEED)
  const moments = openMoments()
  const planned = Array.from({ length: 2_000 }, (_, place) => ({ at: Math.floor(random() * 300), place }))
  const passed: typeof planned = []
  for (const each of planned) moments.plan(each.at, () => passed.push(each))
  while (moments.next() < Infinity) moments.pass()
  expect(passed).toEqual(planned.toSorted((one, other) => one.at - other.at || one.place - other.place))
})
