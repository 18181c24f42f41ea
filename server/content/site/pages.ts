import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { postPage } from './hosted.ts'
import { loadPost, readable, type Uses } from './load.ts'
import { postJson, postSummary } from './post-json.ts'
import { liveSite } from './sites.ts'

/** Nodes answer readers from memory; by this topic they hear that it is old. */
export const PAGES_TOPIC = 'blog_pages'
export const PAGES_DUE = 'blog-pages'

/** Makes what readers get of a post, as it is live in this transaction; of one that is not live, nothing is left. */
export const refreshPage = async (tenant: Tenant, postId: number): Promise<void> => {
  const { db, companyId } = tenant
  const post = await livePost(tenant, postId)
  await sql`delete from blog_pages_due where company_id = ${companyId} and post_id = ${postId}`.execute(db)
  tenant.signal(PAGES_TOPIC)
  if (post) await holdShown(tenant, post)
  const site = await liveSite(tenant)
  const made = post && (await loadPost(tenant, site, post, post.live_version))
  if (!made) return dropPage(tenant, postId)
  const { live, uses } = made
  const summary = JSON.stringify(postSummary(site, live))
  const { rows } = await sql<{ moved: boolean }>`
    with earlier as (select slug, summary -> 'title' as title from blog_pages where company_id = ${companyId} and post_id = ${postId})
    insert into blog_pages as p (company_id, post_id, slug, summary, json, html, search_text, noindex, published_at)
    values (${companyId}, ${postId}, ${live.slug}, ${summary}, ${JSON.stringify(postJson(site, live))}, ${postPage(site, live)},
      fold(${`${live.title} ${live.excerpt}`}), ${live.seo.noindex}, ${live.published_at})
    on conflict (company_id, post_id) do update set slug = excluded.slug, summary = excluded.summary, json = excluded.json,
      html = excluded.html, search_text = excluded.search_text, noindex = excluded.noindex, published_at = excluded.published_at,
      made_at = case when (p.json, p.html) = (excluded.json, excluded.html) then p.made_at else now() end
    returning not exists (select from earlier e where e.slug = p.slug and e.title = p.summary -> 'title') as moved`.execute(
    db,
  )
  await storeUses(tenant, postId, uses)
  if (rows[0]?.moved) await refreshBesides(tenant, live.published_at, postId)
}

/** Takes away what readers get of a post. */
export const dropPage = async (tenant: Tenant, postId: number): Promise<void> => {
  const { db, companyId } = tenant
  tenant.signal(PAGES_TOPIC)
  const { rows } = await sql<{ published_at: string }>`
    delete from blog_pages where company_id = ${companyId} and post_id = ${postId} returning published_at`.execute(db)
  const [dropped] = rows
  if (dropped) await refreshBesides(tenant, dropped.published_at, postId)
}

/** It stays live until the transaction ends. */
const livePost = async ({ db, companyId }: Tenant, postId: number) => {
  const { rows } = await sql<{
    id: number
    post_no: number
    slug: string
    first_published_at: string | null
    published_at: string | null
    live_version: number
  }>`
    select id, post_no, slug, first_published_at, published_at, live_version from blog_posts
    where company_id = ${companyId} and id = ${postId} and ${readable('blog_posts')} for share`.execute(db)
  return rows[0]
}

/** Whoever is changing these now is waited for, and whoever does later finds the page among their uses. */
const holdShown = async ({ db, companyId }: Tenant, { id, live_version }: { id: number; live_version: number }) => {
  const named = (column: 'author_ids' | 'category_ids') => sql`
    select unnest(${sql.ref(column)}) from blog_versions where company_id = ${companyId} and post_id = ${id} and number = ${live_version}`
  await sql`select from blog_authors where company_id = ${companyId} and id in (${named('author_ids')}) order by id for share`.execute(
    db,
  )
  await sql`select from blog_categories where company_id = ${companyId} and id in (${named('category_ids')}) order by id for share`.execute(
    db,
  )
}

const storeUses = async ({ db, companyId }: Tenant, postId: number, uses: Uses) => {
  const pairs = Object.entries(uses).flatMap(([entity, ids]) => ids.map((id) => ({ entity, id })))
  await sql`delete from blog_page_uses where company_id = ${companyId} and post_id = ${postId}`.execute(db)
  await sql`
    insert into blog_page_uses (company_id, entity, used_id, post_id)
    select ${companyId}, u.entity, u.id, ${postId} from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as u (entity text, id bigint)
    on conflict do nothing`.execute(db)
}

/** The posts before it and after it lead to it by its title. */
const refreshBesides = async (tenant: Tenant, at: string, postId: number) => {
  const { db, companyId } = tenant
  await sql`
    insert into blog_pages_due (company_id, post_id)
    (select company_id, post_id from blog_pages where company_id = ${companyId} and (published_at, post_id) < (${at}::timestamptz, ${postId})
      order by published_at desc, post_id desc limit 1)
    union all
    (select company_id, post_id from blog_pages where company_id = ${companyId} and (published_at, post_id) > (${at}::timestamptz, ${postId})
      order by published_at, post_id limit 1)`.execute(db)
  await tenant.due(PAGES_DUE)
}

const ACTOR = { kind: 'system', channel: 'api', act: 'site.refresh' } as const

/** Makes again what no longer says what it should. */
export const refreshDue = async (tenants: Tenants, companyId: number): Promise<void> => {
  while (await tenants.write(companyId, ACTOR, refreshOne));
}

/** One post in a transaction: whoever holds another one is not waited for meanwhile. */
const refreshOne = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ post_id: number }>`
    select post_id from blog_pages_due where company_id = ${companyId} order by id limit 1`.execute(db)
  if (rows[0]) await refreshPage(tenant, rows[0].post_id)
  return rows.length > 0
}
