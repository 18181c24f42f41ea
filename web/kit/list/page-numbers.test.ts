import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

const gap = undefined

test.each([
  [1, 3, [1, 2, 3]],
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 65, [1, 2, 3, 4, 5, gap, 65]],
  [4, 65, [1, 2, 3, 4, 5, gap, 65]],
  [5, 65, [1, gap, 4, 5, 6, gap, 65]],
  [33, 65, [1, gap, 32, 33, 34, gap, 65]],
  [62, 65, [1, gap, 61, 62, 63, 64, 65]],
  [65, 65, [1, gap, 61, 62, 63, 64, 65]],
  [5, 8, [1, gap, 4, 5, 6, 7, 8]],
])('page %i of %i', (page, pages, shown) => {
  expect(pageNumbers(page, pages)).toEqual(shown)
})

test('a gap always hides at least two pages', () => {
  for (let pages = 8; pages < 40; pages += 1)
    for (let page = 1; page <= pages; page += 1) {
      const shown = pageNumbers(page, pages)
      shown.forEach((number, index) => {
        if (number === undefined) expect(shown[index + 1]! - shown[index - 1]!).toBeGreaterThan(2)
      })
      expect(shown).toContain(page)
    }
})
