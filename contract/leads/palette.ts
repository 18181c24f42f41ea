import { Type, type Static } from 'typebox'
import { Done, get, Id, Nullable, One, put, Timestamp } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { LEAD_KINDS, LEAD_STATUSES } from './lead.ts'

/** Any of these shows some leads. */
const SEES_LEADS = [
  'marketing_leads_list',
  'all_leads_list',
  'assigned_leads_list',
  'valid_leads_list',
  'registration_leads_list',
] as const satisfies readonly PermissionKey[]

/** What each group of results takes, beside that of imports: each import is found by who may import such rows. */
export const PALETTE_NEEDS = { leads: SEES_LEADS, people: 'people_manage' } as const

/** The most results of a group. */
export const MOST_FOUND = { leads: 6, people: 5, imports: 5, recent: 6 } as const

/** A lead as the palette shows it, and what says on which page this person finds it. */
export const PaletteLead = Type.Object({
  id: Type.Integer(),
  lead_no: Type.Integer(),
  name: Type.String(),
  company: Nullable(Type.String()),
  country: Nullable(Type.String()),
  kind: Type.Enum([...LEAD_KINDS]),
  status: Type.Enum([...LEAD_STATUSES]),
})
export type PaletteLead = Static<typeof PaletteLead>

export const palette = {
  find: get('/marketing/palette', {
    summary: 'The leads, people and imports that a text is found in, of each group those that the caller may see',
    permission: 'signed-in',
    query: Type.Object({ search: Type.String({ maxLength: 200 }) }),
    reply: One(
      Type.Object({
        leads: Type.Array(PaletteLead),
        people: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() })),
        imports: Type.Array(
          Type.Object({
            id: Type.Integer(),
            /** The table that its rows go to. */
            entity: Type.String(),
            file_name: Type.String(),
            created_at: Timestamp,
          }),
        ),
      }),
    ),
    failure: 'Search failed',
  }),
  recent: get('/marketing/recent_leads', {
    summary: 'The leads that the caller opened last and may still see, newest first',
    permission: SEES_LEADS,
    reply: One(Type.Array(PaletteLead)),
    failure: 'Failed to fetch data',
  }),
  opened: put('/marketing/recent_leads', {
    summary: 'Remembers that the caller has opened a lead',
    permission: SEES_LEADS,
    did: NO_HISTORY,
    body: Type.Object({ leadId: Id }),
    reply: Done,
    failure: 'The lead was not remembered as opened. Try again.',
  }),
}
