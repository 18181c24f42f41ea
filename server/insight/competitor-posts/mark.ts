import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { postsMatching, type ListCaller, type PostQuery } from './list.ts'

const AT_ONCE = 1_000

interface Wanted {
  ids?: readonly number[] | undefined
  filter?: PostQuery | undefined
  read?: boolean | undefined
  saved?: boolean | undefined
}

/** Marks those of the posts that are not so yet, the newest of a filter first; which they are, and whether there are more. */
export const markPosts = async (tenant: Tenant, caller: ListCaller, { ids, filter, read, saved }: Wanted) => {
  const { db, companyId } = tenant
  const { personId } = caller
  const among: RawBuilder<unknown> = ids
    ? sql`p.company_id = ${companyId} and p.id = any (${ids}::bigint[]) and p.hidden_at is null`
    : await postsMatching(tenant, caller, filter ?? {})
  const { rows } = await sql<{ id: number }>`
    with chosen as materialized (
      select p.id, p.sort_at, p.old_news, r.post_id is not null as marked, r.read_at, r.saved_at from competitor_posts p
      left join competitor_post_reads r on r.company_id = ${companyId} and r.person_id = ${personId} and r.post_id = p.id
      where ${among} and (${read === undefined ? sql`false` : sql`(case when r.post_id is null then p.old_news else r.read_at is not null end) <> ${read}`}
        or ${saved === undefined ? sql`false` : sql`(r.saved_at is not null) <> ${saved}`})
      order by p.sort_at desc, p.id desc limit ${AT_ONCE + 1}
    ), stored as (
      insert into competitor_post_reads as x (company_id, person_id, post_id, read_at, saved_at)
      select ${companyId}, ${personId}, id,
        ${read === undefined ? sql`case when not marked and old_news then now() else read_at end` : read ? sql`coalesce(read_at, now())` : sql`null`},
        ${saved === undefined ? sql`saved_at` : saved ? sql`coalesce(saved_at, now())` : sql`null`}
      from (select * from chosen order by sort_at desc, id desc limit ${AT_ONCE}) c order by id
      on conflict (company_id, person_id, post_id) do update set read_at = excluded.read_at, saved_at = excluded.saved_at
    )
    select id from chosen order by sort_at desc, id desc`.execute(db)
  return { changed: rows.slice(0, AT_ONCE).map(({ id }) => id), more: rows.length > AT_ONCE }
}
