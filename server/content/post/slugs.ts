import slugify from '@sindresorhus/slugify'
import { sql } from 'kysely'
import { POST_LIMITS, RESERVED_SLUGS, SLUG } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'

const bad = (message: string, code: string) =>
  new UserError(400, message, { code, errors: [{ field: 'slug', message }] })

/** An address as somebody wrote it; 400 for one that no post may have. */
export const checkedSlug = (sent: string): string => {
  const slug = sent.trim()
  if (!SLUG.test(slug)) throw bad('The address may have small letters, digits and hyphens', 'slug')
  if (RESERVED_SLUGS.some((reserved) => reserved === slug))
    throw bad(`“${slug}” is reserved. Choose another address.`, 'slug_reserved')
  return slug
}

interface Holder {
  slug: string
  id: number
  title: string
  redirect: boolean
}

/** Posts that have these addresses, and those to which readers are sent from them. Until its transaction ends nobody else of the company takes one. */
const holders = async ({ db, companyId }: Tenant, slugs: readonly string[]): Promise<Holder[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('blog addresses'), ${companyId})`.execute(db)
  const { rows } = await sql<Holder>`
    select slug, id, title, false as redirect from blog_posts
    where company_id = ${companyId} and slug = any (${slugs}::text[]) and deleted_at is null
    union all
    select r.from_path, p.id, p.title, true from blog_redirects r
    join blog_posts p on p.company_id = r.company_id and p.id = r.post_id and p.deleted_at is null
    where r.company_id = ${companyId} and r.from_path = any (${slugs}::text[]) and r.deleted_at is null`.execute(db)
  return rows
}

/** 409 if the address is that of another post, or the old one of another, which may be taken over. */
export const claimSlug = async (tenant: Tenant, slug: string, postId: number | undefined, takeOver: boolean) => {
  const others = (await holders(tenant, [slug])).filter(({ id }) => id !== postId)
  const holder = others.find(({ redirect }) => !redirect)
  if (holder)
    throw conflict(
      `“${slug}” is the address of “${holder.title}”. Choose another.`,
      { field: 'slug', post: holder.id },
      'slug_taken',
    )
  const old = others[0]
  if (!old) return
  if (!takeOver)
    throw conflict(
      `Readers of “${old.title}” are still sent on from this address. Take it over?`,
      { field: 'slug', post: old.id },
      'slug_redirects',
    )
  await tenant.db
    .updateTable('blog_redirects')
    .set({ deleted_at: sql`now()` })
    .where('company_id', '=', tenant.companyId)
    .where('from_path', '=', slug)
    .where('deleted_at', 'is', null)
    .execute()
}

/** An address made of a title that nobody has; empty where the title has no letters for one: then it is made of the number. */
export const slugFor = async (tenant: Tenant, title: string): Promise<string> => {
  const made = slugify(title)
    .slice(0, POST_LIMITS.slug - 4)
    .replace(/-$/, '')
  if (made === '') return ''
  const tries = [made, ...Array.from({ length: 98 }, (_, no) => `${made}-${no + 2}`)]
  const taken = new Set([...RESERVED_SLUGS, ...(await holders(tenant, tries)).map(({ slug }) => slug)])
  return tries.find((slug) => !taken.has(slug)) ?? ''
}
