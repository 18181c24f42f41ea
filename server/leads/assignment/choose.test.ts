import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure } from '#server/test/figures.ts'
import { SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { asWeighed, choose, deficit, explain, isEligible, settle, withinCredit, type Candidate } from './choose.ts'

const check = (property: fc.IProperty<any>, numRuns = howMany(40, 200)): void =>
  fc.assert(property, { seed: SEED, numRuns, endOnFailure: true })

const weight = fc.integer({ min: 0, max: 20 }).map((quarters) => quarters / 4)
const instant = fc.option(
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  { nil: null },
)
const candidate = fc.record({
  staff_id: fc.integer({ min: 1, max: 100_000 }),
  weight,
  expected: fc.double({ min: 0, max: 500, noNaN: true }),
  received: fc.integer({ min: 0, max: 500 }),
  last_assigned_at: instant,
  reason: fc.constantFrom(null, null, null, 'paused on the list', 'deactivated'),
})
const people = fc.uniqueArray(candidate, { minLength: 0, maxLength: 12, selector: ({ staff_id }) => staff_id })

const person = (staff_id: number, more: Partial<Candidate> = {}): Candidate => ({
  staff_id,
  weight: 1,
  expected: 0,
  received: 0,
  last_assigned_at: null,
  reason: null,
  ...more,
})

/** Gives so many leads one after the other; tells how far anybody ever was ahead of their share, and behind it. */
const rotate = (start: readonly Candidate[], leads: number) => {
  let candidates = [...start]
  let ahead = 0
  let behind = 0
  for (let lead = 0; lead < leads; lead++) {
    candidates = settle(choose(candidates), new Date(Date.UTC(2026, 0, 1) + lead).toISOString())
    ahead = Math.max(ahead, ...candidates.map((one) => -deficit(one)))
    behind = Math.max(behind, ...candidates.map(deficit))
  }
  return { candidates, ahead, behind }
}

test('whoever is chosen can take a lead, and somebody is chosen whenever anybody can', () => {
  check(
    fc.property(people, (candidates) => {
      const { chosen } = choose(candidates)
      const able = candidates.filter(isEligible).map(({ staff_id }) => staff_id)
      expect(chosen === null ? able : able.includes(chosen)).toEqual(chosen === null ? [] : true)
    }),
  )
})

test('the order in which people stand on the list decides nothing', () => {
  const shuffled = people.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  check(
    fc.property(shuffled, ([list, other]) => {
      expect(choose(other).chosen).toBe(choose(list).chosen)
    }),
  )
})

test('a choice changes nothing that it was made from, and made again is the same, also from what was stored of it', () => {
  check(
    fc.property(people, (candidates) => {
      const before = structuredClone(candidates)
      const choice = choose(candidates)
      expect(candidates).toEqual(before)
      expect(choose(candidates)).toEqual(choice)
      const replayed = choose(JSON.parse(JSON.stringify(choice.considered)))
      expect([replayed.chosen, replayed.tie_break]).toEqual([choice.chosen, choice.tie_break])
    }),
  )
})

test('whoever is chosen was owed most, and nobody who cannot take leads is owed more by waiting', () => {
  check(
    fc.property(people, (candidates) => {
      const choice = choose(candidates)
      const after = settle(choice, '2027-01-01T00:00:00.000Z')
      const owed = (id: number) =>
        deficit(after.find(({ staff_id }) => staff_id === id)!) + (id === choice.chosen ? 1 : 0)
      for (const { staff_id, reason, weight, expected } of candidates)
        if (reason === null && weight > 0) expect(owed(choice.chosen!)).toBeGreaterThanOrEqual(owed(staff_id) - 1e-6)
        else expect(after.find((one) => one.staff_id === staff_id)!.expected).toBe(expected)
    }),
  )
})

test('over 10,000 leads among people of one weight nobody is ever more than one lead from their share', () => {
  check(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      weight.filter((one) => one > 0),
      (people, weight) => {
        const all = Array.from({ length: people }, (_, at) => person(at + 1, { weight }))
        const { candidates, ahead, behind } = rotate(all, 10_000)
        expect(Math.max(ahead, behind)).toBeLessThanOrEqual(1 + 1e-6)
        expect(candidates.reduce((sum, { received }) => sum + received, 0)).toBe(10_000)
      },
    ),
    8,
  )
})

