import { sql } from 'kysely'
import { companyOfPreview } from '#server/db/identity/preview-links.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import { fillIn, hostedPath, ours } from './addresses.ts'
import { previewPage } from './hosted.ts'
import { loadPost, readable } from './load.ts'
import { postJson } from './post-json.ts'
import { liveSite, siteKeysOf, storedSite, type OpenSite } from './sites.ts'

/** By which the token of a preview link is found: only this is stored of it. */
export const previewDigest = (secret: string, token: string) => keyedDigest(deriveKey(secret, 'blog-preview'), token)

interface Given {
  tenants: Tenants
  identity: Identity
  config: { secret: string; publicUrl: string }
}

interface PreviewedPost {
  link_id: number
  id: number
  post_no: number
  slug: string
  first_published_at: string | null
  published_at: string | null
  number: number
  /** It is what readers see. */
  is_live: boolean
}

const LONGEST_TOKEN = 64
const ACTOR = { kind: 'system', channel: 'intake', act: 'site.openPreview' } as const

/** A version of a post by a link that somebody was sent; once it is live, its readers go to the post. */
export const openPreview = ({ tenants, identity, config }: Given) => {
  const { publicUrl } = siteKeysOf(config)
  return async (
    token: string,
    kind: 'html' | 'json',
    /** By whose key it is opened; undefined: by the link alone. */
    open: OpenSite | undefined,
    onUncounted: (error: unknown) => void,
  ) => {
    if (token.length > LONGEST_TOKEN) return undefined
    const hash = previewDigest(config.secret, token)
    const owner = open ?? (await companyOfPreview(identity, hash))
    if (!owner) return undefined
    const { companyId } = owner
    const shown = await tenants.read(companyId, async (tenant) => {
      const key = open?.key ?? (await storedSite(tenant))?.key ?? ''
      const fill = (text: string) => fillIn(text, { publicUrl, key })
      const post = await previewed(tenant, hash)
      if (!post) return undefined
      if (post.is_live) return { post, location: fill(ours(hostedPath(`blog/${post.slug}`))) }
      const site = await liveSite(tenant)
      const made = await loadPost(tenant, site, post, post.number)
      if (!made) return undefined
      const text =
        kind === 'html'
          ? previewPage(site, made.live, `Preview of version ${post.number}. It is not published.`)
          : JSON.stringify({ ...postJson(site, made.live), json_ld: null, preview: { version: post.number } })
      return { post, text: fill(text) }
    })
    // Who was sent the link sees the post, also where this can’t be counted.
    if (shown) await countOpened(tenants, companyId, shown.post.link_id).catch(onUncounted)
    return shown
  }
}

const previewed = async ({ db, companyId }: Tenant, hash: Buffer) => {
  const { rows } = await sql<PreviewedPost>`
    select l.id as link_id, p.id, p.post_no, p.slug, p.first_published_at, p.published_at, coalesce(l.number, p.draft_version) as number,
      ${readable('p')} and coalesce(l.number, p.draft_version) = p.live_version as is_live
    from blog_preview_links l join blog_posts p on p.company_id = l.company_id and p.id = l.post_id
    where l.company_id = ${companyId} and l.token_hash = ${hash} and l.revoked_at is null and l.expires_at > now()
      and p.deleted_at is null`.execute(db)
  return rows[0]
}

const countOpened = (tenants: Tenants, companyId: number, id: number) =>
  tenants.write(companyId, ACTOR, ({ db }) =>
    sql`update blog_preview_links set opened = opened + 1 where company_id = ${companyId} and id = ${id}`.execute(db),
  )
