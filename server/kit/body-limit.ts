import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { shapeOf } from './shape.ts'

const KIB = 1024
/** For spaces, and for what a caller sends along that nobody declares. */
const LEAST = 16 * KIB
/** What a body may be whatever its schema says, without a session and with one. */
const MOST = { public: 64 * KIB, form: 192 * KIB, others: 256 * KIB }
/** A form writes each byte of a text that is not ASCII as three: `%C3`. */
const FORM_BYTES = 3

/** How long a body of JSON may be, where a form may be longer. */
export const jsonLimitOf = ({ form: _, ...endpoint }: Endpoint) => bodyLimitOf(endpoint)

/** How long a body may be: the contract's own word, else as long as its schema can make it. */
export const bodyLimitOf = ({ permission, body, bodyLimit, form }: Endpoint): number => {
  if (bodyLimit !== undefined) return bodyLimit
  const needed = body ? Math.ceil((largestJson(body) * (form ? FORM_BYTES : 1)) / KIB) * KIB : 0
  return Math.min(Math.max(LEAST, needed), MOST[form ? 'form' : permission === 'public' ? 'public' : 'others'])
}

/** In UTF-8. A sender that escapes more than it has to takes more, but never in every part at once. */
const CHARACTER = 4
const QUOTES = 2
const NUMBER = 24
/** A comma or a colon, and a space. */
const JOINT = 2

/** The most bytes that a value of the schema takes as JSON; Infinity where the schema sets no bound. */
export const largestJson = (schema: TSchema): number => {
  const shape = shapeOf(schema)
  if (shape.anyOf) return Math.max(...shape.anyOf.map(largestJson))
  if (shape.enum) return Math.max(...shape.enum.map(written))
  if (shape.const !== undefined) return written(shape.const)
  switch (shape.type) {
    case 'string':
      return QUOTES + CHARACTER * (shape.maxLength ?? Infinity)
    case 'integer':
    case 'number':
      return NUMBER
    case 'boolean':
    case 'null':
      return written(false)
    case 'array':
      return QUOTES + (shape.maxItems ?? Infinity) * ((shape.items ? largestJson(shape.items) : Infinity) + JOINT)
    default:
      return QUOTES + namedParts(schema) + chosenParts(schema)
  }
}

const written = (value: unknown) => JSON.stringify(value).length

const namedParts = (schema: TSchema) =>
  Object.entries(shapeOf(schema).properties ?? {})
    .map(([name, inner]) => written(name) + JOINT + largestJson(inner) + JOINT)
    .reduce((sum, bytes) => sum + bytes, 0)

/** Of names that the sender chooses. */
const chosenParts = (schema: TSchema) => {
  const { patternProperties, propertyNames, maxProperties = Infinity } = shapeOf(schema)
  if (!patternProperties) return 0
  const name = propertyNames ? largestJson(propertyNames) : Infinity
  return maxProperties * (name + JOINT + Math.max(...Object.values(patternProperties).map(largestJson)) + JOINT)
}
