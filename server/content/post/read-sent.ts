import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { EMPTY_DOCUMENT, type PostDocument } from '#contract/content/document.ts'
import type { SentPost } from '#contract/content/blog-posts.ts'
import type { Dropped } from '#contract/content/dropped.ts'
import { readHtml } from '#server/content/document/html-reader.ts'
import type { SentFaqItem, StoredFaqItem } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, UserError, type FieldError } from '#server/kit/errors.ts'
import type { Saying } from './saying.ts'
import { checkedSlug } from './slugs.ts'
import { documentOf } from './text.ts'

interface ReadText {
  /** Undefined: no text was sent. */
  document: PostDocument | undefined
  /** What sent HTML had that a post cannot hold. */
  dropped?: Dropped[]
}

/** What a post says in its text, read before the transaction: that takes long. */
export const readText = async ({ document, content }: Pick<SentPost, 'document' | 'content'>): Promise<ReadText> => {
  if (document !== undefined) return { document: documentOf(document) }
  return content === undefined ? { document: undefined } : readHtml(content)
}

/** The fields that were sent, checked, but for the address: what it may be hangs on the post. */
export const readSent = async (
  tenant: Tenant,
  sent: SentPost,
  document: PostDocument | undefined,
  before: readonly StoredFaqItem[] = [],
): Promise<Partial<Omit<Saying, 'slug'>>> => {
  const { authors, categories, faq_items, og_image_id, canonical_url } = sent
  await checkRefs(tenant, sent)
  const plain = {
    title: sent.title,
    excerpt: sent.excerpt,
    image_id: sent.image_id,
    image_alt: sent.image_alt,
    image_decorative: sent.image_decorative,
    image_caption: sent.image_caption,
    seo_title: sent.seo_title,
    seo_description: sent.seo_description,
    noindex: sent.noindex,
    og_image_id,
    canonical_url: canonical_url === undefined ? undefined : webAddress(canonical_url),
    document,
    author_ids: authors && [...new Set(authors)],
    category_ids: categories && [...new Set(categories)],
    faq: faq_items && questions(faq_items, before),
  }
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
}

/** The address as it was sent; undefined: none was, or an empty one. */
export const sentSlug = ({ slug }: SentPost): string | undefined =>
  slug === undefined || slug.trim() === '' ? undefined : checkedSlug(slug)

/** For a post that is not there yet. */
export const firstDocument = (document: PostDocument | undefined): PostDocument => document ?? EMPTY_DOCUMENT

const webAddress = (sent: string | null): string | null => {
  const text = sent?.trim() ?? ''
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badField('canonical_url', 'Enter a web address that begins with https://')
  return text
}

/** With ids: a question that was there keeps its own, also where it was moved or changed. */
export const questions = (sent: readonly SentFaqItem[], before: readonly StoredFaqItem[]): StoredFaqItem[] => {
  const errors: FieldError[] = []
  const asked = new Set<string>()
  const taken = new Set<string>()
  const items = sent.map(({ id, question, answer }, at) => {
    const folded = question.toLowerCase().replaceAll(/\s+/g, ' ').trim()
    if (asked.has(folded)) errors.push({ field: `faq_items.${at}.question`, message: 'This question appears twice' })
    asked.add(folded)
    const known = id !== undefined && !taken.has(id) && (before.some((item) => item.id === id) || UUID.test(id))
    const own = known ? id : randomUUID()
    taken.add(own)
    return { id: own, question, answer }
  })
  if (errors[0]) throw new UserError(400, errors[0].message, { errors })
  return items
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Authors, categories and pictures that are named must be there; held, so that none goes while the post is stored. */
const checkRefs = async ({ db, companyId }: Tenant, { authors, categories, image_id, og_image_id }: SentPost) => {
  const there = async (table: 'blog_authors' | 'blog_categories' | 'blog_images', ids: readonly number[]) => {
    if (ids.length === 0) return true
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null
      order by id for key share`.execute(db)
    return rows.length === new Set(ids).size
  }
  if (!(await there('blog_authors', authors ?? [])))
    throw badField('authors', 'One of these authors no longer exists. Choose the authors again.')
  if (!(await there('blog_categories', categories ?? [])))
    throw badField('categories', 'One of these categories no longer exists. Choose the categories again.')
  if (image_id !== undefined && !(await there('blog_images', [image_id])))
    throw badField('image_id', 'This picture no longer exists. Choose another.')
  if (og_image_id && !(await there('blog_images', [og_image_id])))
    throw badField('og_image_id', 'This picture no longer exists. Choose another.')
}
