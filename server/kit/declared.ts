import type { TSchema } from 'typebox'
import { badField } from './errors.ts'
import { shapeOf, type Shape } from './shape.ts'

/**
 * The parts of a value that its schema declares. Measures before it looks inside, and never looks at what is not declared: it
 * costs at most what the schema allows, whatever is sent. 400 for the first part that is too long, or a text that cannot be stored.
 */
export const declaredParts = (schema: TSchema, value: unknown, path = ''): unknown => {
  const shape = branchFor(schema, value)
  if (typeof value === 'string') return storable(value, shape.maxLength, path)
  if (Array.isArray(value)) return shape.items ? eachItem(shape.items, shape.maxItems, value, path) : value
  if (!isObject(value)) return value
  const { properties, patternProperties } = shape
  if (properties && shape['x-closed']) refuseUnknown(properties, value, path)
  if (properties) return eachProperty(properties, value, path)
  return patternProperties ? eachEntry({ ...shape, patternProperties }, value, path) : value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of several at most one takes a value: null or the rest, a number or a word. */
const branchFor = (schema: TSchema, value: unknown): Shape => {
  const shape = shapeOf(schema)
  const kind = Array.isArray(value) ? 'array' : typeof value
  const branch = shape.anyOf?.find((each) => shapeOf(each).type === kind)
  return branch ? shapeOf(branch) : shape
}

/** PostgreSQL keeps neither a NUL nor half a surrogate pair as it was sent. */
const storable = (text: string, maxLength = Infinity, path: string): string => {
  // A character is two units at most; what is a little too long is for the schema's own check.
  if (text.length > 2 * maxLength) throw tooLong(path, maxLength)
  if (text.includes('\0') || !text.isWellFormed())
    throw badField(path, `${path || 'The text'} has a character that can’t be stored`)
  return text
}

const tooLong = (path: string, maxLength: number) => badField(path, `${path} can have at most ${maxLength} characters`)

const refuseUnknown = (
  properties: Readonly<Record<string, TSchema>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
) => {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined)
    throw badField(`${path}.${unknown.slice(0, 60)}`, `The list has no filter ${unknown.slice(0, 60)}`)
}

const eachItem = (items: TSchema, maxItems = Infinity, list: readonly unknown[], path: string) => {
  if (list.length > maxItems) throw tooMany(path, maxItems)
  return list.map((item, at) => declaredParts(items, item, `${path}.${at}`))
}

const tooMany = (path: string, most: number) => badField(path, `${path} can have at most ${most} entries`)

const eachProperty = (
  properties: Readonly<Record<string, TSchema>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, inner]) => [name, declaredParts(inner, value[name], path ? `${path}.${name}` : name)]),
  )

/** For names that the sender chooses. */
const eachEntry = (
  { patternProperties, propertyNames, maxProperties = Infinity }: Shape & Required<Pick<Shape, 'patternProperties'>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
) => {
  const names = Object.keys(value)
  if (names.length > maxProperties) throw tooMany(path, maxProperties)
  const longest = propertyNames && shapeOf(propertyNames).maxLength
  return Object.fromEntries(
    Object.entries(patternProperties).flatMap(([pattern, inner]) =>
      names
        .filter((name) => new RegExp(pattern, 'u').test(storable(name, longest, path)))
        .map((name) => [name, declaredParts(inner, value[name], `${path}.${name}`)]),
    ),
  )
}
