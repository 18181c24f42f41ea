import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  Done,
  FreeLines,
  FreeText,
  get,
  Id,
  ListFilter,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY, type Entity } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { Selection } from '#contract/platform/selections.ts'
import { DIRECTORY_LIMITS, Fact, Happened, LeadOf, Lookalike, Sourced, Tags } from './directory-values.ts'

/** What became of mail to the address that a contact is written to by. */
export const EMAIL_STATUSES = ['none', 'ok', 'bounced', 'unsubscribed', 'wrong'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]
export const CONTACT_SORTS = [
  'last_contact_at',
  'name',
  'company',
  'country',
  'leads_open',
  'leads_all',
  'created_at',
] as const
/** Fields whose value people may set, pin, and see the sources of. */
export const CONTACT_FIELDS = ['name', 'email', 'phone', 'designation', 'department', 'country', 'city'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

const CompanyRef = Type.Object({ id: Id, name: Type.String(), domain: Nullable(Type.String()) })

export const ContactRow = Type.Object({
  id: Id,
  name: Type.String(),
  designation: Nullable(Type.String()),
  department: Nullable(Type.String()),
  company: Nullable(CompanyRef),
  email: Nullable(Type.String()),
  email_status: Type.Enum([...EMAIL_STATUSES]),
  phone: Nullable(Type.String()),
  country: Nullable(Type.String()),
  /** Fields whose value a person has set. */
  by_person: Type.Array(Type.Enum([...CONTACT_FIELDS])),
  leads_open: Type.Integer(),
  leads_all: Type.Integer(),
  last_contact_at: Nullable(Timestamp),
  /** When they came into the directory. */
  created_at: Timestamp,
  tags: Type.Array(Type.String()),
  do_not_contact: Type.Boolean(),
  version: Version,
})
export type ContactRow = Static<typeof ContactRow>

export const Contact = Type.Object({
  ...ContactRow.properties,
  note: Type.String(),
  fields: Type.Record(Type.Enum([...CONTACT_FIELDS]), Sourced),
  /** Where the company comes from: an address’s domain, a name on a lead, a person. */
  company_from: Nullable(Type.String()),
  emails: Type.Array(
    Type.Object({ email: Type.String(), status: Type.Enum([...EMAIL_STATUSES]), primary: Type.Boolean() }),
  ),
  phones: Type.Array(Type.String()),
  /** The newest, at most `MOST_LEADS_SHOWN`, of those that the caller sees; null for who sees no leads. */
  leads: Nullable(Type.Array(LeadOf)),
  timeline: Type.Array(Happened),
  lookalikes: Type.Array(Lookalike),
  /** Those that were merged into it and can be taken out again. */
  merges: Type.Array(Type.Object({ id: Id, name: Type.String(), at: Timestamp, by: Type.String() })),
  /** Asked for by the id of one that has become part of this. */
  merged_from: Nullable(Id),
})
export type Contact = Static<typeof Contact>

export const CONTACT_FILTERS = {
  company_id: Many(Id),
  country: Many(Text(2)),
  tags: Many(Text(DIRECTORY_LIMITS.tag)),
  department: Many(Text(DIRECTORY_LIMITS.word)),
  designation: Many(Text(DIRECTORY_LIMITS.word)),
  has: Many(Type.Enum(['email', 'phone', 'company'])),
  without: Many(Type.Enum(['email', 'phone', 'company'])),
  email_status: Many(Type.Enum([...EMAIL_STATUSES])),
  leads: Type.Optional(Type.Enum(['open', 'any', 'none'])),
  /** Of companies with this role. */
  role: Many(Type.Enum(['customer', 'vendor', 'competitor', 'partner'])),
  /** Whom nobody has been in touch with for so many days. */
  quiet_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  /** By the last contact. */
  ...DateRange,
}

const Field = Nullable(FreeText(DIRECTORY_LIMITS.value))
const VALUES = {
  name: Type.Optional(Nullable(FreeText(DIRECTORY_LIMITS.name))),
  email: Type.Optional(Nullable(FreeText(254))),
  phone: Type.Optional(Field),
  designation: Type.Optional(Nullable(FreeText(DIRECTORY_LIMITS.word))),
  department: Type.Optional(Nullable(FreeText(DIRECTORY_LIMITS.word))),
  country: Type.Optional(Nullable(FreeText(2))),
  city: Type.Optional(Nullable(FreeText(DIRECTORY_LIMITS.word))),
  /** Null: none, whatever leads say. */
  company_id: Type.Optional(Nullable(Id)),
  tags: Type.Optional(Tags),
  note: Type.Optional(FreeLines(DIRECTORY_LIMITS.note)),
  do_not_contact: Type.Optional(Type.Boolean()),
}

const FAILED = 'Failed to fetch contacts'
const LIST = 'contacts_list'
const EDIT = 'contacts_edit'

export const contacts = {
  list: get('/communication/contacts', {
    summary: 'People who ever wrote, once each, whom somebody was in touch with last first',
    permission: LIST,
    query: ListQuery(CONTACT_FILTERS),
    reply: PageOf(ContactRow),
    failure: FAILED,
  }),
  details: get('/communication/contact/:id', {
    summary: 'One contact: each value with where it comes from, its leads, its company and what happened',
    permission: LIST,
    params: ById,
    reply: One(Contact),
    failure: FAILED,
  }),
  facts: get('/communication/facts/contact/:id', {
    summary: 'All that was ever said of a contact, by field and source',
    permission: LIST,
    params: ById,
    query: Type.Object({ field: Type.Optional(Type.Enum([...CONTACT_FIELDS])) }),
    reply: One(Type.Array(Fact)),
    failure: FAILED,
  }),
  filterOptions: get('/communication/contact_options', {
    summary: 'Tags, departments and designations that contacts have, the most frequent first',
    permission: LIST,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: One(
      Type.Object({
        tags: Type.Array(Type.String()),
        departments: Type.Array(Type.String()),
        designations: Type.Array(Type.String()),
        countries: Type.Array(Type.String()),
      }),
    ),
    failure: FAILED,
  }),
  add: post('/communication/add_contact', {
    summary: 'Adds a contact by hand: with a name, an email address or a phone',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object(VALUES),
    reply: One(Contact),
    failure: 'The contact was not added. Try again.',
  }),
  update: put('/communication/contact/:id', {
    summary: 'Sets values of a contact, or leaves them to what comes in again (`leave`); pinned ones no import changes',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      ...VALUES,
      pin: Type.Optional(Type.Array(Type.Enum([...CONTACT_FIELDS]), { maxItems: 20 })),
      unpin: Type.Optional(Type.Array(Type.Enum([...CONTACT_FIELDS]), { maxItems: 20 })),
      /** Fields that show again what sources say. */
      leave: Type.Optional(Type.Array(Type.Enum([...CONTACT_FIELDS, 'company_id']), { maxItems: 20 })),
      /** Of an address of the contact: nobody is reached by it, or they are after all. */
      wrong_email: Type.Optional(FreeText(254)),
      right_email: Type.Optional(FreeText(254)),
      version: SeenVersion,
    }),
    reply: One(Contact),
    failure: 'The contact was not changed. Try again.',
  }),
  remove: post('/communication/delete_contact', {
    summary: 'Takes a contact off the list; a later enquiry of theirs brings it back',
    permission: EDIT,
    did: 'Deleted *',
    body: Type.Object({ id: Id, version: SeenVersion }),
    reply: Done,
    failure: 'The contact was not deleted. Try again.',
  }),
  forget: post('/communication/forget_contact', {
    summary: 'Forgets what was said of a person, for good; counts stay',
    permission: EDIT,
    did: 'Forgot *',
    undo: 'never',
    body: Type.Object({ id: Id }),
    reply: Done,
    failure: 'The contact was not forgotten. Try again.',
  }),
  select: post('/communication/contact_selection', {
    summary: 'Selects contacts: single ones, or all that the list shows for a filter',
    permission: LIST,
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(CONTACT_FILTERS))),
    }),
    reply: One(Selection),
    failure: 'The contacts were not selected. Try again.',
  }),
  tagMany: bulkAct(
    '/communication/bulk_tag_contacts',
    'Adds tags to all contacts of a selection, or takes tags away',
    EDIT,
    'Tagged *',
    { add: Type.Optional(Tags), remove: Type.Optional(Tags) },
  ),
  removeMany: bulkAct(
    '/communication/bulk_delete_contacts',
    'Takes all contacts of a selection off the list',
    EDIT,
    'Deleted *',
    {},
  ),
}

export const entities = {
  directory_contacts: {
    noun: { one: 'contact', many: 'contacts' },
    fields: { own: 'values set', removed_at: 'deleted', merged_into: 'merged into' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
