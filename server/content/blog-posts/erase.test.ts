import { afterAll, expect, test } from 'vitest'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { site } from '#contract/content/site.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { addPost, documentText, picturesReady, POST_KEYS, postOf, undoNewest, withAuthor } from '#server/test/posts.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { forget, age } = forgettingOf(app)

const SECRET = 'Never to be read again'
/** All that is stored of what posts say and what they show. */
const stored = async ({ companyId }: TestPerson) => {
  const [row] = await app.sql(
    companyId,
    `select (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from blog_posts p where company_id = $1)
        || (select coalesce(jsonb_agg(to_jsonb(v)), '[]') from blog_versions v where company_id = $1)
        || (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from blog_working_copies w where company_id = $1)
        || (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from blog_pages g where company_id = $1) as said,
      (select count(*)::int from blog_post_authors where company_id = $1) as authors,
      (select count(*)::int from blog_image_uses where company_id = $1) as uses`,
    [companyId],
  )
  return { ...row, said: JSON.stringify(row.said) }
}
const keep = (person: TestPerson, key: string, post_id?: number) =>
  person.call(blogWorkingCopies.keep, {
    params: { key },
    body: { fields: JSON.stringify({ title: SECRET }), ...(post_id === undefined ? {} : { post_id }) },
  })

test('a post that was deleted 30 days ago has no text any more and stays deleted; its address is gone for readers', async () => {
  const { person, authorId } = await withAuthor(app, { can: [...POST_KEYS, 'configuration_edit'] })
  const { id, image } = await addPost(person, authorId, { title: SECRET, document: documentText(SECRET) })
  const young = await addPost(person, authorId, { image_id: image!.id })
  await picturesReady(app, person)
  await person.call(blogPublishing.setStatus, { params: { id }, body: { action: 'publish' } })
  await keep(person, String(id), id)
  const { person: bob, authorId: bobs } = await withAuthor(app)
  const other = await addPost(bob, bobs, { title: SECRET })
  await person.call(blogPosts.remove, { body: { id: young.id } })
  await person.call(blogPosts.remove, { body: { id } })
  await age(person, 'blog_posts', 'deleted_at', id, 30)
  await age(person, 'blog_posts', 'deleted_at', young.id, 29)

  await forget()

  const left = await stored(person)
  expect(left.said).not.toContain(SECRET)
  expect(left).toMatchObject({ authors: 1, uses: 1 })
  await expect(undoNewest(person, 'Deleted *')).rejects.toThrow(/^409/)
  const { data } = await person.call(site.makeKey, {})
  const address = `${new URL(data.addresses!.posts).pathname}/never-to-be-read-again`
  expect((await app.app.inject({ method: 'GET', url: address })).statusCode).toBe(410)
  expect((await postOf(bob, other.id)).title).toBe(SECRET)
})

test('what nobody has typed into for 30 days is forgotten; what somebody has is kept', async () => {
  const { person } = await withAuthor(app)
  const { person: bob } = await withAuthor(app)
  for (const who of [person, bob]) await keep(who, 'new-1')
  await keep(person, 'new-2')
  const since = (days: number, key: string) =>
    app.sql(
      person.companyId,
      `update blog_working_copies set updated_at = now() - make_interval(days => $2) - interval '1 minute'
       where company_id = $1 and key = $3`,
      [person.companyId, days, key],
    )
  await since(30, 'new-1')
  await since(29, 'new-2')

  await forget()

  const kept = async (who: TestPerson) =>
    (await who.call(blogWorkingCopies.list, { query: {} })).data.map(({ key }) => key)
  expect(await kept(person)).toEqual(['new-2'])
  expect(await kept(bob)).toEqual(['new-1'])
})
