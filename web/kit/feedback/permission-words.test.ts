import { expect, test } from 'vitest'
import { granterWords } from './permission-words.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  [named('Ada'), 1, 'Ada can give it to you.'],
  [named('Ada', 'Bo'), 2, 'Ada and Bo can give it to you.'],
  [named('Ada', 'Bo'), 3, 'Ada, Bo and 1 other can give it to you.'],
  [named('Ada', 'Bo'), 6, 'Ada, Bo and 4 others can give it to you.'],
  [[], 0, 'Nobody in your company can give it: whoever gives a key manages people and holds it.'],
])('of %j and %i in all it is said who can give a key', (people, total, said) => {
  expect(granterWords({ people, total })).toBe(said)
})
