import { expect, test } from 'vitest'
import { markedPieces } from './reader.ts'

const marks = (text: string, phrases: readonly string[]) =>
  markedPieces(text, phrases)
    .map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece))
    .join('')

test('phrases are marked as whole beginnings of words, in either case', () => {
  expect(marks('Flow switch in the flow: an inflow', ['flow', 'flow switch'])).toBe(
    '[Flow] switch in the [flow]: an inflow',
  )
  expect(marks('Food grade hoses', ['food grade'])).toBe('[Food grade] hoses')
})

test('a text without a phrase, and phrases of one letter, mark nothing', () => {
  expect(marks('A pump', ['a', 'valve'])).toBe('A pump')
  expect(marks('', ['pump'])).toBe('')
})

test('all pieces together are the text', () => {
  const text = 'Seals, seals and SEALS; İ seals'
  expect(
    markedPieces(text, ['seals'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
