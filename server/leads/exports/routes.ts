import { sql } from 'kysely'
import { exports } from '#contract/leads/exports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { selectionOf } from '#server/leads/bulk/selection.ts'
import { KEPT_HOURS, type ExportFiles } from './files.ts'
import { exportLeads } from './job.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { startJob } from '#server/platform/jobs/start.ts'

export const exportRoutes = (files: ExportFiles) => {
  const kind = exportLeads(files)
  return implement('exports', exports, {
    async begin({ tenant, caller, body }) {
      const { count } = await selectionOf(tenant, caller, body.selection)
      const columns = [...new Set(body.columns)]
      const title = `Export ${count.toLocaleString('en')} ${count === 1 ? 'lead' : 'leads'}`
      return {
        data: { job: await startJob(tenant, kind, { title, input: { ...body, columns }, total: count, caller }) },
      }
    },

    async file({ tenant, caller, params, query: { part = 0 } }) {
      const job = found('Export', await exportOf(tenant, caller.personId, params.id))
      if (job.state !== 'done') throw conflict('This export is not finished.', { state: job.state })
      if (job.too_late) throw gone()
      const [here, next] = await partsFrom(tenant, job.id, part)
      const csv = await files.read(found('Part', here).file)
      if (csv === undefined) throw gone()
      return { data: { csv, next: next?.no ?? null } }
    },
  })
}

const gone = () => new UserError(410, `Files are available for ${KEPT_HOURS} hours. Export again.`)

const exportOf = ({ db, companyId }: Tenant, personId: number, id: number) =>
  db
    .selectFrom('jobs')
    .select([
      'id',
      'state',
      sql<boolean>`coalesce(finished_at < now() - make_interval(hours => ${KEPT_HOURS}), false)`.as('too_late'),
    ])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('kind', '=', 'exports.begin')
    .where('id', '=', id)
    .executeTakeFirst()

/** The part and the one after it. */
const partsFrom = ({ db, companyId }: Tenant, jobId: number, from: number) =>
  db
    .selectFrom('export_parts')
    .select(['no', 'file'])
    .where('company_id', '=', companyId)
    .where('job_id', '=', jobId)
    .where('no', '>=', from)
    .orderBy('no')
    .limit(2)
    .execute()
