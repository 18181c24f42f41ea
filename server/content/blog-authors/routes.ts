import { AUTHOR_NOT_FOUND, blogAuthors, type Author, type AuthorLink } from '#contract/content/blog-authors.ts'
import { POST_STATUSES } from '#contract/content/post.ts'
import type { BodyOf, SentFile } from '#contract/kit/endpoint.ts'
import { categories } from '#server/content/blog-categories/queries.ts'
import { slugFor, slugTaken } from '#server/content/blog-categories/slug.ts'
import { addImage, readImage, setFocalPoint, type ReadImage } from '#server/content/blog-images/library.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { SessionCaller } from '#server/kit/auth.ts'
import { badField, conflict, sqlState, UserError } from '#server/kit/errors.ts'
import { implement, prepared } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { staffWithIds } from '#server/platform/people/staff-found.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import * as queries from './queries.ts'
import type { AuthorValues } from './queries.ts'

interface Given {
  tenants: Tenants
  pictures: Pictures
}
type Sent = Omit<BodyOf<typeof blogAuthors.update>, 'version'>

const TAKEN = 'Another author has this address. Choose another.'
const STATUS_LABELS = {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
} as const satisfies Record<(typeof POST_STATUSES)[number], string>

export const blogAuthorRoutes = ({ tenants, pictures }: Given) => {
  const readPhoto = (caller: SessionCaller, file: SentFile | undefined) =>
    file &&
    readImage({ tenants, pictures }, caller.companyId, file.bytes).catch((error: unknown) => {
      // It is called as the part is that it came in.
      if (error instanceof UserError && error.status < 500) throw badField('photo', error.message)
      throw error
    })

  /** The photo of an author in the library, cut around its point; null: none. */
  const photoOf = async (
    tenant: Tenant,
    caller: SessionCaller,
    {
      sent,
      read,
      name,
      before,
    }: { sent: Sent; read: ReadImage | undefined; name: string | undefined; before: number | null },
  ): Promise<number | null> => {
    const added = read && (await addImage(tenant, pictures, read, { name: name ?? '', addedBy: caller.personId })).id
    const photoId = added ?? (sent.remove_photo ? null : before)
    const point = { x: sent.photo_focal_x, y: sent.photo_focal_y }
    if (photoId !== null) await setFocalPoint(tenant, photoId, point)
    return photoId
  }

  return implement('blog-authors', blogAuthors, {
    list: ({ tenant, caller, query }) => queries.list(tenant, caller, query),

    search: async ({ tenant, query: { q = '' } }) => ({ data: await queries.search(tenant, q.trim()) }),

    details: async ({ tenant, params: { id } }) => ({ data: await shown(tenant, id) }),

    add: prepared(async ({ caller, body, file }) => {
      const read = await readPhoto(caller, file)
      return async (tenant) => {
        const values = await valuesOf(tenant, body)
        const slug = await slugFor(tenant, 'blog_authors', body)
        const photo_id = await photoOf(tenant, caller, { sent: body, read, name: file?.name, before: null })
        const id = await freeSlug(queries.add(tenant, { ...values, name: body.name, slug, photo_id }))
        return { data: await shown(tenant, id), message: 'Author added' }
      }
    }),

    update: prepared(async ({ caller, params: { id }, body: { version: seen, ...body }, file }) => {
      const read = await readPhoto(caller, file)
      return async (tenant) => {
        const { version, ...before } = there(await queries.lock(tenant, id, 'no key update'))
        const sent: Partial<AuthorValues> = await valuesOf(tenant, body)
        if (body.slug !== undefined)
          sent.slug = await slugFor(tenant, 'blog_authors', { slug: body.slug, name: body.name ?? before.name, id })
        if (read || body.remove_photo || body.photo_focal_x !== undefined || body.photo_focal_y !== undefined)
          sent.photo_id = await photoOf(tenant, caller, { sent: body, read, name: file?.name, before: before.photo_id })
        const row = { entity: 'blog_authors', id, version, values: before }
        const { write, conflicts } = await fieldsToWrite(tenant, row, sent, seen)
        if (conflicts.length)
          throw conflict(
            'Someone else has changed this author since you opened it. Review it and try again.',
            { current: await shown(tenant, id), fields: conflicts },
            'version_conflict',
          )
        await freeSlug(queries.change(tenant, id, write))
        return { data: await shown(tenant, id), message: 'Author saved' }
      }
    }),

    async remove({ tenant, params: { id }, query: { replacement_id } }) {
      // In one order, so that two who replace one another don't wait for each other.
      if (replacement_id !== undefined && replacement_id < id) await holdReplacement(tenant, replacement_id)
      const { name } = there(await queries.lock(tenant, id, 'update'))
      if (replacement_id !== undefined && replacement_id > id) await holdReplacement(tenant, replacement_id)
      if (replacement_id === id) throw badField('replacement_id', 'Choose another author')
      const { posts, live_posts } = await queries.counts(tenant, id)
      const most = Math.max(posts, live_posts)
      if (replacement_id === undefined && most > 0)
        throw conflict(
          `${name} is an author of ${most} ${most === 1 ? 'post' : 'posts'}. Choose who takes ${most === 1 ? 'it' : 'them'} over.`,
          { posts, live_posts },
          'author_has_posts',
        )
      await queries.remove(tenant, id, replacement_id)
      return { message: 'Author deleted' }
    },

    async selectOptions({ tenant, query: { search = '' } }) {
      const { active, totals } = await queries.options(tenant, search.trim())
      return {
        data: {
          authors: active.map(({ id, name, photo_url }) => ({ value: id, label: name, photo_url })),
          categories: (await categories(tenant, search)).map(({ id, name }) => ({ value: id, label: name })),
          statuses: POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
          totals,
        },
      }
    },
  })
}

const there = <T>(row: T | undefined): T => {
  if (row === undefined) throw new UserError(404, AUTHOR_NOT_FOUND)
  return row
}

const shown = async (tenant: Tenant, id: number): Promise<Author> => there(await queries.details(tenant, id))

const holdReplacement = async (tenant: Tenant, id: number) => {
  if (!(await queries.hold(tenant, id)))
    throw badField('replacement_id', 'This author no longer exists. Choose another.')
}

/** What was sent of an author but address and photo, checked. */
const valuesOf = async (tenant: Tenant, sent: Partial<Sent>): Promise<Partial<AuthorValues>> => {
  const { name, email, role, bio, photo_alt, links, person_id, status } = sent
  links?.forEach(({ url }, at) => {
    if (!isWebAddress(url)) throw badField(`links.${at}.url`, 'Enter an address that begins with https:// or http://')
  })
  if (person_id && (await staffWithIds(tenant, [person_id])).length === 0)
    throw badField('person_id', 'This person is not in your company. Choose another.')
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: emailOf(email) }),
    ...(role !== undefined && { role }),
    ...(bio !== undefined && { bio: bio.trim() }),
    ...(photo_alt !== undefined && { photo_alt }),
    ...(links !== undefined && { links: links.map(({ label, url }): AuthorLink => ({ label, url })) }),
    ...(person_id !== undefined && { person_id }),
    ...(status !== undefined && { status }),
  }
}

const emailOf = (sent: string) => {
  if (sent === '') return ''
  const address = parseEmail(sent)
  if (!address) throw badField('email', 'Enter an email address such as grace@firm.example')
  return address.email
}

const isWebAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
}

const freeSlug = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    throw sqlState(error) === '23505' ? slugTaken(TAKEN) : error
  }
}
