import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { textCleaner } from './clean-text.ts'
import { declaredParts } from './declared.ts'
import { UserError, type FieldError } from './errors.ts'
import { SentForm } from './form.ts'
import { fromForm, fromParts, isList, itemsOf, listed, typed } from './from-text.ts'
import { lazily } from './lazily.ts'
import { SentParts } from './multipart.ts'
import { shapeOf } from './shape.ts'

type Raw = Readonly<Record<string, unknown>>

/** Reads and checks what a request declares; whatever it does not declare is dropped. */
export const inputReader = (endpoint: Endpoint) => {
  const params = endpoint.params && checker(endpoint.params)
  const query = endpoint.query && queryReader(endpoint.query, endpoint.wire)
  const body = endpoint.body && checker(endpoint.body)

  return (request: { params: Raw; query: URLSearchParams; body: unknown }) => ({
    params: params && endpoint.params && params(fromText(endpoint.params, request.params)),
    query: query?.(request.query),
    body: body && endpoint.body && body(bodyOf(endpoint, endpoint.body, request.body)),
    bytes: endpoint.bytes && someBytes(request.body),
    file: request.body instanceof SentParts ? request.body.file : undefined,
  })
}

/** Reads and checks what an address asks for, under the names that it has on the wire. */
export const queryReader = <Query extends TObject>(schema: Query, wire: Readonly<Record<string, string>> = {}) => {
  const check = checker(schema)
  return (query: URLSearchParams) => check(fromSearch(schema, query, wire), wire) as Static<Query>
}

const someBytes = (body: unknown) => {
  if (body instanceof Uint8Array && body.length > 0) return body
  throw new UserError(400, 'The request has no file part in its body.', {
    errors: [{ field: 'body', message: 'Send a part of the file' }],
  })
}

/** A call that needs nothing of its body may come without one. */
export const isAllOptional = ({ required }: { required?: readonly string[] }) => !required?.length

const plainObject = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UserError(400, 'The request has no JSON object as its body.', {
      errors: [{ field: 'body', message: 'Send a JSON object' }],
    })
  return body
}

const bodyOf = ({ filters }: Endpoint, schema: TObject, sent: unknown) => {
  const none = (sent ?? undefined) === undefined && isAllOptional(schema) ? {} : sent
  const body =
    none instanceof SentParts
      ? fromParts(schema.properties, none.texts)
      : none instanceof SentForm
        ? fromForm(schema.properties, none.texts)
        : plainObject(none)
  return declaredParts(schema, filters ? fromFilters(schema, body) : body)
}

/** For values that hold only declared parts, no longer than the schema allows: a failed check looks at all of them. */
const checker = (schema: TObject) => {
  const validator = lazily((): Validator => Compile(schema))
  const clean = textCleaner(schema)
  return (sent: unknown, wire: Endpoint['wire'] = {}): unknown => {
    const value = clean ? clean(sent) : sent
    if (validator().Check(value)) return value
    const errors = sentences(validator().Errors(value), wire)
    throw new UserError(400, errors[0]?.message ?? 'The request is malformed.', { errors })
  }
}

// ── From the address bar's text to typed values ──────────────────────────────

const fromText = (schema: TObject, raw: Raw) =>
  Object.fromEntries(Object.entries(schema.properties).map(([name, type]) => [name, typed(type, textOf(raw[name]))]))

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A single value may come once; a list may be repeated, spelled `name[]`, or comma-separated. */
const fromSearch = (schema: TObject, search: URLSearchParams, wire: Readonly<Record<string, string>>) => {
  const values: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(schema.properties)) {
    const key = wire[name] ?? name
    const all = search.getAll(key)
    if (isList(type)) {
      const list = [...all, ...search.getAll(`${key}[]`)].flatMap(listed)
      if (list.length > 100) throw repeated(key, `${key} can have at most 100 values`)
      if (list.length) values[name] = list.map((text) => typed(itemsOf(type), text))
    } else {
      if (all.length > 1 || search.has(`${key}[]`)) throw repeated(key, `${key} can be given only once`)
      const [text] = all
      if (text !== undefined && text !== '') values[name] = typed(type, text)
    }
  }
  for (const text of search.values())
    if (text.includes('\0') || !text.isWellFormed()) throw repeated('query', 'The address has an invalid character')
  return values
}

/** It is refused as it is: nothing in it is read. */
const isTooMany = (type: TSchema, value: unknown) =>
  Array.isArray(value) && value.length > (shapeOf(type).maxItems ?? Infinity)

/** Filters of a body, read as those of an address are: a list may be a text, and what is empty is not there. */
const fromFilters = (schema: TObject, body: object) => {
  const sent = new Map<string, unknown>(Object.entries(body))
  const values = Object.entries(schema.properties).map(([name, type]) => {
    const value = sent.get(name)
    if (!isList(type) || value === undefined || isTooMany(type, value))
      return [name, value === '' ? undefined : value] as const
    const list = [value].flat().flatMap((one) => (typeof one === 'string' ? listed(one) : [one]))
    return [name, list.length ? list : undefined] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const repeated = (field: string, message: string) => new UserError(400, message, { errors: [{ field, message }] })

// ── From a failed check to sentences for people ──────────────────────────────

interface Failed {
  keyword: string
  instancePath: string
  params: unknown
}

const sentences = (failures: readonly Failed[], wire: Readonly<Record<string, string>>): FieldError[] => {
  const byField = new Map<string, string>()
  for (const failure of failures)
    for (const { field, message } of describe(failure)) {
      const [first = '', ...rest] = field.split('.')
      const named = [wire[first] ?? first, ...rest].join('.')
      if (!byField.has(named)) byField.set(named, message.replace('{field}', named || 'The request'))
    }
  return [...byField].slice(0, 20).map(([field, message]) => ({ field, message }))
}

const describe = ({ keyword, instancePath, params }: Failed): FieldError[] => {
  const field = instancePath.slice(1).replaceAll('/', '.')
  const known: Record<string, unknown> = Object(params)
  switch (keyword) {
    case 'required':
      return list(known['requiredProperties']).map((name) => ({
        field: field ? `${field}.${name}` : name,
        message: '{field} is missing',
      }))
    case 'enum':
    case 'const':
      return [
        {
          field,
          message: `{field} must be one of: ${list(known['allowedValues'] ?? [known['allowedValue']]).join(', ')}`,
        },
      ]
    case 'minLength':
      return [
        {
          field,
          message:
            known['limit'] === 1 ? 'Enter {field}' : `{field} needs at least ${String(known['limit'])} characters`,
        },
      ]
    case 'maxLength':
      return [{ field, message: `{field} can have at most ${String(known['limit'])} characters` }]
    case 'minItems':
      return [{ field, message: `{field} needs at least ${String(known['limit'])}` }]
    case 'maxItems':
    case 'maxProperties':
      return [{ field, message: `{field} can have at most ${String(known['limit'])} entries` }]
    case 'minimum':
      return [{ field, message: `{field} must be ${String(known['limit'])} or more` }]
    case 'maximum':
      return [{ field, message: `{field} must be ${String(known['limit'])} or less` }]
    case 'pattern':
      return [{ field, message: known['pattern'] === '\\S' ? 'Enter {field}' : '{field} has an invalid format' }]
    case 'type':
      return [{ field, message: `{field} must be ${article(String(known['type']))}` }]
    default:
      return [{ field, message: '{field} is invalid' }]
  }
}

const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const article = (type: string) =>
  ({
    integer: 'a whole number',
    number: 'a number',
    string: 'a text',
    array: 'a list',
    object: 'an object',
    boolean: 'true or false',
  })[type] ?? type
