import { sql } from 'kysely'
import { textOf } from '#contract/content/document-text.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { imageRefs } from '#server/content/blog-images/library.ts'
import { sayingOf, type Standing } from '#server/content/post/standing.ts'
import { publicAddress, storedSite } from '#server/content/site/sites.ts'
import { fromMail, openingOf, postMail } from './post-mail.ts'
import type { MailConfig } from './services.ts'
import { storedSettings } from './settings.ts'

export interface Wanted {
  /** Empty: the title of the post. */
  subject?: string
  preheader?: string
}

/** The mail about a post, as readers see the post; of one that is not live, its draft. */
export const mailOf = async (tenant: Tenant, { publicUrl }: MailConfig, post: Standing, wanted: Wanted) => {
  const number = (post.live ? post.live_version : null) ?? post.draft_version
  const said = await sayingOf(tenant, post.id, number)
  const [images, address, site, settings, company] = await Promise.all([
    imageRefs(tenant, [said.image_id]),
    publicAddress(tenant, post.slug),
    storedSite(tenant),
    storedSettings(tenant),
    sql<{ name: string }>`select name from company`.execute(tenant.db),
  ])
  const cover = images.get(said.image_id)
  const absolute = (path: string) => (path.startsWith('/') ? `${publicUrl}${path}` : path)
  return postMail({
    subject: wanted.subject?.trim() || said.title,
    preheader: wanted.preheader?.trim() ?? '',
    title: said.title,
    opening: said.excerpt || openingOf(textOf(said.document)),
    cover: cover ? { src: absolute(cover.jpeg_url), alt: said.image_decorative ? '' : said.image_alt } : null,
    authors: await namesOf(tenant, said.author_ids),
    url: address === null ? publicUrl : fromMail(absolute(address)),
    publisher: site?.publisher_name || (company.rows[0]?.name ?? ''),
    postal: site?.postal_address ?? '',
    footer: settings.footer,
    locale: site?.locale ?? 'en',
  })
}

const namesOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ name: string }>`
    select a.name from unnest(${ids}::bigint[]) with ordinality as w (id, place)
    join blog_authors a on a.company_id = ${companyId} and a.id = w.id order by w.place`.execute(db)
  return rows.map(({ name }) => name)
}
