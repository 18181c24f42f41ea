import { afterAll, expect, test } from 'vitest'
import { blogAuthors } from '#contract/content/blog-authors.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { addAuthor, addCategory, BLOG_KEYS, storePost } from '#server/test/blog.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { plain } from '#server/test/pictures.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, search, details, add, update, remove, selectOptions } = blogAuthors
const signIn = () => app.signIn({ can: [...BLOG_KEYS, 'activity_logs_view'] })
const one = async (person: TestPerson, id: number) => (await person.call(details, { params: { id } })).data
const listed = async (person: TestPerson, query = {}) => (await person.call(list, { query })).data
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const change = async (
  person: TestPerson,
  id: number,
  body: object,
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> },
) => (await person.call(update, { params: { id }, body, file })).data
const deleting = (person: TestPerson, id: number, replacement_id?: number) =>
  person.call(remove, { params: { id }, query: { ...(replacement_id !== undefined && { replacement_id }) } })
const joins = async (person: TestPerson) =>
  (
    await app.sql(
      person.companyId,
      'select post_id, author_id, draft, live from blog_post_authors where company_id = $1 order by 1, position',
      [person.companyId],
    )
  ).map(({ post_id, author_id }) => [Number(post_id), Number(author_id)])
/** What a refusal says of single fields. */
const refused = async (call: Promise<unknown>) => {
  const { status, failure } = Object(await call.catch((error: unknown) => error))
  return [status, failure?.errors?.[0] ?? failure?.message]
}

test('an author is added in parts with a photo, gets a free address, and comes first in the list', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  await addAuthor(ada, 'Older One')
  const { data, message } = await ada.call(add, {
    body: {
      name: '  Grace Whitfield ',
      email: 'Grace@Firm.example',
      role: 'Editor',
      bio: 'Writes about pumps.\nAnd valves.',
      links: [{ label: 'Site', url: 'https://grace.example/' }],
      photo_alt: 'Grace at her desk',
      photo_focal_x: 0.25,
    },
    file: { name: 'grace.png', bytes: await plain(200) },
  })
  await addAuthor(ada, 'Grace Whitfield')

  expect(message).toBe('Author added')
  expect(data).toMatchObject({
    name: 'Grace Whitfield',
    slug: 'grace-whitfield',
    email: 'grace@firm.example',
    bio: 'Writes about pumps.\nAnd valves.',
    status: 'active',
    photo: { focal_x: 0.25, focal_y: 0.5, width: 40 },
    posts: 0,
    latest_posts: [],
  })
  expect((await listed(ada)).map(({ slug }) => slug)).toEqual(['grace-whitfield-2', 'grace-whitfield', 'older-one'])
  expect(await listed(eve)).toEqual([])
  await expect(one(eve, data.id)).rejects.toThrow('404 Author not found')
})

test('bad input names its field and stores nothing', async () => {
  const ada = await signIn()
  await addAuthor(ada, 'Grace', { slug: 'grace' })
  const adding = (body: object, bytes?: Uint8Array<ArrayBuffer>) =>
    refused(ada.call(add, { body: { name: 'New', ...body }, file: bytes && { name: 'a.png', bytes } }))

  expect(await adding({ name: ' ' })).toEqual([400, { field: 'name', message: 'Enter name' }])
  expect(await adding({ email: 'no address' })).toMatchObject([400, { field: 'email' }])
  expect(await adding({ slug: 'Not a slug' })).toMatchObject([400, { field: 'slug' }])
  expect(await adding({ slug: 'grace' })).toEqual([
    409,
    { field: 'slug', message: '“grace” is the address of Grace. Choose another.' },
  ])
  expect(await adding({ links: [{ label: 'x', url: 'javascript:alert(1)' }] })).toMatchObject([
    400,
    { field: 'links.0.url' },
  ])
  expect(await adding({ person_id: 999_999 })).toMatchObject([400, { field: 'person_id' }])
  expect(await adding({}, new TextEncoder().encode('<svg/>'))).toMatchObject([400, { field: 'photo' }])
  expect(await listed(ada)).toHaveLength(1)
})

