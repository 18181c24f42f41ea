import type { TSchema } from 'typebox'

/**
 * The schema with "this or null" said as a type of two names. As a union, Fastify's serializer validates every such value
 * against one schema after the other before it writes it: most of an answer's time.
 */
export const withPlainNulls = (schema: TSchema): TSchema => {
  const { anyOf, properties, items, ...rest }: Shape = schema
  const [only, ...others] = anyOf?.filter((each) => shape(each).type !== 'null') ?? []
  if (anyOf?.length === 2 && only && others.length === 0) return orNull(withPlainNulls(only))
  return {
    ...rest,
    ...(anyOf ? { anyOf } : {}),
    ...(properties ? { properties: mapped(properties) } : {}),
    ...(items ? { items: withPlainNulls(items) } : {}),
  }
}

interface Shape {
  type?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly TSchema[]
  properties?: Readonly<Record<string, TSchema>>
  items?: TSchema
}
const shape = (schema: TSchema): Shape => schema

const mapped = (properties: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, withPlainNulls(each)]))

const orNull = (schema: TSchema): TSchema => {
  const { type, enum: values } = shape(schema)
  if (values?.every((value) => typeof value === 'string'))
    return { ...schema, type: ['string', 'null'], enum: [...values, null] }
  return typeof type === 'string' ? { ...schema, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] }
}
