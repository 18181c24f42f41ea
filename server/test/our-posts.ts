import type { TestApp, TestPerson } from './app.ts'
import { addAuthor } from './posts.ts'
import { storePost } from './blog.ts'

/** A published post of our own with its page, as readers get it; answers its id. */
export const ourPost = async (
  app: TestApp,
  person: TestPerson,
  title: string,
  text: string,
  publishedAt = new Date().toISOString(),
): Promise<number> => {
  const id = await storePost(app, person, title, { authors: [await addAuthor(app, person)], live: true })
  await app.sql(
    person.companyId,
    `insert into blog_pages (company_id, post_id, slug, summary, json, html, search_text, noindex, published_at)
     values ($1, $2::bigint, 'p-' || $2, '{}', '', '', fold($3), false, $4)`,
    [person.companyId, id, `${title} ${text}`, publishedAt],
  )
  return id
}
