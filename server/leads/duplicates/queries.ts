import { sql } from 'kysely'
import type { DuplicateGroup, Merge } from '#contract/leads/duplicates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { leadRows } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'

const SHOWN = 20

interface GroupRow {
  id: number
  newest_id: number
  total: number
  lead_ids: number[]
}

/** The queue is part of the lists that show a whole company: its groups are of the kinds that the caller sees all of. */
const kindsOf = (caller: Caller) => [
  ...(caller.can('marketing_leads_list') ? ['enquiry'] : []),
  ...(caller.can('registration_leads_list') ? ['registration'] : []),
]

/** Groups with their newest leads, those with the newest lead first, and how many groups there are. */
export const groups = async (
  tenant: Tenant,
  caller: Caller,
  { before = Number.MAX_SAFE_INTEGER, limit = 10 }: { before?: number; limit?: number },
) => {
  const { db, companyId } = tenant
  const kinds = kindsOf(caller)
  const [{ rows }, counted] = await Promise.all([
    sql<GroupRow>`
      select g.id, g.newest_id, g.leads as total, (
        select json_agg(newest.lead_id) from (
          select m.lead_id from duplicate_members m where m.company_id = ${companyId} and m.group_id = g.id
          order by m.lead_id desc limit ${SHOWN}) newest) as lead_ids
      from duplicate_groups g
      where g.company_id = ${companyId} and g.kind = any (${kinds}) and g.newest_id < ${before}
      order by g.newest_id desc limit ${limit}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from duplicate_groups g where g.company_id = ${companyId} and g.kind = any (${kinds})`.execute(
      db,
    ),
  ])
  const ids = rows.flatMap(({ lead_ids }) => lead_ids)
  const [leads, shared] = await Promise.all([
    leadRows(
      tenant,
      sql`select l.id, -l.id as place from leads l
        where l.company_id = ${companyId} and l.id = any (${ids}::bigint[]) and l.deleted_at is null`,
      visibleTo(caller),
    ),
    sharedBy(tenant, ids),
  ])
  const data: DuplicateGroup[] = rows.map(({ id, total, lead_ids }) => ({
    id,
    total,
    same: shared.get(id) ?? [],
    leads: leads.filter((lead) => lead_ids.includes(lead.id)),
  }))
  return {
    data,
    total: counted.rows[0]?.total ?? 0,
    next: rows.length < limit ? null : (rows.at(-1)?.newest_id ?? null),
  }
}

/** What the shown leads of each group have in common. */
const sharedBy = async ({ db, companyId }: Tenant, leadIds: readonly number[]) => {
  const { rows } = await sql<{ group_id: number; same: DuplicateGroup['same'] }>`
    select group_id, array_agg(distinct kind order by kind) as same from (
      select m.group_id, k.kind from duplicate_members m
      join duplicate_keys k on k.company_id = ${companyId} and k.lead_id = m.lead_id
      where m.company_id = ${companyId} and m.lead_id = any (${leadIds}::bigint[])
      group by m.group_id, k.kind, k.key having count(*) > 1
    ) shared group by 1`.execute(db)
  return new Map(rows.map(({ group_id, same }) => [group_id, same]))
}

/** Each pair among the leads, the smaller id first. */
const pairsOf = (leadIds: readonly number[]) => {
  const ids = [...new Set(leadIds)].toSorted((one, other) => one - other)
  return ids.flatMap((one, at) => ids.slice(at + 1).map((other) => ({ lead_id: one, other_id: other })))
}

export const setDifferent = async ({ db, companyId }: Tenant, leadIds: readonly number[], by: number) => {
  await db
    .insertInto('not_duplicates')
    .values(pairsOf(leadIds).map((pair) => ({ ...pair, company_id: companyId, said_by: by })))
    .onConflict((known) => known.doNothing())
    .execute()
}

export const forgetDifferent = async ({ db, companyId }: Tenant, leadIds: readonly number[]) => {
  await db
    .deleteFrom('not_duplicates')
    .where('company_id', '=', companyId)
    .where('lead_id', 'in', [...leadIds])
    .where('other_id', 'in', [...leadIds])
    .execute()
}

const merges = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('lead_merges as m')
    .innerJoin('leads as l', (join) => join.onRef('l.id', '=', 'm.loser_id').on('l.company_id', '=', companyId))
    .leftJoin('staff as s', 's.id', 'm.merged_by')
    .where('m.company_id', '=', companyId)
    .select([
      'm.id',
      sql<Merge['loser']>`json_build_object('id', l.id, 'lead_no', l.lead_no, 'name', l.name)`.as('loser'),
      sql<Merge['by']>`case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end`.as('by'),
      'm.merged_at as at',
    ])

export const mergeById = (tenant: Tenant, id: number): Promise<Merge | undefined> =>
  merges(tenant).where('m.id', '=', id).executeTakeFirst()

const MOST_MERGES = 20

/** The leads that are part of this one now, the newest merge first. */
export const mergesInto = (tenant: Tenant, leadId: number): Promise<Merge[]> =>
  merges(tenant)
    .where('m.winner_id', '=', leadId)
    .where('m.unmerged_at', 'is', null)
    .orderBy('m.id', 'desc')
    .limit(MOST_MERGES)
    .execute()
