import { Type, type Static } from 'typebox'
import {
  Address,
  ById,
  del,
  Done,
  FreeLines,
  get,
  Id,
  ListQuery,
  Nullable,
  One,
  PageOf,
  PersonRef,
  post,
  put,
  SeenVersion,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { LEAD_STATUSES } from './lead.ts'

/** An email domain whose enquiries are held back. */
export const RestrictedDomain = Type.Object({
  id: Type.Integer(),
  domainName: Type.String(),
  status: Type.Enum(['active', 'inactive']),
  /** The domain with its subdomains, or itself alone. */
  match: Type.Enum(['subdomains', 'exact']),
  effect: Type.Enum(['quarantine', 'auto_invalid']),
  note: Nullable(Type.String()),
  /** `manual`, or `throw_away`: known for throw-away addresses, and put here when the first enquiry came from it. */
  source: Type.String(),
  /** On the list of allowed domains, too: then it holds nothing. */
  allowed: Type.Boolean(),
  /** Leads caught in the last 30 days, ever, and the newest of them. */
  hits_30d: Type.Integer(),
  hits: Type.Integer(),
  last_hit_at: Nullable(Timestamp),
  /** Leads that wait in quarantine because of this entry. */
  held: Type.Integer(),
  /** Leads from this domain that were ever found valid. */
  valid_leads: Type.Integer(),
  created_by: Nullable(PersonRef),
  created_at: Timestamp,
  version: Type.Integer(),
})
export type RestrictedDomain = Static<typeof RestrictedDomain>

/** Leads of so many days are looked at before the list is changed. */
export const IMPACT_DAYS = 180

/** What a change of the list would touch. */
export const DomainImpact = Type.Object({
  domainName: Type.String(),
  /** Leads that would have been treated otherwise. */
  leads: Type.Integer(),
  /** Of these, the valid ones. */
  valid: Type.Integer(),
  /** Of these, those that nothing caught and that would have been caught, and the other way round. */
  newly: Type.Integer(),
  no_longer: Type.Integer(),
  /** Leads of any age that the entry holds now, and those of them that nothing would hold any more, but something did. */
  held: Type.Integer(),
  released: Type.Integer(),
  /** The valid ones first, then the newest. */
  examples: Type.Array(
    Type.Object({
      id: Type.Integer(),
      lead_no: Type.Integer(),
      name: Type.String(),
      company: Nullable(Type.String()),
      status: Type.Enum([...LEAD_STATUSES]),
      created_at: Timestamp,
    }),
  ),
})
export type DomainImpact = Static<typeof DomainImpact>

/** Normalised by the rule, not by the schema: `@`, scheme, path and case may be pasted along. */
export const DomainName = Address
const settings = {
  match: Type.Optional(Type.Enum(['subdomains', 'exact'])),
  effect: Type.Optional(Type.Enum(['quarantine', 'auto_invalid'])),
  note: Type.Optional(Nullable(FreeLines(500))),
}

/** Whoever may change the list in any way. */
export const DOMAIN_CHANGE_KEYS = [
  'restrict_domain_add',
  'restrict_domain_update',
  'restrict_domain_update_status',
  'restrict_domain_delete',
] as const
/** An entry that would be added or, with `id`, that entry changed so; a deleted one is as good as an inactive one. */
export const DomainChange = {
  id: Type.Optional(Id),
  domainName: Type.Optional(DomainName),
  match: settings.match,
  effect: settings.effect,
  status: Type.Optional(Type.Enum(['active', 'inactive'])),
}

/** So many leads are let go at once. */
const MOST_RELEASED = 1000

export const restrictedDomains = {
  list: get('/marketing/restrict_domain_list', {
    summary: 'Domains whose enquiries are quarantined or invalid',
    permission: 'restrict_domain_list',
    query: ListQuery({ status: Type.Optional(Type.Enum(['active', 'inactive'])) }),
    wire: { pageSize: 'limit' },
    reply: PageOf(RestrictedDomain),
    failure: 'Failed to fetch data',
  }),
  impact: get('/marketing/restrict_domain_impact', {
    summary: 'Previews a new or changed restricted domain; changes nothing',
    permission: DOMAIN_CHANGE_KEYS,
    query: Type.Object(DomainChange),
    reply: One(DomainImpact),
    failure: 'The preview did not load. Try again.',
  }),
  add: post('/marketing/add_domain_for_restrict', {
    summary: 'Restricts a domain',
    permission: 'restrict_domain_add',
    did: 'Restricted *',
    body: Type.Object({ domainName: DomainName, ...settings }),
    reply: One(RestrictedDomain),
    failure: 'Failed to add domain',
  }),
  update: put('/marketing/update_domain/:id', {
    summary: 'Changes a restricted domain',
    permission: 'restrict_domain_update',
    did: 'Changed the restriction of *',
    params: ById,
    body: Type.Object({ domainName: DomainName, ...settings, version: SeenVersion }),
    reply: One(RestrictedDomain),
    failure: 'The domain was not changed. Try again.',
  }),
  setStatus: put('/marketing/update_restrict_domain_status/:id', {
    summary: 'Switches a restricted domain on or off',
    permission: 'restrict_domain_update_status',
    did: 'Switched the restriction of * on or off',
    params: ById,
    body: Type.Object({ status: Type.Enum(['active', 'inactive']) }),
    reply: One(RestrictedDomain),
    failure: 'Network error: Failed to update status',
  }),
  remove: del('/marketing/delete_domain/:id', {
    summary: 'Deletes a restricted domain',
    permission: 'restrict_domain_delete',
    did: 'Deleted the restriction of *',
    params: ById,
    reply: Done,
    failure: 'Failed to delete domain',
  }),
  waiting: get('/marketing/leads_waiting_for_release', {
    summary: 'Quarantined leads that no restricted domain matches any more, oldest first',
    permission: 'restrict_domain_update_status',
    /** Those that one entry holds, or that one allowed domain lets in; without either, all. */
    query: Type.Object({ domainId: Type.Optional(Id), allowedId: Type.Optional(Id) }),
    reply: One(Type.Object({ leads: Type.Integer(), ids: Type.Array(Type.Integer(), { maxItems: MOST_RELEASED }) })),
    failure: 'The leads to release did not load. Try again.',
  }),
  release: post('/marketing/release_quarantined_leads', {
    summary: 'Releases quarantined leads that no restricted domain matches any more',
    permission: 'restrict_domain_update_status',
    did: 'Released * from quarantine',
    body: Type.Object({ leadIds: Type.Array(Id, { minItems: 1, maxItems: MOST_RELEASED }) }),
    reply: One(Type.Object({ released: Type.Array(Type.Integer()) })),
    failure: 'The leads were not released. Try again.',
  }),
}

export const entities = {
  restricted_domains: {
    noun: { one: 'restricted domain', many: 'restricted domains' },
    fields: { domainName: 'domain' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
