import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { PreviewLink, blogPublishing } from '#contract/content/blog-publishing.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import { peek, sayingOf } from '#server/content/post/standing.ts'

/** What making links takes. */
export interface PreviewLinks {
  /** Digests tokens. */
  key: Buffer
  publicUrl: string
}

export const previewLinksOf = ({ secret, publicUrl }: { secret: string; publicUrl: string }): PreviewLinks => ({
  key: deriveKey(secret, 'blog-preview'),
  publicUrl,
})

type Link = Static<typeof PreviewLink>

const ROW = sql`l.id, l.number, l.expires_at, l.revoked_at, l.opened, l.created_at,
  (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = l.made_by) as made_by`
const MOST_LINKS = 100

/** The newest first. */
export const previewsOf = async (tenant: Tenant, postId: number): Promise<Link[]> => {
  await peek(tenant, postId)
  const { rows } = await sql<Link>`
    select ${ROW} from blog_preview_links l where l.company_id = ${tenant.companyId} and l.post_id = ${postId}
    order by l.id desc limit ${MOST_LINKS}`.execute(tenant.db)
  return rows
}

const USUAL_DAYS = 7

/** Makes a link: 256 bits of which only the digest is stored, so that this is the one time that anybody sees it. */
export const makePreview = async (
  tenant: Tenant,
  { personId }: Pick<Caller, 'personId'>,
  { key, publicUrl }: PreviewLinks,
  { post_id, number = null, days = USUAL_DAYS }: BodyOf<typeof blogPublishing.addPreview>,
): Promise<Link & { link: string }> => {
  await peek(tenant, post_id)
  if (number !== null) await sayingOf(tenant, post_id, number)
  const token = randomBytes(32).toString('base64url')
  const hash = keyedDigest(key, token)
  await sql`select put_preview_link(${hash})`.execute(tenant.db)
  const { rows } = await sql<Link>`
    insert into blog_preview_links as l (company_id, post_id, number, token_hash, expires_at, made_by)
    values (${tenant.companyId}, ${post_id}, ${number}, ${hash}, now() + ${days}::int * interval '1 day', ${personId})
    returning ${ROW}`.execute(tenant.db)
  return { ...found('Link', rows[0]), link: `${publicUrl}/preview/${token}` }
}

export const revokePreview = async ({ db, companyId }: Tenant, id: number) => {
  const link = found(
    'Link',
    await db
      .selectFrom('blog_preview_links')
      .select('revoked_at')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (link.revoked_at !== null) throw conflict('This link has already ended.')
  await db
    .updateTable('blog_preview_links')
    .set({ revoked_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
