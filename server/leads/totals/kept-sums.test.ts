import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptSums } from './kept-sums.ts'

const asked = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 30 })), { maxLength: 300 })

test('whatever is asked how often, no more is kept than may be, and what is kept is what was put there', () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }), (asks, rows, answers) => {
      const sums = keptSums<string>({ rows, answers })
      const put = new Map<string, readonly string[]>()
      for (const [question, length] of asks) {
        const key = String(question)
        // An answer never changes: another one comes with another stamp.
        const answer = put.get(key) ?? Array.from({ length }, (_, at) => `${key} ${at}`)
        put.set(key, answer)
        sums.keep(key, answer)

        const size = sums.size()
        expect(size.rows).toBeLessThanOrEqual(rows)
        expect(size.answers).toBeLessThanOrEqual(answers)
        const there = [...put].filter(([each]) => sums.get(each) !== undefined)
        expect(size).toEqual({ rows: there.flatMap(([each]) => sums.get(each)!).length, answers: there.length })
        for (const [each, of] of there) expect(sums.get(each)).toBe(of)
        expect(sums.get(key)).toBe(answer.length > rows ? undefined : answer)
      }
    }),
  )
})

test('the oldest answers make room, and one that is larger than all of it pushes none out', () => {
  const sums = keptSums<number>({ rows: 5, answers: 3 })
  sums.keep('first', [1, 2])
  sums.keep('second', [3, 4])
  sums.keep('too large', [1, 2, 3, 4, 5, 6])
  expect(sums.size()).toEqual({ rows: 4, answers: 2 })

  sums.keep('third', [5, 6])
  expect([sums.get('first'), sums.get('second'), sums.get('third')]).toEqual([undefined, [3, 4], [5, 6]])

  for (const empty of ['a', 'b', 'c', 'd']) sums.keep(empty, [])
  expect(sums.size()).toEqual({ rows: 0, answers: 3 })
})