test('who saw an older version changes what nobody else changed, and hears of what collides', async () => {
  const ada = await signIn()
  const bob = await app.signIn({ can: BLOG_KEYS, colleagueOf: ada })
  const { id, version } = await addAuthor(ada, 'Grace', { role: 'Editor' })
  await change(bob, id, { role: 'Chief editor' })

  expect(await change(ada, id, { bio: 'Hello', version })).toMatchObject({ role: 'Chief editor', bio: 'Hello' })
  const clash = await change(ada, id, { role: 'Writer', version }).catch((error: unknown) => error)
  expect(Object(clash).failure).toMatchObject({
    code: 'version_conflict',
    details: { fields: ['role'], current: { role: 'Chief editor' } },
  })
  await expect(change(ada, 999_999, { role: 'x' })).rejects.toThrow('404 Author not found')
})

test('a photo is replaced, cut around another point, and taken away; each is undone', async () => {
  const ada = await signIn()
  const { id } = await addAuthor(ada, 'Grace')
  const first = await change(ada, id, {}, { name: 'one.png', bytes: await plain(10) })
  const second = await change(ada, id, {}, { name: 'two.png', bytes: await plain(20) })
  const moved = await change(ada, id, { photo_focal_x: 0.1, photo_focal_y: 0.9 })
  const without = await change(ada, id, { remove_photo: true })

  expect(second.photo?.id).not.toBe(first.photo?.id)
  expect(moved.photo).toMatchObject({ id: second.photo?.id, focal_x: 0.1, focal_y: 0.9 })
  expect(without.photo).toBeNull()
  await undoLast(ada)
  expect((await one(ada, id)).photo).toMatchObject({ id: second.photo?.id, focal_x: 0.1 })
})

test('an author with posts is deleted for another one only, who has them from then on; undone, all is as it was', async () => {
  const ada = await signIn()
  const [grace, hana, noor] = [
    await addAuthor(ada, 'Grace'),
    await addAuthor(ada, 'Hana'),
    await addAuthor(ada, 'Noor'),
  ]
  const alone = await storePost(app, ada, 'Alone', { authors: [grace.id], live: true })
  const both = await storePost(app, ada, 'Both', { authors: [grace.id, hana.id] })

  const kept = await deleting(ada, grace.id).catch((error: unknown) => error)
  expect(Object(kept).failure).toMatchObject({
    message: 'Grace is an author of 2 posts. Choose who takes them over.',
    code: 'author_has_posts',
    details: { posts: 2, live_posts: 1 },
  })
  expect(await refused(deleting(ada, grace.id, grace.id))).toMatchObject([400, { field: 'replacement_id' }])
  await deleting(ada, grace.id, hana.id)
  expect(await joins(ada)).toEqual([
    [alone, hana.id],
    [both, hana.id],
  ])
  expect(await one(ada, hana.id)).toMatchObject({
    posts: 2,
    live_posts: 1,
    latest_posts: [{ id: both }, { id: alone }],
  })
  await expect(one(ada, grace.id)).rejects.toThrow('404')

  // Taken over from again, and saved again: what the versions say is found where it went.
  await deleting(ada, hana.id, noor.id)
  await app.sql(ada.companyId, 'update blog_posts set draft_version = draft_version where id = $1', [alone])
  expect(await joins(ada)).toEqual([
    [alone, noor.id],
    [both, noor.id],
  ])
  await undoLast(ada)
  expect((await one(ada, hana.id)).posts).toBe(2)
})

test('deleting is undone with the posts; not while another author has the address', async () => {
  const ada = await signIn()
  const [grace, hana] = [await addAuthor(ada, 'Grace'), await addAuthor(ada, 'Hana')]
  const both = await storePost(app, ada, 'Both', { authors: [grace.id, hana.id] })
  await deleting(ada, grace.id, hana.id)
  const [{ change_set }] = await app.sql(
    ada.companyId,
    'select change_set from changes where company_id = $1 order by id desc limit 1',
    [ada.companyId],
  )
  const other = await addAuthor(ada, 'Other', { slug: 'grace' })
  const undo = () => ada.call(changes.undo, { body: { changeSet: change_set } })

  await expect(undo()).rejects.toThrow(/^409/)
  await deleting(ada, other.id)
  await undo()

  expect(await joins(ada)).toEqual([
    [both, grace.id],
    [both, hana.id],
  ])
  expect((await one(ada, grace.id)).posts).toBe(1)
})

