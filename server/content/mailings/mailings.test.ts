import { afterAll, expect, test } from 'vitest'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { mailings } from '#contract/content/mailings.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { site } from '#contract/content/site.ts'
import { startTestApp } from '#server/test/app.ts'
import {
  addSubscribers,
  livePost,
  MAIL_ENV,
  mailing,
  MAILING_KEYS,
  people,
  publish,
  send,
  withSite,
} from '#server/test/mailings.ts'
import { workOff } from '#server/test/leads.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { addPost, picturesReady, postOf, undoNewest } from '#server/test/posts.ts'

const trap = await startMailTrap()
const app = await startTestApp({ ...MAIL_ENV, SMTP_URL: trap.url, LOG_LEVEL: 'error' })
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const preview = async (person: Awaited<ReturnType<typeof withSite>>['person'], id: number, query = {}) =>
  (await person.call(mailings.preview, { params: { id }, query })).data

test('an empty body holds a mailing for five minutes, to everybody subscribed who has not had the post', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(3))
  await addSubscribers(app, person, people(2, 'gone'), { status: 'unsubscribed' })
  await addSubscribers(app, person, ['new@firm.example'], { status: 'unconfirmed' })
  await addSubscribers(app, person, ['no@firm.example'], { status: 'blocked' })

  const { status, json } = await app.send('POST', `/marketing/send_blog_updates/${post.id}`, undefined, {
    authorization: `Bearer ${person.token}`,
  })

  expect(status).toBe(202)
  expect(json).toMatchObject({ success: true, message: 'Sending begins in 5 minutes' })
  expect(json.data).toMatchObject({
    post_id: post.id,
    edition: 1,
    state: 'held',
    subject: 'Sizing a pump',
    total: 3,
    audience: { kind: 'not_yet_sent' },
    excluded: { unconfirmed: 1, unsubscribed: 2, bounced: 0, complained: 0, blocked: 1, had_it: 0, other_source: 0 },
    counts: { queued: 3, sent: 0 },
    made_by: { id: person.id },
  })
  const frozen = await app.sql(person.companyId, 'select ids from mailing_blocks where company_id = $1', [
    person.companyId,
  ])
  expect(frozen.flatMap(({ ids }: { ids: string[] }) => ids)).toHaveLength(3)
  expect((await postOf(person, post.id)).updates_sent).toEqual({ count: 0, last_at: null, state: 'held' })
})

test('another company neither sees the post, the mailing nor its subscribers', async () => {
  const { person, authorId } = await withSite(app)
  const { person: other } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(2))
  const { id } = await send(person, post.id)

  await expect(send(other, post.id)).rejects.toThrow('404 Blog post not found')
  for (const call of [mailings.details, mailings.cancel, mailings.pause, mailings.releaseNow])
    await expect(other.call(call, { params: { id } })).rejects.toThrow('404 Mailing not found')
  await expect(other.call(mailings.recipients, { params: { id }, query: {} })).rejects.toThrow('404')
  expect((await other.call(mailings.list, { query: {} })).data).toEqual([])
  expect((await mailing(person, id)).state).toBe('held')
})

test('it takes the permission to send', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  const reader = await app.signIn({ can: ['blogs_list', 'blogs_edit'], colleagueOf: person })

  await expect(send(reader, post.id)).rejects.toThrow('403')
  await expect(reader.call(mailings.test, { params: { id: post.id }, body: {} })).rejects.toThrow('403')
  expect((await reader.call(mailings.list, { query: {} })).data).toEqual([])
})

test('a double click, two people and a retried request make one mailing (C6)', async () => {
  const { person, authorId } = await withSite(app)
  const colleague = await app.signIn({ can: MAILING_KEYS, colleagueOf: person })
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(4))
  const key = { 'idempotency-key': 'press-1-press-1-press-1' }
  const press = (who: typeof person, headers = {}) =>
    who.call(mailings.send, { params: { id: post.id }, body: {} }, headers).then(
      ({ data }) => data.id,
      (error: Error) => error.message,
    )

  const pressed = await Promise.all([press(person, key), press(person, key), press(person), press(colleague)])
  const again = await press(person, key)

  const ids = new Set(pressed.filter((each) => typeof each === 'number'))
  expect(ids.size).toBe(1)
  expect(pressed.filter((each) => typeof each === 'string').every((each) => each.includes('being sent already'))).toBe(
    true,
  )
  expect([...ids, '409 An update of this post is being sent already.']).toContain(again)
  expect((await person.call(mailings.list, { query: {} })).pagination.total).toBe(1)
})

