import { sql } from 'kysely'
import type { KeptLead } from '#contract/leads/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { page, type LastRow, type PageQuery } from '#server/kit/page.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { touches } from './touched.ts'

/** What the lead `l` is called, where the caller sees it. */
export const seenName = (caller: Caller) =>
  sql<string | null>`case when l.deleted_at is null and ${visibleTo(caller)} then l.name end`

/** Leads that an import added or changed and that reverting left, in whole or in part, with who touched them last: of each that is passed the history is looked at, so reverting has counted them. */
export const kept = async (tenant: Tenant, caller: Caller, importId: number, query: PageQuery) => {
  const { db, companyId } = tenant
  const known = async () => {
    const reverted = await db
      .selectFrom('imports')
      .select('kept')
      .where('company_id', '=', companyId)
      .where('id', '=', importId)
      .where('state', '=', 'reverted')
      .executeTakeFirst()
    return reverted?.kept ?? 0
  }
  const { data, pagination } = await page(
    db
      .selectFrom('leads as l')
      .innerJoin('imports as i', (join) => join.onRef('i.company_id', '=', 'l.company_id').on('i.id', '=', importId))
      .innerJoinLateral(
        sql<{ at: string; actor_id: number | null }>`(
          (select at, actor_id from (${touches(tenant)}) done
            where l.import_id = i.id and at < coalesce(i.reverted_at, now()) order by id desc limit 1)
          union all
          (select u.touched_at, u.touched_by from imported_leads u
            where u.company_id = l.company_id and u.import_id = i.id and u.lead_id = l.id and u.touched_at is not null))`.as(
          'touched',
        ),
        (join) => join.onTrue(),
      )
      .leftJoin('staff as s', (join) =>
        join.onRef('s.company_id', '=', 'l.company_id').onRef('s.id', '=', 'touched.actor_id'),
      )
      .select([
        'l.id',
        'l.lead_no',
        seenName(caller).as('name'),
        'touched.at as touched_at',
        's.id as staff_id',
        's.name as staff',
      ])
      .where('l.company_id', '=', companyId)
      .where(
        sql<boolean>`l.id in (
          select a.id from leads a where a.company_id = ${companyId} and a.import_id = ${importId}
          union all select u.lead_id from imported_leads u
          where u.company_id = ${companyId} and u.import_id = ${importId} and u.touched_at is not null)`,
      )
      .where('i.state', '=', 'reverted')
      .where((lead) =>
        lead.or([lead('l.deleted_at', 'is', null), lead('l.deleted_at', '>', lead.ref('i.reverted_at'))]),
      ),
    query,
    { newestBy: 'l.id', usualOrder: 'asc', last: LAST_KEPT, known },
  )
  const rows = data.map(({ staff_id, staff, ...lead }): KeptLead => ({
    ...lead,
    touched_by: staff_id === null || staff === null ? null : { id: staff_id, name: staff },
  }))
  return { data: rows, pagination }
}

const LAST_KEPT: LastRow = { row: 10_000, otherwise: 'filter Leads by the source of the import' }