test('adding is undone, but not once the author has posts', async () => {
  const ada = await signIn()
  await addAuthor(ada, 'Grace')
  await undoLast(ada)
  expect(await listed(ada)).toEqual([])

  const { id } = await addAuthor(ada, 'Hana')
  await storePost(app, ada, 'Post', { authors: [id] })
  await expect(undoLast(ada)).rejects.toThrow(/^409/)
  expect(names(await listed(ada))).toEqual(['Hana'])
})

test('the list is filtered, searched and sorted by what it shows', async () => {
  const ada = await signIn()
  const grace = await addAuthor(ada, 'Grace', { email: 'gw@firm.example' })
  await addAuthor(ada, 'anton', { status: 'inactive' })
  await storePost(app, ada, 'Post', { authors: [grace.id] })

  expect(names(await listed(ada, { status: ['inactive'] }))).toEqual(['anton'])
  expect(names(await listed(ada, { posts: 'none' }))).toEqual(['anton'])
  expect(names(await listed(ada, { search: 'GW@' }))).toEqual(['Grace'])
  expect(names(await listed(ada, { sort: 'name', order: 'asc' }))).toEqual(['anton', 'Grace'])
  expect(names(await listed(ada, { sort: 'posts', order: 'desc' }))).toEqual(['Grace', 'anton'])
  const { json } = await ada.send('GET', '/marketing/authors?current=2&pageSize=1&sortField=name&sortOrder=asc')
  expect(json.pagination).toMatchObject({ current: 2, pageSize: 1, total: 2, totalPages: 2 })
})

test('the search answers 20 at most, those that begin with the text first; options are active authors and categories', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  for (const name of ['Ida Grace', 'Grace', 'Zoe']) await addAuthor(ada, name)
  await addAuthor(ada, 'Gracia', { status: 'inactive' })
  for (let at = 0; at < 22; at++) await addAuthor(eve, `Writer ${at}`)
  await addCategory(ada, 'Pumps')

  expect(names((await ada.call(search, { query: { q: ' grac ' } })).data)).toEqual(['Grace', 'Gracia', 'Ida Grace'])
  expect((await eve.call(search, { query: {} })).data).toHaveLength(20)
  const { data } = await ada.call(selectOptions, { query: {} })
  expect(data).toMatchObject({
    authors: [{ label: 'Grace', photo_url: null }, { label: 'Ida Grace' }, { label: 'Zoe' }],
    categories: [{ label: 'Pumps' }],
    statuses: [{ value: 'draft', label: 'Draft' }, {}, {}, {}, {}],
    totals: { authors: 3, categories: 1 },
  })
})

test('an author deleted more than 30 days ago is forgotten, the email from the history too, and does not come back', async () => {
  const ada = await signIn()
  const { id } = await addAuthor(ada, 'Grace', { email: 'private@firm.example' })
  const recent = await addAuthor(ada, 'Hana', { email: 'hana@firm.example' })
  await deleting(ada, recent.id)
  await deleting(ada, id)
  const { forget, age } = forgettingOf(app)
  await age(ada, 'blog_authors', 'deleted_at', id, 31)
  await forget()

  const stored = JSON.stringify([
    await app.sql(ada.companyId, 'select * from blog_authors where company_id = $1', [ada.companyId]),
    await app.sql(ada.companyId, 'select * from change_values where company_id = $1', [ada.companyId]),
  ])
  expect(stored).not.toContain('private@')
  expect(stored).toContain('hana@')
  const sets = await app.sql(
    ada.companyId,
    `select distinct on (entity_id) entity_id, change_set from changes
     where company_id = $1 and entity = 'blog_authors' and fields ? 'deleted_at' order by entity_id, id`,
    [ada.companyId],
  )
  const undo = (changeSet: string) => ada.call(changes.undo, { body: { changeSet } })
  await expect(undo(sets.find(({ entity_id }) => Number(entity_id) === id).change_set)).rejects.toThrow(/^409/)
  await undo(sets.find(({ entity_id }) => Number(entity_id) === recent.id).change_set)
  expect(names(await listed(ada))).toEqual(['Hana'])
})
