import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromClipboard, toClipboard } from './clipboard-cells.ts'
import { at, moved, rangeOf, tabbed } from './grid.ts'

const SIZE = { rows: 20, columns: 5 }
const MOST = { rows: 100, columns: 40 }

test.each([
  ['ArrowUp', {}, [4, 2]],
  ['ArrowDown', {}, [6, 2]],
  ['ArrowLeft', {}, [5, 1]],
  ['ArrowRight', {}, [5, 3]],
  ['ArrowDown', { ctrl: true }, [19, 2]],
  ['Home', {}, [5, 0]],
  ['End', {}, [5, 4]],
  ['Home', { ctrl: true }, [0, 0]],
  ['End', { ctrl: true }, [19, 4]],
  ['PageUp', {}, [0, 2]],
  ['PageDown', {}, [15, 2]],
] as const)('%s %j moves the active cell', (key, held, [row, column]) => {
  const { active, anchor } = moved(at(5, 2), key, { ctrl: false, shift: false, ...held }, SIZE)!

  expect([active, anchor]).toEqual([
    { row, column },
    { row, column },
  ])
})

test('Shift draws a range from where it began, in any direction', () => {
  const shift = { ctrl: false, shift: true }
  const left = moved(moved(at(5, 2), 'ArrowLeft', shift, SIZE)!, 'ArrowUp', shift, SIZE)!

  expect(rangeOf(left)).toEqual({ top: 4, bottom: 5, left: 1, right: 2 })
  expect(moved(at(5, 2), 'x', shift, SIZE)).toBeUndefined()
})

test('Tab goes row by row and leaves the grid at either end', () => {
  expect(tabbed(at(0, 4), false, SIZE)).toEqual(at(1, 0))
  expect(tabbed(at(1, 0), true, SIZE)).toEqual(at(0, 4))
  expect(tabbed(at(19, 4), false, SIZE)).toBeUndefined()
  expect(tabbed(at(0, 0), true, SIZE)).toBeUndefined()
})

test.each([
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\t"a ""quote"""\n', [['two\nlines', 'a "quote"']]],
  ['1/2" pipe\t"never closed', [['1/2" pipe', '"never closed']]],
  ['"DN" 25\tx', [['"DN" 25', 'x']]],
  [
    '\t\n\t',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['', []],
  ['a\n\nb', [['a'], [''], ['b']]],
])('%j is read as spreadsheets write it', (text, cells) =>
  expect(fromClipboard(text, MOST)).toEqual({ cells, left: 0 }),
)

test('what is copied is pasted as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '5') })
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))

  fc.assert(
    fc.property(block, (cells) => {
      // A last line with nothing in it cannot be told from the line end that spreadsheets add.
      fc.pre(cells.at(-1)?.some((text) => text !== '') ?? false)

      expect(fromClipboard(toClipboard(cells), MOST).cells).toEqual(cells)
    }),
  )
})

test('what does not fit is left out and counted, however large it is', () => {
  expect(fromClipboard('1\t2\t3\n4\t5\t6\n7\t8\t9', { rows: 2, columns: 2 })).toEqual({
    cells: [
      ['1', '2'],
      ['4', '5'],
    ],
    left: 1,
  })
  const started = performance.now()
  expect(fromClipboard('"a\t'.repeat(300_000), MOST).cells).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(2_000)
})