test('whatever the weights, nobody is ever a whole lead ahead of their share, nor much more than one behind', () => {
  let most = { ahead: 0, behind: 0 }
  const weights = fc.array(weight, { minLength: 1, maxLength: 30 }).filter((all) => all.some((one) => one > 0))
  const compare = (leads: number) =>
    fc.property(weights, (all) => {
      const { candidates, ahead, behind } = rotate(
        all.map((weight, at) => person(at + 1, { weight })),
        leads,
      )
      most = { ahead: Math.max(most.ahead, ahead), behind: Math.max(most.behind, behind) }
      expect(ahead).toBeLessThan(1)
      // The largest deficit goes first, not the nearest deadline: with uneven weights that costs up to a fifth of a lead.
      expect(behind).toBeLessThan(1.5)
      for (const { weight, received } of candidates) if (weight === 0) expect(received).toBe(0)
    })
  check(compare(10_000), howMany(2, 6))
  check(compare(200), 300)
  figure(
    `rotation: at most ${most.ahead.toFixed(2)} leads ahead of the share, ${most.behind.toFixed(2)} behind it (seed ${SEED})`,
  )
})

test('weights are shares: three quarters against one quarter of the leads', () => {
  const { candidates } = rotate([person(1, { weight: 3 }), person(2, { weight: 1 })], 400)

  expect(candidates.map(({ received }) => received)).toEqual([300, 100])
})

test('shares accrue only while a person can take leads: whoever comes back is not made up for the time away', () => {
  const away = rotate([person(1), person(2, { reason: 'paused on the list' })], 10).candidates
  const back = rotate(
    away.map((one) => ({ ...one, reason: null })),
    10,
  ).candidates

  expect(away.map(({ received }) => received)).toEqual([10, 0])
  expect(back.map(({ received }) => received)).toEqual([15, 5])
})

test('of what somebody is behind, no more is made up for than the list says', () => {
  check(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 500 }), (most_credit, behind) => {
      const start = [person(1, { expected: behind }), person(2)].map((one) => withinCredit({ ...one, most_credit }))
      const { candidates } = rotate(start, 400)
      // The other one is ahead by the same: both meet in the middle.
      const more = Math.min(behind, most_credit) / 2
      expect(Math.abs(candidates[0]!.received - 200 - more)).toBeLessThanOrEqual(1)
    }),
  )
})

test('among equals whoever has waited longest is next, however the instant is written; then the lower id', () => {
  const early = person(9, { last_assigned_at: '2026-03-12T08:17:45Z' })
  const later = person(2, { last_assigned_at: '2026-03-12T08:17:45.12Z' })
  const latest = person(1, { last_assigned_at: '2026-03-12T08:17:45.123Z' })
  const never = person(30)

  expect(choose([latest, later, early]).chosen).toBe(9)
  expect(choose([latest, later]).chosen).toBe(2)
  expect(choose([latest, never, early])).toMatchObject({
    chosen: 30,
    tie_break: 'Tied, so it went to the person who had waited longest.',
  })
  expect(choose([person(5), person(4)])).toMatchObject({
    chosen: 4,
    tie_break: 'Tied, so it went to the lower id.',
  })
})

test('a choice is told in a sentence, with the tie when there was one', () => {
  const name = (id: number) => ({ was: `P${id} was`, has: `P${id} has`, did: `P${id}`, whom: `P${id}` })

  expect(explain(choose([]), name)).toBe('The list is empty.')
  expect(explain(choose([person(1, { reason: 'deactivated' })]), name)).toBe('Nobody on the list was eligible.')
  expect(explain(choose([person(1), person(2, { weight: 0 })]), name)).toBe('P1 was the only eligible person.')
  expect(explain(choose([person(1, { received: 1 }), person(2)]), name)).toBe(
    'P2 was next: 0.5 leads below fair share (2 eligible).',
  )
  expect(explain(choose([person(2), person(1)]), name)).toContain(
    'P1 was next: 0.5 leads below fair share (2 eligible). Tied, so it went to',
  )
})

test('the sentence and the list beside it say the same number: by which the person was chosen', () => {
  const { chosen, considered, tie_break, sticky } = choose([person(1, { expected: 4.02, received: 4 }), person(2)])
  const weighed = asWeighed(considered)

  expect(weighed.map(deficit).map((one) => one.toFixed(1))).toEqual(['0.5', '0.5'])
  const you = () => ({ was: 'You were', has: 'You have', did: 'You', whom: 'you' })
  expect(explain({ chosen, considered, tie_break, sticky }, you)).toMatch(/^You were next: 0.5 leads below fair share/)
})
