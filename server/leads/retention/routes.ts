import { sql } from 'kysely'
import { retention, type Retention } from '#contract/leads/retention.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { retentionImpact, retentionOf } from './retention.ts'
import { implement } from '#server/kit/implement.ts'
import { forbidden } from '#server/kit/forbidden.ts'

export const retentionRoutes = implement('retention', retention, {
  now: async ({ tenant }) => ({ data: await retentionOf(tenant) }),

  impact: async ({ tenant }) => ({ data: await retentionImpact(tenant) }),

  // What is so already leaves no row behind: nothing was decided.
  async change({ tenant, caller, body }) {
    if (body.invalid_months !== null && !caller.can('marketing_leads_delete'))
      throw await forbidden(tenant, ['marketing_leads_delete'])
    await lock(tenant)
    if ((await retentionOf(tenant)).invalid_months !== body.invalid_months) await put(tenant, body)
    return { data: body }
  },
})

/** One change at a time. */
const lock = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('retention_settings'), ${companyId})`.execute(db)
}

const put = async ({ db, companyId }: Tenant, settings: Retention) => {
  await db
    .insertInto('retention_settings')
    .values({ company_id: companyId, ...settings })
    .onConflict((row) => row.column('company_id').doUpdateSet(settings))
    .execute()
}
