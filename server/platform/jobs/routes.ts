import { jobs, type Job } from '#contract/platform/jobs.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { cancelJob } from './cancel.ts'
import type { Rules } from '#server/platform/changes/rules.ts'
import type { JobKind } from './kind.ts'
import { linked } from './linked.ts'
import { startJob } from './start.ts'
import * as queries from './queries.ts'

/** A person's jobs, but for quiet ones; `kinds` are all that there are, and `rules` say how rows of results are shown. */
export const jobRoutes = (kinds: readonly JobKind[], rules: Rules) => {
  const kindOf = (name: string) => kinds.find((kind) => kind.name === name)
  const quiet = kinds.flatMap((kind) => (kind.quiet ? kind.name : []))
  type Row = NonNullable<Awaited<ReturnType<typeof queries.one>>>

  const shown = ({ outcomes, refused, ...row }: Row): Job => ({
    ...row,
    outcomes: Object.entries(outcomes)
      .map(([outcome, count]) => ({ outcome, count }))
      .sort((one, other) => other.count - one.count),
    can_retry: refused && hasEnded(row.state) && kindOf(row.kind)?.retry !== undefined,
    can_undo: hasEnded(row.state) && row.undone === null && kindOf(row.kind)?.undoable === true,
  })
  const shownOne = async (tenant: Tenant, personId: number, id: number) =>
    shown(found('Job', await queries.one(tenant, personId, id)))

  return implement('jobs', jobs, {
    async list({ tenant, caller, query }) {
      const { data, pagination } = await queries.list(tenant, caller.personId, query, quiet)
      return { data: data.map(shown), pagination }
    },

    async one({ tenant, caller, params }) {
      const job = await shownOne(tenant, caller.personId, params.id)
      return { data: { ...job, reasons: await queries.reasons(tenant, params.id) } }
    },

    async results({ tenant, caller, params, query }) {
      await shownOne(tenant, caller.personId, params.id)
      const { data, pagination } = await queries.results(tenant, params.id, query)
      return { data: await linked(tenant, rules, data), pagination }
    },

    async cancel({ tenant, caller, params }) {
      await shownOne(tenant, caller.personId, params.id)
      await cancelJob(tenant, params.id)
      return { data: await shownOne(tenant, caller.personId, params.id) }
    },

    async retry({ tenant, caller, params }) {
      const job = found('Job', await queries.ended(tenant, caller.personId, params.id))
      if (!hasEnded(job.state)) throw conflict('This job is still running.', { state: job.state })
      const kind = kindOf(job.kind)
      const again = await kind?.retry?.({ tenant, caller, jobId: job.id, input: Object(job.input) })
      if (!kind || !again) throw conflict('There is nothing to retry.')
      const id = await startJob(tenant, kind, { ...again, caller, retryOf: job.id })
      return { data: await shownOne(tenant, caller.personId, id) }
    },
  })
}

const hasEnded = (state: string) => state !== 'queued' && state !== 'running'
