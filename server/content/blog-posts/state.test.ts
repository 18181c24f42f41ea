import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { changes } from '#contract/platform/changes.ts'
import { site } from '#contract/content/site.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import {
  addPost,
  coverFile,
  documentText,
  picturesReady,
  POST_KEYS,
  postOf,
  savePost,
  undoNewest,
  withAuthor,
} from '#server/test/posts.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const refused = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, failure }) => `${status} ${failure.errors?.[0]?.field ?? failure.code}`,
  )
const stored = async ({ companyId }: TestPerson) => {
  const [row] = await app.sql(
    companyId,
    `select (select count(*)::int from blog_posts where company_id = $1) as posts, (select count(*)::int from blog_versions where company_id = $1) as versions,
      (select count(*)::int from blog_images where company_id = $1) as images`,
    [companyId],
  )
  return row
}

test('a post is added and saved together with the step that it takes; one act undoes both', async () => {
  const { person, authorId } = await withAuthor(app)
  const { image } = await addPost(person, authorId)
  await picturesReady(app, person)
  const image_id = image!.id
  const publish_at = '2027-01-15T09:00'

  const scheduled = await addPost(person, authorId, {
    image_id,
    status: 'scheduled',
    publish_at,
    publish_zone: 'Europe/Berlin',
    send_on_publish: true,
  })
  expect(scheduled).toMatchObject({ status: 'scheduled', publish_zone: 'Europe/Berlin', send_on_publish: true })
  expect(new Date(scheduled.publish_at!).toISOString()).toBe('2027-01-15T08:00:00.000Z')
  expect(await addPost(person, authorId, { image_id, status: 'in_review' })).toMatchObject({ status: 'in_review' })
  const live = await addPost(person, authorId, { image_id, status: 'published' })
  expect(live).toMatchObject({ status: 'published', changes: null, live_version: 1 })

  const changed = (await savePost(person, live.id, { title: 'Larger', status: 'published' })).data
  expect(changed).toMatchObject({ changes: null, live_version: 2, title: 'Larger' })
  expect((await savePost(person, live.id, { title: 'Larger', status: 'published' })).message).toBe(
    'Nothing had changed',
  )
  await undoNewest(person, 'Changed *')
  expect(await postOf(person, live.id)).toMatchObject({ changes: null, live_version: 1, title: 'Sizing a pump' })
})

test('a step that cannot be taken stores nothing of what was sent', async () => {
  const { person, authorId } = await withAuthor(app)
  const { id, image } = await addPost(person, authorId)
  await picturesReady(app, person)
  const image_id = image!.id
  const writer = await app.signIn({ can: ['blogs_list', 'blogs_add'], colleagueOf: person })
  const before = await stored(person)

  expect(await refused(addPost(writer, authorId, { image_id, status: 'published' }))).toBe('403 forbidden')
  const add = (sent: Parameters<typeof addPost>[2]) => refused(addPost(person, authorId, { image_id, ...sent }))
  expect(await add({ status: 'scheduled' })).toBe('400 publish_at')
  expect(await add({ publish_at: '2027-01-15T09:00' })).toBe('400 publish_at')
  expect(await add({ status: 'scheduled', publish_at: '2027-01-15T09:00', publish_zone: 'Mars' })).toBe(
    '400 publish_zone',
  )
  expect(await add({ status: 'published', image_alt: '' })).toBe('409 image_alt')
  expect(await refused(savePost(person, id, { title: 'Later', status: 'published', image_alt: '' }))).toBe(
    '409 image_alt',
  )
  expect(await refused(savePost(person, id, { image_focal_x: 1.5 }))).toBe('400 image_focal_x')

  expect(await stored(person)).toEqual(before)
  expect(await postOf(person, id)).toMatchObject({ status: 'draft', title: 'Sizing a pump' })
})

test('what stays in sight of the cover is said with the post', async () => {
  const { person, authorId } = await withAuthor(app)
  const added = await addPost(person, authorId, { image_focal_x: 0.25, image_focal_y: 0.75 })
  expect(added.image).toMatchObject({ focal_x: 0.25, focal_y: 0.75 })

  const saved = (await savePost(person, added.id, { image_focal_y: 0.1 })).data

  expect(saved.image).toMatchObject({ focal_x: 0.25, focal_y: 0.1, state: 'processing' })
  await undoNewest(person, 'Changed *')
  expect((await postOf(person, added.id)).image).toMatchObject({ focal_x: 0.25, focal_y: 0.75 })
})

test('a post says where readers find it', async () => {
  const { person, authorId } = await withAuthor(app, { can: [...POST_KEYS, 'configuration_edit'] })
  const { id, url } = await addPost(person, authorId)
  expect(url).toBeNull()

  const { data } = await person.call(site.makeKey, {})
  const hosted = `${new URL(data.addresses!.blog).pathname}/sizing-a-pump`
  expect((await postOf(person, id)).url).toBe(hosted)
  await person.call(site.change, { body: { site_url: 'https://www.firm.example/news/{slug}' } })
  expect((await postOf(person, id)).url).toBe('https://www.firm.example/news/sizing-a-pump')
})

test('C6: a double click and a request that is sent again make one post, one version and one picture', async () => {
  const { person, authorId } = await withAuthor(app)
  const body = { title: 'Once', authors: [authorId], image_alt: 'A pump', document: documentText('Text') }
  const key = randomUUID()
  const send = async () => person.call(blogPosts.add, { body, file: await coverFile() }, { 'idempotency-key': key })

  const [one, other] = await Promise.all([send(), send()])
  const again = await send()

  expect([other.data.id, again.data.id]).toEqual([one.data.id, one.data.id])
  expect(await stored(person)).toEqual({ posts: 1, versions: 1, images: 1 })
  expect((await person.call(changes.list, { query: {} })).data.map(({ did }) => did)).toEqual(['Added *'])
  // The same bytes sent anew are another post of the same picture.
  await addPost(person, authorId)
  expect(await stored(person)).toEqual({ posts: 2, versions: 2, images: 1 })
})
