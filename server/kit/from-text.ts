import type { TSchema } from 'typebox'
import { badField } from './errors.ts'
import { shapeOf } from './shape.ts'

export const isList = (schema: TSchema) => shapeOf(schema).type === 'array'
export const itemsOf = (schema: TSchema): TSchema => shapeOf(schema).items ?? {}
export const listed = (text: string) => text.split(',').filter((one) => one !== '')

const takesNumber = (schema: TSchema) => takes(schema, 'integer') || takes(schema, 'number')

/** Only plain decimals become numbers: `1e3`, ` 1`, `0x1` and numbers too large to be exact stay text, and fail. */
export const typed = (schema: TSchema, text: string) => {
  if (!takesNumber(schema) || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return text
  const number = Number(text)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number
}

/**
 * What the body of JSON would say whose values came as the texts of parts: numbers, truths, null, lists and objects where the schema
 * has them. What reads as none of these stays text, and fails.
 */
export const fromParts = (
  properties: Readonly<Record<string, TSchema>>,
  texts: ReadonlyMap<string, readonly unknown[]>,
) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const sent = [name, ...(isList(schema) ? [`${name}[]`] : [])].flatMap((each) => texts.get(each) ?? [])
      const value = sent.length > 0 ? fromPart(schema, name, sent) : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * What the body of JSON would say whose values came as the texts of a form. An input is called as its value is: `products.0.quantity`.
 * What is empty is not there, nor is an entry of a list without the first text that it needs.
 */
export const fromForm = (
  properties: Readonly<Record<string, TSchema>>,
  texts: ReadonlyMap<string, readonly string[]>,
  path = '',
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const value = fromInput(schema, `${path}${name}`, texts)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const fromInput = (schema: TSchema, name: string, texts: ReadonlyMap<string, readonly string[]>): unknown => {
  const { patternProperties, maxItems = 0 } = shapeOf(schema)
  if (patternProperties) return underNames(`${name}.`, texts)
  const { properties, required = [] } = isList(schema) ? shapeOf(itemsOf(schema)) : {}
  if (properties) {
    const [needed = ''] = required
    const entries = Array.from({ length: maxItems }, (_, at) => fromForm(properties, texts, `${name}.${at}.`))
    const filled = entries.filter((entry) => Object.hasOwn(entry, needed))
    return filled.length > 0 ? filled : undefined
  }
  const sent = (texts.get(name) ?? []).filter((text) => text !== '')
  return sent.length > 0 ? fromPart(schema, name, sent) : undefined
}

/** For names that the sender chooses. */
const underNames = (prefix: string, texts: ReadonlyMap<string, readonly string[]>) => {
  const named = [...texts].flatMap(([name, [text = '']]) => {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    return own === '' || own === '__proto__' || text === '' ? [] : [[own, withLines(text)] as const]
  })
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

const fromPart = (schema: TSchema, name: string, sent: readonly unknown[]) => {
  const [first] = sent
  const isOneText = sent.length === 1 && typeof first === 'string'
  if (isList(schema) && !(isOneText && first.startsWith('[')))
    return sent.flatMap((each) => (typeof each === 'string' ? itemsIn(itemsOf(schema), name, each) : each))
  if (sent.length > 1) throw badField(name, `${name} can be given only once`)
  return isOneText ? fromOne(schema, name, withLines(first)) : first
}

/** Ids may be separated by commas; a text that has some is one text. */
const itemsIn = (items: TSchema, name: string, text: string) =>
  takesNumber(items)
    ? listed(text).map((each) => typed(items, each))
    : text === ''
      ? []
      : [fromOne(items, name, withLines(text))]

/** Forms end lines in two characters, whatever they were given. */
const withLines = (text: string) => text.replaceAll('\r\n', '\n')

/** Undefined where an empty text says nothing that the schema has. */
const fromOne = (schema: TSchema, name: string, text: string): unknown => {
  if (text === '') return takes(schema, 'null') ? null : takes(schema, 'string') ? '' : undefined
  if (takes(schema, 'string')) return text
  if (takes(schema, 'boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (takes(schema, 'object') || isList(schema)) return parsed(name, text)
  return typed(schema, text)
}

/** Whether a value of the type fits; one without a type takes all of them. */
const takes = (schema: TSchema, type: string): boolean => {
  const { type: own, anyOf, enum: values, const: only } = shapeOf(schema)
  if (anyOf) return anyOf.some((each) => takes(each, type))
  if (values ?? only !== undefined) return (values ?? [only]).some((each) => typeof each === type)
  return own === type || (own === undefined && type === 'object')
}

const parsed = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text, MAY_POISON.test(text) ? refusePoison : undefined)
  } catch {
    throw badField(name, `${name} must be JSON`)
  }
}

/** As bodies of JSON are read: names that a careless copy takes for the prototype are refused. */
const MAY_POISON = /__proto__|constructor|\\u/
const refusePoison = (key: string, value: unknown) => {
  if (key === '__proto__' || (key === 'constructor' && Object.hasOwn(Object(value), 'prototype'))) throw new Error(key)
  return value
}
