import type { AssignmentEntry } from '#contract/leads/auto-assign-qa.ts'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { LeadKind } from '#contract/leads/lead.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { isOpen, nextChange } from '#server/platform/calendar/working-time.ts'
import { countryName } from '#server/platform/contact-details/countries.ts'
import { KEY_OF_LIST } from '#server/leads/lists/scope.ts'
import type { AssignmentList } from './queue.ts'

/** What a person must be allowed to do to work what the list gives them. */
const KEY_FOR_LIST: Readonly<Record<AssignmentList, PermissionKey>> = {
  qa: 'assigned_leads_edit_status',
  sales: 'valid_leads_list',
}

/** The lists on any of which a lead is seen while it is worked: whoever opens none of them could not work it. */
const SEEN_ON: Readonly<Record<LeadKind, Readonly<Record<AssignmentList, readonly PermissionKey[]>>>> = {
  enquiry: { qa: [KEY_OF_LIST.assigned, KEY_OF_LIST.marketing], sales: [KEY_OF_LIST.valid] },
  registration: { qa: [KEY_OF_LIST.registration], sales: [KEY_OF_LIST.registration] },
}

/** The one to ask for by whoever works the list, but not leads of this kind. */
const LIST_FOR_KIND = { enquiry: KEY_OF_LIST.assigned, registration: KEY_OF_LIST.registration } as const

/** What a person must be allowed to do to work such a lead that the list gives them: all of any of these. */
export const keysFor = (list: AssignmentList, kind: LeadKind): PermissionKey[][] =>
  SEEN_ON[kind][list].map((seenBy) => [...new Set([KEY_FOR_LIST[list], seenBy])])

/** The permission for which somebody could not work such a lead; undefined when they could. */
export const missingKey = (
  permissions: readonly string[],
  list: AssignmentList,
  kind: LeadKind,
): PermissionKey | undefined => {
  const missing = keysFor(list, kind).map((keys) => keys.find((key) => !permissions.includes(key)))
  return missing.includes(undefined) ? undefined : missing[0]
}

/** All of a person on a list that decides whether a lead can be given to them now. */
export interface Standing {
  status: string
  /** Null where the person is not in the company any more. */
  staff_status: string | null
  /** The kinds of leads that the person is allowed to work; none for whoever may work nothing of the list. */
  kinds: readonly LeadKind[]
  /** The permission for which the person could work no enquiry; null when they could. */
  lacks: PermissionKey | null
  weight: number
  /** When the person is back; null for whoever is not away. */
  back_at: string | null
  /** For whoever does not work at this hour: until when, as far as that is known. Null for whoever does. */
  off_shift: { until?: string } | null
  daily_cap: number | null
  /** Counted up to the cap. */
  today: number
  open_cap: number | null
  /** Counted up to the cap. */
  open: number
  /** When the person's next day begins. */
  tomorrow: string
}

/** Why somebody can take no lead now, and until when where that passes by itself. */
export interface Block {
  state: Exclude<AssignmentEntry['state'], 'available'>
  /** As it is kept with a decision. */
  reason: string
  until?: string
}

/** The exact reason why somebody can take no lead now, whichever it is; undefined when they can. */
export const blockOf = (standing: Standing, list: AssignmentList): Block | undefined => {
  const { status, staff_status, kinds, lacks, weight, back_at, off_shift } = standing
  const { daily_cap, today, open_cap, open, tomorrow } = standing
  if (staff_status !== 'active') return { state: 'deactivated', reason: 'deactivated' }
  if (kinds.length === 0) return { state: 'no_permission', reason: noPermission(lacks ?? KEY_FOR_LIST[list]) }
  if (status !== 'active') return { state: 'paused', reason: 'paused on the list' }
  if (weight === 0) return { state: 'paused', reason: 'weight is 0' }
  if (back_at !== null) return { state: 'away', reason: 'away', until: back_at }
  if (off_shift !== null) return { state: 'off_shift', reason: 'off shift', ...off_shift }
  if (daily_cap !== null && today >= daily_cap)
    return { state: 'at_cap', reason: `at the daily cap of ${daily_cap}`, until: tomorrow }
  if (open_cap !== null && open >= open_cap) return { state: 'at_cap', reason: `at the open cap of ${open_cap}` }
  return undefined
}

const noPermission = (key: PermissionKey) => `no permission: ${key}`

interface Hours {
  /** Null works always. */
  calendar: WorkingCalendar | null
  /** The moment, by the database's clock. */
  at: string
}

/** The row with what follows from the person's hours in their place. */
export const onShift = <Row extends Hours>({
  calendar,
  at,
  ...row
}: Row): Omit<Row, keyof Hours> & Pick<Standing, 'off_shift'> => {
  const now = new Date(at)
  if (calendar === null || isOpen(calendar, now)) return { ...row, off_shift: null }
  const until = nextChange(calendar, now)
  return { ...row, off_shift: until ? { until: until.toISOString() } : {} }
}

/** Which leads a person takes; what is empty takes all. */
export interface Accepts {
  accepts_countries: readonly string[]
  accepts_sources: readonly string[]
  accepts_categories: readonly string[]
}

/** What of a lead decides who takes it. */
export interface LeadTraits {
  kind: LeadKind
  country: string | null
  source: string
  /** Of its products, as far as they are in the catalogue. */
  categories: readonly string[]
}

/** Why somebody who works the list could not work leads of this kind; undefined when they could. */
export const refusedKind = ({ kinds }: Pick<Standing, 'kinds'>, kind: LeadKind): string | undefined =>
  kinds.includes(kind) ? undefined : noPermission(LIST_FOR_KIND[kind])

/** Why this lead is not one that the person takes; undefined when it is. */
export const refusedTrait = (
  { kinds, accepts_countries, accepts_sources, accepts_categories }: Accepts & Pick<Standing, 'kinds'>,
  { kind, country, source, categories }: LeadTraits,
): string | undefined => {
  const refused = refusedKind({ kinds }, kind)
  if (refused !== undefined) return refused
  if (accepts_countries.length && !(country !== null && accepts_countries.includes(country)))
    return country === null ? 'does not accept leads without a country' : `does not accept ${countryName(country)}`
  if (accepts_sources.length && !accepts_sources.includes(source))
    return `${NOT_THE_SOURCE}${source.replaceAll('_', ' ')}`
  if (accepts_categories.length && !categories.some((each) => accepts_categories.includes(each)))
    return categories.length
      ? `does not accept ${categories.join(', ')}`
      : 'does not accept leads without a product category'
  return undefined
}

const NOT_THE_SOURCE = 'does not accept the source '

/** A reason as it is kept, with a source called what the company calls it today. */
export const reasonInWords = (reason: string, sourceLabel: (code: string) => string): string =>
  reason.startsWith(NOT_THE_SOURCE)
    ? `${NOT_THE_SOURCE}“${sourceLabel(reason.slice(NOT_THE_SOURCE.length).replaceAll(' ', '_'))}”`
    : reason
