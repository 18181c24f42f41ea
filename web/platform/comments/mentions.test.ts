import { expect, test } from 'vitest'
import { mentionedIn, piecesOf, soughtAt, withMention } from './mentions.ts'

const ada = { id: 1, name: 'Ada Lovelace' }
const adaShort = { id: 2, name: 'Ada' }

test('a name is sought behind an @ that begins a word, up to where one writes', () => {
  const sought = (text: string) => soughtAt(text, text.length)

  expect(['@', 'Hi @ad', '(@Ada L', '@O’Ne', 'line\n@Ün'].map(sought)).toEqual(['', 'ad', 'Ada L', 'O’Ne', 'Ün'])
  expect(['ada@firm.example', 'no', '@Ada Lovelace said', '@ada, '].map(sought)).toEqual(Array(4).fill(undefined))
  expect(soughtAt('@ad and more', 3)).toBe('ad')
})

test('a chosen name takes the place of what was typed, wherever that stands', () => {
  expect(withMention('Hi @ad, look', 6, ada)).toEqual({ text: 'Hi @Ada Lovelace , look', caret: 17 })
  expect(withMention('@', 1, ada)).toEqual({ text: '@Ada Lovelace ', caret: 14 })
  expect(withMention('@ad x', 3, adaShort)).toEqual({ text: '@Ada x', caret: 5 })
})

test('whoever was chosen and taken out again is not mentioned', () => {
  expect(mentionedIn('for @Ada Lovelace', [ada, ada])).toEqual([ada])
  expect(mentionedIn('for nobody', [ada])).toEqual([])
})

test('whoever’s name begins the name that stands there is not mentioned, unless by themselves elsewhere', () => {
  expect(mentionedIn('for @Ada Lovelace', [adaShort, ada])).toEqual([ada])
  expect(mentionedIn('for @Ada Lovelace and @Ada', [adaShort, ada])).toEqual([adaShort, ada])
})

test('a text comes back whole, its mentions apart, the longer name first', () => {
  const text = '<b>@Ada Lovelace</b> and @Ada, @Adam'
  const pieces = piecesOf(text, [adaShort, ada])

  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.filter(({ mention }) => mention).map((piece) => piece.text)).toEqual(['@Ada Lovelace', '@Ada', '@Ada'])
  expect(piecesOf('', [ada])).toEqual([])
})
