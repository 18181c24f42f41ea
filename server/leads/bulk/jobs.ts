import type { Static, TObject } from 'typebox'
import { bulk } from '#contract/leads/bulk.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import { doNext, foreseeNext, summed, toOutcomes, type ReadyAct } from './act.ts'
import { assigning, commenting, deleting, holding, invalidating, starting } from './acts.ts'
import { selectionOf, selectRefused } from '#server/platform/selections/select.ts'
import { LEADS } from './selection.ts'

/** So many are looked at within the request that asks; a dry run of more is a job. As many as can be chosen one by one. */
const AT_ONCE = 1_000
/** So many are looked at in one chunk of that job. */
const LOOK_AHEAD = 5_000

/** A call of the contract as two jobs of the same input: looking at what it would do, and doing it. */
const bulkAct = <const I extends TObject>(
  verb: string,
  { permission, body }: { permission: Permission; body: I },
  ready: (tenant: Tenant, caller: Caller, input: Static<I>) => Promise<ReadyAct>,
) => {
  const kind: JobKind<I> = personJob({
    name: `bulk.${verb}`,
    permission,
    input: body,
    async chunk({ tenant, caller, jobId, input, cursor }) {
      return doNext(tenant, await ready(tenant, caller, input), { id: jobId, selectionId: selected(input), cursor })
    },
    async retry({ tenant, caller, jobId, input }) {
      const { id, count } = await selectRefused(tenant, caller, LEADS, jobId)
      const { title } = await ready(tenant, caller, input)
      return { title: title(count), input: { ...input, selection: id }, total: count }
    },
  })

  const looking: JobKind<I> = personJob({
    name: `${FORESEEING}${verb}`,
    permission,
    input: body,
    quiet: true,
    async chunk({ tenant, caller, input, cursor }) {
      const place = { selectionId: selected(input), cursor, most: LOOK_AHEAD }
      const { foreseen, ...progress } = await foreseeNext(tenant, await ready(tenant, caller, input), place)
      return { ...progress, outcomes: toOutcomes(foreseen) }
    },
  })

  return {
    kinds: [looking, kind],
    /** What would become of each lead, for a dry run, or the job that finds out; else the job that does it. */
    async begin(tenant: Tenant, caller: Caller, input: Static<I> & { dryRun?: boolean }) {
      const selection = await selectionOf(tenant, caller, LEADS, selected(input))
      const act = await ready(tenant, caller, input)
      const { id: selectionId, count: total } = selection
      if (input.dryRun && total <= AT_ONCE) {
        const { foreseen } = await foreseeNext(tenant, act, { selectionId, cursor: 0, most: AT_ONCE })
        return { foreseen: summed(foreseen), job: null }
      }
      const job = { title: act.title(total), input, total, caller }
      return { foreseen: [], job: await startJob(tenant, input.dryRun ? looking : kind, job) }
    },
  }
}

/** How the kinds of jobs begin that only look. */
export const FORESEEING = 'foresee.'

const selected = (input: object): number => Number(Object(input).selection)

export const bulkActs = {
  assign: bulkAct('assign', bulk.assign, assigning),
  start: bulkAct('start', bulk.start, starting),
  invalidate: bulkAct('invalidate', bulk.invalidate, invalidating),
  hold: bulkAct('hold', bulk.hold, holding),
  comment: bulkAct('comment', bulk.comment, commenting),
  remove: bulkAct('remove', bulk.remove, deleting),
}
