import { expect, test } from 'vitest'
import { brokenRow } from './chunk.ts'

test('a row with more cells than the file has columns is rejected, but empty cells do not count', () => {
  expect(brokenRow({ row: 2, cells: ['Yuki', 'y@mill.example', 'x'] }, 2)).toMatchObject({
    row: 2,
    reasons: [{ column: null, message: expect.stringContaining('3 cells for 2 columns') }],
  })
  expect(brokenRow({ row: 2, cells: ['Yuki', 'y@mill.example', '', ' '] }, 2)).toBeUndefined()
})

test('a row that cannot be split into cells is rejected for that reason alone', () => {
  expect(brokenRow({ row: 7, cells: [], problem: 'A quotation mark is never closed' }, 2)).toEqual({
    row: 7,
    cells: [],
    reasons: [{ column: null, message: 'A quotation mark is never closed' }],
  })
})
