import fc, { type Arbitrary } from 'fast-check'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isId, PARTS, sample, type Sample, type Schema, schemaOf } from './sample.ts'
import { FOREIGN, SHARED, UNKNOWN } from './world.ts'

/** Inputs of an endpoint: mostly what its schema allows, and here and there what nobody should send. */
export const inputsOf = (endpoint: Endpoint): Arbitrary<Sample> =>
  fc.record(
    Object.fromEntries(
      PARTS.flatMap((part) =>
        endpoint[part]
          ? [[part, part === 'body' ? sent(schemaOf(endpoint.body!), part) : inAddress(part, endpoint)]]
          : [],
      ),
    ),
  )

/** What stands in an address is text; of half a letter there is none. */
const inAddress = (part: 'params' | 'query', endpoint: Endpoint): Arbitrary<object> =>
  fits(schemaOf(endpoint[part]!), part).map((fields) =>
    Object.fromEntries(
      Object.entries(Object(fields)).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.toWellFormed() : value,
      ]),
    ),
  )

const HOSTILE: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, -0, '', [], {}, [[]], { id: 1 }),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** One value in forty is anything at all. */
const sent = (schema: Schema, name: string): Arbitrary<unknown> =>
  fc.oneof({ weight: 39, arbitrary: fits(schema, name) }, { weight: 1, arbitrary: HOSTILE })

const fits = (schema: Schema, name: string): Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => sent(each, name)))
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, inner]) => [key, sent(inner, key)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return number(schema, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(sent(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(4, schema.minItems ?? 0),
      })
    case 'object':
      return fc.dictionary(fc.string({ maxLength: 8 }), HOSTILE, { maxKeys: 3 })
    case 'string':
      return text(schema, name)
    default:
      return HOSTILE
  }
}

const number = (schema: Schema, name: string) => {
  const { minimum = -1_000, maximum = 1_000_000 } = schema
  const ids = [SHARED, FOREIGN, UNKNOWN, 1, 2, 3]
  return fc.oneof(
    {
      weight: 6,
      arbitrary: isId(name, schema) ? fc.constantFrom(...ids) : fc.integer({ min: minimum, max: minimum + 50 }),
    },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: Math.max(minimum, maximum) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1) },
  )
}

/** Days that there are and are not, what a database takes for a word of its own, and what breaks a careless statement. */
const TEXTS = [
  '2026-02-29',
  '2024-02-29',
  '0000-01-01',
  '9999-12-31',
  '2026-11-27T10:00:00Z',
  '2026-10-25T02:30:00',
  'infinity',
  '-infinity',
  'NaN',
  'null',
  'epoch',
  '24:00',
  '23:59',
  'Europe/Berlin',
  'Mars/Olympus',
  `'; drop table leads; --`,
  '%',
  '_',
  '\\',
  '{}',
  '$1',
  '0x1f',
  '1e400',
  '99999999999999999999',
  '\u0000',
  '\ud800',
  '\u202e',
  '👩🏽‍🔧',
  'é'.normalize('NFD'),
  'xn--a',
  'a@b',
  '+0',
  ' ',
]

const text = (schema: Schema, name: string) => {
  const { minLength = 0, maxLength = 60 } = schema
  const own: Arbitrary<string> = fc.constant(String(sample(schema, SHARED, name)))
  return fc.oneof(
    { weight: 6, arbitrary: own },
    { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
    {
      weight: 2,
      arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x'.repeat(Math.min(maxLength, 20_000)), 'x'.repeat(Math.min(maxLength, 20_000) + 1)),
    },
  )
}
