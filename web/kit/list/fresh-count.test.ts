import { expect, test } from 'vitest'
import { freshCount } from './fresh-count.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test('rows that came in among those on screen are new, though they push others to the next page', () => {
  expect(freshCount(rows(3, 2, 1), rows(5, 4, 3))).toBe(2)
})

test('rows that moved up because others have left are not new', () => {
  expect(freshCount(rows(9, 8, 7), rows(9, 7, 6))).toBe(0)
})

test('rows that came in at the end of a list that is sorted the other way are new', () => {
  expect(freshCount(rows(1, 2), rows(1, 2, 3))).toBe(1)
})

test('the first rows of an empty list are new; nothing is when nothing changed', () => {
  expect(freshCount([], rows(1, 2))).toBe(2)
  expect(freshCount(rows(2, 1), rows(2, 1))).toBe(0)
})
