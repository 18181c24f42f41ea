import { sql, type RawBuilder } from 'kysely'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import { SLA_CLOCKS, type SlaClock } from '#contract/leads/lead-clocks.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** Takes clocks from leads that have none any more; by an act that may be undone, what they were is kept. */
export const takeClocks = async (
  { db, companyId, changeSet }: Tenant,
  gone: readonly { lead_id: number; clock: SlaClock }[],
  undoable: boolean,
) => {
  if (gone.length === 0) return
  const keys = JSON.stringify(gone.map(({ lead_id, clock }) => ({ lead_id, clock })))
  await sql`
    with gone as (
      delete from lead_clocks k using json_to_recordset(${keys}::json) as g (lead_id bigint, clock text)
      where k.company_id = ${companyId} and k.lead_id = g.lead_id and k.clock = g.clock returning k.*
    )
    insert into lead_clocks_taken (company_id, change_set, lead_id, clock, was)
    select company_id, ${changeSet}::uuid, lead_id, clock, to_jsonb(gone) from gone where ${undoable}
    on conflict do nothing`.execute(db)
}

/**
 * The clocks that these acts took from leads, as they were before the first of them, instead of those that the leads have had since,
 * which this act takes; `refreshClocks` finds out what becomes of them. While a lead had none nobody could act, so none of them counts that time.
 */
export const giveClocksBack = (tenant: Tenant, ids: readonly number[], acts: readonly string[]) =>
  putBack(tenant, ids, acts, sql<boolean>`true`)

const putBack = async (
  tenant: Tenant,
  ids: readonly number[],
  acts: readonly string[],
  standsStill: RawBuilder<boolean>,
) => {
  if (ids.length === 0) return
  const { db, companyId } = tenant
  const { rows } = await sql<{ lead_id: number; clock: SlaClock; was: object; taken_at: string }>`
    select distinct on (lead_id, clock) lead_id, clock, was, taken_at from lead_clocks_taken
    where company_id = ${companyId} and change_set = any(${acts}::uuid[]) and lead_id = any(${ids}::bigint[])
    order by lead_id, clock, taken_at`.execute(db)
  if (rows.length === 0) return
  await takeClocks(tenant, rows, true)
  await sql`
    insert into lead_clocks
    select k.* from json_to_recordset(${JSON.stringify(rows)}::json) as g (lead_id bigint, clock text, was jsonb)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_array(since, until) order by since), '[]') as pauses from (
        select t.taken_at as since, coalesce(lead((t.was ->> 'started_at')::timestamptz) over (order by t.taken_at), now()) as until
        from lead_clocks_taken t
        where t.company_id = ${companyId} and t.change_set = any(${[...acts, tenant.changeSet]}::uuid[]) and t.lead_id = g.lead_id and t.clock = g.clock
      ) gap where ${standsStill} and until > since and g.was ->> 'answered_at' is null and g.was ->> 'paused_at' is null
    ) gone
    cross join lateral jsonb_populate_record(null::lead_clocks, g.was || jsonb_build_object('pauses', g.was -> 'pauses' || gone.pauses)) k`.execute(
    db,
  )
}

/** A lead that goes on from where another one stands takes over its clocks; those that it had are kept as taken by this act. */
export const takeOverClocks = async (tenant: Tenant, { to, from }: { to: number; from: number }) => {
  const { db, companyId } = tenant
  await dropClocks(tenant, to, true)
  await sql`
    insert into lead_clocks select mine.* from lead_clocks k, jsonb_populate_record(k, jsonb_build_object('lead_id', ${to}::bigint)) mine
    where k.company_id = ${companyId} and k.lead_id = ${from}`.execute(db)
}

/** Takes that back: the lead has the clocks again that the act took from it, as they were, since it had the other's in the meantime. */
export const returnClocks = async (tenant: Tenant, id: number, act: string) => {
  await dropClocks(tenant, id, false)
  await putBack(tenant, [id], [act], sql<boolean>`false`)
}

const dropClocks = (tenant: Tenant, id: number, undoable: boolean) =>
  takeClocks(
    tenant,
    SLA_CLOCKS.map((clock) => ({ lead_id: id, clock })),
    undoable,
  )

const FORGOTTEN_AT_ONCE = 1_000

/** Takes away the next clocks whose acts nobody can take back any more; true when there may be more. */
export const forgetTaken = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from lead_clocks_taken where company_id = ${companyId} and (change_set, lead_id, clock) in (
      select change_set, lead_id, clock from lead_clocks_taken
      where company_id = ${companyId} and taken_at < now() - make_interval(days => ${UNDO_DAYS + 1})
      order by taken_at limit ${FORGOTTEN_AT_ONCE})`.execute(db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}
