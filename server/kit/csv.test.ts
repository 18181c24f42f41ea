import { parse } from 'csv-parse/sync'
import { assert, array, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { howMany } from '../../scripts/scope.mjs'
import { asWritten, csvRow, csvRows } from './csv.ts'

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
      for (const cell of read) expect(cell).not.toMatch(/^[\s",;]*[=+\-@＝＋－＠]/)
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

test('C1: an honest telephone number is written as a text and read as the number', () => {
  expect(csvRow(['+49 30 901820', '-5', 'Pump'])).toBe(`"'+49 30 901820","'-5","Pump"\r\n`)
  expect(["'+49 30 901820", '+49 30 901820', "'t Hooft"].map(asWritten)).toEqual([
    '+49 30 901820',
    '+49 30 901820',
    "'t Hooft",
  ])
})
