import { sql, type RawBuilder } from 'kysely'
import {
  type AUTHOR_SORTS,
  MOST_SHOWN,
  type Author,
  type AuthorLink,
  type AuthorOption,
  type blogAuthors,
} from '#contract/content/blog-authors.ts'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, inWords, page, startingWith } from '#server/kit/page.ts'
import { imageRefs } from '#server/content/blog-images/library.ts'

const WROTE = sql`from blog_post_authors pa
  join blog_posts p on p.company_id = pa.company_id and p.id = pa.post_id and p.deleted_at is null
  where pa.company_id = a.company_id and pa.author_id = a.id`
const POSTS = sql<number>`(select count(*) ${WROTE} and pa.draft)`
const LIVE_POSTS = sql<number>`(select count(*) ${WROTE} and pa.live)`

const authors = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('blog_authors as a')
    .where('a.company_id', '=', companyId)
    .where('a.deleted_at', 'is', null)
    .select([
      'a.id',
      'a.name',
      'a.slug',
      'a.email',
      'a.photo_id',
      POSTS.as('posts'),
      LIVE_POSTS.as('live_posts'),
      sql<'active' | 'inactive'>`a.status`.as('status'),
      'a.created_at',
      'a.version',
    ])

const SORTS: ReadonlyMap<string, string> = new Map<(typeof AUTHOR_SORTS)[number], string>([
  ['created_at', 'a.created_at'],
  ['name', 'a.name'],
  ['posts', 'posts'],
  ['status', 'a.status'],
])

export const list = async (
  tenant: Tenant,
  { timeZone }: Pick<Caller, 'timeZone'>,
  query: QueryOf<typeof blogAuthors.list>,
) => {
  const conditions: RawBuilder<boolean>[] = [
    ...withinDays(sql.ref('a.created_at'), query, timeZone, { from: 'fromDate', to: 'toDate' }),
    ...(query.status ? [sql<boolean>`a.status = any (${query.status}::text[])`] : []),
    ...(query.posts ? [sql<boolean>`not exists (select ${WROTE} and pa.draft)`] : []),
  ]
  const wanted = conditions.reduce((so, condition) => so.where(condition), authors(tenant))
  const { data, pagination } = await page(wanted, query, {
    searchIn: ['a.search_text'],
    sorts: SORTS,
    words: ['a.name'],
    newestBy: query.sort === undefined ? 'a.created_at' : 'a.id',
  })
  return { data: await withPhotos(tenant, data), pagination }
}

const withPhotos = async <Row extends { photo_id: number | null }>(tenant: Tenant, rows: readonly Row[]) => {
  const refs = await imageRefs(
    tenant,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  )
  return rows.map(({ photo_id, ...row }) => ({
    ...row,
    photo: (photo_id === null ? undefined : refs.get(photo_id)) ?? null,
  }))
}

export const details = async (tenant: Tenant, id: number): Promise<Author | undefined> => {
  const row = await authors(tenant)
    .where('a.id', '=', id)
    .select([
      'a.role',
      'a.bio',
      'a.photo_alt',
      sql<AuthorLink[]>`a.links`.as('links'),
      sql<PersonRef | null>`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = a.person_id)`.as(
        'person',
      ),
      sql<Author['latest_posts']>`coalesce((select jsonb_agg(latest) from (
        select p.id, p.title, case when p.archived_at is not null then 'archived' when p.live then 'published'
          when p.work = 'clean' then 'draft' else p.work end as status
        ${WROTE} and pa.draft order by p.updated_at desc, p.id desc limit ${MOST_SHOWN}) latest), '[]')`.as(
        'latest_posts',
      ),
    ])
    .executeTakeFirst()
  return row && (await withPhotos(tenant, [row]))[0]
}

export interface AuthorValues {
  name: string
  slug: string
  email: string
  role: string
  bio: string
  photo_id: number | null
  photo_alt: string
  links: AuthorLink[]
  person_id: number | null
  status: 'active' | 'inactive'
}

/** As it is stored; nobody else changes it, and with `update` nobody gives it a post, until the transaction ends. */
export const lock = async ({ db, companyId }: Tenant, id: number, strength: 'no key update' | 'update') => {
  const { rows } = await sql<AuthorValues & { version: number }>`
    select name, slug, email, role, bio, photo_id, photo_alt, links, person_id, status, version from blog_authors
    where company_id = ${companyId} and id = ${id} and deleted_at is null for ${sql.raw(strength)}`.execute(db)
  return rows[0]
}

/** Whether the author is there, and not deleted before the transaction ends. */
export const hold = async ({ db, companyId }: Tenant, id: number): Promise<true | undefined> => {
  const { rows } = await sql`
    select from blog_authors where company_id = ${companyId} and id = ${id} and deleted_at is null for key share`.execute(
    db,
  )
  return rows.length > 0 || undefined
}

