import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '#server/kit/auth.ts'

type Condition = RawBuilder<boolean>

/** The four lists of enquiries: which leads each one holds, for this caller. `l` is the lead. */
export const LIST_SCOPES = {
  marketing: (_caller: Caller): Condition => sql<boolean>`l.kind = 'enquiry'`,
  unassigned: (_caller: Caller): Condition =>
    sql<boolean>`l.kind = 'enquiry' and l.status = 'new' and l.quarantined_by is null`,
  assigned: (caller: Caller): Condition =>
    caller.can('marketing_leads_reassign')
      ? sql<boolean>`l.kind = 'enquiry' and l.status in ('assigned', 'in-progress', 'on_hold')`
      : sql<boolean>`l.kind = 'enquiry' and l.status in ('assigned', 'in-progress', 'on_hold') and l.assigned_qa = ${caller.personId}`,
  valid: (caller: Caller): Condition =>
    caller.can('valid_leads_assign')
      ? sql<boolean>`l.kind = 'enquiry' and l.status = 'valid'`
      : sql<boolean>`l.kind = 'enquiry' and l.status = 'valid' and l.sales_person = ${caller.personId}`,
  registration: (_caller: Caller): Condition => sql<boolean>`l.kind = 'registration'`,
} as const

export type LeadList = keyof typeof LIST_SCOPES

const KEY_OF_LIST = {
  marketing: 'marketing_leads_list',
  unassigned: 'all_leads_list',
  assigned: 'assigned_leads_list',
  valid: 'valid_leads_list',
  registration: 'registration_leads_list',
} as const

/** Every lead that the caller can see on some list: one rule for look-ups by id, totals, mentions and streams. */
export const visibleTo = (caller: Caller): Condition =>
  onLists(
    caller,
    LISTS.filter((list) => caller.can(KEY_OF_LIST[list])),
  )

/**
 * The leads that the caller may ask for: whoever works from Unassigned has seen there what a colleague has taken since,
 * and is told by whom.
 */
export const claimableBy = (caller: Caller): Condition =>
  caller.can('all_leads_list')
    ? sql<boolean>`(${visibleTo(caller)} or (l.kind = 'enquiry' and l.assigned_qa is not null))`
    : visibleTo(caller)

const COMMENT_KEY_OF_LIST = {
  marketing: 'marketing_leads_comments',
  unassigned: 'all_leads_comments',
  assigned: 'assigned_leads_comments',
  valid: 'valid_leads_comments',
} as const

/** The leads that the caller may comment on: those on a list whose comments key they hold. */
export const commentableBy = (caller: Caller): Condition =>
  onLists(
    caller,
    (['marketing', 'unassigned', 'assigned', 'valid'] as const).filter(
      (list) => caller.can(KEY_OF_LIST[list]) && caller.can(COMMENT_KEY_OF_LIST[list]),
    ),
  )

const LISTS = ['marketing', 'unassigned', 'assigned', 'valid', 'registration'] as const

const onLists = (caller: Caller, lists: readonly LeadList[]): Condition =>
  lists.length
    ? sql<boolean>`(${sql.join(
        lists.map((list) => sql`(${LIST_SCOPES[list](caller)})`),
        sql` or `,
      )})`
    : sql<boolean>`false`
