import type { TSchema } from 'typebox'
import type { TextKind } from '#contract/kit/endpoint.ts'

/** Anything that could be unseen, for a quick look: most texts have nothing of it. */
const SUSPECT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufe0e\ufe0f]/u

/** What ends a line, or moves within one. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/u
const ODD_BREAKS = /[\v\f\u0085\u2028\u2029]/gu

/** Scripts whose letters a joiner or a non-joiner shapes. */
const SHAPED =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]'

/**
 * What shows nothing or turns the text around it: controls, marks of width and direction, joiners that join nothing, variants of
 * no emoji. A flag that is spelled in tags is matched first, and stays.
 */
const UNSEEN = new RegExp(
  [
    '(\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,10}\\u{e007f})',
    '[\\x01-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]',
    '[\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]',
    `(?<!${SHAPED})\\u200c`,
    `(?<!${SHAPED}|[\\p{Emoji}\\ufe0f](?=\\u200d\\p{Extended_Pictographic}))\\u200d`,
    '(?<!\\p{Emoji})[\\ufe0e\\ufe0f]',
  ].join('|'),
  'gu',
)

/** A text as it reads: on one line, with what stands between its words as a space. */
export const cleanLine = (text: string) => {
  if (!SUSPECT.test(text)) return text.trim()
  const parts = text.replace(UNSEEN, '$1').split(BREAKS)
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}

/** A text of several lines as it reads; its lines and how they are set in stay. */
export const cleanLines = (text: string) =>
  SUSPECT.test(text) ? text.replace(ODD_BREAKS, '\n').replace(UNSEEN, '$1') : text

/** An address without what stands around it. Within one nothing is taken away: that could make it another. */
export const cleanAddress = (text: string) => {
  const isAround = (letter: string | undefined) =>
    letter !== undefined && letter !== '\0' && (letter.trim() === '' || SUSPECT.test(letter))
  let [from, to] = [0, text.length]
  while (from < to && isAround(text[from])) from++
  while (from < to && isAround(text[to - 1])) to--
  return text.slice(from, to)
}

/** A postal address on one line: its lines with commas between them. */
export const cleanPostal = (text: string) =>
  SUSPECT.test(text)
    ? cleanLines(text)
        .split(BREAKS)
        .map((line) => line.trim().replace(/,$/, '').trimEnd())
        .filter(Boolean)
        .join(', ')
    : text.trim()

const CLEANERS: Readonly<Record<TextKind, (text: string) => string>> = {
  line: cleanLine,
  lines: cleanLines,
  address: cleanAddress,
  postal: cleanPostal,
}

type Cleaner = (value: unknown) => unknown

interface Shape {
  'x-text'?: TextKind
  anyOf?: readonly TSchema[]
  items?: TSchema
  properties?: Readonly<Record<string, TSchema>>
  patternProperties?: Readonly<Record<string, TSchema>>
}

/** Cleans the texts of what a schema describes, each by its kind; undefined where it has none. */
export const textCleaner = (schema: TSchema): Cleaner | undefined => {
  const { 'x-text': kind, anyOf, items, properties, patternProperties }: Shape = schema
  if (kind) return (value) => (typeof value === 'string' ? CLEANERS[kind](value) : value)
  if (anyOf) return inTurn(anyOf.flatMap((each) => textCleaner(each) ?? []))
  if (items) return ofEach(textCleaner(items))
  if (patternProperties) return ofEntries(Object.values(patternProperties).flatMap((each) => textCleaner(each) ?? []))
  return properties && ofProperties(properties)
}

const inTurn = (cleaners: readonly Cleaner[]): Cleaner | undefined =>
  cleaners.length ? (value) => cleaners.reduce((so, clean) => clean(so), value) : undefined

const ofEach = (clean: Cleaner | undefined): Cleaner | undefined =>
  clean && ((value) => (Array.isArray(value) ? value.map(clean) : value))

const ofEntries = (cleaners: readonly Cleaner[]): Cleaner | undefined => {
  const clean = inTurn(cleaners)
  return clean && ((value) => (isRecord(value) ? mapped(value, (_, inner) => clean(inner)) : value))
}

const ofProperties = (properties: Readonly<Record<string, TSchema>>): Cleaner | undefined => {
  const cleaners = new Map(
    Object.entries(properties).flatMap(([name, schema]) => {
      const clean = textCleaner(schema)
      return clean ? [[name, clean] as const] : []
    }),
  )
  if (cleaners.size === 0) return undefined
  return (value) => (isRecord(value) ? mapped(value, (name, inner) => cleaners.get(name)?.(inner) ?? inner) : value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (value: Record<string, unknown>, each: (name: string, inner: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(name, inner)]))
