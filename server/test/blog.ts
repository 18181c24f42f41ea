import { blogAuthors, type Author } from '#contract/content/blog-authors.ts'
import { blogCategories, type BlogCategory } from '#contract/content/blog-categories.ts'
import type { TestApp, TestPerson } from './app.ts'

export const BLOG_KEYS = ['blogs_list', 'blogs_edit', 'blog_authors_list', 'blog_authors_edit'] as const

export const addAuthor = async (person: TestPerson, name: string, more: object = {}): Promise<Author> =>
  (await person.call(blogAuthors.add, { body: { name, ...more } })).data

export const addCategory = async (person: TestPerson, name: string, more: object = {}): Promise<BlogCategory> =>
  (await person.call(blogCategories.add, { body: { name, ...more } })).data

interface PostOf {
  authors: readonly number[]
  categories?: readonly number[]
  live?: boolean
}

/** A post as it is stored, by these authors; answers its id. */
export const storePost = async (
  app: TestApp,
  { companyId }: TestPerson,
  title: string,
  of: PostOf,
): Promise<number> => {
  const [image] = await app.sql(
    companyId,
    `insert into blog_images (company_id, key) values ($1, gen_random_uuid()::text) returning id`,
    [companyId],
  )
  const [{ id }] = await app.sql(
    companyId,
    `with post as (insert into blog_posts (company_id, post_no, slug)
        values ($1, (select count(*) + 1 from blog_posts where company_id = $1), gen_random_uuid()::text) returning id),
      version as (insert into blog_versions
        (company_id, post_id, number, title, slug, document, image_id, author_ids, category_ids, words, characters, reading_minutes, kind, digest)
        select $1, id, 1, $2, 'post', '{}', $3, $4, $5, 1, 1, 1, 'save', '' from post)
      select id from post`,
    [companyId, title, image.id, of.authors, of.categories ?? []],
  )
  await app.sql(
    companyId,
    'update blog_posts set draft_version = 1, live_version = case when $3 then 1 end, live = $3 where company_id = $1 and id = $2',
    [companyId, id, of.live ?? false],
  )
  return Number(id)
}

/** An author as they are stored, with this photo. */
export const storeAuthorWith = (app: TestApp, { companyId }: TestPerson, photo: number) =>
  app.sql(
    companyId,
    `insert into blog_authors (company_id, name, slug, photo_id) values ($1, 'Asha Rao', 'a-' || $2::bigint, $2::bigint)`,
    [companyId, photo],
  )

/** A post as it is stored, with this cover and this picture in its text. */
export const storePostWith = (app: TestApp, { companyId }: TestPerson, cover: number, inText: number = cover) =>
  app.sql(
    companyId,
    `with made as (
       insert into blog_posts (company_id, post_no, slug, title, image_id) values ($1, $2::bigint, 'p-' || $2::bigint, 'Sizing a pump', $2::bigint) returning id)
     insert into blog_versions (company_id, post_id, number, title, slug, document, image_id, author_ids, image_ids, words, characters,
       reading_minutes, kind, digest)
     select $1, id, 1, 'Sizing a pump', 'p', '{}', $2::bigint, '{1}', array[$3::bigint], 1, 1, 1, 'save', sha256('') from made`,
    [companyId, cover, inText],
  )
