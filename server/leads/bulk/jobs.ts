import { bulk } from '#contract/leads/bulk.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { assigning, commenting, deleting, holding, invalidating, starting } from './acts.ts'
import { LEADS_IN_BULK } from './leads-in-bulk.ts'

const act = bulkActsOf(LEADS_IN_BULK)

export const bulkActs = {
  assign: act('bulk.assign', bulk.assign, assigning),
  start: act('bulk.start', bulk.start, starting),
  invalidate: act('bulk.invalidate', bulk.invalidate, invalidating),
  hold: act('bulk.hold', bulk.hold, holding),
  comment: act('bulk.comment', bulk.comment, commenting),
  remove: act('bulk.remove', bulk.remove, deleting),
}
