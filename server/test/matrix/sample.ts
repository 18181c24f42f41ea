import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '#contract/kit/endpoint.ts'

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  patternProperties?: Record<string, Schema>
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  pattern?: string
  'x-text'?: string
}

/** Where in a request a value stands: `body.products.[].product_id`. */
export interface Place {
  part: Part
  path: readonly string[]
  schema: Schema
}
export type Part = 'params' | 'query' | 'body'
export const PARTS = ['params', 'query', 'body'] as const
export type Sample = { [P in Part]?: any }

export const placeName = ({ part, path }: Place) => [part, ...path].join('.')

/** An input that the endpoint accepts: what is required, with `id` wherever an id is asked for. */
export const sampleInput = (endpoint: Endpoint, id: number): Sample =>
  Object.fromEntries(
    PARTS.flatMap((part) => (endpoint[part] ? [[part, sample(schemaOf(endpoint[part]), id, part)]] : [])),
  )

export const schemaOf = (schema: TSchema | TObject) => schema as Schema

/** All places of the endpoint's input that `wanted` picks, those within lists and optional ones too. */
export const places = (endpoint: Endpoint, wanted: (name: string, schema: Schema) => boolean): Place[] =>
  PARTS.flatMap((part) => (endpoint[part] ? within(schemaOf(endpoint[part]), part, []) : [])).filter(
    ({ path, schema }) => wanted(path.findLast((step) => step !== '[]') ?? '', schema),
  )

const within = (schema: Schema, part: Part, path: readonly string[]): Place[] => {
  if (schema.anyOf) return within(schema.anyOf.find((each) => each.type !== 'null') ?? {}, part, path)
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, inner]) => within(inner, part, [...path, key]))
  if (schema.type === 'array') return within(schema.items ?? {}, part, [...path, '[]'])
  return [{ part, path, schema }]
}

/** The input with `value` at the place; what is missing on the way there is made, a list gets the value beside an own one. */
export const withValue = (
  endpoint: Endpoint,
  base: Sample,
  { part, path }: Place,
  value: unknown,
  id: number,
): Sample => {
  const input = structuredClone(base)
  const put = (schema: Schema, target: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (schema.anyOf)
      return put(
        schema.anyOf.find((each) => each.type !== 'null') ?? {},
        target,
        step === undefined ? [] : [step, ...rest],
      )
    if (step === undefined) return value
    if (step === '[]') {
      const own = Array.isArray(target) && target.length ? target : [sample(schema.items ?? {}, id, path.at(-2) ?? '')]
      return rest.length ? [put(schema.items ?? {}, own[0], rest)] : [...own, put(schema.items ?? {}, undefined, [])]
    }
    const object: any = target ?? sample(schema, id, '')
    return { ...object, [step]: put(schema.properties?.[step] ?? {}, object[step], rest) }
  }
  input[part] = put(schemaOf(endpoint[part]!), input[part], path)
  return input
}

/** By the shape that the contract gives ids, and by what ids are called. */
export const isId = (name: string, { type, minimum, maximum, anyOf }: Schema): boolean =>
  (anyOf?.some((each) => isId(name, each)) ?? false) ||
  ((type === 'integer' || type === 'number') &&
    ((minimum === 1 && maximum === Number.MAX_SAFE_INTEGER) ||
      /(^|_|[a-z])(id|ids|Id|Ids|sid)$|^(assigned_qa|sales_person|asked_by|answered_by|mentions)$/.test(name)))

export const isText = (_name: string, { type, enum: values, const: only }: Schema) =>
  type === 'string' && values === undefined && only === undefined

/** What some pattern of the contract may ask for; the first that fits is taken. */
const TEXTS = [
  'Text 1',
  'text',
  '2026-03-12',
  'ada@firm.example',
  'https://firm.example/',
  'firm.example',
  '+4930123456',
  'DE',
  'DEU',
  '12345678',
  '0',
  'a1b2c3d4-1111-4222-8333-444455556666',
  'UTC',
  'USD',
  '#475569',
  '09:00',
  '18:00',
  'https://firm.example',
  '1:1:',
]

/** A value that fits the schema. */
export const sample = (schema: Schema, id: number, name: string, everything = false): any => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf.find((each) => each.type !== 'null') ?? {}, id, name, everything)
  if (schema.properties) {
    const wanted = everything ? Object.keys(schema.properties) : (schema.required ?? [])
    return Object.fromEntries(wanted.map((key) => [key, sample(schema.properties?.[key] ?? {}, id, key, everything)]))
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return isId(name, schema) ? id : Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, (_, at) =>
        // Of several texts each is another, as from and to are.
        schema.items?.type === 'string'
          ? sampleText(schema.items, name, at)
          : sample(schema.items ?? {}, id, name, everything),
      )
    case 'object':
      return {}
    case 'string':
      return sampleText(schema, name)
    default:
      return 'anything'
  }
}

const sampleText = ({ minLength = 0, maxLength = Infinity, pattern, enum: values }: Schema, name: string, at = 0) => {
  if (values) return String(values[at % values.length])
  const fits = (text: string) =>
    text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const long = TEXTS.map((text) => (text.length < minLength ? text.padEnd(minLength, text.at(-1)) : text))
  const text = [...(/mail/i.test(name) ? ['ada@firm.example'] : []), ...long].filter(fits)[at]
  if (text === undefined) throw new Error(`No sample text fits ${name} (${pattern ?? ''}): add one to TEXTS`)
  return text
}
