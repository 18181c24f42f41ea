import { sql } from 'kysely'
import { blogCategories, MOST_CATEGORIES, type BlogCategory } from '#contract/content/blog-categories.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found, unique, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import * as queries from './queries.ts'
import { slugFor } from './slug.ts'

const TAKEN = 'That name or address is already taken. Choose another.'

export const blogCategoryRoutes = implement('blog-categories', blogCategories, {
  list: async ({ tenant, query: { search } }) => ({ data: await queries.categories(tenant, search) }),

  async add({ tenant, body: { name, slug: sent, description = '' } }) {
    await queries.lockCategories(tenant)
    const all = await queries.categories(tenant)
    if (all.length >= MOST_CATEGORIES) throw conflict(`A blog can have at most ${MOST_CATEGORIES} categories.`)
    checkName(all, name)
    const slug = await slugFor(tenant, 'blog_categories', { slug: sent, name })
    const id = await unique(TAKEN, queries.add(tenant, { name, slug, description, position: all.length + 1 }))
    return { data: await shown(tenant, id), message: 'Category added' }
  },

  async order({ tenant, body: { ids } }) {
    await queries.lockCategories(tenant)
    const all = new Set((await queries.categories(tenant)).map(({ id }) => id))
    if (new Set(ids).size < ids.length) throw badField('ids', 'Each category can be named only once')
    for (const id of ids) found('Category', all.has(id) || undefined)
    // One that was added meanwhile stays behind those that were named.
    await queries.arrange(tenant, [...ids, ...[...all].filter((id) => !ids.includes(id))])
    return { data: await queries.categories(tenant) }
  },

  async update({ tenant, params: { id }, body: { version: seen, ...sent } }) {
    await queries.lockCategories(tenant)
    const all = await queries.categories(tenant)
    const { name, slug, description, version } = there(all, id)
    const wanted = {
      ...sent,
      ...(sent.slug === undefined
        ? {}
        : { slug: await slugFor(tenant, 'blog_categories', { slug: sent.slug, name: sent.name ?? name, id }) }),
    }
    const row = { entity: 'blog_categories', id, version, values: { name, slug, description } }
    const { write, conflicts } = await fieldsToWrite(tenant, row, wanted, seen)
    if (conflicts.length)
      throw conflict(
        'Someone else has changed this category since you opened it. Review it and try again.',
        { current: await shown(tenant, id), fields: conflicts },
        'version_conflict',
      )
    if (write.name !== undefined)
      checkName(
        all.filter((each) => each.id !== id),
        write.name,
      )
    await unique(TAKEN, queries.change(tenant, id, write))
    return { data: await shown(tenant, id) }
  },

  async remove({ tenant, params: { id }, query: { replacement_id } }) {
    await queries.lockCategories(tenant)
    const all = await queries.categories(tenant)
    const { name, posts, live_posts } = there(all, id)
    if (replacement_id === undefined && posts + live_posts > 0)
      throw conflict(
        `${name} has ${Math.max(posts, live_posts)} ${Math.max(posts, live_posts) === 1 ? 'post' : 'posts'}. Choose the category that takes over.`,
        { posts, live_posts },
        'category_has_posts',
      )
    if (replacement_id === id) throw badField('replacement_id', 'Choose another category')
    if (replacement_id !== undefined) there(all, replacement_id)
    await queries.change(tenant, id, {
      deleted_at: sql<string>`now()`,
      ...(replacement_id === undefined ? {} : { replaced_by: replacement_id }),
    })
    return { message: 'Category deleted' }
  },
})

const there = (all: readonly BlogCategory[], id: number) =>
  found(
    'Category',
    all.find((each) => each.id === id),
  )

const shown = async (tenant: Tenant, id: number) => there(await queries.categories(tenant), id)

const checkName = (others: readonly BlogCategory[], name: string) => {
  const isSame = (other: BlogCategory) => other.name.toLowerCase() === name.toLowerCase()
  if (!others.some(isSame)) return
  const message = `There is a category “${name}” already`
  throw new UserError(409, message, { code: 'name_taken', errors: [{ field: 'name', message }] })
}
