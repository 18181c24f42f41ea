import { Type, type Static } from 'typebox'
import {
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
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { DomainImpact, DomainName } from './restricted-domains.ts'

const Match = Type.Enum(['subdomains', 'exact'])

/** An email domain whose enquiries are always let in. */
export const AllowedDomain = Type.Object({
  id: Type.Integer(),
  domainName: Type.String(),
  match: Match,
  note: Nullable(Type.String()),
  /** Leads of the domain itself in the last 30 days. */
  leads_30d: Type.Integer(),
  created_by: Nullable(PersonRef),
  created_at: Timestamp,
})
export type AllowedDomain = Static<typeof AllowedDomain>

export const allowedDomains = {
  list: get('/marketing/allowed_domain_list', {
    summary: 'The allowed domains',
    permission: 'restrict_domain_list',
    query: ListQuery({}),
    wire: { pageSize: 'limit' },
    reply: PageOf(AllowedDomain),
    failure: 'The allowed domains did not load. Try again.',
  }),
  impact: get('/marketing/allowed_domain_impact', {
    summary: 'Previews allowing a domain, or with `id` removing it from the list; changes nothing',
    permission: ['restrict_domain_add', 'restrict_domain_delete'],
    query: Type.Object({
      id: Type.Optional(Id),
      domainName: Type.Optional(DomainName),
      match: Type.Optional(Match),
    }),
    reply: One(DomainImpact),
    failure: 'The preview did not load. Try again.',
  }),
  add: post('/marketing/add_allowed_domain', {
    summary: 'Allows a domain; its quarantined leads can then be released',
    permission: 'restrict_domain_add',
    did: 'Allowed *',
    body: Type.Object({
      domainName: DomainName,
      match: Type.Optional(Match),
      note: Type.Optional(Nullable(FreeLines(500))),
    }),
    reply: One(AllowedDomain),
    failure: 'The domain was not allowed. Try again.',
  }),
  remove: del('/marketing/delete_allowed_domain/:id', {
    summary: 'Removes a domain from the allowed domains',
    permission: 'restrict_domain_delete',
    did: 'Stopped allowing *',
    params: ById,
    reply: Done,
    failure: 'The domain was not removed. Try again.',
  }),
}

export const entities = {
  allowed_domains: { noun: { one: 'allowed domain', many: 'allowed domains' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
