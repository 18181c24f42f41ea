import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'

/**
 * Whether what the row `r` is about, a row of the history or a root alone, is there for the caller: leads on their lists, and
 * views that are theirs or shared. All else is the company's.
 */
export const seenBy = ({ companyId }: Tenant, caller: Caller): RawBuilder<boolean> => sql<boolean>`case r.root
  when 'leads' then exists (
    select from leads l where l.company_id = ${companyId} and l.id = r.root_id and ${visibleTo(caller)})
  when 'saved_views' then exists (
    select from saved_views v where v.company_id = ${companyId} and v.id = r.root_id and (v.shared or v.owner_id = ${caller.personId}))
  else true end`
