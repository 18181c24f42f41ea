import type { Static, TObject } from 'typebox'
import { bulk } from '#contract/leads/bulk.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import { doNext, foresee, type ReadyAct } from './act.ts'
import { assigning, commenting, deleting, holding, invalidating, starting } from './acts.ts'
import { selectionOf, selectRefused } from './selection.ts'

/** A call of the contract as a job of the same input: what it would do, and doing it. */
const bulkAct = <const I extends TObject>(
  name: string,
  { permission, body }: { permission: Permission; body: I },
  ready: (tenant: Tenant, caller: Caller, input: Static<I>) => Promise<ReadyAct>,
) => {
  const kind: JobKind<I> = personJob({
    name,
    permission,
    input: body,
    async chunk({ tenant, caller, jobId, input, cursor }) {
      return doNext(tenant, await ready(tenant, caller, input), { id: jobId, selectionId: selected(input), cursor })
    },
    async retry({ tenant, caller, jobId, input }) {
      const { id, count } = await selectRefused(tenant, caller, jobId)
      const { title } = await ready(tenant, caller, input)
      return { title: title(count), input: { ...input, selection: id }, total: count }
    },
  })

  return {
    kind,
    /** What would become of each lead, for a dry run; else the job that does it. */
    async begin(tenant: Tenant, caller: Caller, input: Static<I> & { dryRun?: boolean }) {
      const selection = await selectionOf(tenant, caller, selected(input))
      const act = await ready(tenant, caller, input)
      if (input.dryRun) return { foreseen: await foresee(tenant, act, selection), job: null }
      return {
        foreseen: [],
        job: await startJob(tenant, kind, { title: act.title(selection.count), input, total: selection.count, caller }),
      }
    },
  }
}

const selected = (input: object): number => Number(Object(input).selection)

export const bulkActs = {
  assign: bulkAct('bulk.assign', bulk.assign, assigning),
  start: bulkAct('bulk.start', bulk.start, starting),
  invalidate: bulkAct('bulk.invalidate', bulk.invalidate, invalidating),
  hold: bulkAct('bulk.hold', bulk.hold, holding),
  comment: bulkAct('bulk.comment', bulk.comment, commenting),
  remove: bulkAct('bulk.remove', bulk.remove, deleting),
}
