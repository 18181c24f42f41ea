import { sql } from 'kysely'
import type { VERSION_KINDS } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { digestOf, factsOf } from '#server/content/document/facts.ts'
import { countFindings } from './findings.ts'
import { SAYING_FIELDS, type Saying } from './saying.ts'
import type { Standing } from './standing.ts'

/** How a version came about. */
export interface Made {
  kind: (typeof VERSION_KINDS)[number]
  by: number | null
  from?: number | undefined
  note?: string | undefined
}

const sayingDigest = (saying: Saying): Buffer => digestOf(SAYING_FIELDS.map((field) => saying[field]))

/** Adds a post with its first version. Its address may be empty: then it is made of its number. */
export const storePost = async (tenant: Tenant, saying: Saying, made: Made): Promise<number> => {
  const { db, companyId } = tenant
  const { id, slug } = await db
    .insertInto('blog_posts')
    .values({ company_id: companyId, slug: saying.slug, created_by: made.by, updated_by: made.by })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await storeVersion(tenant, id, 1, { ...saying, slug }, made)
  return id
}

/** Makes this the draft of a post: false if its draft says that already. A scheduled post is taken from the schedule, unless it may stay. */
export const saveDraft = async (
  tenant: Tenant,
  post: Standing,
  saying: Saying,
  made: Made,
  { keepSchedule = false } = {},
): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ next: number; same: boolean }>`
    select max(number) + 1 as next, bool_or(number = ${post.draft_version} and digest = ${sayingDigest(saying)}) as same
    from blog_versions where company_id = ${companyId} and post_id = ${post.id}`.execute(db)
  const { next = 1, same = false } = rows[0] ?? {}
  if (same) return false
  await storeVersion(tenant, post.id, next, saying, made)
  const unscheduled = post.work === 'scheduled' && !keepSchedule
  await db
    .updateTable('blog_posts')
    .set({
      draft_version: next,
      updated_by: made.by,
      ...(post.live ? {} : { slug: saying.slug }),
      ...(unscheduled ? { work: 'draft', publish_at: null, publish_zone: null } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', post.id)
    .execute()
  return true
}

const storeVersion = async (
  tenant: Tenant,
  postId: number,
  number: number,
  saying: Saying,
  { kind, by, from, note }: Made,
) => {
  const { db, companyId } = tenant
  const facts = factsOf(saying.document)
  await db
    .insertInto('blog_versions')
    .values({
      ...saying,
      company_id: companyId,
      post_id: postId,
      number,
      document: JSON.stringify(saying.document),
      author_ids: sql`${saying.author_ids}::bigint[]`,
      category_ids: sql`${saying.category_ids}::bigint[]`,
      faq: JSON.stringify(saying.faq),
      words: facts.words,
      characters: facts.characters,
      reading_minutes: facts.reading_minutes,
      outline: JSON.stringify(facts.outline),
      links: JSON.stringify(facts.links),
      image_ids: sql`${facts.image_ids}::bigint[]`,
      made_by: by,
      kind,
      from_version: from ?? null,
      note: note ?? '',
      digest: sayingDigest(saying),
      ...(await countFindings(tenant, postId, saying)),
    })
    .execute()
}
