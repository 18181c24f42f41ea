import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { changedSince } from '#server/kit/merge-edits.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'

type Value = string | number | null
export type Own = Readonly<Record<string, unknown>>

/** A row as it is now. */
export interface Editable {
  entity: 'directory_contacts' | 'directory_companies'
  id: number
  version: number
  own: Own
  pinned: readonly string[]
  /** What the fields show, whoever said it. */
  shown: Readonly<Record<string, Value>>
}

/** What somebody asks for. */
interface Wish {
  /** Values by field; null: none, whatever sources say. */
  sent: Readonly<Record<string, Value>>
  pin: readonly string[]
  unpin: readonly string[]
  /** Fields that show again what sources say. */
  leave: readonly string[]
}

export interface OwnEdit {
  own: Own
  pinned: string[]
  /** Fields that somebody else has set otherwise since. */
  conflicts: string[]
}

/** What people have set, after the wish of somebody who saw the row at `seen`. */
export const editOwn = async (tenant: Tenant, row: Editable, wish: Wish, seen = row.version): Promise<OwnEdit> => {
  const before = seen < row.version ? (await changedSince(tenant, row, seen)).get('own') : undefined
  const then: Own = isObject(before) ? before : row.own
  const changedOf = (field: string) => !same(then[field], row.own[field])
  const own: Record<string, unknown> = { ...row.own }
  const conflicts: string[] = []
  const now = (field: string) => (Object.hasOwn(row.own, field) ? row.own[field] : (row.shown[field] ?? null))
  for (const [field, value] of Object.entries(wish.sent)) {
    if (same(value, now(field) ?? null) || (changedOf(field) && same(value, then[field] ?? null))) continue
    if (changedOf(field)) conflicts.push(field)
    else own[field] = value
  }
  for (const field of wish.leave)
    if (changedOf(field)) conflicts.push(field)
    else delete own[field]
  const pinned = new Set(
    [...row.pinned, ...wish.pin].filter((field) => ![...wish.unpin, ...wish.leave].includes(field)),
  )
  // A pinned value is a person's from then on: nothing that comes in shows instead.
  for (const field of wish.pin) if (pinned.has(field) && !Object.hasOwn(own, field)) own[field] = now(field)
  return { own, pinned: [...pinned].toSorted(), conflicts }
}

const isObject = (value: unknown): value is Own => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export const versionConflict = (what: 'contact' | 'company', current: object, fields: readonly string[]) =>
  conflict(
    `Someone else has changed this ${what} since you opened it. Review it and try again.`,
    { current, fields },
    'version_conflict',
  )

/** A text that shows something, or null. */
export const textOr = (text: string | null | undefined): string | null => text?.trim() || null

/** The country’s code, of a code or a name; 400 for what is none. */
export const readCountryField = (text: string | null): string | null => {
  if (text === null) return null
  const code = countryCode(text)
  if (code === undefined) throw badField('country', 'Enter a country code of two letters, like DE')
  return code
}

/** Tags as they are kept: each once, however it is written. */
export const cleanTags = (tags: readonly string[]): string[] => {
  const byWord = new Map<string, string>()
  for (const tag of tags) {
    const word = tag.trim()
    if (word && !byWord.has(word.toLowerCase())) byWord.set(word.toLowerCase(), word)
  }
  return [...byWord.values()]
}

/** Why a row of the directory cannot have so many; undefined where it can. */
export const tooManyTags = (tags: readonly string[], row: 'contact' | 'company') =>
  tags.length > DIRECTORY_LIMITS.tags ? `A ${row} has ${DIRECTORY_LIMITS.tags} tags at most` : undefined
