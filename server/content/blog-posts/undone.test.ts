import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogPublishing, type PostAction } from '#contract/content/blog-publishing.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { addPost, documentText, picturesReady, savePost, withAuthor } from '#server/test/posts.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp()
afterAll(() => app.stop())

const ACTIONS = ['submit', 'schedule', 'unschedule', 'publish', 'publish', 'unpublish', 'discard_changes'] as const
const ENDS = ['archive', 'unarchive'] as const
const ACTS = ['title', 'title', 'address', 'questions', 'delete', ...ACTIONS, ...ENDS] as const
const step = fc.record({
  who: fc.nat(1),
  post: fc.nat(1),
  act: fc.constantFrom(...ACTS),
  word: fc.constantFrom('a', 'b', 'c'),
})
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

interface Writer {
  person: TestPerson
  cover: number
  authorId: number
  /** Those of this run: one live, one a draft. */
  posts: number[]
}

const writer = async (): Promise<Writer> => {
  const { person, authorId } = await withAuthor(app)
  const cover = (await addPost(person, authorId)).image!.id
  await picturesReady(app, person)
  return { person, authorId, cover, posts: [] }
}
const setStatus = (person: TestPerson, id: number, action: PostAction, more: object = {}) =>
  person.call(blogPublishing.setStatus, { params: { id }, body: { action, ...more } })

const take = ({ person, posts }: Writer, { post, act, word }: Step): Promise<unknown> => {
  const id = posts[post]!
  switch (act) {
    case 'title':
      return savePost(person, id, { title: `Title ${word}`, document: documentText(`Text ${word}`) })
    case 'address':
      return savePost(person, id, { slug: `${id}-${word}`, keep_schedule: true })
    case 'questions': {
      const faq_items = [{ question: `${word}?`, answer: 'Yes' }]
      return person.call(blogPosts.setFaq, { params: { id }, body: { faq_items, publish: word === 'a' } })
    }
    case 'delete':
      return person.call(blogPosts.remove, { body: { id } })
    case 'schedule':
      return setStatus(person, id, act, { publish_at: new Date(Date.now() + 3_600_000).toISOString() })
    default:
      return setStatus(person, id, act)
  }
}

/** What people and readers see of the posts of this run. */
const stateOf = ({ person, posts }: Writer) =>
  app.sql(
    person.companyId,
    `select p.id, p.slug, p.title, p.live, p.work, p.status, p.changes, p.draft_version, p.live_version, p.archived_at, p.published_at,
      p.publish_at, p.review_note, p.deleted_at, p.words, p.faq_count, g.slug as page, g.summary ->> 'title' as shown,
      array(select (author_id, draft, live) from blog_post_authors a where a.company_id = $1 and a.post_id = p.id)::text as authors
     from blog_posts p left join blog_pages g on g.company_id = p.company_id and g.post_id = p.id
     where p.company_id = $1 and p.id = any ($2) order by p.id`,
    [person.companyId, posts],
  )
const newest = async ({ person }: Writer) =>
  (await person.call(changes.list, { query: {} })).data.find(({ undoes, undone }) => undoes === 'nothing' && !undone)

test('C12: undo of all that was done to posts, the latest first, leaves them as they were; another company’s stay', async () => {
  const writers = [await writer(), await writer()]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      for (const each of writers) {
        each.posts = []
        for (const title of ['Live', 'Draft'])
          each.posts.push((await addPost(each.person, each.authorId, { title, image_id: each.cover })).id)
        await setStatus(each.person, each.posts[0]!, 'publish')
      }
      await workOff(app)
      const [ours, theirs] = writers as [Writer, Writer]
      const before = await stateOf(ours)
      const last = await newest(ours)

      for (const each of steps)
        await take(writers[each.who]!, each).catch(({ status }) => expect([404, 409]).toContain(status))
      await workOff(app)
      const others = await stateOf(theirs)
      for (let act = await newest(ours); act && act.change_set !== last?.change_set; act = await newest(ours))
        await ours.person.call(changes.undo, { body: { changeSet: act.change_set } })
      await workOff(app)

      expect(await stateOf(ours)).toEqual(before)
      expect(await stateOf(theirs)).toEqual(others)
      // No reader is sent on from an address at which there is a post.
      const sentOn = await app.sql(
        ours.person.companyId,
        `select from_path from blog_redirects r join blog_posts p on p.company_id = r.company_id and p.slug = r.from_path
           and p.live and p.deleted_at is null where r.company_id = $1 and r.deleted_at is null`,
        [ours.person.companyId],
      )
      expect(sentOn).toEqual([])
    }),
    { numRuns: howMany(4, 100, 'undone posts') },
  )
})
