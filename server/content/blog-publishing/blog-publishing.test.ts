import { afterAll, expect, test } from 'vitest'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { blogPublishing, type PostAction } from '#contract/content/blog-publishing.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { changes } from '#contract/platform/changes.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { addPost, picturesReady, POST_KEYS, postOf, savePost, undoNewest, withAuthor } from '#server/test/posts.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { setStatus, check, previews, addPreview, revokePreview, redirects, addRedirect, removeRedirect, setSettings } =
  blogPublishing
type Step = Omit<BodyOf<typeof setStatus>, 'action'>
const step = async (person: TestPerson, id: number, action: PostAction, more: Step = {}) =>
  (await person.call(setStatus, { params: { id }, body: { action, ...more } })).data
const refused = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, failure }) => `${status} ${failure.code}`,
  )
const started = async () => {
  const { person, authorId } = await withAuthor(app)
  const post = await addPost(person, authorId)
  await picturesReady(app, person)
  return { person, authorId, id: post.id, image_id: post.image!.id }
}
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
/** The time that was chosen passes. */
const pass = ({ companyId }: TestPerson, id: number, ago: string) =>
  app.sql(companyId, `update blog_posts set publish_at = now() - $2::interval where id = $1`, [id, ago])
const redirectsOf = async (person: TestPerson) =>
  (await person.call(redirects, { query: {} })).data.map(({ from_path, post }) => [from_path, post.slug])

test('a post goes live, its later draft does not, and undo takes it off again', async () => {
  const { person, id } = await started()
  const bob = await app.signIn({ can: POST_KEYS })

  const live = await step(person, id, 'publish')
  const changed = (await savePost(person, id, { title: 'Later' })).data

  expect(live).toMatchObject({ status: 'published', changes: null, live_version: 1, draft_version: 1 })
  expect(changed).toMatchObject({ status: 'published', changes: 'draft', live_version: 1, draft_version: 2 })
  const seen = await person.call(blogPosts.details, { params: { id }, query: { live: '1' } })
  expect(seen.data.title).toBe('Sizing a pump')
  await expect(step(bob, id, 'unpublish')).rejects.toThrow('404')
  expect(await step(person, id, 'discard_changes')).toMatchObject({ changes: null, title: 'Sizing a pump' })
  await undoNewest(person, 'Changed the state of *')
  expect(await postOf(person, id)).toMatchObject({ changes: 'draft', title: 'Later' })
  await undoNewest(person, 'Changed the state of *')
  expect(await postOf(person, id)).toMatchObject({
    status: 'draft',
    live_version: null,
    title: 'Later',
    published_at: null,
  })
})

test('the versions that readers have seen say since when', async () => {
  const { person, id } = await started()
  const seen = async () =>
    (await person.call(blogVersions.list, { params: { id }, query: { published: 'yes' } })).data.map(
      ({ number, is_live, published_at }) => [number, is_live, published_at],
    )
  expect(await seen()).toEqual([])
  const first = await step(person, id, 'publish')
  await savePost(person, id, { title: 'Second' })
  await savePost(person, id, { title: 'Third' })
  const third = await step(person, id, 'publish')

  const rows = await seen()
  expect(rows.map(([number, live]) => [number, live])).toEqual([
    [3, true],
    [1, false],
  ])
  const since = [third, first].map(({ published_at }) => Date.parse(published_at ?? ''))
  for (const [at, row] of rows.entries())
    expect(Math.abs(Date.parse(String(row[2])) - (since[at] ?? 0))).toBeLessThan(60_000)
  expect((await person.call(blogVersions.list, { params: { id }, query: {} })).data).toHaveLength(3)
})

test('a step that the post is not at is refused, naming how it stands', async () => {
  const { person, id } = await started()
  const all: PostAction[] = ['return', 'approve', 'unschedule', 'unpublish', 'discard_changes', 'unarchive']
  for (const action of all)
    expect([action, await refused(step(person, id, action))]).toEqual([action, '409 wrong_status'])
  await step(person, id, 'publish')
  await expect(step(person, id, 'publish')).rejects.toThrow('409 This post is published already.')
  await expect(step(person, id, 'submit')).rejects.toThrow('409 This post is published already.')
  await step(person, id, 'archive')
  await expect(step(person, id, 'publish')).rejects.toThrow('409 This post is archived.')
  expect(await step(person, id, 'unarchive')).toMatchObject({ status: 'published' })
  expect(await refused(step(person, id, 'unpublish', { version: 1 }))).toBe('409 conflict')
})

