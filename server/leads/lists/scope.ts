import { sql, type RawBuilder } from 'kysely'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Caller } from '#server/kit/auth.ts'

type Condition = RawBuilder<boolean>
export type Viewer = Pick<Caller, 'can' | 'personId'>

/** The lists of leads: which leads each one holds, or whose alone of them. `l` is the lead. */
export const LIST_SCOPES = {
  marketing: (): Condition => sql<boolean>`l.kind = 'enquiry'`,
  unassigned: (): Condition => sql<boolean>`l.kind = 'enquiry' and l.status = 'new' and l.quarantined_by is null`,
  assigned: (own?: number): Condition =>
    sql<boolean>`l.kind = 'enquiry' and l.status in ('assigned', 'in-progress', 'on_hold')${ownOf('assigned_qa', own)}`,
  valid: (own?: number): Condition =>
    sql<boolean>`l.kind = 'enquiry' and l.status = 'valid'${ownOf('sales_person', own)}`,
  registration: (): Condition => sql<boolean>`l.kind = 'registration'`,
  /** What the caller decided, whatever has become of it: see own-verdicts. */
  decided: (): Condition => sql<boolean>`l.kind = 'enquiry'`,
} as const

export type LeadList = keyof typeof LIST_SCOPES

const ownOf = (column: string, person: number | undefined) =>
  person === undefined ? sql`` : sql` and ${sql.ref(`l.${column}`)} = ${person}`

/** With this key the list shows everybody's leads, without it one's own. */
const KEY_TO_ALL = { assigned: 'marketing_leads_reassign', valid: 'valid_leads_assign' } as const

/** Whose leads alone the caller sees on a list; undefined: everybody's. */
export const ownOnly = (caller: Viewer, list: LeadList): number | undefined => {
  const whole = (list !== 'assigned' && list !== 'valid') || caller.can(KEY_TO_ALL[list])
  return whole ? undefined : caller.personId
}

/** Opens the list. */
export const KEY_OF_LIST = {
  marketing: 'marketing_leads_list',
  unassigned: 'all_leads_list',
  assigned: 'assigned_leads_list',
  valid: 'valid_leads_list',
  registration: 'registration_leads_list',
  decided: 'assigned_leads_list',
} as const

/** Every lead that the caller can see on some list: one rule for look-ups by id, totals, mentions and streams. */
export const visibleTo = (caller: Viewer): Condition =>
  onLists(
    caller,
    LISTS.filter((list) => caller.can(KEY_OF_LIST[list])),
  )

/** What a caller sees of all leads, in plain values: the same for everybody who sees the same. */
export interface Sight {
  keys: readonly PermissionKey[]
  /** Whose own leads; 0 where it makes no difference. */
  person: number
}

export const sightOf = (caller: Viewer): Sight => {
  // The list of all enquiries has what the lists of some enquiries have.
  const keys = caller.can('marketing_leads_list') ? WHOLE : SIGHT_KEYS
  const own = keys === SIGHT_KEYS && (['assigned', 'valid'] as const).some((list) => seesOwn(caller, list))
  return { keys: keys.filter((key) => caller.can(key)), person: own ? caller.personId : 0 }
}

/** Who sees that: for the same conditions on leads. */
export const viewerOf = ({ keys, person }: Sight): Viewer => ({ can: (key) => keys.includes(key), personId: person })

const WHOLE: readonly PermissionKey[] = ['marketing_leads_list', 'registration_leads_list']
const SIGHT_KEYS: readonly PermissionKey[] = [...Object.values(KEY_OF_LIST), ...Object.values(KEY_TO_ALL)]
const seesOwn = (caller: Viewer, list: LeadList) => caller.can(KEY_OF_LIST[list]) && ownOnly(caller, list) !== undefined

/**
 * The leads that the caller may ask for: whoever works from Unassigned has seen there what a colleague has taken since,
 * and is told by whom.
 */
export const claimableBy = (caller: Caller): Condition =>
  caller.can('all_leads_list')
    ? sql<boolean>`(${visibleTo(caller)} or (l.kind = 'enquiry' and l.assigned_qa is not null))`
    : visibleTo(caller)

/** The leads that the caller may read: those on their lists, and those that they once decided, with what became of them. */
export const readableBy = (caller: Caller): Condition =>
  caller.can(KEY_OF_LIST.decided)
    ? sql<boolean>`(${visibleTo(caller)} or (${LIST_SCOPES.decided()} and exists (
        select from lead_verdicts v where v.company_id = l.company_id and v.lead_id = l.id and v.by_person = ${caller.personId})))`
    : visibleTo(caller)

const COMMENT_KEY_OF_LIST = {
  marketing: 'marketing_leads_comments',
  unassigned: 'all_leads_comments',
  assigned: 'assigned_leads_comments',
  valid: 'valid_leads_comments',
  // Registrations have no key of their own for it: whoever works them comments by the key of the assigned.
  registration: 'assigned_leads_comments',
} as const

/** The leads that the caller may comment on: those on a list whose comments key they hold. */
export const commentableBy = (caller: Caller): Condition =>
  onLists(
    caller,
    LISTS.filter((list) => caller.can(KEY_OF_LIST[list]) && caller.can(COMMENT_KEY_OF_LIST[list])),
  )

const LISTS = ['marketing', 'unassigned', 'assigned', 'valid', 'registration'] as const

const onLists = (caller: Viewer, lists: readonly (typeof LISTS)[number][]): Condition =>
  lists.length
    ? sql<boolean>`(${sql.join(
        lists.map((list) => sql`(${LIST_SCOPES[list](ownOnly(caller, list))})`),
        sql` or `,
      )})`
    : sql<boolean>`false`

const HOLDER = { assigned: sql`l.assigned_qa`, valid: sql`l.sales_person` } as const

/** Whether the person `s` of staff can see the lead `l` on some list: `visibleTo`, asked of many at once. */
export const visibleToStaff = (): Condition => visibleToHolder(sql`s.permissions`, sql`s.id`)

/** The same for whoever has these keys. */
export const visibleToHolder = (keys: RawBuilder<unknown>, person: RawBuilder<unknown>): Condition => {
  const holds = (key: string) => holdsKey(keys, key)
  const own = (list: LeadList) =>
    list === 'assigned' || list === 'valid'
      ? sql` and (${holds(KEY_TO_ALL[list])} or ${HOLDER[list]} = ${person})`
      : sql``
  return sql<boolean>`(${sql.join(
    LISTS.map((list) => sql`(${holds(KEY_OF_LIST[list])} and (${LIST_SCOPES[list]()})${own(list)})`),
    sql` or `,
  )})`
}

/** Whether all leads of the kind are on a list of whoever has these keys. */
export const seesWholeKind = (keys: RawBuilder<unknown>, kind: RawBuilder<unknown>): Condition =>
  sql<boolean>`case ${kind} when 'enquiry' then ${holdsKey(keys, KEY_OF_LIST.marketing)} else ${holdsKey(keys, KEY_OF_LIST.registration)} end`

const holdsKey = (keys: RawBuilder<unknown>, key: string) => sql`${key} = any(${keys})`
