import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Did, UndoRight } from './history.ts'
import type { PermissionKey } from './permissions.ts'

/** What a caller must hold: nothing, a session, one key, or any of several keys. */
export type Permission = 'public' | 'signed-in' | PermissionKey | readonly PermissionKey[]

/** One call of the API, described once; the server implements it, the web app and the tests call it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each parameter. */
  path: string
  /** What it does, or what it answers, in a sentence: the description of the API at /docs begins with it. */
  summary: string
  permission: Permission
  /** Whether it changes anything; some of the POSTs only read. */
  effect: 'read' | 'write'
  /** What the history says that a write did; undefined for what only reads. */
  did?: Did
  /** What it takes to undo it, where that is not the permission of the call; a public call is never undone without it. */
  undo?: UndoRight
  params?: TObject
  query?: TObject
  body?: TObject
  /** Its body holds filters, and is read as those of an address are. */
  filters?: true
  /** Its body is a part of a file, as it is, in place of JSON; a type that it may be sent as, too. */
  bytes?: true | 'message/rfc822'
  /** Its body may come as multipart/form-data, too: with a file beside it, in the part of this name. */
  multipart?: string
  /** Its body may come as the form of a page without a script, too (application/x-www-form-urlencoded); it is then answered with a page. */
  form?: true
  reply: TSchema
  /** What a success is answered with, where that is not 200: what it begins goes on afterwards. */
  status?: 202
  /** Canonical query or paging name → the name on the wire, where an old call spells it otherwise. */
  wire?: Readonly<Record<string, string>>
  /** What the screen says when the server sent no sentence of its own. */
  failure: string
  /** It does not end by itself: JSON, one object a line, each of them as `reply` says. */
  stream?: true
  /** It answers with the bytes of a file, whole or a range of them, in place of JSON. */
  file?: true
  /** It hands out a file: whoever views as somebody else does not carry it away. */
  download?: true
  /** Twice is the same as once, and the answer opens a session: a repeat under its idempotency key is answered anew, and nothing is kept of it. */
  answeredAnew?: true
  /** How long the web app waits, in milliseconds. */
  timeout: number
  /** The largest body in bytes; undefined: what its schema can take, at least 16 KiB, at most 64 KiB for a public call, 192 KiB for one that takes forms, and 256 KiB for any other. */
  bodyLimit?: number
  /** How often one address may call it in a minute; undefined: what public calls usually may, without limit for any other. */
  perMinute?: number
}

type Defaulted = 'effect' | 'timeout'
type Spec = Omit<Endpoint, 'method' | 'path' | Defaulted> & Partial<Pick<Endpoint, Defaulted>>
type Read = Omit<Spec, 'did' | 'undo'> & { effect?: 'read' }
/** Each write says what the history will call it, or that it leaves none. */
type Write = Spec & { effect?: 'write'; did: Did }
type Made<M extends Endpoint['method'], S extends Spec> = Omit<Endpoint, keyof S | 'method'> & S & { method: M }
type Make<M extends Endpoint['method'], Allowed extends Spec> = <const S extends Allowed>(
  path: string,
  spec: S,
) => Made<M, S>

const endpoint =
  <M extends Endpoint['method']>(method: M, defaultEffect: Endpoint['effect']) =>
  <const S extends Spec>(path: string, spec: S): Made<M, S> => ({
    effect: defaultEffect,
    timeout: 30_000,
    ...spec,
    method,
    path,
  })

export const get: Make<'GET', Read> = endpoint('GET', 'read')
export const post: Make<'POST', Write | (Read & { effect: 'read' })> = endpoint('POST', 'write')
export const put: Make<'PUT', Write> = endpoint('PUT', 'write')
export const del: Make<'DELETE', Write> = endpoint('DELETE', 'write')

/** A reading call whose answer goes on for as long as there is something to tell. */
export const stream = <const S extends Read>(path: string, spec: S) => ({ ...get(path, spec), stream: true as const })

/** The parts of a request that the endpoint declares, and only those. */
export type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends TObject ? Part : never]: E[Part] extends TObject
    ? Static<E[Part]>
    : never
} & (E['bytes'] extends true | string ? { bytes: Uint8Array<ArrayBuffer> } : unknown) &
  (E['multipart'] extends string ? { file?: SentFile | undefined } : unknown)
/** A file that was sent beside a body, under the name that it had where it came from. */
export interface SentFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}
export type Reply<E extends Endpoint> = Static<E['reply']>
/** How a list is narrowed, ordered and paged: in its address, or in a body of filters. */
export type QueryOf<E extends Endpoint> = E['query'] extends TObject
  ? Static<E['query']>
  : E['filters'] extends true
    ? BodyOf<E>
    : never
