import { blogPosts } from '#contract/content/blog-posts.ts'
import type { DocumentNode, PostDocument } from '#contract/content/document.ts'
import type { Post } from '#contract/content/post.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { changes } from '#contract/platform/changes.ts'
import type { SignIn, TestApp, TestPerson } from './app.ts'
import { jpeg } from './pictures.ts'

export const POST_KEYS = [
  'blogs_list',
  'blogs_add',
  'blogs_edit',
  'blogs_delete',
] as const satisfies readonly PermissionKey[]

let cover: Promise<Uint8Array<ArrayBuffer>> | undefined
/** Large enough for the head of a post. */
export const coverFile = async () => ({ name: 'cover.jpg', bytes: await (cover ??= jpeg(640, 400)) })

/** As if all that readers load of the pictures were made. */
export const picturesReady = (app: TestApp, { companyId }: TestPerson) =>
  app.sql(companyId, `update blog_images set state = 'ready' where company_id = $1`, [companyId])

/** Someone who writes posts, in a company with an author. */
export const withAuthor = async (app: TestApp, signIn: SignIn = {}) => {
  const person = await app.signIn({ can: POST_KEYS, ...signIn })
  return { person, authorId: await addAuthor(app, person) }
}

export const addAuthor = async (app: TestApp, { companyId }: TestPerson, name = 'Grace Whitfield'): Promise<number> => {
  const [{ id }] = await app.sql(
    companyId,
    `insert into blog_authors (company_id, name, slug) values ($1, $2, 'a-' || gen_random_uuid()) returning id`,
    [companyId, name],
  )
  return Number(id)
}

export const addCategory = async (app: TestApp, { companyId }: TestPerson, name: string): Promise<number> => {
  const [{ id }] = await app.sql(
    companyId,
    `insert into blog_categories (company_id, name, slug) values ($1, $2, lower($2)) returning id`,
    [companyId, name],
  )
  return Number(id)
}

export const documentOf = (...paragraphs: string[]): PostDocument => ({
  type: 'doc',
  attrs: { v: 1 },
  content: paragraphs.map((text): DocumentNode => ({
    type: 'paragraph',
    ...(text ? { content: [{ type: 'text', text }] } : {}),
  })),
})
export const documentText = (...paragraphs: string[]) => JSON.stringify(documentOf(...paragraphs))
/** What each paragraph says. */
export const paragraphsOf = ({ document }: Pick<Post, 'document'>) =>
  (document.content ?? []).map(({ content = [] }) => content.map(({ text = '' }) => text).join(''))

type Sent = BodyOf<typeof blogPosts.update>

export const addPost = async (
  person: TestPerson,
  authorId: number,
  sent: Sent & { title?: string } = {},
): Promise<Post> =>
  (
    await person.call(blogPosts.add, {
      body: {
        title: 'Sizing a pump',
        authors: [authorId],
        image_alt: 'A pump',
        document: documentText('Some text'),
        ...sent,
      },
      ...(sent.image_id === undefined ? { file: await coverFile() } : {}),
    })
  ).data

export const savePost = async (person: TestPerson, id: number, sent: Sent) =>
  person.call(blogPosts.update, { params: { id }, body: sent })
export const postOf = async (person: TestPerson, id: number): Promise<Post> =>
  (await person.call(blogPosts.details, { params: { id }, query: {} })).data

/** Takes back the newest act of these words that is not undone yet. */
export const undoNewest = async (person: TestPerson, did: string) => {
  const acts = (await person.call(changes.list, { query: {} })).data
  const newest = acts.find((act) => act.did === did && act.undoes === 'nothing' && act.undone === null)
  if (!newest) throw new Error(`nothing to undo: ${did}`)
  return (await person.call(changes.undo, { body: { changeSet: newest.change_set } })).data
}
