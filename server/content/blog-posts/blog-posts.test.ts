import { afterAll, expect, test } from 'vitest'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { IMAGE_REQUIRED, POST_NOT_FOUND } from '#contract/content/post.ts'
import { changes } from '#contract/platform/changes.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import {
  addAuthor,
  addCategory,
  addPost,
  documentText,
  paragraphsOf,
  POST_KEYS,
  postOf,
  savePost,
  undoNewest,
  withAuthor,
} from '#server/test/posts.ts'
import { POST_LIST } from './list.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, details, add, remove, faq, setFaq, linkTargets } = blogPosts
const titles = async (person: TestPerson, query: object = {}) =>
  (await person.call(list, { query })).data.map(({ title }) => title)

test('a post is added as a draft with its cover, authors and text; another company has none of it', async () => {
  const { person, authorId } = await withAuthor(app)
  const category = await addCategory(app, person, 'Pumps')
  const { person: bob } = await withAuthor(app)

  const post = await addPost(person, authorId, {
    document: documentText('Two words', 'And three more'),
    categories: [category],
    faq_items: [{ question: 'Which size?', answer: 'The right one.' }],
  })

  expect(post).toMatchObject({
    post_no: 1,
    slug: 'sizing-a-pump',
    status: 'draft',
    changes: null,
    authors: [{ id: authorId, name: 'Grace Whitfield' }],
    categories: [{ id: category, name: 'Pumps' }],
    words: 5,
    faq_count: 1,
    image: { width: 640, height: 400 },
    image_alt: 'A pump',
    content: '<p>Two words</p><p>And three more</p>',
    draft_version: 1,
    live_version: null,
    version: 1,
  })
  expect((await person.call(list, { query: {} })).data[0]).toMatchObject({ id: post.id, words: 5, faq_count: 1 })
  expect(await titles(bob)).toEqual([])
  await expect(postOf(bob, post.id)).rejects.toThrow(`404 ${POST_NOT_FOUND}`)
  await expect(savePost(bob, post.id, { title: 'Mine' })).rejects.toThrow(`404 ${POST_NOT_FOUND}`)
  const theirs = { title: 'Theirs', authors: [authorId], image_id: post.image!.id }
  await expect(bob.call(add, { body: theirs })).rejects.toMatchObject({ status: 400 })
})

test('without a cover the sentence of old is said, and nothing is stored', async () => {
  const { person, authorId } = await withAuthor(app)

  const refused = person.call(add, { body: { title: 'No cover', authors: [authorId] } })

  await expect(refused).rejects.toMatchObject({
    status: 400,
    failure: { code: 'image_required', message: IMAGE_REQUIRED, errors: [{ field: 'image' }] },
  })
  expect(await titles(person)).toEqual([])
})

test('who may only read adds, changes and deletes nothing', async () => {
  const { person, authorId } = await withAuthor(app)
  const post = await addPost(person, authorId)
  const reader = await app.signIn({ can: ['blogs_list'], colleagueOf: person })

  await expect(addPost(reader, authorId)).rejects.toMatchObject({ status: 403 })
  await expect(savePost(reader, post.id, { title: 'x' })).rejects.toMatchObject({ status: 403 })
  await expect(reader.call(remove, { body: { id: post.id } })).rejects.toMatchObject({ status: 403 })
  expect((await postOf(reader, post.id)).title).toBe('Sizing a pump')
})

test('the list is searched, filtered, sorted and counted', async () => {
  const { person, authorId } = await withAuthor(app)
  const other = await addAuthor(app, person, 'Asha Rao')
  const category = await addCategory(app, person, 'Valves')
  const first = await addPost(person, authorId, { title: 'Älpha pumps', document: documentText('one two three') })
  await addPost(person, other, { title: 'Beta valves', categories: [category], image_id: first.image!.id })
  await addPost(person, authorId, { title: 'Gamma', excerpt: 'About 100% of valves', image_id: first.image!.id })

  expect(await titles(person)).toEqual(['Gamma', 'Beta valves', 'Älpha pumps'])
  expect(await titles(person, { search: 'VALVES' })).toEqual(['Gamma', 'Beta valves'])
  expect(await titles(person, { search: '100%' })).toEqual(['Gamma'])
  expect(await titles(person, { author: [other] })).toEqual(['Beta valves'])
  expect(await titles(person, { category: [category] })).toEqual(['Beta valves'])
  expect(await titles(person, { sort: 'title', order: 'asc' })).toEqual(['Älpha pumps', 'Beta valves', 'Gamma'])
  expect(await titles(person, { sort: 'words', pageSize: 1 })).toEqual(['Älpha pumps'])
  expect(await titles(person, { status: ['published', 'archived'] })).toEqual([])
  expect(await titles(person, { status: ['draft'], mine: 'yes' })).toHaveLength(3)
  await expect(titles(person, { sort: 'secret' })).rejects.toMatchObject({ status: 400 })
  expect((await person.call(list, { query: { pageSize: 2, page: 2 } })).pagination).toMatchObject({
    total: 3,
    totalPages: 2,
  })
})

