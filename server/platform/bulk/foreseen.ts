import { sql } from 'kysely'
import type { dryRuns } from '#contract/platform/bulk.ts'
import type { JobState } from '#contract/platform/jobs.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { DRY_RUN } from './jobs.ts'
import { fromOutcomes } from './outcomes.ts'

/** How far a person's own dry run is; undefined for anybody else's, and for jobs of other kinds. */
export const foreseenBy = async (
  { db, companyId }: Tenant,
  { personId }: Caller,
  id: number,
): Promise<Reply<typeof dryRuns.foreseen>['data'] | undefined> => {
  const job = await db
    .selectFrom('jobs')
    .select([
      sql<JobState>`state`.as('state'),
      'done',
      sql<number>`coalesce(total, done)`.as('total'),
      'message',
      sql<Record<string, number>>`outcomes`.as('outcomes'),
    ])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where(sql<boolean>`starts_with(kind, ${DRY_RUN})`)
    .executeTakeFirst()
  if (!job) return undefined
  const { outcomes, ...progress } = job
  return { ...progress, foreseen: fromOutcomes(outcomes) }
}
