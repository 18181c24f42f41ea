import { Type, type Static } from 'typebox'
import { FreeLines, Nullable } from '#contract/kit/endpoint.ts'

// Beside the rules of `values.ts`, which need all units: what a call is needs none of them.

export const ATTRIBUTE_TYPES = [
  'text',
  'long_text',
  'number',
  'quantity',
  'range',
  'boolean',
  'date',
  'option',
  'options',
  'url',
] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]

export const LONGEST_TEXT = 20_000
export const LONGEST_NUMBER = 60
export const MOST_OPTIONS = 50

/** More than any amount has; what is longer is sent as a text, and refused by its digits. */
const LARGEST_NUMBER = 1e15

const SentNumber = Type.Number({ minimum: -LARGEST_NUMBER, maximum: LARGEST_NUMBER })
const SentDecimal = Type.Union([Type.String({ maxLength: LONGEST_NUMBER }), SentNumber])
const SentUnit = Type.String({ maxLength: 60 })
/**
 * A value in the body of a call; a number may be sent as a JSON number. Null, '' and [] are empty. One object for a quantity and a range:
 * what is sent is measured by the one branch that takes its kind.
 */
export const AttributeValueSchema = Type.Union([
  FreeLines(LONGEST_TEXT),
  SentNumber,
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 120 }), { maxItems: MOST_OPTIONS }),
  Type.Object(
    {
      value: Type.Optional(SentDecimal),
      min: Type.Optional(Nullable(SentDecimal)),
      max: Type.Optional(Nullable(SentDecimal)),
      unit: SentUnit,
    },
    { additionalProperties: false },
  ),
  Type.Null(),
])
export type SentValue = Static<typeof AttributeValueSchema>
