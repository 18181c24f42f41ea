import { expect, test } from 'vitest'
import { figure } from '#server/test/figures.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { choose, deficit, settle, withinCredit, type Candidate } from './choose.ts'

const LEADS = 10_000
const REPS = 10
const HOUR = 3_600_000
/** As the queue does with each batch. */
const BATCH = 200

/** Ten people, each with weight, hours and absences of their own, drawn anew for each seed. */
const team = (random: () => number) =>
  Array.from({ length: REPS }, (_, at) => {
    const begins = 6 + Math.floor(random() * 6)
    const hours = 4 + Math.floor(random() * 8)
    const away = new Set(Array.from({ length: 30 }, () => Math.floor(random() * 100)))
    return {
      id: at + 1,
      weight: [0.5, 1, 1, 1, 2][Math.floor(random() * 5)]!,
      isThere: (hour: number) =>
        hour % 24 >= begins && hour % 24 < begins + hours && !away.has(Math.floor(hour / 24) % 100),
    }
  })

/** The leads one after the other over 100 days; `domainOf` says which of them come from a known company. */
const run = (
  seed: number,
  most_credit: number,
  domainOf: (lead: number, random: () => number) => number | undefined,
) => {
  const random = randomFrom(seed)
  const people = team(random)
  const holders = new Map<number, number>()
  const gifts = new Map<number, number>()
  let candidates: Candidate[] = people.map(({ id, weight }) => ({
    staff_id: id,
    weight,
    expected: 0,
    received: 0,
    last_assigned_at: null,
    reason: null,
  }))
  let given = 0
  let worst = 0
  for (let lead = 0; lead < LEADS; lead++) {
    const hour = (lead * 2400) / LEADS
    const credited = lead % BATCH === 0
    candidates = candidates.map((each, at) => ({
      ...(credited ? withinCredit({ ...each, most_credit }) : each),
      reason: people[at]!.isThere(hour) ? null : 'off shift',
    }))
    const domain = domainOf(lead, random)
    const sticky = domain === undefined ? undefined : holders.get(domain)
    const choice = choose(candidates, sticky)
    candidates = settle(choice, new Date(hour * HOUR).toISOString())
    if (choice.chosen === null) continue
    given++
    if (domain !== undefined) holders.set(domain, choice.chosen)
    if (choice.chosen === sticky) gifts.set(choice.chosen, (gifts.get(choice.chosen) ?? 0) + 1)
    worst = Math.max(worst, ...candidates.map((each) => Math.abs(deficit(each))))
  }
  return { candidates, given, gifts, worst }
}

const SEEDS = Array.from({ length: 5 }, (_, at) => SEED + at)

/** As lists may be set: none, few, the usual, as many as there may be. */
const CREDITS = [0, 1, 3, 50]

test('ten people with hours and absences of their own are never two leads from their share, however much is made up for', () => {
  let worst = 0
  let given = 0
  for (const credit of CREDITS)
    for (const seed of SEEDS) {
      const one = run(seed, credit, () => undefined)
      worst = Math.max(worst, one.worst)
      given += one.given
      expect(one.worst, `seed ${seed}, credit ${credit}`).toBeLessThan(2)
      expect(one.candidates.reduce((sum, { received }) => sum + received, 0)).toBe(one.given)
    }
  expect(given).toBeGreaterThan(CREDITS.length * SEEDS.length * LEADS * 0.5)
  figure(
    `fairness: ${CREDITS.length * SEEDS.length} × ${LEADS} leads, 10 people with hours and absences: at most ${worst.toFixed(2)} leads from the share (seeds from ${SEED})`,
  )
})

test('leads of known companies count as received, and what somebody had too many of is made up for', () => {
  let gifts = 0
  let worst = 0
  for (const credit of CREDITS)
    for (const seed of SEEDS) {
      // A fifth of the leads come from 300 companies, until nothing known comes for the last quarter.
      const one = run(seed, credit, (lead, random) =>
        random() < 0.2 && lead < LEADS * 0.75 ? Math.floor(random() * 300) : undefined,
      )
      const before = [...one.gifts.values()].reduce((sum, count) => sum + count, 0)
      gifts += before
      expect(before, `seed ${seed}, credit ${credit}`).toBeGreaterThan(100)
      expect(one.candidates.reduce((sum, { received }) => sum + received, 0)).toBe(one.given)
      for (const each of one.candidates) {
        worst = Math.max(worst, Math.abs(deficit(each)))
        expect(Math.abs(deficit(each)), `seed ${seed}, credit ${credit}, person ${each.staff_id}`).toBeLessThan(2)
      }
    }
  figure(
    `fairness: ${gifts} leads of known companies given past the turn, at the end at most ${worst.toFixed(2)} leads from the share (seeds from ${SEED})`,
  )
})
