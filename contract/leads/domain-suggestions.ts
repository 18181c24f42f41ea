import { Type, type Static } from 'typebox'
import { Address, get, Nullable, One, post, Timestamp } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

/** Why a lead was nobody's enquiry. */
export const WASTED_REASONS = [
  'spam_or_bot',
  'wrong_contact_details',
  'job_seeker_or_vendor_pitch',
  'competitor',
  'test_submission',
] as const

/** So many such leads make a suggestion, of so many days. */
export const SUGGESTED_FROM = 3
export const SUGGESTED_DAYS = 180

const MOST_SUGGESTIONS = 20

/** A domain that brought several leads which were thrown away, and never a valid one. */
export const DomainSuggestion = Type.Object({
  domainName: Type.String(),
  leads: Type.Integer(),
  /** Of these, how many for which reason, the most frequent first. */
  reasons: Type.Array(Type.Object({ reason: Type.Enum([...WASTED_REASONS]), leads: Type.Integer() })),
  last_at: Nullable(Timestamp),
})
export type DomainSuggestion = Static<typeof DomainSuggestion>

export const domainSuggestions = {
  list: get('/marketing/domain_suggestions', {
    summary: 'Domains whose recent leads were all worthless, suggested for restriction',
    permission: 'restrict_domain_add',
    reply: One(Type.Array(DomainSuggestion, { maxItems: MOST_SUGGESTIONS })),
    failure: 'The suggestions did not load. Try again.',
  }),
  dismiss: post('/marketing/dismiss_domain_suggestion', {
    summary: 'Dismisses a suggestion for everyone in the company',
    permission: 'restrict_domain_add',
    did: 'Dismissed the suggestion of *',
    body: Type.Object({ domainName: Address }),
    reply: One(Type.Object({ domainName: Type.String() })),
    failure: 'The suggestion was not dismissed. Try again.',
  }),
}

export const entities = {
  dismissed_suggestions: { noun: { one: 'suggested domain', many: 'suggested domains' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