test('the audience is frozen: who joins later is not in it, and another number than was seen stops it', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(3))

  await expect(send(person, post.id, { expected_total: 2 })).rejects.toThrow(
    '409 3 people are subscribed now, not 2. Look again.',
  )
  expect((await person.call(mailings.list, { query: {} })).data).toEqual([])
  const held = await send(person, post.id, { expected_total: 3 })
  await addSubscribers(app, person, people(2, 'late'))
  expect((await mailing(person, held.id)).total).toBe(3)
})

test('editions are numbered, the second needs a yes and leaves out who had it', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  const [first = 0] = await addSubscribers(app, person, people(2))
  const { id } = await send(person, post.id)
  // As if one had it before the rest was cancelled.
  await app.sql(
    person.companyId,
    `insert into mails (company_id, kind, mailing_id, for_id, address, state, done_at) values ($1, 'post_update', $2, $3, 'a@b.example', 'sent', now())`,
    [person.companyId, id, first],
  )
  await app.sql(
    person.companyId,
    `update mailings set state = 'sending', started_at = '2026-11-12T10:00:00Z' where company_id = $1`,
    [person.companyId],
  )
  const cancelled = await person.call(mailings.cancel, { params: { id } })
  expect(cancelled.message).toBe('Mailing cancelled. 1 of 2 had been sent.')

  await expect(send(person, post.id)).rejects.toThrow('409 Sent to 1 person on 12 Nov 2026. Send it again?')
  const { totals, excluded, editions } = await preview(person, post.id)
  expect(totals).toEqual({ everyone: 2, not_yet_sent: 1 })
  expect(excluded.had_it).toBe(1)
  expect(editions.map(({ edition, state }) => [edition, state])).toEqual([[1, 'cancelled']])
  const second = await send(person, post.id, { again: true })
  expect(second).toMatchObject({ edition: 2, total: 1 })
  await person.call(mailings.cancel, { params: { id: second.id } })
  expect(await send(person, post.id, { again: true, audience: { kind: 'everyone' } })).toMatchObject({
    edition: 3,
    total: 2,
  })
})

test('a mailing may be for some sources alone', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(3))
  await addSubscribers(app, person, people(2, 'import'), { source: 'import' })

  expect((await preview(person, post.id)).by_source).toEqual([
    { source: 'website_form', count: 3 },
    { source: 'import', count: 2 },
  ])
  await expect(send(person, post.id, { audience: { kind: 'sources' } })).rejects.toThrow(
    '400 Choose at least one source',
  )
  const sources = await send(person, post.id, { audience: { kind: 'sources', sources: ['import'] } })
  expect(sources).toMatchObject({ total: 2, excluded: { other_source: 3, had_it: 0 } })
})

test('what stands against a mailing is said, and nothing is stored', async () => {
  const { person, authorId } = await withSite(app)
  const draft = await addPost(person, authorId)
  const live = await livePost(app, person, authorId, 'Another')

  await expect(send(person, draft.id)).rejects.toThrow('409 Publish the post before its update is sent.')
  await expect(send(person, live.id)).rejects.toThrow('409 Nobody is subscribed yet.')
  await person.call(site.change, { body: { postal_address: ' ' } })
  await expect(send(person, live.id)).rejects.toThrow('409 Enter the company’s postal address')
  expect((await preview(person, live.id)).blockers.map(({ code }) => code)).toEqual(['no_postal_address', 'nobody'])
  expect(await app.sql(person.companyId, 'select from mailings where company_id = $1', [person.companyId])).toEqual([])
})

test('without a mail server or https, all but sending works and says so', async () => {
  const bare = await startTestApp({ PUBLIC_URL: 'http://leads.firm.example' })
  const { person, authorId } = await withSite(bare)
  const post = await livePost(bare, person, authorId)
  await addSubscribers(bare, person, people(1))

  const { blockers, total, html } = await preview(person, post.id)
  expect(blockers.map(({ code }) => code)).toEqual(['mail_off', 'no_https'])
  expect(total).toBe(1)
  expect(html).toContain('Sizing a pump')
  await expect(send(person, post.id)).rejects.toThrow(
    '409 No mail server is set up. Ask the person who runs Leadroom to set SMTP_URL.',
  )
  await expect(person.call(mailings.test, { params: { id: post.id }, body: {} })).rejects.toThrow('409 No mail server')
  expect((await person.call(mailings.settings, {})).data).toMatchObject({ mail_on: false, sender: null })
  await bare.stop()
})

