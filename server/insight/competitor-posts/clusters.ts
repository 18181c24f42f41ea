import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { found } from '#server/kit/errors.ts'

interface Member {
  id: number
  cluster_id: number
}

/** These posts with all of their clusters, which nobody else changes until the transaction ends. */
const lockClusters = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Member[]> => {
  // Who joins others looks at what this one has left.
  await sql`select pg_advisory_xact_lock(hashtext('competitor_clusters'), ${companyId})`.execute(db)
  const { rows } = await sql<Member>`
    select p.id, p.cluster_id from competitor_posts p
    where p.company_id = ${companyId} and p.cluster_id in (
      select cluster_id from competitor_posts where company_id = ${companyId} and id = any (${ids}::bigint[]))
    order by p.id for no key update`.execute(db)
  for (const id of ids)
    found(
      'Post',
      rows.find((row) => row.id === id),
    )
  return rows
}

/** The post that was published first leads those that say the same; one that is hidden leads only hidden ones. */
const lead = async ({ db, companyId }: Tenant, ids: readonly number[], by?: number): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update competitor_posts p set cluster_id = first.id, cluster_by = coalesce(${by ?? null}::int, p.cluster_by)
    from (select id from competitor_posts where company_id = ${companyId} and id = any (${ids}::bigint[])
      order by hidden_at is not null, sort_at, id limit 1) first
    where p.company_id = ${companyId} and p.id = any (${ids}::bigint[])
      and (p.cluster_id <> first.id or p.cluster_by is distinct from coalesce(${by ?? null}::int, p.cluster_by))`.execute(
    db,
  )
}

/** The posts, with what is in a cluster with one of them already, are the same text. */
export const joinPosts = async (tenant: Tenant, ids: readonly number[], by: number): Promise<void> => {
  const members = await lockClusters(tenant, ids)
  await lead(
    tenant,
    members.map(({ id }) => id),
    by,
  )
}

/** The post is a text of its own. */
export const splitPost = async (tenant: Tenant, id: number, by: number): Promise<void> => {
  const members = await lockClusters(tenant, [id])
  await lead(
    tenant,
    members.filter((member) => member.id !== id).map((member) => member.id),
  )
  await lead(tenant, [id], by)
}

/** Off the list for everybody, or back on it; another one of its cluster stands for the text meanwhile. */
export const hidePost = async (tenant: Tenant, id: number, hidden: boolean, by: number): Promise<void> => {
  const members = await lockClusters(tenant, [id])
  const { db, companyId } = tenant
  await sql`
    update competitor_posts set hidden_at = ${hidden ? sql`now()` : sql`null`}, hidden_by = ${hidden ? by : null}
    where company_id = ${companyId} and id = ${id} and (hidden_at is not null) <> ${hidden}`.execute(db)
  await lead(
    tenant,
    members.map((member) => member.id),
  )
}
