import { sql } from 'kysely'
import type { Change } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { EMPTY_DOCUMENT } from '#contract/content/document.ts'
import { BLANK, changedFields, labelOf, wireName, type Saying, type SayingField } from './saying.ts'

/** What two versions say otherwise, but for the text, in words. */
export const fieldChanges = async (tenant: Tenant, from: Saying, to: Saying): Promise<Change[]> => {
  const names = await namesIn(tenant, [from, to])
  return changedFields(from, to)
    .filter((field) => field !== 'document')
    .map((field) => ({
      field: wireName(field),
      label: labelOf(field),
      from: inWords(names, from, field),
      to: inWords(names, to, field),
    }))
}

/** What readers see of a post that is not live. */
export const NOTHING_YET: Saying = {
  ...BLANK,
  title: '',
  slug: '',
  document: EMPTY_DOCUMENT,
  image_id: 0,
  author_ids: [],
}

type Names = ReadonlyMap<string, string>

const namesIn = async ({ db, companyId }: Tenant, sayings: readonly Saying[]): Promise<Names> => {
  const ids = (of: (saying: Saying) => readonly (number | null)[]) => [...new Set(sayings.flatMap(of))]
  const { rows } = await sql<{ key: string; name: string }>`
    select 'author ' || id as key, name from blog_authors
    where company_id = ${companyId} and id = any (${ids(({ author_ids }) => author_ids)}::bigint[])
    union all select 'category ' || id, name from blog_categories
    where company_id = ${companyId} and id = any (${ids(({ category_ids }) => category_ids)}::bigint[])
    union all select 'image ' || id, name from blog_images
    where company_id = ${companyId} and id = any (${ids(({ image_id, og_image_id }) => [image_id, og_image_id])}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Null: empty. */
const inWords = (names: Names, saying: Saying, field: SayingField): string | null => {
  const named = (kind: string, ids: readonly (number | null)[]) =>
    ids.map((id) => names.get(`${kind} ${id}`) ?? '').join(', ')
  switch (field) {
    case 'author_ids':
      return named('author', saying.author_ids) || null
    case 'category_ids':
      return named('category', saying.category_ids) || null
    case 'image_id':
      return named('image', [saying.image_id]) || null
    case 'og_image_id':
      return named('image', [saying.og_image_id]) || null
    case 'faq':
      return saying.faq.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n') || null
    case 'image_decorative':
    case 'noindex':
      return saying[field] ? 'Yes' : 'No'
    case 'document':
      return null
    default:
      return saying[field] || null
  }
}
