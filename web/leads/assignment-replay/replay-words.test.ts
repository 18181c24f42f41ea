import { describe, expect, test } from 'vitest'
import type { AssignmentReplay, ReplayTotals } from '#contract/leads/assignment-replay.ts'
import { longerOrShorter, moreOrFewer, replaySummary, waitInWords } from './replay-words.ts'

const HOUR = 3_600_000
const totals = (more: Partial<ReplayTotals> = {}): ReplayTotals => ({
  received: 40,
  waited: 0,
  median_wait_ms: 0,
  p90_wait_ms: 0,
  longest_wait_ms: 0,
  misses: null,
  left: 0,
  refused: 0,
  ...more,
})
const replay = (more: Partial<AssignmentReplay> = {}): AssignmentReplay => ({
  from: '2026-03-01T00:00:00Z',
  until: '2026-03-31T00:00:00Z',
  leads: 40,
  newest_only: false,
  moved: 0,
  today: totals(),
  proposed: totals(),
  actual: totals(),
  people: [],
  ...more,
})

describe('the summary says what would have been different', () => {
  test.each<[string, Partial<AssignmentReplay>, string[]]>([
    ['no leads', { leads: 0 }, ['No leads came in on these days, so there is nothing to compare.']],
    ['the same', {}, ['No difference: every lead would have gone to the same person just as soon.']],
    ['others get them', { moved: 12 }, ['12 of 40 leads would have gone to someone else.']],
    [
      'leads wait',
      { proposed: totals({ waited: 7, longest_wait_ms: 15 * HOUR }) },
      ['Every lead would have gone to the same person.', '7 more would have waited for an owner, the longest 15 h.'],
    ],
    [
      'fewer wait, some are left and targets are missed',
      {
        moved: 1,
        today: totals({ waited: 5, misses: 4 }),
        proposed: totals({ waited: 2, left: 1, misses: 6, longest_wait_ms: HOUR }),
      },
      [
        '1 of 40 leads would have gone to someone else.',
        '3 fewer would have waited for an owner.',
        '1 more would have had no owner.',
        '2 more would have missed the target.',
      ],
    ],
  ])('%s', (_, more, sentences) => {
    expect(replaySummary(replay(more))).toEqual(sentences)
  })
})

test('first it says what changes for the person whom it is about, where something does', () => {
  const { received: _, left: __, refused: ___, ...figures } = totals()
  const person = (sid: number, before: number | null, after: number) => ({
    sid,
    name: `Person ${sid}`,
    today: before === null ? null : { ...figures, received: before, fair_share: before },
    proposed: { ...figures, received: after, fair_share: after },
    actual: { ...figures, received: 0 },
  })
  const changed = replay({ moved: 9, people: [person(1, 10, 1), person(2, 5, 5), person(3, null, 8)] })

  expect(replaySummary(changed, 1)[0]).toBe('Person 1 would have received 1 lead instead of 10.')
  expect(replaySummary(changed, 2)[0]).toBe('9 of 40 leads would have gone to someone else.')
  expect(replaySummary(changed, 3)[0]).toBe('Person 3 would have received 8 leads.')
})

test('differences are words, and less than a minute is no wait', () => {
  expect([moreOrFewer(3), moreOrFewer(-1_200)]).toEqual(['3 more', '1,200 fewer'])
  expect([longerOrShorter(HOUR), longerOrShorter(-90 * 60_000)]).toEqual(['1 h longer', '1 h 30 min shorter'])
  expect([waitInWords(0), waitInWords(59_999), waitInWords(HOUR)]).toEqual(['at once', 'at once', '1 h'])
})
