import { sql } from 'kysely'
import type { Finding } from '#contract/content/post.ts'
import type { FindingKind } from '#contract/content/findings.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { factsOf } from '#server/content/document/facts.ts'
import { imageRefs } from '#server/content/blog-images/library.ts'
import { checkPost, type KnownFacts } from '#server/content/publish-check/check.ts'
import { postAddress } from '#server/content/site/addresses.ts'
import { liveSite } from '#server/content/site/sites.ts'
import type { Saying } from './saying.ts'
import { claimSlug } from './slugs.ts'

export interface Found {
  blocking: Finding[]
  advice: Finding[]
}

/** What keeps this from being published, and what could be better; `review`: why somebody has to look at it first. */
export const findingsOf = async (
  tenant: Tenant,
  postId: number,
  saying: Saying,
  review: string | null = null,
): Promise<Found> => {
  const known = await knownOf(tenant, postId, saying)
  const { blocking, advice } = checkPost(saying, { ...known, review })
  return { blocking: blocking.map(wired), advice: advice.map(wired) }
}

/** What passes by itself, or hangs on who asks: it is not counted when a version is saved. */
const PASSING: readonly FindingKind[] = ['picture_not_ready', 'review']

export const countFindings = async (tenant: Tenant, postId: number, saying: Saying) => {
  const { blocking, advice } = await findingsOf(tenant, postId, saying)
  return {
    blocking: blocking.filter(({ code }) => !PASSING.some((kind) => kind === code)).length,
    advice: advice.length,
  }
}

type Checked = ReturnType<typeof checkPost>['blocking'][number]

/** By the names of calls. */
const wired = ({ kind, message, detail, field, at }: Checked): Finding => ({
  code: kind,
  message,
  detail,
  field: field === 'faq' ? 'faq_items' : field === 'image' && kind === 'picture_alt' ? 'image_alt' : field,
  block: at,
})

type Known = Omit<KnownFacts, 'review'>
interface LinkedPost {
  id: number
  title: string
  live: boolean
  headings: string[]
}

const knownOf = async (tenant: Tenant, postId: number, saying: Saying): Promise<Known> => {
  const { db, companyId } = tenant
  const { image_ids, product_ids, links } = factsOf(saying.document)
  const linked = links.flatMap(({ post_id }) => post_id ?? [])
  const [pictures, products, posts, authors, similar] = await Promise.all([
    imageRefs(tenant, [...new Set([saying.image_id, ...image_ids])]),
    sql<{ id: number }>`
      select id from products where company_id = ${companyId} and id = any (${product_ids}::bigint[]) and deleted_at is null`.execute(
      db,
    ),
    sql<LinkedPost>`
      select p.id, p.title, p.live and p.archived_at is null as live,
        array(select h ->> 'id' from jsonb_array_elements(v.outline) h) as headings
      from blog_posts p join blog_versions v on v.company_id = p.company_id and v.post_id = p.id
        and v.number = coalesce(p.live_version, p.draft_version)
      where p.company_id = ${companyId} and p.id = any (${linked}::bigint[]) and p.deleted_at is null`.execute(db),
    sql<{ id: number; name: string; active: boolean }>`
      select id, name, status = 'active' as active from blog_authors
      where company_id = ${companyId} and id = any (${saying.author_ids}::bigint[]) and deleted_at is null`.execute(db),
    sql<{ title: string }>`
      select title from blog_posts where company_id = ${companyId} and id <> ${postId} and live and deleted_at is null
        and fold(title) = fold(${saying.title}) order by id limit 3`.execute(db),
  ])
  const known = new Set(products.rows.map(({ id }) => id))
  const postById = new Map(posts.rows.map((post) => [post.id, post]))
  const authorById = new Map(authors.rows.map((author) => [author.id, author]))
  return {
    picture: (id) => pictures.get(id)?.state,
    product: (id) => known.has(id),
    post: (id) => postById.get(id),
    author: (id) => authorById.get(id),
    slugProblem: await slugProblem(tenant, saying.slug, postId),
    canonicalOf: await canonicalOf(tenant, saying.canonical_url, postId),
    similarTitles: similar.rows.map(({ title }) => title),
    subscribers: null,
  }
}

const slugProblem = async (tenant: Tenant, slug: string, postId: number): Promise<string | null> => {
  try {
    await claimSlug(tenant, slug, postId, false)
    return null
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

/** The live post of ours whose address this is. */
const canonicalOf = async (tenant: Tenant, url: string | null, postId: number): Promise<string | null> => {
  const slug = url?.split('/').at(-1)
  if (!url || !slug) return null
  const { rows } = await sql<{ title: string }>`
    select title from blog_posts where company_id = ${tenant.companyId} and slug = ${slug} and id <> ${postId} and live
      and deleted_at is null`.execute(tenant.db)
  const [other] = rows
  return other && postAddress(await liveSite(tenant), slug) === url ? other.title : null
}
