import { sql, type RawBuilder } from 'kysely'
import type { PostDocument } from '#contract/content/document.ts'
import { compareDocuments } from '#contract/content/compare.ts'
import type { Comparison } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { readDocument } from '#server/content/document/document.ts'
import { factsOf } from '#server/content/document/facts.ts'
import { render } from '#server/content/document/render.ts'
import { imageRefs } from '#server/content/blog-images/library.ts'

/** A document that was sent as JSON text. */
export const documentOf = (sent: string): PostDocument => {
  try {
    return readDocument(JSON.parse(sent))
  } catch (error) {
    if (error instanceof SyntaxError) throw badField('document', 'The text is not valid JSON')
    throw error
  }
}

/** A document as HTML, for people of the company: what is not live is linked, too. The questions stand apart. */
export const htmlOf = async (tenant: Tenant, document: PostDocument): Promise<string> => {
  const { image_ids, product_ids, links } = factsOf(document)
  const { db, companyId } = tenant
  const posts = links.flatMap(({ post_id }) => post_id ?? [])
  const named = async (from: RawBuilder<unknown>, ids: readonly number[]) => {
    if (ids.length === 0) return new Map<number, string>()
    const { rows } = await sql<{ id: number; name: string }>`
      select ${from} where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const pictures = await imageRefs(tenant, image_ids)
  const products = await named(sql`id, name from products`, product_ids)
  const slugs = await named(sql`id, slug as name from blog_posts`, posts)
  return render(document, {
    picture: (id) => pictures.get(id),
    product: (id) => {
      const name = products.get(id)
      return name === undefined ? undefined : { name, text: '', url: null }
    },
    postUrl: (id) => {
      const slug = slugs.get(id)
      return slug === undefined ? undefined : `/${slug}`
    },
    faq: [],
  })
}

/** Both block by block, in the order of the later one. One that has moved is a changed one whose words are the same. */
export const comparedBlocks = (from: PostDocument, to: PostDocument): Comparison['blocks'] =>
  compareDocuments(from, to).blocks.map((compared) => {
    const { kind, block } = compared
    switch (kind) {
      case 'added':
        return { change: kind, from: null, to: block }
      case 'removed':
        return { change: kind, from: block, to: null }
      case 'changed':
        return { change: kind, from: compared.before, to: block }
      case 'moved':
        return { change: kind, from: block, to: block, under: compared.under }
      case 'same':
        return { change: kind, from: block, to: block }
    }
  })
