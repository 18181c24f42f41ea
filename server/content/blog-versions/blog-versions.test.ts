import { afterAll, expect, test } from 'vitest'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { startTestApp } from '#server/test/app.ts'
import {
  addPost,
  documentText,
  paragraphsOf,
  POST_KEYS,
  postOf,
  savePost,
  undoNewest,
  withAuthor,
} from '#server/test/posts.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, one, compare, restore, note } = blogVersions
const { keep, discard, list: copies, one: copy } = blogWorkingCopies

test('versions are listed, shown, compared and named; another company has none of them', async () => {
  const { person, authorId } = await withAuthor(app)
  const bob = await app.signIn({ can: POST_KEYS })
  const { id } = await addPost(person, authorId, { document: documentText('One', 'Two') })
  await savePost(person, id, { title: 'Larger pumps', document: documentText('One', 'Two more'), note: 'Rewritten' })

  const { data } = await person.call(list, { params: { id }, query: {} })
  expect(data).toMatchObject([
    { number: 2, kind: 'save', note: 'Rewritten', is_draft: true, is_live: false, title: 'Larger pumps', words: 3 },
    { number: 1, is_draft: false, title: 'Sizing a pump', words: 2 },
  ])
  const first = (await person.call(one, { params: { id, number: 1 } })).data
  expect(paragraphsOf(first)).toEqual(['One', 'Two'])
  const { fields, blocks } = (await person.call(compare, { params: { id }, query: { from: 1, to: 2 } })).data
  expect(fields).toEqual([{ field: 'title', label: 'Title', from: 'Sizing a pump', to: 'Larger pumps' }])
  expect(blocks.map(({ change }) => change)).toEqual(['same', 'changed'])
  await person.call(note, { params: { id, number: 1 }, body: { note: 'Before the rewrite' } })
  expect((await person.call(list, { params: { id }, query: { search: 'BEFORE' } })).data).toMatchObject([{ number: 1 }])
  await expect(bob.call(list, { params: { id }, query: {} })).rejects.toThrow('404')
  await expect(bob.call(one, { params: { id, number: 1 } })).rejects.toThrow('404')
  await expect(bob.call(note, { params: { id, number: 1 }, body: { note: '' } })).rejects.toThrow('404')
  await expect(person.call(one, { params: { id, number: 9 } })).rejects.toThrow('404 Version not found')
})

test('a restore makes a new draft of what was said then; undo takes it back', async () => {
  const { person, authorId } = await withAuthor(app)
  const post = await addPost(person, authorId, { document: documentText('One') })
  const saved = (await savePost(person, post.id, { document: documentText('Two') })).data

  const stale = person.call(restore, { params: { id: post.id }, body: { number: 1, version: post.version } })
  await expect(stale).rejects.toMatchObject({ status: 409 })
  const back = await person.call(restore, { params: { id: post.id }, body: { number: 1, version: saved.version } })

  expect(back.data).toMatchObject({ draft_version: 3 })
  expect(paragraphsOf(back.data)).toEqual(['One'])
  const { data } = await person.call(list, { params: { id: post.id }, query: { kind: ['restore'] } })
  expect(data).toMatchObject([{ number: 3, from_version: 1 }])
  await undoNewest(person, 'Restored a version of *')
  expect(paragraphsOf(await postOf(person, post.id))).toEqual(['Two'])
})

test('what a person has typed is theirs alone, the last of their tabs wins, and it goes with a save', async () => {
  const { person, authorId } = await withAuthor(app)
  const bob = await app.signIn({ can: POST_KEYS, colleagueOf: person, name: 'Bob' })
  const { id } = await addPost(person, authorId)
  const key = String(id)
  const typed = (title: string) => ({
    post_id: id,
    base_version: 1,
    fields: JSON.stringify({ title }),
    device: 'Chrome',
  })

  await bob.call(keep, { params: { key }, body: typed('First') })
  await bob.call(keep, { params: { key }, body: typed('Second') })

  expect((await bob.call(copies, {})).data).toMatchObject([{ key, post_id: id, title: 'Second', device: 'Chrome' }])
  expect(JSON.parse((await bob.call(copy, { params: { key } })).data.fields)).toEqual({ title: 'Second' })
  expect((await person.call(copies, {})).data).toEqual([])
  await expect(person.call(copy, { params: { key } })).rejects.toThrow('404')
  expect((await postOf(person, id)).others).toMatchObject([{ id: bob.id }])
  await savePost(bob, id, { title: 'Second', working_copy: key })
  expect((await bob.call(copies, {})).data).toEqual([])
  await bob.call(keep, { params: { key: 'new-1' }, body: { fields: '{}' } })
  await bob.call(discard, { params: { key: 'new-1' } })
  expect((await bob.call(copies, {})).data).toEqual([])
})

test('what the database could not keep of a working copy is refused', async () => {
  const { person } = await withAuthor(app)
  for (const fields of ['[]', 'null', '{', '{"a":"\\u0000"}', '{"\\ud800":1}', '"text"'])
    await expect(person.call(keep, { params: { key: 'new' }, body: { fields } })).rejects.toMatchObject({ status: 400 })
  expect((await person.call(copies, {})).data).toEqual([])
})
