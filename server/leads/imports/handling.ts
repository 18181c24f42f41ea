import { sql } from 'kysely'
import type { ImportField } from '#contract/leads/imports.ts'
import { SOURCE_LABELS, STATUS_LABELS } from '#contract/leads/lead-labels.ts'
import { LEAD_STATUSES, LONGEST_TAG, MOST_TAGS, type LeadStatus } from '#contract/leads/lead.ts'
import type { DateOrder } from '#contract/platform/imports.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { missingKey } from '#server/leads/assignment/eligibility.ts'
import { choicesOf } from '#server/leads/company-words/choices.ts'
import { statuses } from '#server/leads/company-words/queries.ts'
import { eachOnce } from '#server/leads/intake/tags.ts'
import { readEmails } from '#server/platform/contact-details/several.ts'
import { isPlaceholder } from '#server/platform/imports/placeholders.ts'
import { readMoment } from '#server/platform/imports/dates.ts'
import type { Reason } from '#server/platform/imports/spec.ts'

/** What a file says of how its leads were worked before. */
export const HANDLING_FIELDS = [
  'owner',
  'status',
  'source',
  'created_at',
  'tags',
] as const satisfies readonly ImportField[]
export type HandlingField = (typeof HANDLING_FIELDS)[number]
export const isHandling = (field: ImportField): field is HandlingField => HANDLING_FIELDS.some((one) => one === field)

/** The same of a row, as far as it can be stored. */
export interface Handling {
  owner?: number | undefined
  /** An owner’s lead that is being worked on. */
  inProgress?: boolean
  source?: string | undefined
  createdAt?: string | undefined
  tags?: string[]
}

interface Person {
  id: number
  name: string
  email: string
  status: string
  permissions: string[]
}

/** What cells are compared with: read once for a chunk. */
export interface KnownWords {
  /** By email and by name; null for a name of several people. */
  people: ReadonlyMap<string, Person | null>
  sources: ReadonlyMap<string, string>
  statuses: ReadonlyMap<string, LeadStatus>
  zone: string
  now: Temporal.Instant
  order: DateOrder
}

/** Only what the columns need is read. */
export const knownWords = async (
  tenant: Tenant,
  fields: readonly (string | null)[],
  order: DateOrder,
): Promise<KnownWords> => {
  const [people, sources, labels, clock] = await Promise.all([
    fields.includes('owner') ? staffOf(tenant) : [],
    fields.includes('source') ? offeredSources(tenant) : [],
    fields.includes('status') ? statuses(tenant) : [],
    fields.includes('created_at') ? clockOf(tenant) : NO_CLOCK,
  ])
  const own = new Map(labels.map(({ code, label }) => [code, label]))
  return {
    people: byName(people),
    sources: new Map(
      sources.flatMap(({ code, label }) => [[folded(label), code] as const, [folded(code), code] as const]),
    ),
    statuses: new Map(
      LEAD_STATUSES.flatMap((code) =>
        [code, STATUS_LABELS[code], own.get(code) ?? code].map((said) => [folded(said), code] as const),
      ),
    ),
    zone: clock.zone,
    now: Temporal.Instant.from(clock.now),
    order,
  }
}
/** Nothing that a cell could name. */
export const NO_WORDS: KnownWords = {
  people: new Map(),
  sources: new Map(),
  statuses: new Map(),
  zone: 'UTC',
  now: Temporal.Instant.from('1970-01-01T00:00:00Z'),
  order: 'day_first',
}

const NO_CLOCK = { zone: 'UTC', now: '1970-01-01T00:00:00Z' }

const staffOf = ({ db, companyId }: Tenant): Promise<Person[]> =>
  db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'status', 'permissions'])
    .where('company_id', '=', companyId)
    .execute()

const byName = (people: readonly Person[]) => {
  const known = new Map<string, Person | null>()
  // Of two people of one name it is the active one.
  for (const [name, named] of Map.groupBy(people, (person) => folded(person.name))) {
    const active = named.filter(({ status }) => status === 'active')
    const [one, another] = active.length > 0 ? active : named
    if (one) known.set(name, another ? null : one)
  }
  for (const person of people) known.set(folded(person.email), person)
  return known
}

const offeredSources = async (tenant: Tenant) => {
  const said = await choicesOf(tenant, 'source')
  const own = new Map(said.map((choice) => [choice.code, choice]))
  const given = Object.entries(SOURCE_LABELS).map(([code, label]) => ({ code, label: own.get(code)?.label ?? label }))
  const others = said.flatMap(({ code, label, gone }) =>
    gone || Object.hasOwn(SOURCE_LABELS, code) ? [] : { code, label: label ?? code },
  )
  return [...given, ...others].filter(({ code }) => !own.get(code)?.hidden)
}

