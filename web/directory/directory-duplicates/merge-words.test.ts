import { expect, test } from 'vitest'
import { alsoWords, moveParts, sameWords } from './merge-words.ts'

const NONE = { leads: 0, emails: 0, domains: 0, facts: 0, contacts: 0, newsletter: 0 }

test('only what moves is said, in one or in many', () => {
  const parts = moveParts({ moves: { ...NONE, leads: 2, emails: 1, newsletter: 1, contacts: 1 } })

  expect(parts.map(({ count, noun }) => `${count} ${noun}`)).toEqual([
    '2 leads',
    '1 person',
    '1 email',
    '1 newsletter link',
  ])
})

test('nothing is said of what is not there', () => {
  expect([moveParts({ moves: NONE }), sameWords([]), alsoWords(0)]).toEqual([[], '', ''])
})

test('fields that both have alike are named in one sentence', () => {
  expect(sameWords(['Company', 'Country'])).toBe('Same in both: company, country.')
})

test('people who may be one person are counted', () => {
  expect([alsoWords(1), alsoWords(3)]).toEqual([
    '1 pair of people is likely the same, too. You find them under Duplicates afterwards.',
    '3 pairs of people are likely the same, too. You find them under Duplicates afterwards.',
  ])
})