test('a post whose mailing is on hold is neither deleted, archived nor taken offline, one by one or many', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(1))
  const { id } = await send(person, post.id)
  const step = (action: 'archive' | 'unpublish') =>
    person.call(blogPublishing.setStatus, { params: { id: post.id }, body: { action } })

  await expect(person.call(blogPosts.remove, { body: { id: post.id } })).rejects.toMatchObject({
    failure: { code: 'sending' },
  })
  await expect(step('archive')).rejects.toThrow('409 An update of this post is being sent. Cancel the mailing first.')
  await expect(step('unpublish')).rejects.toMatchObject({ failure: { code: 'sending' } })
  const undone = await undoNewest(person, 'Changed the state of *').catch((error: Error) => error.message)
  expect(JSON.stringify(undone)).toContain('being sent')
  await person.call(mailings.cancel, { params: { id } })
  await person.call(blogPosts.remove, { body: { id: post.id } })
})

test('a mailing goes from state to state as its acts allow, and no other way', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(1))
  const { id } = await send(person, post.id, { hold_minutes: 60 })

  await expect(person.call(mailings.resume, { params: { id } })).rejects.toThrow('409 This mailing is on hold.')
  const { message, data } = await person.call(mailings.cancel, { params: { id } })
  expect([message, data.state, data.counts.cancelled]).toEqual(['Mailing cancelled. Nothing was sent.', 'cancelled', 1])
  await expect(person.call(mailings.releaseNow, { params: { id } })).rejects.toThrow('409 This mailing is cancelled.')
  await expect(
    person.call(mailings.resolve, { params: { id }, body: { as: 'sent', all_in_doubt: true } }),
  ).rejects.toThrow('409 None of these mails is in doubt any more.')
  await expect(person.call(mailings.resolve, { params: { id }, body: { as: 'sent' } })).rejects.toThrow('400')
})

test('the mail settings are stored, and two who change different ones both win', async () => {
  const { person } = await withSite(app)
  const first = (await person.call(mailings.settings, {})).data
  expect(first).toMatchObject({
    from_name: '',
    hold_minutes: 5,
    per_minute: null,
    sender: 'news@firm.example',
    bounces_on: true,
    most_per_minute: 600,
  })
  expect(first.bounce_inbox).toMatch(/\/mail\/bounces\/\d+\.[\w-]{22}$/)

  const set = (body: object) => person.call(mailings.setSettings, { body: { version: first.version, ...body } })
  await set({ from_name: 'Halden', reply_to: 'Answers@Firm.example', hold_minutes: 10 })
  const { data } = await set({ footer: 'Pumps since 1904', per_minute: 60 })
  expect(data).toMatchObject({
    from_name: 'Halden',
    reply_to: 'answers@firm.example',
    footer: 'Pumps since 1904',
    per_minute: 60,
  })
  await expect(set({ from_name: 'Other' })).rejects.toThrow('409')
  await expect(set({ reply_to: 'nonsense' })).rejects.toMatchObject({ failure: { errors: [{ field: 'reply_to' }] } })
  await expect(set({ hold_minutes: 4 })).rejects.toThrow('400')
  await undoNewest(person, 'Changed *')
  expect((await person.call(mailings.settings, {})).data.footer).toBe('')
})

test('a post that was to be mailed when it goes live has a mailing on hold, until a person sends it', async () => {
  const { person, authorId } = await withSite(app)
  await addSubscribers(app, person, people(2))
  const { id } = await addPost(person, authorId, { send_on_publish: true })
  await picturesReady(app, person)
  await publish(person, id)
  await workOff(app)

  const [held] = (await person.call(mailings.list, { query: {} })).data
  expect(held).toMatchObject({ post_id: id, state: 'held', releases_at: null, total: 2, made_by: null })
  expect((await postOf(person, id)).send_on_publish).toBe(false)
  const told = (await person.call(notifications.list, { query: {} })).data
  expect(told.map(({ words }) => words.map(({ text }) => text).join(''))).toContain(
    'Update mail prepared, waiting for you to send it: Sizing a pump',
  )
})
