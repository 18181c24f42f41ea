import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { postAddress } from './addresses.ts'
import { storedSite } from './sites.ts'

/** A published post of ours, and where it stands on the company's own site; null: it is read with us. */
export interface OurPost {
  id: number
  title: string
  link: string | null
}

/** Those of the posts that are published, by id. */
export const ourPosts = async (tenant: Tenant, ids: readonly number[]): Promise<Map<number, OurPost>> => {
  if (ids.length === 0) return new Map()
  const { db, companyId } = tenant
  const [{ rows }, site] = await Promise.all([
    sql<{ id: number; title: string; slug: string }>`
      select p.id, v.title, p.slug from blog_posts p
      join blog_versions v on v.company_id = ${companyId} and v.post_id = p.id and v.number = p.live_version
      where p.company_id = ${companyId} and p.id = any (${ids}::bigint[]) and p.live and p.deleted_at is null`.execute(
      db,
    ),
    storedSite(tenant),
  ])
  const link = (slug: string) => (site?.site_url ? postAddress(site, slug) : null)
  return new Map(rows.map(({ id, title, slug }) => [id, { id, title, link: link(slug) }]))
}

export interface OurText {
  id: number
  title: string
  /** Folded, with the title. */
  text: string
  published_at: string
}

const LONGEST_TEXT = 10_000

/** The published posts with what they say to readers, the newest first. */
export const ourTexts = async ({ db, companyId }: Tenant, most: number): Promise<OurText[]> => {
  const { rows } = await sql<OurText>`
    select p.id, v.title, left(g.search_text, ${sql.lit(LONGEST_TEXT)}) as text, g.published_at from blog_pages g
    join blog_posts p on p.company_id = ${companyId} and p.id = g.post_id and p.live and p.deleted_at is null
    join blog_versions v on v.company_id = ${companyId} and v.post_id = p.id and v.number = p.live_version
    where g.company_id = ${companyId} order by g.published_at desc, g.post_id desc limit ${most}`.execute(db)
  return rows
}
