import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { SLUG_PLACE, type Site, type SiteFields } from '#contract/content/site.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { pageOrigin } from '#server/kit/page-origin.ts'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import { holdImages, imageRefs } from '#server/content/blog-images/library.ts'
import { postAddress } from './addresses.ts'
import type { LiveSite } from './live-post.ts'

/** What making keys and addresses takes. */
export interface SiteKeys {
  /** Digests keys. */
  digest: Buffer
  publicUrl: string
}

export const siteKeysOf = ({ secret, publicUrl }: { secret: string; publicUrl: string }): SiteKeys => ({
  digest: deriveKey(secret, 'site-key'),
  publicUrl,
})

/** A company that has said nothing yet publishes like this. */
const USUAL: SiteFields = {
  name: 'Blog',
  site_url: '',
  allowed_origins: [],
  postal_address: '',
  publisher_name: '',
  publisher_logo_id: null,
  default_og_image_id: null,
  locale: 'en',
  feed_size: 20,
  status: 'on',
}

export interface StoredSite extends SiteFields {
  id: number
  key: string | null
  key_made: Site['key_made']
  feed_id: string
  version: number
}

/** A site that readers may read, and the key that they named. */
export interface OpenSite {
  companyId: number
  key: string
  site: StoredSite
  /** Until when this holds, as `performance.now()` counts. */
  until: number
}

const columns = [
  'name',
  'site_url',
  'allowed_origins',
  'postal_address',
  'publisher_name',
  'publisher_logo_id',
  'default_og_image_id',
  'locale',
  'feed_size',
  'status',
  'key',
  'feed_id',
  'version',
] as const

export const storedSite = async ({ db, companyId }: Tenant, lock = false): Promise<StoredSite | undefined> => {
  const { rows } = await sql<StoredSite>`
    select t.id, ${sql.join(columns.map((each) => sql.ref(`t.${each}`)))},
      case when key_made_at is not null then jsonb_build_object('at', key_made_at, 'by',
        (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = key_made_by)) end as key_made
    from sites t where company_id = ${companyId} ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]
}

/** Where readers find a post: an address of the company’s own web site, or the path of our page; null as long as there is neither. */
export const publicAddress = async (tenant: Tenant, slug: string): Promise<string | null> => {
  const { site_url, key } = (await storedSite(tenant)) ?? { site_url: '', key: null }
  if (site_url !== '') return postAddress({ site_url }, slug)
  return key === null ? null : `/site/${key}/blog/${slug}`
}

/** What pages say of the site. */
export const liveSite = async (tenant: Tenant): Promise<LiveSite> => {
  const site = (await storedSite(tenant)) ?? USUAL
  const { rows } = await sql<{ name: string }>`select name from company`.execute(tenant.db)
  return {
    name: site.name,
    site_url: site.site_url,
    locale: site.locale,
    publisher: site.publisher_name || (rows[0]?.name ?? ''),
    ...(await imagesOf(tenant, site)),
  }
}

const imagesOf = async (tenant: Tenant, { publisher_logo_id, default_og_image_id }: SiteFields) => {
  const images = await imageRefs(
    tenant,
    [publisher_logo_id, default_og_image_id].flatMap((id) => id ?? []),
  )
  const imageOf = (id: number | null) => (id === null ? null : (images.get(id) ?? null))
  return { logo: imageOf(publisher_logo_id), share: imageOf(default_og_image_id) }
}

export const siteNow = async (tenant: Tenant, { publicUrl }: SiteKeys): Promise<Site> => {
  const {
    id: _,
    key,
    feed_id: __,
    ...fields
  } = (await storedSite(tenant)) ?? {
    ...USUAL,
    id: 0,
    key: null,
    feed_id: '',
    key_made: null,
    version: 1,
  }
  const images = await imagesOf(tenant, fields)
  const at = (rest: string) => `${publicUrl}/site/${key}/${rest}`
  return {
    ...fields,
    publisher_logo: images.logo,
    default_og_image: images.share,
    addresses:
      key === null
        ? null
        : {
            blog: at('blog'),
            posts: at('posts'),
            atom: at('feed.atom'),
            rss: at('feed.rss'),
            sitemap: at('sitemap.xml'),
          },
  }
}

/** Writes what was sent; two who change different fields both win. */
export const changeSite = async (
  tenant: Tenant,
  { version: seen, ...sent }: Partial<SiteFields> & { version?: number },
) => {
  const { db, companyId } = tenant
  const wanted = await checked(tenant, sent)
  await ensureSite(tenant, wanted)
  const now = await storedSite(tenant, true)
  if (!now) throw new Error('The site was made just now')
  const { id, version, key: _, key_made: __, feed_id: ___, ...values } = now
  const { write, conflicts } = await fieldsToWrite(tenant, { entity: 'sites', id, version, values }, wanted, seen)
  if (conflicts.length)
    throw conflict(
      'Someone else has changed the web site since you opened it. Review it and try again.',
      { fields: conflicts },
      'version_conflict',
    )
  if (Object.keys(write).length)
    await db.updateTable('sites').set(write).where('company_id', '=', companyId).where('id', '=', id).execute()
  tenant.wakes()
}

const ensureSite = ({ db, companyId }: Tenant, fields: Partial<SiteFields> = {}) =>
  db
    .insertInto('sites')
    .values({ company_id: companyId, ...fields })
    .onConflict((is) => is.doNothing())
    .execute()

/** Makes the key by which readers get the posts; the one before stops working. */
export const makeSiteKey = async (tenant: Tenant, { digest }: SiteKeys, personId: number) => {
  const key = randomBytes(16).toString('base64url')
  await ensureSite(tenant)
  await sql`select put_site_key(${keyedDigest(digest, key)})`.execute(tenant.db)
  await sql`update sites set key = ${key}, key_made_by = ${personId}, key_made_at = now() where company_id = ${tenant.companyId}`.execute(
    tenant.db,
  )
}

const checked = async (tenant: Tenant, sent: Partial<SiteFields>): Promise<Partial<SiteFields>> => {
  const { site_url: pattern, allowed_origins: origins, publisher_logo_id: logo, default_og_image_id: share } = sent
  const pictures = { publisher_logo_id: logo, default_og_image_id: share }
  for (const [field, id] of Object.entries(pictures))
    if (id != null && !(await holdImages(tenant, [id])).has(id))
      throw badField(field, 'This picture is no longer in the library. Choose another one.')
  return {
    ...sent,
    ...(pattern !== undefined && { site_url: patternOf(pattern.trim()) }),
    ...(origins && { allowed_origins: originsOf(origins) }),
  }
}

const patternOf = (pattern: string) => {
  if (pattern === '') return pattern
  const url = URL.parse(pattern.replaceAll(SLUG_PLACE, 'slug'))
  const isRight = url && /^https?:$/.test(url.protocol) && pageOrigin(url.origin) !== undefined
  if (
    !isRight ||
    pattern.split(SLUG_PLACE).length !== 2 ||
    url.pathname.split('slug').length < 2 ||
    /[\s<>"']/.test(pattern)
  )
    throw badField('site_url', 'Write it like https://www.example.com/blog/{slug}')
  return pattern
}

/** As browsers send them, each once. */
const originsOf = (origins: readonly string[]) => [
  ...new Set(
    origins.map((text) => {
      const origin = pageOrigin(text)
      if (origin === undefined) throw badField('allowed_origins', 'Write each like https://www.example.com')
      return origin
    }),
  ),
]