const clockOf = async ({ db }: Tenant) => {
  const { rows } = await sql<{ zone: string; now: string }>`select company_zone() as zone, now() as now`.execute(db)
  return rows[0] ?? NO_CLOCK
}

/** Names as they are compared: without case, with one blank for what stands between words. */
export const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Reads the cells; what can’t be used of them is left out with a note. */
export const readHandling = (
  cells: readonly string[],
  columns: readonly (readonly [column: number, field: HandlingField])[],
  known: KnownWords,
  { notes, empty }: { notes: Reason[]; empty: number[] },
): Handling => {
  const handling: Handling = {}
  let status: { code: LeadStatus; column: number } | undefined
  for (const [column, field] of columns) {
    const text = cleanLine(asWritten(cells[column] ?? '')).trim()
    if (text === '') continue
    const note: Note = (message) => {
      notes.push({ column, message })
      return undefined
    }
    if (isPlaceholder(text)) empty.push(column)
    else if (field === 'tags') handling.tags = tagsIn(text, handling.tags ?? [], note)
    else if (field === 'owner') handling.owner ??= ownerIn(text, known, note)
    else if (field === 'source') handling.source ??= sourceIn(text, known, note)
    else if (field === 'created_at') handling.createdAt ??= createdIn(text, known, note)
    else {
      const code = known.statuses.get(folded(text))
      if (code === undefined) note('There is no status of this name')
      else status ??= { code, column }
    }
  }
  const refused = status && refusedStatus(status.code, handling.owner !== undefined)
  if (status && refused) notes.push({ column: status.column, message: refused })
  else if (status?.code === 'in-progress') handling.inProgress = true
  return handling
}

/** Answers nothing: that is what a cell comes to which can’t be used. */
type Note = (message: string) => undefined

const ownerIn = (text: string, { people }: KnownWords, note: Note) => {
  const person = people.get(folded(readEmails(text).found[0]?.email ?? text))
  if (person === undefined) return note('There is nobody of this name or email')
  if (person === null) return note('Several people have this name. Use the email')
  if (person.status !== 'active') return note(`${person.name} is deactivated and can’t take leads`)
  const missing = missingKey(person.permissions, 'qa', 'enquiry')
  if (missing) return note(`${person.name} can’t work leads without the permission ${permissionsInWords([missing])}`)
  return person.id
}

const sourceIn = (text: string, { sources }: KnownWords, note: Note) => {
  const code = sources.get(folded(text))
  if (code === undefined) note('There is no source of this name')
  return code
}

/** What files write between tags. Google marks its own groups with a star. */
const BETWEEN_TAGS = /:::|[;,|]/

const tagsIn = (text: string, before: readonly string[], note: Note) => {
  const said = text.split(BETWEEN_TAGS).map((tag) => tag.trim().replace(/^\* /, ''))
  const fitting = said.filter((tag) => tag !== '' && tag.length <= LONGEST_TAG)
  const all = eachOnce([...before, ...fitting])
  if (fitting.length < said.filter((tag) => tag !== '').length) note(`A tag has at most ${LONGEST_TAG} characters`)
  if (all.length > MOST_TAGS) note(`A lead has at most ${MOST_TAGS} tags`)
  return all.slice(0, MOST_TAGS)
}

/** As old as a lead can be: before, dates are those of programs that had none. */
const OLDEST = Temporal.Instant.from('1990-01-01T00:00:00Z')

const createdIn = (text: string, { zone, now, order }: KnownWords, note: Note) => {
  const moment = readMoment(text, order, zone)
  if (!moment || Temporal.Instant.compare(moment, OLDEST) < 0) return note('It is no date of a lead')
  if (Temporal.Instant.compare(moment, now) > 0) return note('This date is in the future')
  return moment.toString()
}

/** Why a status of a file is not stored; undefined where it is, or says nothing new. */
const refusedStatus = (code: LeadStatus, owned: boolean) => {
  if (code === 'new') return undefined
  if (code === 'assigned' || code === 'in-progress')
    return owned ? undefined : 'This status needs an owner, and the row names none who can take it'
  return code === 'on_hold'
    ? 'A lead is put on hold until a day that a person chooses'
    : 'This status needs a verdict, and files have none'
}