test('the totals of the list are those of its rows, whatever became of these', async () => {
  const { person, authorId } = await withAuthor(app)
  const total = async (query: object) => (await person.call(list, { query })).pagination.total
  const filters = [{}, { status: ['draft'] }, { work: ['draft', 'scheduled'] }, { changes: ['draft'] }]
  const totals = async () => Promise.all(filters.map(total))
  const one = await addPost(person, authorId)
  expect(await totals()).toEqual([1, 1, 1, 0])

  const other = await addPost(person, authorId, { image_id: one.image!.id })
  await app.sql(
    person.companyId,
    `update blog_posts set live = true, live_version = draft_version, work = 'clean' where id = $1`,
    [one.id],
  )
  expect(await totals()).toEqual([2, 1, 1, 0])
  await savePost(person, one.id, { title: 'Changed' })
  expect(await totals()).toEqual([2, 1, 2, 1])
  await person.call(remove, { body: { id: other.id } })

  expect(await totals()).toEqual([1, 0, 1, 1])
  expect(await checkCounts(app.services.tenants, person.companyId, POST_LIST)).toMatchObject({ drifts: [] })
})

test('saving makes a version; what says the same makes none', async () => {
  const { person, authorId } = await withAuthor(app)
  const post = await addPost(person, authorId, { document: documentText('Hello') })

  const saved = await savePost(person, post.id, { title: 'Larger pumps', version: post.version })
  const again = await savePost(person, post.id, {
    title: 'Larger pumps',
    document: documentText('Hello'),
    authors: [authorId],
  })

  expect(saved.data).toMatchObject({ title: 'Larger pumps', slug: 'sizing-a-pump', draft_version: 2 })
  expect(again).toMatchObject({
    message: 'Nothing had changed',
    data: { draft_version: 2, version: saved.data.version },
  })
})

test('two who change other fields, other paragraphs and other authors both win', async () => {
  const { person, authorId } = await withAuthor(app)
  const bob = await app.signIn({ can: POST_KEYS, colleagueOf: person, name: 'Bob' })
  const second = await addAuthor(app, person, 'Asha Rao')
  const post = await addPost(person, authorId, { document: documentText('One', 'Two', 'Three') })

  await savePost(bob, post.id, {
    title: 'By Bob',
    authors: [authorId, second],
    document: documentText('One by Bob', 'Two', 'Three'),
    version: post.version,
  })
  const mine = await savePost(person, post.id, {
    excerpt: 'Mine',
    document: documentText('One', 'Two', 'Three by me'),
    version: post.version,
  })

  expect(mine.message).toMatch(/^Merged with Bob.*’s changes in \d+ places?$/)
  expect(mine.data).toMatchObject({ title: 'By Bob', excerpt: 'Mine', authors: [{ id: authorId }, { id: second }] })
  expect(paragraphsOf(mine.data)).toEqual(['One by Bob', 'Two', 'Three by me'])
})

test('what both changed is a conflict that says all three, and stores nothing', async () => {
  const { person, authorId } = await withAuthor(app)
  const bob = await app.signIn({ can: POST_KEYS, colleagueOf: person })
  const post = await addPost(person, authorId, { document: documentText('One', 'Two') })
  await savePost(bob, post.id, { title: 'His', document: documentText('His one', 'Two'), version: post.version })

  const sent = { title: 'Mine', document: documentText('My one', 'Two'), version: post.version }
  const refused = savePost(person, post.id, sent)

  await expect(refused).rejects.toMatchObject({
    status: 409,
    failure: {
      code: 'conflict',
      details: {
        base_version: 1,
        current: { title: 'His', draft_version: 2 },
        fields: [{ field: 'title', base: 'Sizing a pump', theirs: 'His', mine: 'Mine' }, { field: 'document' }],
        blocks: [{ conflict: { base: [{}], theirs: [{}], mine: [{}] } }, { blocks: [{}] }],
      },
    },
  })
  expect(await postOf(person, post.id)).toMatchObject({ title: 'His', draft_version: 2 })
})

