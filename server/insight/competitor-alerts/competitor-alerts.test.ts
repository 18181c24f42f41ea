import { afterAll, expect, test } from 'vitest'
import { competitorAlerts } from '#contract/insight/competitor-alerts.ts'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { undoNewest } from '#server/test/posts.ts'
import { understandPosts } from '#server/insight/competitor-topics/understand.ts'
import { tellAlerts } from './tell.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { competitor, post, feed, editor } = competitorsOf(app)
const { tenants } = app.services

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const tell = async ({ companyId }: TestPerson) => {
  await understandPosts(tenants, companyId)
  await tellAlerts(tenants, companyId)
}
const told = async (person: TestPerson) =>
  (await person.call(notifications.list, { query: {} })).data
    .filter(({ kind }) => kind === 'competitor_alert')
    .map(({ words, total }) => ({ sentence: words.map(({ text }) => text).join(''), total }))
type New = Parameters<typeof app.call<typeof competitorAlerts.add>>[1]['body']
const add = async (person: TestPerson, body: New) => (await person.call(competitorAlerts.add, { body })).data
const news = () => ({ published_at: daysAgo(1), understood_at: null })

const world = async () => {
  const meera = await editor()
  return { meera, eve: await editor({ name: 'Eve' }), acme: await competitor(meera, 'Acme') }
}

test('a new post in a topic is told once for each text, not for each copy, to whom the alert says', async () => {
  const { meera, eve, acme } = await world()
  const ada = await editor({ colleagueOf: meera, name: 'Ada' })
  const topic = (await meera.call(competitorTopics.add, { body: { name: 'Seals', phrases: ['seal'] } })).data.id
  await post(meera, acme, 'Seals before the alert', news())
  await tell(meera)
  const alert = await add(meera, { name: 'Seals', kind: 'new_post_in_topic', topic_ids: [topic], people: [meera.id] })
  await tell(meera)
  expect(await told(meera)).toEqual([])

  const first = await post(meera, acme, 'Seals of rubber', news())
  await post(meera, await competitor(meera, 'Zeta'), 'Seals of rubber, again', { ...news(), cluster_id: first })
  await post(meera, acme, 'Seals from the first poll', { ...news(), old_news: true })
  await tell(meera)
  await tell(meera)
  expect(await told(meera)).toEqual([{ sentence: 'Seals: Seals of rubber', total: 1 }])
  expect([await told(ada), await told(eve)]).toEqual([[], []])
  expect((await meera.call(competitorAlerts.list, { body: {} })).data).toMatchObject([
    { id: alert.id, hits_90: 1, topics: [{ name: 'Seals' }], people: [{ id: meera.id }] },
  ])
  await expect(eve.call(competitorAlerts.remove, { params: { id: alert.id } })).rejects.toThrow('404 Alert not found')
})

test('a preview says what an alert would have told of in 90 days', async () => {
  const { meera, eve, acme } = await world()
  const id = await post(meera, acme, 'We beat Leadfirm', { published_at: daysAgo(40), seen_at: daysAgo(40) })
  await post(meera, acme, 'Long ago: Leadfirm', { published_at: daysAgo(200), seen_at: daysAgo(200) })
  await post(meera, acme, 'Quiet', { published_at: daysAgo(30), seen_at: daysAgo(30) })
  await feed(meera, acme, undefined, {
    state: { state: 'broken', sentence: 'The site refuses us (403).', told_at: daysAgo(2) },
  })
  const preview = async (
    person: TestPerson,
    body: Parameters<typeof app.call<typeof competitorAlerts.preview>>[1]['body'],
  ) => (await person.call(competitorAlerts.preview, { body })).data
  expect(await preview(meera, { kind: 'mentions', words: ['leadfirm'] })).toMatchObject({
    total: 1,
    hits: [{ post_id: id, text: 'Acme: We beat Leadfirm' }],
  })
  expect(await preview(meera, { kind: 'silence', days: 20 })).toMatchObject({
    total: 1,
    hits: [{ text: 'Acme published nothing for 20 days' }],
  })
  expect(await preview(meera, { kind: 'feed_broken' })).toMatchObject({
    total: 1,
    hits: [{ text: 'Acme: The site refuses us (403).' }],
  })
  for (const kind of ['new_topic', 'cadence_up', 'gap_opened', 'new_post_in_topic'] as const)
    expect((await preview(meera, { kind })).total).toBe(0)
  for (const kind of ['silence', 'feed_broken'] as const) expect((await preview(eve, { kind })).total).toBe(0)
})

test('a gap that opens, and more posts than usual, are told', async () => {
  const { meera, acme } = await world()
  await add(meera, { name: 'Gaps', kind: 'gap_opened' })
  await add(meera, { name: 'More', kind: 'cadence_up' })
  await meera.call(competitorTopics.add, { body: { name: 'Hydrogen', phrases: ['hydrogen'] } })
  for (const days of [20, 21])
    await post(meera, acme, `Quiet ${days}`, { published_at: daysAgo(days), seen_at: daysAgo(days) })
  for (const days of [2, 3, 4, 5, 6])
    await post(meera, acme, `Hydrogen ${days}`, { published_at: daysAgo(days), understood_at: null })
  await tell(meera)
  expect((await told(meera)).map(({ sentence }) => sentence).toSorted()).toEqual([
    expect.stringMatching(/^Gaps: Hydrogen \d/),
    'More: Acme publishes more than twice as much as before',
  ])
})

test('an alert is checked, changed, switched off and put back', async () => {
  const { meera, eve, acme } = await world()
  const topic = (await eve.call(competitorTopics.add, { body: { name: 'Seals', phrases: ['seal'] } })).data.id
  await expect(add(meera, { name: 'A', kind: 'mentions' })).rejects.toThrow('400 Add a word that posts mention')
  await expect(add(meera, { name: 'A', kind: 'new_post_in_topic', topic_ids: [topic] })).rejects.toThrow('400 A topic')
  await expect(add(meera, { name: 'A', kind: 'silence', people: [eve.id] })).rejects.toThrow('400 A person')
  const { id, version } = await add(meera, { name: 'A', kind: 'mentions', words: ['seal'] })
  await expect(add(meera, { name: 'a', kind: 'silence' })).rejects.toThrow('409 There is an alert “a” already')
  await meera.call(competitorAlerts.update, { params: { id }, body: { active: false, version } })
  await post(meera, acme, 'Seals', news())
  await tell(meera)
  expect(await told(meera)).toEqual([])
  await meera.call(competitorAlerts.remove, { params: { id } })
  expect((await meera.call(competitorAlerts.list, { body: {} })).data).toEqual([])
  await undoNewest(meera, 'Deleted *')
  expect((await meera.call(competitorAlerts.list, { body: {} })).data).toMatchObject([
    { id, active: false, words: ['seal'] },
  ])
})
