import { expect } from 'vitest'
import { blogPublishing, type PostAction } from '#contract/content/blog-publishing.ts'
import type { Post } from '#contract/content/post.ts'
import { site, type SiteFields } from '#contract/content/site.ts'
import type { startTestApp, TestPerson } from './app.ts'
import { addAuthor, addPost, documentText, picturesReady, POST_KEYS } from './posts.ts'

const TOLD = { timeout: 10_000 }

/** Publishing for readers, and reading as they do. */
export const openReaders = (app: Awaited<ReturnType<typeof startTestApp>>) => {
  /** Someone who publishes, in a company whose site has a key. */
  const withSite = async (fields: Partial<SiteFields> = {}) => {
    const person = await app.signIn({ can: [...POST_KEYS, 'configuration_edit', 'activity_logs_view'] })
    const authorId = await addAuthor(app, person)
    if (Object.keys(fields).length) await person.call(site.change, { body: fields })
    const { data } = await person.call(site.makeKey, {})
    const base = new URL(data.addresses!.posts).pathname.replace(/\/posts$/, '')
    return { person, authorId, base, key: base.split('/').at(-1)! }
  }
  const act = async (person: TestPerson, id: number, action: PostAction, more: object = {}) => {
    await picturesReady(app, person)
    return (await person.call(blogPublishing.setStatus, { params: { id }, body: { action, ...more } })).data
  }
  const published = async (
    person: TestPerson,
    authorId: number,
    sent: Parameters<typeof addPost>[2] = {},
  ): Promise<Post> => {
    const { id } = await addPost(person, authorId, { document: documentText('Measure the head.'), ...sent })
    return act(person, id, 'publish')
  }
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.app.inject({ method: 'GET', url, headers })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, bytes: answer.rawPayload }
  }
  const jsonOf = async (url: string) => JSON.parse((await get(url)).body)
  const untilIs = async (url: string, answer: object) => {
    await expect.poll(() => get(url), TOLD).toMatchObject(answer)
  }

  return { withSite, act, published, get, jsonOf, untilIs }
}
