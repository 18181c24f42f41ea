import type { Endpoint } from '#contract/kit/endpoint.ts'
import { sample, type Schema, schemaOf } from './sample.ts'

/** What costs most to look at, each about so many bytes long as JSON. */
export const CONTENTS: Readonly<Record<string, (bytes: number) => unknown>> = {
  'empty texts': (bytes) => Array.from({ length: bytes / 3 }, () => ''),
  'empty objects': (bytes) => Array.from({ length: bytes / 3 }, () => ({})),
  'empty lists': (bytes) => Array.from({ length: bytes / 3 }, () => []),
  'one text': (bytes) => 'x'.repeat(bytes),
  'many keys': (bytes) => Object.fromEntries(Array.from({ length: bytes / 12 }, (_, at) => [`k${at}`, 0])),
}

/** A body that fits the schema but for one part of it, or for one that the schema does not know. */
export interface Oversized {
  name: string
  body: unknown
}

/** Every part of the endpoint's body, and one that it does not declare, filled with the content. */
export const oversizedBodies = (endpoint: Endpoint, content: unknown, id: number): Oversized[] => {
  if (!endpoint.body) return []
  const schema = schemaOf(endpoint.body)
  return [
    { name: 'undeclared', body: { ...sample(schema, id, 'body'), undeclared: content } },
    ...filled(schema, [], content, id).filter(({ name }) => name !== ''),
  ]
}

const filled = (schema: Schema, path: readonly string[], content: unknown, id: number): Oversized[] => {
  const here = { name: path.join('.'), body: content }
  if (schema.anyOf) return schema.anyOf.flatMap((each) => filled(each, path, content, id))
  if (schema.type === 'array')
    return [here, ...filled(schema.items ?? {}, [...path, '[]'], content, id).map(within((body) => [body]))]
  const record = Object.values(schema.patternProperties ?? {})[0]
  if (record) return [here, ...filled(record, [...path, 'k'], content, id).map(within((body) => ({ k: body })))]
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
    filled(inner, [...path, key], content, id).map(within((body) => ({ ...sample(schema, id, ''), [key]: body }))),
  )
  return [here, ...own]
}

const within =
  (wrap: (body: unknown) => unknown) =>
  ({ name, body }: Oversized): Oversized => ({ name, body: wrap(body) })
