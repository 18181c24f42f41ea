import { afterAll, expect, test } from 'vitest'
import { competitorSummary, EXTRACTIVE_LABEL } from '#contract/insight/competitor-summary.ts'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { ourPost } from '#server/test/our-posts.ts'
import { undoNewest } from '#server/test/posts.ts'
import { understandPosts } from '#server/insight/competitor-topics/understand.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { competitor, post, editor } = competitorsOf(app)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const summary = async (
  person: TestPerson,
  body: Parameters<typeof app.call<typeof competitorSummary.get>>[1]['body'] = {},
) => (await person.call(competitorSummary.get, { body })).data
const TEXTS = [
  'Heat pumps save a third of the energy of a boiler in most houses of this country. Do they? A short one.',
  'Our tests show that heat pumps save much energy in houses with good walls and floors. Click here to read more of it now please.',
  'A boiler of gas costs more each winter than heat pumps in the same houses do these days.',
  'Valves of brass last longer than valves of steel where water is hard and warm all year.',
]

const world = async () => {
  const meera = await editor()
  const acme = await competitor(meera, 'Acme')
  return { meera, acme, eve: await editor({ name: 'Eve' }) }
}

test('sentences stand word for word in their posts, the same for the same posts, and none is a question', async () => {
  const { meera, acme, eve } = await world()
  for (const [at, text] of TEXTS.entries())
    await post(meera, acme, `Post ${at}`, { text, published_at: daysAgo(at + 1) })
  const first = await summary(meera)
  expect(first).toMatchObject({
    made_by: 'extractive',
    label: EXTRACTIVE_LABEL,
    posts_since: 0,
    figures: { posts: 4, change: 4 },
  })
  expect(first.sentences.length).toBeGreaterThanOrEqual(3)
  const all = TEXTS.join(' ')
  for (const { text, posts } of first.sentences) {
    expect(all).toContain(text)
    expect(text).not.toMatch(/\?|click here/i)
    expect(posts).toMatchObject([{ quote: text, competitor: { name: 'Acme' } }])
  }
  const times = first.sentences.map(({ posts }) => posts[0]!.published_at!)
  expect(times).toEqual(times.toSorted())
  expect((await summary(meera, { refresh: true })).sentences).toEqual(first.sentences)
  expect((await summary(eve)).sentences).toEqual([])
  await expect(summary(eve, { competitor: acme })).rejects.toThrow('404 Competitor not found')
})

test('fewer than three posts say nothing worth a summary, and a period ends after it begins', async () => {
  const { meera, acme } = await world()
  await post(meera, acme, 'One', { published_at: daysAgo(1) })
  expect(await summary(meera)).toMatchObject({
    sentences: [],
    label: 'Fewer than 3 posts in this period.',
    made_at: null,
  })
  await expect(summary(meera, { from_date: '2026-03-02', to_date: '2026-03-01' })).rejects.toThrow(
    '400 Choose an end that is not before the beginning.',
  )
})

test('figures are counts of the posts of the period', async () => {
  const { meera, acme } = await world()
  const zeta = await competitor(meera, 'Zeta')
  for (const at of ['01', '02', '20'])
    await post(meera, acme, `A ${at}`, { published_at: `2026-03-${at}T08:00:00Z`, author: 'Ada', text: 'a b c' })
  await post(meera, zeta, 'Z', { published_at: '2026-03-10T08:00:00Z', text: 'a b c d e' })
  await post(meera, zeta, 'Before', { published_at: '2026-02-20T08:00:00Z' })
  const { figures, before } = await summary(meera, { from_date: '2026-03-01', to_date: '2026-03-28' })
  expect(before).toEqual({ from_date: '2026-02-01', to_date: '2026-02-28' })
  expect(figures).toMatchObject({
    posts: 4,
    change: 3,
    per_week: 1,
    most: { competitor: { name: 'Acme' }, per_week: 0.8 },
    silence: 18,
    silence_of: { competitor: { name: 'Zeta' } },
    authors_new: 1,
    words_p50: 3,
    weeks: [2, 1, 1, 0],
  })
})

test('a gap is a topic of at least two of their posts that we never wrote of, or not for twelve months', async () => {
  const { meera, acme, eve } = await world()
  const topic = async (name: string) =>
    (await meera.call(competitorTopics.add, { body: { name, phrases: [name.toLowerCase()] } })).data.id
  const [hydrogen, seals] = [await topic('Hydrogen'), await topic('Seals')]
  await topic('Valves')
  for (const title of ['Hydrogen now', 'Hydrogen later', 'Seals one', 'Seals two', 'Valves one', 'Valves two'])
    await post(meera, acme, title, { published_at: daysAgo(3), understood_at: null })
  await ourPost(app, meera, 'Seals of old', 'Seals', daysAgo(500))
  await ourPost(app, meera, 'Valves of ours', 'Valves', daysAgo(5))
  await understandPosts(app.services.tenants, meera.companyId)

  const gaps = async () =>
    (await summary(meera)).gaps.map(({ topic: { name }, posts, ours }) => [name, posts.length, ours?.old])
  expect(await gaps()).toEqual([
    ['Hydrogen', 2, undefined],
    ['Seals', 2, true],
  ])
  const dismiss = (person: TestPerson) =>
    person.call(competitorSummary.dismissGap, { body: { topic_id: hydrogen, reason: 'We sell none' } })
  await expect(dismiss(eve)).rejects.toThrow('404 Topic not found')
  const { id } = (await dismiss(meera)).data
  await expect(dismiss(meera)).rejects.toThrow('409')
  expect(await gaps()).toEqual([['Seals', 2, true]])
  expect((await summary(meera)).dismissed).toMatchObject([
    { id, topic: { name: 'Hydrogen' }, reason: 'We sell none', by: 'Meera Krishnan' },
  ])
  await meera.call(competitorSummary.restoreGap, { body: { id } })
  expect((await gaps()).length).toBe(2)
  await undoNewest(meera, 'Restored a gap')
  expect(await gaps()).toEqual([['Seals', 2, true]])
  await undoNewest(meera, 'Dismissed a gap')
  expect((await gaps()).length).toBe(2)
  expect(seals).toBeGreaterThan(0)
})
