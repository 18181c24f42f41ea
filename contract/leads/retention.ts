import { Type, type Static } from 'typebox'
import { get, Nullable, One, put } from '#contract/kit/endpoint.ts'
import type { Entity, Act } from '#contract/kit/history.ts'

/** After how many months a company can have invalid leads deleted. */
export const RETENTION_MONTHS = [3, 6, 12, 24, 36] as const
/** Impact is counted up to here. */
export const MOST_COUNTED = 10_000

/** For how long the company keeps what nobody needs any more. */
const Retention = Type.Object({
  /** Invalid leads that nobody has touched for so many months are deleted, and can come back for 30 days; null: they stay. */
  invalid_months: Nullable(Type.Enum([...RETENTION_MONTHS])),
})
export type Retention = Static<typeof Retention>

export const retention = {
  now: get('/marketing/retention', {
    summary: 'How long invalid leads are stored',
    permission: 'signed-in',
    reply: One(Retention),
    failure: 'Failed to fetch data',
  }),
  impact: get('/marketing/retention_impact', {
    summary: 'How many invalid leads would be deleted now, for each number of months',
    permission: 'configuration_edit',
    reply: One(
      Type.Array(
        Type.Object({
          months: Type.Integer(),
          /** `MOST_COUNTED` + 1: more than that. */
          leads: Type.Integer(),
        }),
      ),
    ),
    failure: 'Failed to fetch data',
  }),
  /** Deleting leads takes `marketing_leads_delete` too. */
  change: put('/marketing/update_retention', {
    summary: 'Changes how long invalid leads are stored',
    permission: 'configuration_edit',
    did: 'Changed the retention of invalid leads',
    body: Retention,
    reply: One(Retention),
    failure: 'The setting was not saved. Try again.',
  }),
}

/** What rules do without a call. */
export const acts = {
  delete: { did: 'Deleted *, past retention', undo: 'marketing_leads_delete' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  retention_settings: {
    noun: { one: 'retention setting', many: 'retention settings' },
    fields: { invalid_months: 'delete invalid leads' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