test('an address is checked, and is nobody else’s', async () => {
  const { person, authorId } = await withAuthor(app)
  const post = await addPost(person, authorId)
  const image_id = post.image!.id

  expect((await addPost(person, authorId, { image_id })).slug).toBe('sizing-a-pump-2')
  expect((await addPost(person, authorId, { title: '泵', image_id })).slug).toBe('post-3')
  const refused = async (slug: string) =>
    savePost(person, post.id, { slug }).catch(({ status, failure }) => [status, failure.code])
  expect(await refused('Not A Slug')).toEqual([400, 'slug'])
  expect(await refused('feed')).toEqual([400, 'slug_reserved'])
  expect(await refused('post-3')).toEqual([409, 'slug_taken'])
  expect((await savePost(person, post.id, { slug: 'pumps' })).data.slug).toBe('pumps')
})

test('posts of one title that are added at the same moment each have an address', async () => {
  const [{ person, authorId }, other] = [await withAuthor(app), await withAuthor(app)]
  const { image } = await addPost(person, authorId)
  const theirs = addPost(other.person, other.authorId)

  const added = await Promise.all([2, 3, 4, 5].map(() => addPost(person, authorId, { image_id: image!.id })))

  expect(added.map(({ slug }) => slug).toSorted()).toEqual([2, 3, 4, 5].map((no) => `sizing-a-pump-${no}`))
  expect((await theirs).slug).toBe('sizing-a-pump')
})

test('questions keep their ids, and none is there twice', async () => {
  const { person, authorId } = await withAuthor(app)
  const { id } = await addPost(person, authorId)
  const set = (faq_items: { id?: string; question: string; answer: string }[]) =>
    person.call(setFaq, { params: { id }, body: { faq_items } })
  const [a, b] = (
    await set([
      { question: 'A?', answer: '1' },
      { question: 'B?', answer: '2' },
    ])
  ).data.faq_items

  const moved = (await set([b!, { ...a!, answer: 'One' }])).data.faq_items

  expect(moved).toEqual([b, { ...a, answer: 'One' }])
  expect((await person.call(faq, { params: { id } })).data.faq_items).toEqual(moved)
  const twice = set([
    { question: 'Same?', answer: '1' },
    { question: ' same?', answer: '2' },
  ])
  await expect(twice).rejects.toThrow('400 This question appears twice')
})

test('a deleted post is gone, comes back by undo, and gives its address free meanwhile', async () => {
  const { person, authorId } = await withAuthor(app)
  const post = await addPost(person, authorId)

  await person.call(remove, { body: { id: post.id, version: post.version } })

  await expect(postOf(person, post.id)).rejects.toThrow(POST_NOT_FOUND)
  await undoNewest(person, 'Deleted *')
  expect(await titles(person)).toEqual(['Sizing a pump'])
  await person.call(remove, { body: { id: post.id } })
  await addPost(person, authorId, { image_id: post.image!.id })
  await expect(undoNewest(person, 'Deleted *')).rejects.toThrow(
    'The address sizing-a-pump belongs to Sizing a pump now.',
  )
})

test('undo of a save brings the draft back with all that lists show; what was saved since stands in its way', async () => {
  const { person, authorId } = await withAuthor(app)
  const category = await addCategory(app, person, 'Pumps')
  const { id } = await addPost(person, authorId, { document: documentText('One') })
  await savePost(person, id, {
    title: 'Second',
    slug: 'second',
    categories: [category],
    document: documentText('One two'),
  })
  const firstSave = (await person.call(changes.list, { query: {} })).data[0]!
  await savePost(person, id, { title: 'Third' })

  const rests = person.call(changes.undo, { body: { changeSet: firstSave.change_set } })
  await expect(rests).rejects.toMatchObject({ status: 409 })
  await undoNewest(person, 'Changed *')
  await undoNewest(person, 'Changed *')

  const back = await postOf(person, id)
  expect(back).toMatchObject({
    title: 'Sizing a pump',
    slug: 'sizing-a-pump',
    categories: [],
    draft_version: 1,
    words: 1,
  })
  expect((await savePost(person, id, { title: 'Fourth' })).data.draft_version).toBe(4)
  expect((await person.call(list, { query: { category: [category] } })).data).toEqual([])
})

test('posts and products are found as targets of links', async () => {
  const { person, authorId } = await withAuthor(app)
  await addPost(person, authorId, { title: 'Valves and pumps' })
  await addPost(person, authorId, { title: 'Pumps' })

  const found = (await person.call(linkTargets, { query: { search: 'pump' } })).data
  expect(found.map(({ label }) => label)).toEqual(['Pumps', 'Valves and pumps'])
  expect(
    await person.call(details, { params: { id: found[0]!.id }, query: { live: '1' } }).catch(({ status }) => status),
  ).toBe(404)
})