export type BodyOf<E extends Endpoint> = E['body'] extends TObject ? Static<E['body']> : never
/** The row type of a list endpoint. */
export type RowOf<E extends Endpoint> = Reply<E> extends { data: readonly (infer Row)[] } ? Row : never

// ── Schemas that many endpoints share ────────────────────────────────────────

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** The largest number that fits a column of type integer. */
export const LARGEST_INTEGER = 2_147_483_647
/** The id of a person, or of what people belong to: a company, a department, a designation. */
export const PersonId = Type.Integer({ minimum: 1, maximum: LARGEST_INTEGER })
/** Which version of a row it is. */
export const Version = Type.Integer({ minimum: 1, maximum: LARGEST_INTEGER })
export const ById = Type.Object({ id: Id })

/**
 * How a text is cleaned before it is checked: what shows nothing goes, and a line is one line. Of an address that is so at its ends
 * alone. A text without a kind (a password, a token, a search) is taken to the letter.
 */
export type TextKind = 'line' | 'lines' | 'address' | 'postal'
const kind = (of: TextKind) => ({ 'x-text': of })
const something = { minLength: 1, pattern: '\\S' }

/** A line that must say something: at least one character that is not white space. */
export const Text = (maxLength: number) => Type.String({ ...something, maxLength, ...kind('line') })
/** A line that may be empty. */
export const FreeText = (maxLength: number) => Type.String({ maxLength, ...kind('line') })
/** A text of several lines that must say something. */
export const Lines = (maxLength: number) => Type.String({ ...something, maxLength, ...kind('lines') })
/** A text of several lines that may be empty. */
export const FreeLines = (maxLength: number) => Type.String({ maxLength, ...kind('lines') })
/** Where somebody lives or works, or nothing: its lines become one, with commas between them. */
export const PostalAddress = (maxLength: number) => Type.String({ maxLength, ...kind('postal') })
/** An email address or a domain, as it is sent. */
export const Address = Type.String({ minLength: 1, maxLength: 320, ...kind('address') })
/** The same, or nothing. */
export const FreeAddress = Type.String({ maxLength: 320, ...kind('address') })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Timestamp = Type.String({ description: 'ISO 8601 with zone' })
export const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  maxLength: 10,
  description: 'YYYY-MM-DD, a whole day in the person’s time zone',
})
/** Values under names that the sender chooses: how long a name may be, and how many there may be. */
export const Named = <T extends TSchema>(value: T, longestName: number, most: number) =>
  Type.Record(Type.String(), value, { maxProperties: most, propertyNames: Type.String({ maxLength: longestName }) })
/** A filter of several values. */
export const Many = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Array(schema, { maxItems: 100, description: 'Repeated, as `name[]`, or separated by commas' }))
export const SeenVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LARGEST_INTEGER,
    description: 'The version that the person saw: later changes by others are reported, not overwritten',
  }),
)
/** A person as lists show one. */
export const PersonRef = Type.Object({ id: Id, name: Type.String() })
export type PersonRef = Static<typeof PersonRef>

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 20

/** Paging, search and sort, beside the filters of the list itself. Names are canonical; `wire` renames them. */
export const ListQuery = <P extends Record<string, TSchema>>(filters: P) =>
  Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.String({ maxLength: 60 })),
    order: Type.Optional(Type.Enum(['asc', 'desc'])),
    ...filters,
  })

/** What a selection is made of: what the list would take, and nothing else. A filter that is not known would select more than was meant. */
export const ListFilter = <P extends TProperties>(query: TObject<P>) =>
  Type.Object(query.properties, { 'x-closed': true })

/** Inclusive whole days in the person's time zone. */
export const DateRange = { from_date: Type.Optional(Day), to_date: Type.Optional(Day) }

export const Pagination = Type.Object({
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
  /** Where a list ends before its last page: the last one that is answered, and how to see further. */
  end: Type.Optional(Type.Object({ page: Type.Integer(), message: Type.String() })),
})
export type Pagination = Static<typeof Pagination>

const success = { success: Type.Boolean(), message: Type.Optional(Type.String()) }

export const One = <T extends TSchema>(data: T) => Type.Object({ ...success, data })
export const PageOf = <T extends TSchema>(row: T) =>
  Type.Object({ ...success, data: Type.Array(row), pagination: Pagination })
/** The bytes of a file, as they are. */
export const FileBytes = Type.String({ format: 'binary' })
/** Success without data. */
export const Done = Type.Object(success)

/** What any refused or failed call answers. */
export const Failure = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  /** What the caller may act on: the key needed, the row as it is now, the fields in conflict. */
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  request_id: Type.String(),
})
export type Failure = Static<typeof Failure>