test('what keeps a post from being published is named, and nothing goes live', async () => {
  const { person, authorId } = await withAuthor(app)
  const { id } = await addPost(person, authorId, { image_alt: '' })
  await picturesReady(app, person)

  expect(await refused(step(person, id, 'publish'))).toBe('409 not_ready')
  const found = (await person.call(check, { params: { id } })).data
  expect(found.blocking.map(({ code, field }) => [code, field])).toEqual([['picture_alt', 'image_alt']])
  expect((await person.call(blogPosts.list, { query: { findings: 'blocking' } })).data[0]?.findings.blocking).toBe(1)
  expect((await postOf(person, id)).status).toBe('draft')
})

test('under the rule of review someone else looks at it first', async () => {
  const { person, id } = await started()
  const chief = await app.signIn({ can: [...POST_KEYS, 'configuration_edit'], colleagueOf: person })
  await chief.call(setSettings, { body: { review_required: true } })

  expect(await refused(step(person, id, 'publish'))).toBe('409 review_needed')
  await step(person, id, 'submit', { note: 'Please look' })
  const inList = async () => (await person.call(blogPosts.list, { query: {} })).data.map(({ review }) => review?.by)
  expect(await inList()).toMatchObject([{ id: person.id }])
  expect(await refused(step(person, id, 'approve'))).toBe('409 review_needed')
  expect(await refused(step(chief, id, 'return'))).toBe('400 bad_request')
  expect(await step(chief, id, 'return', { note: 'Shorter' })).toMatchObject({
    status: 'draft',
    review: { note: 'Shorter' },
  })
  expect(await inList()).toEqual([undefined])
  await savePost(person, id, { title: 'Shorter' })
  await step(person, id, 'submit')
  expect(await step(chief, id, 'approve')).toMatchObject({ review: { approved: true } })
  await savePost(person, id, { title: 'Changed after all' })
  expect(await refused(step(person, id, 'publish'))).toBe('409 review_needed')
  expect(await step(chief, id, 'publish')).toMatchObject({ status: 'published', title: 'Changed after all' })

  const told = async (who: TestPerson) =>
    (await who.call(notifications.list, { query: {} })).data.map(({ kind }) => kind)
  expect(await told(person)).toContain('reviewed')
  expect(await told(chief)).not.toContain('reviewed')
})

test('C8: what is due is published once, also long after; what is late says so', async () => {
  const { person, id } = await started()
  expect(await refused(step(person, id, 'schedule'))).toBe('400 bad_request')
  expect(await refused(step(person, id, 'schedule', { publish_at: '2001-01-01T00:00:00Z' }))).toBe('400 bad_request')
  const scheduled = await step(person, id, 'schedule', { publish_at: soon(), zone: 'Europe/Berlin' })
  expect(scheduled).toMatchObject({ status: 'scheduled', publish_zone: 'Europe/Berlin' })

  await workOff(app)
  expect((await postOf(person, id)).status).toBe('scheduled')
  await pass(person, id, '3 hours 5 minutes')
  await app.sql(person.companyId, `select mark_due('blog-publish')`)
  await Promise.all([workOff(app), workOff(app)])

  expect(await postOf(person, id)).toMatchObject({ status: 'published', publish_at: null, live_version: 1 })
  const acts = (await person.call(changes.list, { query: { by: 'everybody' } }).catch(() => undefined))?.data ?? []
  expect(acts.filter(({ did }) => did === 'Published * as scheduled').length).toBeLessThanOrEqual(1)
  const [told] = await app.sql(
    person.companyId,
    `select count(*)::int as acts, min(reason) as reason from changes where company_id = $1 and act = 'blog-publishing.publishDue'
      and entity = 'blog_posts'`,
    [person.companyId],
  )
  expect(told).toEqual({ acts: 1, reason: 'Published 3 h late: the server was not running' })
})

test('C8: what is no longer fit at its time stays, in review, and people are told', async () => {
  const { person, id } = await started()
  await step(person, id, 'schedule', { publish_at: soon() })
  await savePost(person, id, { image_alt: '', keep_schedule: true })

  await pass(person, id, '1 minute')
  await app.sql(person.companyId, `select mark_due('blog-publish')`)
  await workOff(app)

  expect(await postOf(person, id)).toMatchObject({ status: 'in_review', live_version: null })
  const { data } = await person.call(notifications.list, { query: {} })
  expect(data.find(({ kind }) => kind === 'post_published')?.words[0]?.text).toMatch(/^Could not be published/)
})

