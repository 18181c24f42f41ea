import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { MailCounts } from './kind.ts'

/**
 * Counts the mails of a mailing and stores the sums, which answer to the frozen audience: whoever of it has no mail yet waits, or is
 * called off with the rest.
 */
export const recount = async ({ db, companyId }: Tenant, mailingId: number): Promise<MailCounts> => {
  const { rows } = await sql<{ counts: MailCounts }>`
    update mailings g set updated_at = now(), counts = (
      select jsonb_object_agg(state, n) from (
        select state, sum(n)::int as n from (
          select case when g.state = 'cancelled' and m.state in ('queued', 'deferred') then 'cancelled' else m.state end as state, count(*) as n
          from mails m where m.company_id = ${companyId} and m.mailing_id = ${mailingId} group by m.state
          union all
          select case when g.state = 'cancelled' then 'cancelled' else 'queued' end, g.total - count(*)
          from mails m where m.company_id = ${companyId} and m.mailing_id = ${mailingId}
        ) each group by state
      ) summed where n > 0
    ) where g.company_id = ${companyId} and g.id = ${mailingId} returning coalesce(g.counts, '{}') as counts`.execute(
    db,
  )
  return rows[0]?.counts ?? {}
}
