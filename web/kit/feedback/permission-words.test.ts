import { expect, test } from 'vitest'
import { granterWords } from './permission-words.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  [named('Ada'), 1, 'Ask Ada.'],
  [named('Ada', 'Bo'), 2, 'Ask Ada or Bo.'],
  [named('Ada', 'Bo'), 3, 'Ask Ada, Bo or 1 other.'],
  [named('Ada', 'Bo'), 6, 'Ask Ada, Bo or 4 others.'],
  [[], 0, 'Nobody in your company can grant it. They need it themselves, and to manage people.'],
])('with %j of %i people the sentence says who to ask', (people, total, said) => {
  expect(granterWords({ people, total })).toBe(said)
})
