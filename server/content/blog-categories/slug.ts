import slugify from '@sindresorhus/slugify'
import { sql } from 'kysely'
import { SLUG } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, UserError } from '#server/kit/errors.ts'

type Table = 'blog_authors' | 'blog_categories'
const LONGEST = 100

/** The address of an author or a category: as it was sent, or made of the name and free. 400 for one that is none, 409 for one that is taken. */
export const slugFor = async (
  tenant: Tenant,
  table: Table,
  { slug: sent = '', name, id }: { slug?: string | undefined; name: string; id?: number },
): Promise<string> => {
  if (sent === '') return freeSlug(tenant, table, name)
  if (!SLUG.test(sent)) throw badField('slug', 'The address may have small letters, digits and hyphens')
  const holder = (await holders(tenant, table, sent)).find((each) => each.slug === sent && each.id !== id)
  if (holder) throw slugTaken(`“${sent}” is the address of ${holder.name}. Choose another.`)
  return sent
}

export const slugTaken = (message: string) =>
  new UserError(409, message, { code: 'slug_taken', errors: [{ field: 'slug', message }] })

/** Until its transaction ends nobody else of the company makes one. */
const freeSlug = async (tenant: Tenant, table: Table, name: string) => {
  await sql`select pg_advisory_xact_lock(hashtext(${table}), ${tenant.companyId})`.execute(tenant.db)
  const made = slugify(name, { decamelize: false })
    .slice(0, LONGEST - 5)
    .replace(/-$/, '')
  const base = made === '' ? (table === 'blog_authors' ? 'author' : 'category') : made
  const taken = new Set((await holders(tenant, table, base)).map(({ slug }) => slug))
  let slug = base
  for (let next = 2; taken.has(slug); next++) slug = `${base}-${next}`
  return slug
}

/** Who has this address, and those that begin with it. */
const holders = async ({ db, companyId }: Tenant, table: Table, slug: string) => {
  const { rows } = await sql<{ id: number; slug: string; name: string }>`
    select id, slug, name from ${sql.table(table)}
    where company_id = ${companyId} and deleted_at is null and slug like ${`${slug}%`}`.execute(db)
  return rows
}
