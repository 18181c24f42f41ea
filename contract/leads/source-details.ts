import { Type, type Static } from 'typebox'
import { DateRange, Many, One, post } from '#contract/kit/endpoint.ts'
import { SourceCode } from './lead.ts'

const counts = {
  received: Type.Integer(),
  valid: Type.Integer(),
  invalid: Type.Integer(),
  /** Not decided yet: new, assigned, in progress and on hold. */
  open: Type.Integer(),
  /** Valid ones among those that were decided, 0 to 1; null while none was. */
  valid_rate: Type.Union([Type.Number(), Type.Null()]),
}

export const SourceDetail = Type.Object({
  source: Type.String(),
  ...counts,
  /** Its part of all that were received, 0 to 1. */
  share: Type.Number(),
})
export type SourceDetail = Static<typeof SourceDetail>

export const sourceDetails = {
  get: post('/marketing/get_source_details', {
    summary: 'Leads by source, with the filters of the Leads screen',
    permission: 'marketing_leads_analytics',
    effect: 'read',
    filters: true,
    body: Type.Object({
      ...DateRange,
      source: Many(SourceCode),
      search: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: One(Type.Object({ sources: Type.Array(SourceDetail), total: Type.Object(counts) })),
    failure: 'Failed to fetch data',
  }),
}
