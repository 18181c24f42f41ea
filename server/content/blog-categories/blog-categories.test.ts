import { afterAll, expect, test } from 'vitest'
import { blogCategories } from '#contract/content/blog-categories.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { addAuthor, addCategory, BLOG_KEYS, storePost } from '#server/test/blog.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, order, update, remove } = blogCategories
const signIn = () => app.signIn({ can: [...BLOG_KEYS, 'activity_logs_view'] })
const listed = async (person: TestPerson) => (await person.call(list, { query: {} })).data
const names = async (person: TestPerson) => (await listed(person)).map(({ name }) => name)
const deleting = (person: TestPerson, id: number, replacement_id?: number) =>
  person.call(remove, { params: { id }, query: { ...(replacement_id !== undefined && { replacement_id }) } })

test('categories are added at the end, renamed and ordered, by one company for itself; each is undone', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const pumps = await addCategory(ada, 'Pumps')
  const valves = await addCategory(ada, 'Valves & more')
  expect(valves.slug).toBe('valves-and-more')

  await ada.call(order, { body: { ids: [valves.id, pumps.id] } })
  expect(await names(ada)).toEqual(['Valves & more', 'Pumps'])
  await undoLast(ada)
  expect(await names(ada)).toEqual(['Pumps', 'Valves & more'])
  await ada.call(update, { params: { id: pumps.id }, body: { name: 'All pumps' } })
  expect(await names(ada)).toEqual(['All pumps', 'Valves & more'])
  await undoLast(ada)
  expect(await names(ada)).toEqual(['Pumps', 'Valves & more'])
  expect(await names(eve)).toEqual([])
  await expect(eve.call(order, { body: { ids: [pumps.id] } })).rejects.toThrow('404 Category not found')
})

test('a name is there once, whatever its case; so is an address', async () => {
  const ada = await signIn()
  const { id } = await addCategory(ada, 'Pumps', { slug: 'pumps' })
  const valves = await addCategory(ada, 'Valves')

  await expect(addCategory(ada, 'PUMPS')).rejects.toThrow('409 There is a category “PUMPS” already')
  await expect(ada.call(update, { params: { id: valves.id }, body: { slug: 'pumps' } })).rejects.toThrow(
    '409 “pumps” is the address of Pumps. Choose another.',
  )
  await expect(addCategory(ada, 'New', { slug: 'No slug' })).rejects.toThrow('400')
  const both = Promise.allSettled([
    ada.call(update, { params: { id }, body: { name: 'Seals', version: 1 } }),
    ada.call(update, { params: { id: valves.id }, body: { name: 'Seals', version: 1 } }),
  ])
  expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a category with posts is deleted for another one only, which has them from then on; undone, all is as it was', async () => {
  const ada = await signIn()
  const [pumps, valves] = [await addCategory(ada, 'Pumps'), await addCategory(ada, 'Valves')]
  const { id: author } = await addAuthor(ada, 'Grace')
  await storePost(app, ada, 'Post', { authors: [author], categories: [pumps.id], live: true })
  const counted = async () => (await listed(ada)).map(({ name, posts, live_posts }) => [name, posts, live_posts])

  await expect(deleting(ada, pumps.id)).rejects.toThrow('409 Pumps has 1 post. Choose the category that takes over.')
  await expect(deleting(ada, pumps.id, pumps.id)).rejects.toThrow('400')
  await deleting(ada, pumps.id, valves.id)
  expect(await counted()).toEqual([['Valves', 1, 1]])
  await undoLast(ada)
  expect(await counted()).toEqual([
    ['Pumps', 1, 1],
    ['Valves', 0, 0],
  ])
})
