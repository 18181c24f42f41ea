import { sql } from 'kysely'
import { NOTIFICATION_DAYS } from '#contract/platform/notifications.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { FORGET_DUE } from './notify.ts'
import { MOST_KEPT } from './read.ts'

const BATCH = 5_000

/** Forgets a company's old notifications, and comes back the day after while there are any. */
export const forgetNotifications = async (tenants: Tenants, companyId: number) => {
  const actor = { kind: 'system', channel: 'api', act: 'notifications.forget' } as const
  let more = true
  while (more)
    more = await tenants.write(companyId, actor, async ({ db }) => {
      const { rows } = await sql<{ forgotten: number }>`
        with old as (
          select id from notifications
          where company_id = ${companyId} and created_at < now() - make_interval(days => ${NOTIFICATION_DAYS})
          limit ${BATCH}
        ), beyond as (
          select id from (
            select id, row_number() over (partition by person_id order by id desc) as place
            from notifications where company_id = ${companyId}) placed
          where place > ${MOST_KEPT} limit ${BATCH}
        ), forgotten as (
          delete from notifications where company_id = ${companyId} and id in (select id from old union select id from beyond)
          returning id
        )
        select count(*)::int as forgotten from forgotten`.execute(db)
      return (rows[0]?.forgotten ?? 0) >= BATCH
    })
  await tenants.write(companyId, actor, async ({ db }) => {
    await sql`
      select mark_due_once(${FORGET_DUE}, date_trunc('day', now()) + interval '27 hours')
      where exists (select from notifications where company_id = ${companyId})`.execute(db)
  })
}
