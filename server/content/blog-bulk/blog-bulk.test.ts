import { afterAll, expect, test } from 'vitest'
import { blogBulk } from '#contract/content/blog-bulk.ts'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { startTestApp } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { addAuthor, addCategory, addPost, picturesReady, postOf, undoNewest, withAuthor } from '#server/test/posts.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const started = async () => {
  const { person, authorId } = await withAuthor(app)
  const first = await addPost(person, authorId, { title: 'First' })
  const second = await addPost(person, authorId, { title: 'Second', image_id: first.image!.id })
  await picturesReady(app, person)
  const { data: selection } = await person.call(blogBulk.select, { body: { filter: { search: '' } } })
  return { person, ids: [first.id, second.id], selection: selection.id }
}

test('a category is added to many and taken back by one undo', async () => {
  const { person, ids, selection } = await started()
  const category_id = await addCategory(app, person, 'Pumps')

  await person.call(blogBulk.setCategory, { body: { selection, category_id, change: 'add' } })
  await workOff(app)

  for (const id of ids)
    expect(await postOf(person, id)).toMatchObject({ categories: [{ name: 'Pumps' }], draft_version: 2 })
  await undoNewest(person, 'Changed the categories of *')
  for (const id of ids) expect(await postOf(person, id)).toMatchObject({ categories: [], draft_version: 1 })
})

test('one author takes the place of all; another company’s selection is unknown', async () => {
  const { person, ids, selection } = await started()
  const { person: bob } = await withAuthor(app)
  const author_id = await addAuthor(app, person, 'Asha Rao')

  await person.call(blogBulk.setAuthor, { body: { selection, author_id } })
  await workOff(app)

  for (const id of ids) expect((await postOf(person, id)).authors).toEqual([{ id: author_id, name: 'Asha Rao' }])
  await expect(bob.call(blogBulk.remove, { body: { selection } })).rejects.toMatchObject({ status: 404 })
})

test('many are published, but for those that are it already; a dry run says so first', async () => {
  const { person, ids, selection } = await started()
  const publish = (dryRun: boolean) =>
    person.call(blogBulk.setStatus, { body: { selection, action: 'publish', dryRun } })
  await publish(false)
  await workOff(app)
  expect((await postOf(person, ids[0]!)).status).toBe('published')

  expect((await publish(true)).data.foreseen).toEqual([
    { outcome: 'skipped', message: 'This post is published already.', count: 2 },
  ])
})

test('many are deleted, and come back', async () => {
  const { person, selection } = await started()
  const titles = async () => (await person.call(blogPosts.list, { query: {} })).data.map(({ title }) => title)

  await person.call(blogBulk.remove, { body: { selection } })
  await workOff(app)

  expect(await titles()).toEqual([])
  await undoNewest(person, 'Deleted *')
  expect(await titles()).toHaveLength(2)
})
