import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { alikeness, wordsOf } from './min-hash.ts'

const ALIKE = 0.7
/** Of shorter texts only the titles say whether they are the same. */
const LEAST_WORDS = 60
const LEAST_TITLE_WORDS = 5
const DAY = 86_400_000
const TEXT_DAYS = 14
const TITLE_DAYS = 3

interface Post {
  id: number
  title: string
  words: number
  sort_at: string
  cluster_id: number
  cluster_by: number | null
  signature: Uint8Array | null
}

/** Joins posts to those that say the same: the one that was published first leads. What people joined or split stays. */
export const clusterPosts = async (tenant: Tenant, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const pairs = await pairsOf(tenant, ids)
  if (pairs.length === 0) return
  const posts = await postsOf(tenant, [...new Set(pairs.flatMap(({ one, other }) => [one, other]))])
  for (const [one, of] of Map.groupBy(pairs, (pair) => pair.one)) {
    const post = posts.get(one)
    // One that says the same as others already stays with them.
    if (!post || post.cluster_by !== null || post.cluster_id !== post.id) continue
    const best = of
      .flatMap(({ other, same_url }) => {
        const found = posts.get(other)
        const score = found && found.cluster_by === null ? (same_url ? 1 : sameness(post, found)) : 0
        return found && score > 0 && found.cluster_id !== post.cluster_id ? [{ found, score }] : []
      })
      .toSorted((a, b) => b.score - a.score || Date.parse(a.found.sort_at) - Date.parse(b.found.sort_at))[0]
    if (best) await join(tenant, posts, post, best.found)
  }
}

/** Posts that share a band, or an address with one of another competitor. */
const pairsOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ one: number; other: number; same_url: boolean }>`
    select one, other, bool_or(same_url) as same_url from (
      select b.post_id as one, o.post_id as other, false as same_url
      from competitor_post_bands b join competitor_post_bands o
        on o.company_id = b.company_id and o.band = b.band and o.value = b.value and o.post_id <> b.post_id
      where b.company_id = ${companyId} and b.post_id = any(${ids})
      union all
      select k.post_id, o.post_id, true from competitor_post_keys k join competitors c on c.company_id = k.company_id and c.id <> k.competitor_id
        join competitor_post_keys o on o.company_id = k.company_id and o.competitor_id = c.id and o.key = k.key
      where k.company_id = ${companyId} and k.post_id = any(${ids}) and k.kind = 'url' and o.post_id is not null
    ) p group by one, other order by one, other limit 5000`.execute(db)
  return rows
}

const postsOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<Post>`
    select p.id, p.title, p.words, p.sort_at, p.cluster_id, p.cluster_by, g.signature from competitor_posts p
      left join competitor_post_signatures g on g.company_id = p.company_id and g.post_id = p.id
    where p.company_id = ${companyId} and p.id = any(${ids}) and p.hidden_at is null`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const sameness = (one: Post, other: Post): number => {
  const days = Math.abs(Date.parse(one.sort_at) - Date.parse(other.sort_at)) / DAY
  if (one.words >= LEAST_WORDS && other.words >= LEAST_WORDS) {
    const alike = one.signature && other.signature ? alikeness(one.signature, other.signature) : 0
    return days <= TEXT_DAYS && alike >= ALIKE ? alike : 0
  }
  const title = wordsOf(one.title)
  const same = title.length >= LEAST_TITLE_WORDS && title.join(' ') === wordsOf(other.title).join(' ')
  return same && days <= TITLE_DAYS ? 1 : 0
}

const join = async ({ db, companyId }: Tenant, posts: ReadonlyMap<number, Post>, post: Post, found: Post) => {
  const cluster = found.cluster_id
  const { rows } = await sql<{ id: number }>`
    with lead as (
      select id from competitor_posts where company_id = ${companyId} and (cluster_id = ${cluster} or id = ${post.id})
      order by sort_at, id limit 1
    ), fixed as (
      select from competitor_posts where company_id = ${companyId} and cluster_id = ${cluster} and cluster_by is not null limit 1
    ), led as (select case when exists (select from fixed) then ${cluster} else id end as id from lead)
    update competitor_posts p set cluster_id = led.id from led
    where p.company_id = ${companyId} and (p.cluster_id = ${cluster} or p.id = ${post.id}) and p.cluster_id <> led.id
    returning led.id`.execute(db)
  const lead = rows[0]?.id ?? cluster
  for (const each of posts.values()) if (each.id === post.id || each.cluster_id === cluster) each.cluster_id = lead
}
