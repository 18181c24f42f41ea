import { afterAll, expect, test } from 'vitest'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { changes } from '#contract/platform/changes.ts'
import { site } from '#contract/content/site.ts'
import { startWork } from '#server/app/work.ts'
import { startTestApp } from '#server/test/app.ts'
import { addPost, documentText } from '#server/test/posts.ts'
import { openReaders } from '#server/test/readers.ts'

const app = await startTestApp({ PUBLIC_URL: 'https://app.firm.example' })
const work = startWork(app.services, (error) => {
  throw error
})
afterAll(async () => {
  await work.stop()
  await app.stop()
})
const { withSite, act, published, get, untilIs } = openReaders(app)

test('a preview shows the draft to whoever has its link, until it ends; it is stored nowhere', async () => {
  const { person, authorId, base } = await withSite()
  const other = await withSite()
  const post = await addPost(person, authorId, { document: documentText('Only a draft.') })
  const made = async () => (await person.call(blogPublishing.addPreview, { body: { post_id: post.id } })).data
  const [link, ended, expired] = [await made(), await made(), await made()]
  const [token, endedToken, expiredToken] = [link, ended, expired].map((each) => each.link.split('/').at(-1)!)
  await person.call(blogPublishing.revokePreview, { params: { id: ended.id } })
  await app.sql(
    person.companyId,
    'update blog_preview_links set expires_at = now() where company_id = $1 and id = $2',
    [person.companyId, expired.id],
  )

  const page = await get(new URL(link.link).pathname, { accept: 'text/html' })
  const json = await get(`${base}/preview/${token}`)

  expect(page).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, noarchive' },
    body: expect.stringContaining('<p>Only a draft.</p>'),
  })
  expect(page.body).not.toContain('ld+json')
  expect(JSON.parse(json.body)).toMatchObject({ html: '<p>Only a draft.</p>', json_ld: null, preview: { version: 1 } })
  for (const wrong of [endedToken, expiredToken, 'x', 'A'.repeat(100)])
    expect((await get(`${base}/preview/${wrong}`)).status).toBe(404)
  expect((await get(`${other.base}/preview/${token}`)).status).toBe(404)
  expect(
    (await person.call(blogPublishing.previews, { query: { post: post.id } })).data.find(({ id }) => id === link.id),
  ).toMatchObject({ opened: 2 })
  const stored = await app.owner.query(
    `select count(*)::int as n from blog_preview_links where encode(token_hash, 'escape') like '%' || $1 || '%'`,
    [token],
  )
  expect(stored.rows).toEqual([{ n: 0 }])
  await act(person, post.id, 'publish')
  expect(await get(`${base}/preview/${token}`)).toMatchObject({
    status: 302,
    headers: { location: expect.stringMatching(/\/blog\/sizing-a-pump$/) },
  })
})

test('a new key ends the one before; another company’s stays', async () => {
  const { person, authorId, base } = await withSite()
  const other = await withSite()
  await published(person, authorId)
  await untilIs(`${base}/posts/sizing-a-pump`, { status: 200 })

  const { data } = await person.call(site.makeKey, {})

  const renewed = new URL(data.addresses!.posts).pathname
  await untilIs(`${base}/posts/sizing-a-pump`, { status: 404 })
  expect((await get(`${renewed}/sizing-a-pump`)).status).toBe(200)
  expect((await get(`${other.base}/posts`)).status).toBe(200)
  expect(data.key_made).toMatchObject({ by: { id: person.id } })
})

test('the site is changed by who may configure, field by field, and an undo brings it back', async () => {
  const { person } = await withSite()
  const eve = await withSite()
  const reader = await app.signIn({ can: ['blogs_list'], colleagueOf: person })
  const { data: seen } = await person.call(site.now, {})

  await person.call(site.change, { body: { name: 'Notes', version: seen.version } })
  await person.call(site.change, { body: { feed_size: 5, version: seen.version } })
  await expect(person.call(site.change, { body: { name: 'News', version: seen.version } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(reader.call(site.change, { body: { name: 'x' } })).rejects.toMatchObject({ status: 403 })
  await expect(reader.call(site.makeKey, {})).rejects.toMatchObject({ status: 403 })

  expect((await reader.call(site.now, {})).data).toMatchObject({
    name: 'Notes',
    feed_size: 5,
    version: seen.version + 2,
  })
  expect((await eve.person.call(site.now, {})).data).toMatchObject({ name: 'Blog', feed_size: 20 })
  const history = (await person.call(changes.list, { query: { section: 'site' } })).data
  const changed = history.find(({ fields }) => fields.includes('feed_size'))
  await person.call(changes.undo, { body: { changeSet: changed!.change_set } })
  expect((await person.call(site.now, {})).data).toMatchObject({ name: 'Notes', feed_size: 20 })
})

test.each([
  ['site_url', 'https://www.firm.example/blog/'],
  ['site_url', 'javascript:{slug}'],
  ['site_url', 'https://www.firm.example/"{slug}'],
  ['allowed_origins', ['https://*']],
  ['feed_size', 51],
  ['locale', 'e"n'],
  ['publisher_logo_id', 999_999],
])('the site cannot have %s %j: nothing is stored', async (field, value) => {
  const { person } = await withSite()
  const { data: before } = await person.call(site.now, {})

  const { status, json } = await person.send('PUT', site.change.path, { [field]: value })

  expect([status, json.errors?.[0].field]).toEqual([400, expect.stringContaining(field)])
  expect((await person.call(site.now, {})).data).toEqual(before)
})