export const counts = async ({ db, companyId }: Tenant, id: number): Promise<{ posts: number; live_posts: number }> => {
  const { rows } = await sql<{ posts: number; live_posts: number }>`
    select ${POSTS} as posts, ${LIVE_POSTS} as live_posts from blog_authors a
    where a.company_id = ${companyId} and a.id = ${id}`.execute(db)
  return rows[0] ?? { posts: 0, live_posts: 0 }
}

const stored = ({ links, ...values }: Partial<AuthorValues>) => ({
  ...values,
  ...(links && { links: JSON.stringify(links) }),
})

export const add = async (
  { db, companyId }: Tenant,
  { name, slug, ...more }: Partial<AuthorValues> & { name: string; slug: string },
) =>
  (
    await db
      .insertInto('blog_authors')
      .values({ company_id: companyId, name, slug, ...stored(more) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const change = async ({ db, companyId }: Tenant, id: number, changes: Partial<AuthorValues>): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('blog_authors')
    .set(stored(changes))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export const remove = async ({ db, companyId }: Tenant, id: number, replacement: number | undefined): Promise<void> => {
  await db
    .updateTable('blog_authors')
    .set({ deleted_at: sql`now()`, replaced_by: replacement ?? null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

const MOST_FOUND = 20
export const MOST_OPTIONS = 100

/** Those whose name begins with the text before those that have it elsewhere. */
export const search = (tenant: Tenant, text: string) => found(tenant, { text, most: MOST_FOUND, active: false })

export const options = async (tenant: Tenant, text: string) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ authors: number; categories: number }>`
    select (select count(*) from blog_authors where company_id = ${companyId} and deleted_at is null and status = 'active'
        and search_text like fold(${containing(text)})) as authors,
      (select count(*) from blog_categories where company_id = ${companyId} and deleted_at is null
        and fold(name) like fold(${containing(text)})) as categories`.execute(db)
  const active = await found(tenant, { text, most: MOST_OPTIONS, active: true })
  return { active, totals: rows[0] ?? { authors: 0, categories: 0 } }
}

const found = async (
  tenant: Tenant,
  { text, most, active }: { text: string; most: number; active: boolean },
): Promise<AuthorOption[]> => {
  const { db, companyId } = tenant
  const { rows } = await sql<Omit<AuthorOption, 'photo_url'> & { photo_id: number | null }>`
    select id, name, slug, status, photo_id from blog_authors
    where company_id = ${companyId} and deleted_at is null and search_text like fold(${containing(text)})
      and (status = 'active' or not ${active})
    order by ${active ? sql`` : sql`fold(name) like fold(${startingWith(text)}) desc,`} ${inWords(sql.ref('name'))}, id
    limit ${most}`.execute(db)
  return (await withPhotos(tenant, rows)).map(({ photo, ...row }) => ({ ...row, photo_url: photo?.small_url ?? null }))
}

const AT_ONCE = 200

/** Empties the next authors that were deleted too long ago to come back; true when there may be more. */
export const eraseDeleted = async ({ db }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ erased: number }>`select erase_deleted_authors(${AT_ONCE}) as erased`.execute(db)
  return rows[0]?.erased === AT_ONCE
}

/** Why authors can't be as they were, by id: those that would be `there`, and those that an undo takes away. */
export const faultsOf = async (
  { db, companyId }: Tenant,
  rows: readonly { id: number; slug: string; there: boolean; photo: number | null; replacement: number | null }[],
): Promise<Map<number, string>> => {
  const { rows: faults } = await sql<{ id: number; fault: string }>`
    select id, fault from (
      select w.id, case
        when w.there and a.erased_at is not null then 'The author was deleted for good.'
        when w.there and exists (select from blog_authors o where o.company_id = a.company_id and o.slug = w.slug and o.id <> w.id
          and o.deleted_at is null) then 'Another author has this address now.'
        when w.there and w.photo is not null and not exists (select from blog_images i where i.company_id = a.company_id
          and i.id = w.photo and i.deleted_at is null) then 'The photo was deleted.'
        when not w.there and w.replacement is null and exists (select ${WROTE}) then 'The author has posts now.'
        when not w.there and exists (select from blog_authors o where o.company_id = a.company_id and o.id = w.replacement
          and o.deleted_at is not null) then 'Who took over the posts was deleted.'
      end as fault
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, slug text, there boolean, photo bigint, replacement bigint)
      join blog_authors a on a.company_id = ${companyId} and a.id = w.id) f
    where fault is not null`.execute(db)
  return new Map(faults.map(({ id, fault }) => [id, fault]))
}
