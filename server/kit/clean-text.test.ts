import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { FreeLines, FreeText, Nullable, Text } from '#contract/kit/endpoint.ts'
import { processorTime } from '#server/test/figures.ts'
import { cleanAddress, cleanLine, cleanLines, textCleaner } from './clean-text.ts'

test.each([
  ['a zero-width space', 'Ann\u200bLee', 'AnnLee'],
  ['a mark of byte order', '\ufeffAnn', 'Ann'],
  ['a word joiner and a soft hyphen', 'An\u2060n\u00ad', 'Ann'],
  ['marks of direction', '\u202eAnn\u202c\u2067\u2069\u200e\u200f\u061c', 'Ann'],
  ['marks of a gloss', '\ufff9Ann\ufffa\ufffb', 'Ann'],
  ['controls', 'A\u0001n\u007fn\u009f', 'Ann'],
  ['tags that spell no flag', 'Ann\u{e0041}\u{e0042}\u{e007f}', 'Ann'],
  ['joiners that join nothing', 'A\u200cn\u200dn', 'Ann'],
  ['a variant of no emoji', 'Ann\ufe0f', 'Ann'],
  ['line ends of every kind', ' A\r\nB\u000bC\fD\u0085E\u2028F\u2029G\tH ', 'A B C D E F G H'],
])('of a line, %s goes', (_, sent, read) => expect(cleanLine(sent)).toBe(read))

test.each([
  'می‌خواهم',
  'क्‍ष र्‌क',
  'ക്‍',
  '👩‍👩‍👧‍👦 👨🏽‍🔧 ❤️ ☎︎ 1️⃣ 🏳️‍🌈 🇩🇪',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🏴‍☠️',
  'e\u0301 مُحَمَّد שָׁלוֹם 𝒳 葛\u{e0100}城',
  'two  spaces\u00a0and\u3000more',
])('%j stays to the letter', (text) => {
  expect(cleanLine(text)).toBe(text)
  expect(cleanLines(text)).toBe(text)
})

test('a text of several lines keeps them, and how they are set in', () => {
  expect(cleanLines('  One\r\n\tTwo\u200b\n\n')).toBe('  One\r\n\tTwo\n\n')
  expect(cleanLines('One\u2028Two\u0085Three\u000b')).toBe('One\nTwo\nThree\n')
})

test('of an address nothing goes but what stands around it', () => {
  expect(cleanAddress('\u200b\ufeff a\u200b@b.example\r\n\u200b')).toBe('a\u200b@b.example')
  expect(cleanAddress(' \u200b ')).toBe('')
})

test('what is not of a kind is not touched, however deep it lies', () => {
  const unclean = ' \u200ba\nb '
  const clean = textCleaner(
    Type.Object({
      password: Type.String(),
      name: Text(10),
      note: Type.Optional(Nullable(FreeLines(10))),
      lines: Type.Array(Type.Object({ label: FreeText(10), code: Type.String() })),
      utm: Type.Record(Type.String(), FreeText(10)),
    }),
  )

  expect(
    clean?.({
      password: unclean,
      name: unclean,
      note: unclean,
      lines: [{ label: unclean, code: unclean }, 'x'],
      utm: { a: unclean },
      other: unclean,
    }),
  ).toEqual({
    password: unclean,
    name: 'a b',
    note: ' a\nb ',
    lines: [{ label: 'a b', code: unclean }, 'x'],
    utm: { a: 'a b' },
    other: unclean,
  })
  expect(clean?.({ name: 7, note: null, lines: {}, utm: [] })).toEqual({ name: 7, note: null, lines: {}, utm: [] })
  expect(textCleaner(Type.Object({ password: Type.String() }))).toBeUndefined()
})

test.each([
  ['unseen marks', '\u200b'],
  ['tags', '\u{e0041}'],
  ['flags that never end', '\u{1f3f4}\u{e0041}'],
  ['joiners', '\u200d'],
  ['letters and joiners', 'ب\u200d'],
  ['spaces and a line end', '   \n'],
])('a megabyte of %s is cleaned in proportion to its length', (_, piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  cleanLine(piece)

  for (const clean of [cleanLine, cleanLines, cleanAddress])
    expect(processorTime(() => clean(text))).toBeLessThan(2_000)
})
