import type { Tenant } from '#server/db/tenant.ts'
import { restartEntries } from '#server/leads/assignment/entries.ts'
import { lockList } from '#server/leads/assignment/entry-queries.ts'
import { listSettingsChanged } from '#server/leads/assignment/settings.ts'
import { holdThoseStoredSince, letNoneIn, recheckHeld } from '#server/leads/restricted-domains/held.ts'
import { lockRestrictions, THROW_AWAY } from '#server/leads/restricted-domains/restriction.ts'
import { hoursChanged, lockCalendars, slaChanged } from '#server/leads/sla/settings.ts'
import { lockViews } from '#server/platform/saved-views/view-counts.ts'
import { checkCounted } from './calendar-rules.ts'
import { DECISION, leadFaults, leadsPutBack, LINES_TOLD, linesPutBack } from './lead-rules.ts'
import { membershipRules } from './membership-rules.ts'
import { answersPutBack } from './question-rules.ts'
import type { Row } from './rows.ts'
import { viewFaults } from './view-rules.ts'

/** What is never undone, each with the sentence that says so. Everything else that the history keeps is. */
export const NOT_UNDOABLE = {
  intake_keys: 'A changed key can’t be undone because the old one isn’t stored. Pause the form, or make a new key.',
  lead_imports: 'Use Revert import on the import’s page to undo a whole import.',
  lead_merges: 'Use Unmerge on the merged lead, or merge the leads again.',
  mail: 'A sent email can’t be undone.',
  passwords: 'A changed password can’t be undone.',
  sessions: 'An ended session can’t be undone.',
} as const

/** What a table's rows ask for beyond the general rule: a value that nobody has changed since is put back. */
export interface EntityRules {
  /** It tells what happened, and stays when that is taken back; nothing rests on it. */
  apart?: true

  /** Fields that stand or fall together. */
  together?: ReadonlySet<string>
  /** Fields that are made of other rows, again whenever those were put back: not told where they stay. */
  madeAnew?: ReadonlySet<string>
  /** Fields that were made of others of the row: not put back where one of those stays as it was changed later. */
  follows?: Readonly<Record<string, readonly string[]>>
  /** Held before anything is looked at. */
  lock?(tenant: Tenant): Promise<void>
  /** For rows that are none of the company's own tables: how they are locked and read, and put back one by one in the name of a person. */
  elsewhere?: {
    lockRows(tenant: Tenant, ids: readonly number[]): Promise<[string, Row][]>
    putBack(tenant: Tenant, by: number, id: number, values: Row): Promise<void>
  }
  /** Why rows cannot be as they were, by id; those that were `added` go. */
  faults?(
    tenant: Tenant,
    rows: readonly { id: number; now: Row; values: Row; added: boolean }[],
  ): Promise<ReadonlyMap<number, string>>
  /** What follows from rows having been put back: as they were found, and with the values that they were given; `acts` are the change sets taken back. */
  after?(tenant: Tenant, rows: readonly { id: number; now: Row; values: Row }[], acts: readonly string[]): Promise<void>
}

const RULES: Readonly<Record<string, EntityRules>> = {
  leads: {
    together: DECISION,
    madeAnew: LINES_TOLD,
    follows: { quarantined_by: ['email'] },
    // Leads that come back are screened by the domains of today, which nobody changes meanwhile.
    lock: (tenant) => lockRestrictions(tenant, 'shared'),
    faults: leadFaults,
    after: leadsPutBack,
  },
  assignment_entries: {
    async lock(tenant) {
      await lockList(tenant, 'qa')
      await lockList(tenant, 'sales')
    },
    // Whoever is back on a list begins anew; settings alone change no tally.
    after: (tenant, rows) =>
      restartEntries(
        tenant,
        rows.filter(({ values }) => 'status' in values).map(({ id }) => id),
      ),
  },
  assignment_settings: { after: listSettingsChanged },
  lead_acceptances: { apart: true },
  lead_items: { after: linesPutBack },
  memberships: membershipRules,
  qc_answers: { after: answersPutBack },
  saved_views: { lock: lockViews, faults: viewFaults },
  working_calendars: {
    lock: lockCalendars,
    async after(tenant) {
      await checkCounted(tenant)
      await hoursChanged(tenant)
    },
  },
  sla_targets: {
    lock: lockCalendars,
    async after(tenant) {
      await checkCounted(tenant)
      await slaChanged(tenant)
    },
  },
  restricted_domains: {
    lock: letNoneIn,
    // Who takes back a lead does not take back what is known of its domain.
    faults: (_, rows) =>
      Promise.resolve(
        new Map(
          rows
            .filter(({ now, added }) => now['source'] === THROW_AWAY && added)
            .map(({ id }) => [id, 'A disposable address domain stays restricted. Delete it there, or allow it.']),
        ),
      ),
    async after(tenant, rows) {
      await holdThoseStoredSince(tenant)
      for (const { id } of rows) await recheckHeld(tenant, id)
    },
  },
  allowed_domains: {
    lock: letNoneIn,
    async after(tenant) {
      await holdThoseStoredSince(tenant)
      await recheckHeld(tenant)
    },
  },
}

export const rulesFor = (entity: string): EntityRules => RULES[entity] ?? {}

const NONE: ReadonlySet<string> = new Set()
export const standTogether = (entity: string) => rulesFor(entity).together ?? NONE
export const followed = (entity: string, field: string): readonly string[] => rulesFor(entity).follows?.[field] ?? []
export const madeAnew = (entity: string) => rulesFor(entity).madeAnew ?? NONE

/** Locked by leads that come in, which take them before anything else. */
const FIRST = ['allowed_domains', 'restricted_domains', 'assignment_entries']
const OF_LEADS = ['lead_acceptances', 'lead_comments', 'lead_items', 'lead_merges', 'lead_verdicts', 'not_duplicates']
/** Where everything stands that is not named: the other settings, and what is no part of a lead. */
const OTHERS = ''
const LOCK_ORDER = [...FIRST, OTHERS, 'leads', ...OF_LEADS]

/** In the order in which everybody locks: lists of settings before leads, leads before what belongs to them. */
export const inLockOrder = (entities: Iterable<string>) =>
  [...new Set(entities)].sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
const rank = (entity: string) => LOCK_ORDER.indexOf(LOCK_ORDER.includes(entity) ? entity : OTHERS)
