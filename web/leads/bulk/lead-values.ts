import type { bulk } from '#contract/leads/bulk.ts'
import type { ExportColumn } from '#contract/leads/exports.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'

export type BulkAct = 'assign' | 'start' | 'hold' | 'invalidate' | 'comment' | 'remove' | 'export'

/** What the person has filled in, whichever act it is. */
export interface LeadValues {
  staffId: number | undefined
  reason: BodyOf<typeof bulk.invalidate>['reason'] | undefined
  note: string
  until: string | undefined
  comment: string
  columns: readonly ExportColumn[]
}
