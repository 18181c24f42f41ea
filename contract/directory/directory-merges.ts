import { Type, type Static } from 'typebox'
import { Done, get, Id, Named, Nullable, One, post, Text, Timestamp } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { Company } from './companies.ts'
import { Contact } from './contacts.ts'
import { From } from './directory-values.ts'

export const DIRECTORY_KINDS = ['contact', 'company'] as const
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number]
const Kind = Type.Enum([...DIRECTORY_KINDS])
export const MOST_LOSERS = 10

const Candidate = Type.Object({
  id: Id,
  name: Type.String(),
  /** Of a contact: address and company; of a company: its domains. */
  detail: Type.String(),
  country: Nullable(Type.String()),
  leads_all: Type.Integer(),
  last_contact_at: Nullable(Timestamp),
})

/** Some that are likely the same. */
export const DuplicateGroup = Type.Object({
  kind: Kind,
  /** “Same phone and company” */
  reason: Type.String(),
  /** Of a hundred; only groups of 100 share a key. */
  score: Type.Integer(),
  /** All of them; `members` has the first 20. */
  total: Type.Integer(),
  members: Type.Array(Candidate),
})
export type DuplicateGroup = Static<typeof DuplicateGroup>

/** A field that differs: who says what, and which the winner would have. */
const PlannedField = Type.Object({
  field: Type.String(),
  label: Type.String(),
  choices: Type.Array(Type.Object({ from_id: Id, value: Nullable(Type.String()), from: Nullable(From) })),
  /** Whose value the winner shows afterwards. */
  chosen: Id,
})

export const MergePlan = Type.Object({
  winner: Candidate,
  losers: Type.Array(Candidate),
  fields: Type.Array(PlannedField),
  /** Fields that all of them show alike. */
  same: Type.Array(Type.String()),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  domains: Type.Array(Type.String()),
  /** What goes over to the winner. */
  moves: Type.Object({
    leads: Type.Integer(),
    emails: Type.Integer(),
    domains: Type.Integer(),
    facts: Type.Integer(),
    contacts: Type.Integer(),
    newsletter: Type.Integer(),
  }),
  /** Contacts of merged companies that are likely the same person, too. */
  also: Type.Array(Type.Object({ winner: Candidate, loser: Candidate, reason: Type.String() })),
})
export type MergePlan = Static<typeof MergePlan>

const FAILED = 'The duplicates did not load. Try again.'
const NOT_MERGED = 'They were not merged. Try again.'
const EDIT = 'contacts_edit'
const mergeBody = Type.Object({
  winner: Id,
  losers: Type.Array(Id, { minItems: 1, maxItems: MOST_LOSERS }),
  /** Whose value the winner is to show, by field, where that is not the usual choice. */
  picks: Type.Optional(Named(Id, 40, 20)),
  /** Answers the plan, and does nothing. */
  dryRun: Type.Optional(Type.Boolean()),
})

export const directoryMerges = {
  duplicates: get('/communication/directory_duplicates', {
    summary: 'Groups of contacts or companies that are likely the same, with why, the likeliest first',
    permission: EDIT,
    query: Type.Object({
      kind: Kind,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    reply: One(
      Type.Object({
        groups: Type.Array(DuplicateGroup),
        /** Of both kinds. */
        totals: Type.Object({ contact: Type.Integer(), company: Type.Integer() }),
        /** Whether there are further pages. */
        more: Type.Boolean(),
      }),
    ),
    failure: FAILED,
  }),
  mergeContacts: post('/communication/merge_contacts', {
    summary: 'Merges contacts into one, or says what that would do; it can be taken apart at any time',
    permission: EDIT,
    did: 'Merged duplicates into *',
    body: mergeBody,
    reply: One(Type.Object({ plan: MergePlan, contact: Nullable(Contact) })),
    failure: NOT_MERGED,
  }),
  mergeCompanies: post('/communication/merge_companies', {
    summary: 'Merges companies into one, or says what that would do; it can be taken apart at any time',
    permission: EDIT,
    did: 'Merged duplicates into *',
    body: mergeBody,
    reply: One(Type.Object({ plan: MergePlan, company: Nullable(Company) })),
    failure: NOT_MERGED,
  }),
  unmerge: post('/communication/unmerge', {
    summary: 'Takes a merge apart: keys, and all that hangs on them, go back to where they came from',
    permission: EDIT,
    did: 'Unmerged *',
    /** Of the merge. */
    body: Type.Object({ id: Id }),
    reply: One(
      Type.Object({
        kind: Kind,
        winner_id: Id,
        loser_id: Id,
        /** Values that were changed after the merge and stay. */
        kept: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
      }),
    ),
    failure: 'They were not unmerged. Try again.',
  }),
  notSame: post('/communication/not_same', {
    summary: 'Marks two contacts, or two companies, as different from each other',
    permission: EDIT,
    did: 'Marked * as not a duplicate',
    body: Type.Object({ kind: Kind, ids: Type.Array(Id, { minItems: 2, maxItems: 20 }) }),
    reply: Done,
    failure: 'This was not saved. Try again.',
  }),
  splitDomain: post('/communication/split_domain', {
    summary: 'Gives a domain of a company to a new company, or to another one, with its people and leads',
    permission: EDIT,
    did: 'Split a domain off *',
    body: Type.Object({
      company_id: Id,
      domain: Text(253),
      /** To this company; without it a new one is made. */
      to_company_id: Type.Optional(Id),
      name: Type.Optional(Text(300)),
    }),
    reply: One(Type.Object({ from: Company, to: Company })),
    failure: 'The domain was not split off. Try again.',
  }),
}

export const entities = {
  directory_merges: {
    noun: { one: 'merge', many: 'merges' },
    undo: { never: 'Merged contacts and companies are taken apart with Unmerge, on what they became.' },
  },
  directory_splits: {
    noun: { one: 'domain split off', many: 'domains split off' },
    undo: { never: 'A domain that was split off goes back when you split it off to the first company again.' },
  },
  not_directory_duplicates: {
    noun: { one: 'pair marked as different', many: 'pairs marked as different' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
