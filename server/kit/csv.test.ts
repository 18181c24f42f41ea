import { parse } from 'csv-parse/sync'
import { assert, array, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { howMany } from '../../scripts/scope.mjs'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { csvRow, csvRows } from './csv.ts'

const signs = constantFrom(...Array.from('=+-@\t\r\n＝＋－＠\'",; aé0'), '😀')
const nasty = array(signs, { maxLength: 8 }).map((all) => all.join(''))
const texts = array(oneof(nasty, string({ unit: 'grapheme', maxLength: 12 })), { minLength: 1, maxLength: 4 })

test('C1: what was written comes back unchanged, whatever it begins with', () => {
  assert(
    property(texts, (cells) => {
      const [read = []] = parse(csvRow(cells), { relax_column_count: true })
      expect(read.map(asWritten)).toEqual(cells)
    }),
    { numRuns: howMany(1_000, 10_000) },
  )
})

test('C1: no cell begins with what a spreadsheet would run', () => {
  assert(
    property(texts, (cells) => {
      const [read = []] = parse(csvRow(cells))
      for (const cell of read) expect(cell).not.toMatch(/^[\s",;]*(?![+-]\d[\d .,]*$)[=+\-@＝＋－＠]/)
    }),
    { numRuns: howMany(1_000, 10_000) },
  )
})

test('C1: rows that come as JSON are written just as those that come as cells', () => {
  assert(
    property(array(texts, { minLength: 1, maxLength: 3 }), (rows) => {
      const lines = rows.map((cells) => JSON.stringify(cells)).join('\n')
      expect(csvRows(lines)).toBe(rows.map(csvRow).join(''))
    }),
    { numRuns: howMany(1_000, 10_000) },
  )
})

test.each(['+49 30 901820', '+4930901820', '+49 30 901820 ext 12', '-5', '-1,234.50', '+2.5'])(
  'C1: %s is a number and no formula: it is written as it is',
  (text) => {
    expect([csvRow([text, 'Pump']), csvRows(JSON.stringify([text, 'Pump']))]).toEqual(
      Array(2).fill(`"${text}","Pump"\r\n`),
    )
  },
)

test.each([
  '=1+2',
  '+SUM(A1)',
  '-2+3',
  '+49-30-901820',
  '+49/30',
  '+1*2',
  '-5^2',
  '+A1',
  '+49 ext SUM(A1)',
  "+1'x'!A1",
  ' +49',
  "'+49",
  '＋49',
  '@SUM(A1)',
  '\t+49',
  '\r5',
  '+49\n=1',
  '-',
])('C1: %j could be run, and is written as a text that reads as it was', (text) => {
  const [[cell = ''] = []] = parse(csvRow([text]))
  expect([cell, asWritten(cell), csvRows(JSON.stringify([text]))]).toEqual([`'${text}`, text, csvRow([text])])
})

test('C1: what older files guard is read as the number, and an apostrophe of a name stays', () => {
  expect(["'+49 30 901820", '+49 30 901820', "'t Hooft"].map(asWritten)).toEqual([
    '+49 30 901820',
    '+49 30 901820',
    "'t Hooft",
  ])
})