test('C8: a local time is that of its zone; one that no clock shows is refused', async () => {
  const { person, id } = await started()
  const at = async (publish_at: string) =>
    step(person, id, 'schedule', { publish_at, zone: 'Europe/Berlin' }).then(
      (post) => post.publish_at,
      (error: Error) => error.message,
    )

  expect(await at('2027-03-28T02:30')).toBe('400 02:30 does not exist on 28 March 2027 in Berlin. Choose another time.')
  expect(new Date((await at('2027-03-28T03:30'))!).toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(new Date((await at('2027-01-15T09:00'))!).toISOString()).toBe('2027-01-15T08:00:00.000Z')
  expect(await at('2027-02-30T09:00')).toBe('400 Choose a day and a time')
  expect(await at('yesterday')).toBe('400 Choose a day and a time')
})

test('a save takes a post from the schedule, unless it says otherwise', async () => {
  const { person, id } = await started()
  await step(person, id, 'schedule', { publish_at: soon() })

  expect((await savePost(person, id, { title: 'A', keep_schedule: true })).data.status).toBe('scheduled')
  expect((await savePost(person, id, { title: 'B' })).data).toMatchObject({ status: 'draft', publish_at: null })
  await undoNewest(person, 'Changed *')
  expect(await postOf(person, id)).toMatchObject({ status: 'scheduled', title: 'A' })
})

test('a live post that gets another address leaves the old one behind; undo turns it round', async () => {
  const { person, authorId, id, image_id } = await started()
  await step(person, id, 'publish')
  await savePost(person, id, { slug: 'pumps' })
  expect((await postOf(person, id)).slug).toBe('pumps')

  await step(person, id, 'publish')

  expect(await redirectsOf(person)).toEqual([['sizing-a-pump', 'pumps']])
  const taken = addPost(person, authorId, { slug: 'sizing-a-pump', image_id })
  expect(await refused(taken)).toBe('409 slug_redirects')
  await undoNewest(person, 'Changed the state of *')
  expect(await redirectsOf(person)).toEqual([['pumps', 'sizing-a-pump']])
  await step(person, id, 'publish')
  expect(await redirectsOf(person)).toEqual([['sizing-a-pump', 'pumps']])
  await savePost(person, id, { slug: 'sizing-a-pump' })
  await step(person, id, 'publish')
  expect(await redirectsOf(person)).toEqual([['pumps', 'sizing-a-pump']])
  const other = await addPost(person, authorId, { slug: 'pumps', take_over_redirect: true, image_id })
  expect(other.slug).toBe('pumps')
  expect(await redirectsOf(person)).toEqual([])
})

test('a person adds and removes redirects', async () => {
  const { person, id } = await started()
  const { data: added } = await person.call(addRedirect, { body: { from_path: 'old-pumps', post_id: id } })
  expect(await redirectsOf(person)).toEqual([['old-pumps', 'sizing-a-pump']])
  expect(await refused(person.call(addRedirect, { body: { from_path: 'Old', post_id: id } }))).toBe('400 slug')
  await person.call(removeRedirect, { params: { id: added.id } })
  expect(await redirectsOf(person)).toEqual([])
})

test('readers of an archived post are sent to a post that they can read', async () => {
  const { person, authorId, id, image_id } = await started()
  const other = await addPost(person, authorId, { image_id })

  expect(await refused(step(person, id, 'archive', { target_id: other.id }))).toBe('400 bad_request')
  await step(person, other.id, 'publish')
  expect(await step(person, id, 'archive', { target_id: other.id })).toMatchObject({
    status: 'archived',
    archive_target: { id: other.id },
  })
  await undoNewest(person, 'Changed the state of *')
  expect(await postOf(person, id)).toMatchObject({ status: 'draft', archive_target: null })
})

test('questions go live alone when nothing else waits', async () => {
  const { person, id } = await started()
  const set = (question: string) =>
    person.call(blogPosts.setFaq, { params: { id }, body: { faq_items: [{ question, answer: 'Yes' }], publish: true } })

  expect(await refused(set('A?'))).toBe('409 changes_waiting')
  await step(person, id, 'publish')
  await set('B?')
  expect(await postOf(person, id)).toMatchObject({ changes: null, live_version: 2, faq_items: [{ question: 'B?' }] })
})

test('a preview link is said once, is stored as a digest, and ends', async () => {
  const { person, id } = await started()

  const { data: made } = await person.call(addPreview, { body: { post_id: id } })

  expect(made.link).toMatch(/[\w-]{43}$/)
  const [{ hits }] = await app.sql(
    person.companyId,
    `select count(*)::int as hits from blog_preview_links l join identity.preview_links i on i.hash = l.token_hash
      where l.company_id = $1 and i.company_id = $1 and position($2 in encode(l.token_hash, 'escape')) = 0`,
    [person.companyId, made.link.slice(-43)],
  )
  expect(hits).toBe(1)
  await person.call(revokePreview, { params: { id: made.id } })
  expect((await person.call(previews, { query: { post: id } })).data[0]).toMatchObject({
    revoked_at: expect.any(String),
  })
  expect(await refused(person.call(revokePreview, { params: { id: made.id } }))).toBe('409 conflict')
})
