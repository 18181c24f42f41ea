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
import { ContactRow } from './contacts.ts'
import { DIRECTORY_LIMITS, Fact, Happened, LeadOf, Lookalike, Sourced, Tags } from './directory-values.ts'

export const COMPANY_ROLES = ['customer', 'vendor', 'competitor', 'partner'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]
export const COMPANY_SORTS = [
  'last_contact_at',
  'name',
  'domain',
  'country',
  'contacts',
  'leads_open',
  'leads_all',
  'valid_rate',
] as const
export const COMPANY_FIELDS = ['name', 'website', 'phone', 'country', 'state', 'city', 'zip_code', 'address'] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]
const Role = Type.Enum([...COMPANY_ROLES])
const Roles = Type.Array(Role, { maxItems: COMPANY_ROLES.length })

export const CompanyRow = Type.Object({
  id: Id,
  name: Type.String(),
  domain: Nullable(Type.String()),
  /** How many domains it has. */
  domains: Type.Integer(),
  website: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  country: Nullable(Type.String()),
  /** How many people. */
  contacts: Type.Integer(),
  /** Fields whose value a person has set. */
  by_person: Type.Array(Type.Enum([...COMPANY_FIELDS])),
  leads_open: Type.Integer(),
  leads_all: Type.Integer(),
  /** Of a hundred decided leads, how many were valid; null: none was decided. */
  valid_rate: Nullable(Type.Integer()),
  last_contact_at: Nullable(Timestamp),
  tags: Type.Array(Type.String()),
  roles: Type.Array(Role),
  version: Version,
})
export type CompanyRow = Static<typeof CompanyRow>

export const Company = Type.Object({
  ...CompanyRow.properties,
  description: Type.String(),
  note: Type.String(),
  fields: Type.Record(Type.Enum([...COMPANY_FIELDS]), Sourced),
  all_domains: Type.Array(Type.Object({ domain: Type.String(), leads: Type.Integer(), contacts: Type.Integer() })),
  /** The first 20, whom somebody was in touch with last first. */
  people: Type.Array(ContactRow),
  leads: Nullable(Type.Array(LeadOf)),
  timeline: Type.Array(Happened),
  lookalikes: Type.Array(Lookalike),
  merges: Type.Array(Type.Object({ id: Id, name: Type.String(), at: Timestamp, by: Type.String() })),
  merged_from: Nullable(Id),
})
export type Company = Static<typeof Company>

export const COMPANY_FILTERS = {
  country: Many(Text(2)),
  role: Many(Role),
  tags: Many(Text(DIRECTORY_LIMITS.tag)),
  leads: Type.Optional(Type.Enum(['open', 'any', 'none'])),
  quiet_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  /** By the last contact. */
  ...DateRange,
}

const Field = (limit: number) => Type.Optional(Nullable(FreeText(limit)))
const VALUES = {
  name: Field(DIRECTORY_LIMITS.companyName),
  website: Field(DIRECTORY_LIMITS.value),
  phone: Field(60),
  country: Field(2),
  state: Field(DIRECTORY_LIMITS.word),
  city: Field(DIRECTORY_LIMITS.word),
  zip_code: Field(20),
  address: Type.Optional(Nullable(FreeLines(DIRECTORY_LIMITS.value))),
  roles: Type.Optional(Roles),
  tags: Type.Optional(Tags),
  description: Type.Optional(FreeLines(DIRECTORY_LIMITS.description)),
  note: Type.Optional(FreeLines(DIRECTORY_LIMITS.note)),
}

const FAILED = 'Failed to fetch companies'
const LIST = 'contacts_list'
const EDIT = 'contacts_edit'

export const companies = {
  list: get('/communication/companies', {
    summary: 'Companies that ever wrote, once each, whom somebody was in touch with last first',
    permission: LIST,
    query: ListQuery(COMPANY_FILTERS),
    reply: PageOf(CompanyRow),
    failure: FAILED,
  }),
  details: get('/communication/company/:id', {
    summary: 'One company: each value with where it comes from, its domains, people, leads and what happened',
    permission: LIST,
    params: ById,
    reply: One(Company),
    failure: FAILED,
  }),
  facts: get('/communication/facts/company/:id', {
    summary: 'All that was ever said of a company, by field and source',
    permission: LIST,
    params: ById,
    query: Type.Object({ field: Type.Optional(Type.Enum([...COMPANY_FIELDS])) }),
    reply: One(Type.Array(Fact)),
    failure: FAILED,
  }),
  options: get('/communication/company_options', {
    summary: 'Companies to choose from: matches of a search, or those with these ids',
    permission: LIST,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })), ids: Many(Id) }),
    reply: One(Type.Array(Type.Object({ id: Id, name: Type.String(), domain: Nullable(Type.String()) }))),
    failure: FAILED,
  }),
  add: post('/communication/add_company', {
    summary: 'Adds a company by hand, with its domain where it has one',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object({ ...VALUES, domain: Type.Optional(FreeText(253)) }),
    reply: One(Company),
    failure: 'The company was not added. Try again.',
  }),
  update: put('/communication/company/:id', {
    summary: 'Sets values of a company, or leaves them to what comes in again (`leave`); pinned ones no import changes',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      ...VALUES,
      pin: Type.Optional(Type.Array(Type.Enum([...COMPANY_FIELDS]), { maxItems: 20 })),
      unpin: Type.Optional(Type.Array(Type.Enum([...COMPANY_FIELDS]), { maxItems: 20 })),
      leave: Type.Optional(Type.Array(Type.Enum([...COMPANY_FIELDS]), { maxItems: 20 })),
      version: SeenVersion,
    }),
    reply: One(Company),
    failure: 'The company was not changed. Try again.',
  }),
  remove: post('/communication/delete_company', {
    summary: 'Takes a company off the list; a later enquiry of theirs brings it back',
    permission: EDIT,
    did: 'Deleted *',
    body: Type.Object({ id: Id, version: SeenVersion }),
    reply: Done,
    failure: 'The company was not deleted. Try again.',
  }),
  select: post('/communication/company_selection', {
    summary: 'Selects companies: single ones, or all that the list shows for a filter',
    permission: LIST,
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(COMPANY_FILTERS))),
    }),
    reply: One(Selection),
    failure: 'The companies were not selected. Try again.',
  }),
  tagMany: bulkAct(
    '/communication/bulk_tag_companies',
    'Adds tags to all companies of a selection, or takes tags away',
    EDIT,
    'Tagged *',
    { add: Type.Optional(Tags), remove: Type.Optional(Tags) },
  ),
  roleMany: bulkAct(
    '/communication/bulk_role_companies',
    'Adds roles to all companies of a selection, or takes roles away',
    EDIT,
    'Changed the roles of *',
    { add: Type.Optional(Roles), remove: Type.Optional(Roles) },
  ),
  removeMany: bulkAct(
    '/communication/bulk_delete_companies',
    'Takes all companies of a selection off the list',
    EDIT,
    'Deleted *',
    {},
  ),
}

export const entities = {
  directory_companies: {
    noun: { one: 'company', many: 'companies' },
    fields: { own: 'values set', removed_at: 'deleted', merged_into: 'merged into' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
