import { exports } from '#contract/leads/exports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { LEADS } from '#server/leads/bulk/selection.ts'
import { selectionOf } from '#server/platform/selections/select.ts'
import { EXPORT_TYPE, exportLeads, KEPT_HOURS } from './job.ts'
import type { Files } from '#server/platform/files/read.ts'
import { beginFile, fileOf } from '#server/platform/files/store.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { startJob } from '#server/platform/jobs/start.ts'

export const exportRoutes = (files: Files) =>
  implement('exports', exports, {
    async begin({ tenant, caller, body }) {
      const { count } = await selectionOf(tenant, caller, LEADS, body.selection)
      const columns = [...new Set(body.columns)]
      const title = `Export ${count.toLocaleString('en')} ${count === 1 ? 'lead' : 'leads'}`
      const job = await startJob(tenant, exportLeads, { title, input: { ...body, columns }, total: count, caller })
      await beginFile(tenant, { entity: 'jobs', id: job }, EXPORT_TYPE)
      return { data: { job } }
    },

    file: coalesced(
      ({ caller, params }) => ({ personId: caller.personId, id: params.id }),
      async (tenant, { personId, id }) => {
        const job = found('Export', await exportOf(tenant, personId, id))
        if (job.state !== 'done') throw conflict('This export is not finished.', { state: job.state })
        const file = await fileOf(tenant, { entity: 'jobs', id })
        if (!file) throw new UserError(410, `Files are available for ${KEPT_HOURS} hours. Export again.`)
        const { companyId } = tenant
        const name = `leads-${file.created_at.slice(0, 10)}.csv`
        return { ...file, name, read: (from, to) => files.read(companyId, file, from, to) }
      },
    ),
  })

const exportOf = ({ db, companyId }: Tenant, personId: number, id: number) =>
  db
    .selectFrom('jobs')
    .select('state')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('kind', '=', 'exports.begin')
    .where('id', '=', id)
    .executeTakeFirst()
