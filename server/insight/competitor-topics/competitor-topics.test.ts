import { afterAll, expect, test } from 'vitest'
import { COVERED_FROM, competitorPosts } from '#contract/insight/competitor-posts.ts'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { ourPost } from '#server/test/our-posts.ts'
import { undoNewest } from '#server/test/posts.ts'
import { understandPosts } from './understand.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { competitor, post, editor } = competitorsOf(app)

const understand = ({ companyId }: TestPerson) => understandPosts(app.services.tenants, companyId)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const fresh = (days = 2) => ({ published_at: daysAgo(days), understood_at: null })
const FILLER = Array.from({ length: 250 }, () => 'filler').join(' ')

const world = async () => {
  const meera = await editor()
  return { meera, acme: await competitor(meera, 'Acme'), eve: await editor({ name: 'Eve' }) }
}
const add = async (person: TestPerson, name: string, phrases: string[]) =>
  (await person.call(competitorTopics.add, { body: { name, phrases } })).data.id
const details = async (person: TestPerson, id: number) =>
  (await person.call(competitorPosts.details, { body: { id } })).data
const matched = async (person: TestPerson, id: number) =>
  (await details(person, id)).matched.map(({ topic, phrase, place }) => [topic.name, phrase, place])

test('a post has a topic where it says enough of it, with the phrase and its place, whatever form the words have', async () => {
  const { meera, acme, eve } = await world()
  await add(meera, 'Heat pumps', ['heat pump', 'thermopump', '-recall'])
  await add(eve, 'Of another company', ['heat pump'])
  const title = await post(meera, acme, 'Why heat pumps win', { ...fresh(), text: 'Nothing else.' })
  const heading = await post(meera, acme, 'News', {
    ...fresh(),
    text: `${FILLER} Heat pumps`,
    html: '<h2>On <b>heat pumps</b></h2>',
  })
  const beginning = await post(meera, acme, 'Notes', { ...fresh(), text: 'A heat pump is quiet.' })
  const late = await post(meera, acme, 'More', { ...fresh(), text: `${FILLER} a heat pump` })
  const twice = await post(meera, acme, 'Both', { ...fresh(), text: `${FILLER} a heat pump, a thermopump` })
  const left = await post(meera, acme, 'A heat pump recall', fresh())
  await understand(meera)

  expect(await matched(meera, title)).toEqual([['Heat pumps', 'heat pump', 'title']])
  expect(await matched(meera, heading)).toEqual([['Heat pumps', 'heat pump', 'heading']])
  expect(await matched(meera, beginning)).toEqual([['Heat pumps', 'heat pump', 'beginning']])
  expect(await matched(meera, late)).toEqual([])
  expect(await matched(meera, twice)).toEqual([['Heat pumps', 'heat pump', 'text']])
  expect(await matched(meera, left)).toEqual([])
  expect((await meera.call(competitorTopics.list, { body: {} })).data).toMatchObject([
    { name: 'Heat pumps', posts: 4, posts_before: 0, competitors: 1, ours: 0, leads_90: null },
  ])
})

test('posts get and lose a topic when it is added, changed, deleted and put back', async () => {
  const { meera, acme, eve } = await world()
  const seals = await post(meera, acme, 'Seals that last', fresh())
  const valves = await post(meera, acme, 'Valves', fresh())
  await understand(meera)
  const id = await add(meera, 'Parts', ['seal'])
  await understand(meera)
  expect([await matched(meera, seals), await matched(meera, valves)]).toEqual([[['Parts', 'seal', 'title']], []])

  const { version } = (await meera.call(competitorTopics.list, { body: {} })).data[0]!
  await meera.call(competitorTopics.update, { params: { id }, body: { phrases: ['valve'], version } })
  await understand(meera)
  expect([await matched(meera, seals), await matched(meera, valves)]).toEqual([[], [['Parts', 'valve', 'title']]])
  await expect(
    meera.call(competitorTopics.update, { params: { id }, body: { phrases: ['hose'], version } }),
  ).rejects.toThrow('409 Someone else has changed this topic')
  await expect(eve.call(competitorTopics.remove, { params: { id } })).rejects.toThrow('404 Topic not found')

  await meera.call(competitorTopics.remove, { params: { id } })
  await understand(meera)
  expect(await matched(meera, valves)).toEqual([])
  await undoNewest(meera, 'Deleted *')
  await understand(meera)
  expect(await matched(meera, valves)).toEqual([['Parts', 'valve', 'title']])
})

test('a topic needs a name of its own and a phrase that posts contain', async () => {
  const { meera } = await world()
  await add(meera, 'Pumps', ['pump'])
  await expect(add(meera, 'PUMPS', ['x'])).rejects.toThrow('409 There is a topic “PUMPS” already')
  await expect(add(meera, 'Other', ['-pump'])).rejects.toThrow('400')
  await expect(add(meera, 'Other', ['...'])).rejects.toThrow('400 A phrase needs a letter or a digit')
  expect(
    await app.sql(meera.companyId, 'select name from competitor_topics where company_id = $1', [meera.companyId]),
  ).toEqual([{ name: 'Pumps' }])
})

test('a preview says what phrases would match among the posts of 90 days', async () => {
  const { meera, acme, eve } = await world()
  await post(meera, acme, 'Old batteries', { published_at: daysAgo(100) })
  const id = await post(meera, acme, 'New battery', { published_at: daysAgo(3) })
  const preview = async (person: TestPerson, phrases: string[]) =>
    (await person.call(competitorTopics.preview, { body: { phrases } })).data
  expect(await preview(meera, ['batteries'])).toEqual({
    total: 1,
    posts: [{ id, title: 'New battery', competitor: 'Acme', phrase: 'batteries', place: 'title' }],
  })
  expect(await preview(meera, ['batteries', '-new'])).toEqual({ total: 0, posts: [] })
  expect(await preview(eve, ['batteries'])).toEqual({ total: 0, posts: [] })
})

test('phrases that competitors use more than before are suggested, unless they are a topic or a name', async () => {
  const { meera, acme, eve } = await world()
  const zeta = await competitor(meera, 'Zeta')
  for (let at = 0; at < 12; at += 1)
    await post(meera, at % 2 ? acme : zeta, `Plain news ${at}`, {
      published_at: daysAgo(60 + at),
      text: 'Pumps and valves as ever.',
    })
  for (let at = 0; at < 6; at += 1)
    await post(meera, at % 2 ? acme : zeta, `Green hydrogen rises ${at}`, {
      published_at: daysAgo(1 + at),
      text: 'Pumps and valves as ever, by Acme.',
    })
  const suggested = async (person: TestPerson) =>
    (await person.call(competitorTopics.suggestions, { body: {} })).data.map(({ phrase }) => phrase)
  expect((await suggested(meera)).some((phrase) => phrase.includes('hydrogen'))).toBe(true)
  expect((await suggested(meera)).some((phrase) => /pumps|acme/.test(phrase))).toBe(false)
  expect(await suggested(eve)).toEqual([])
  await add(meera, 'Hydrogen', ['green hydrogen'])
  expect((await suggested(meera)).some((phrase) => phrase.includes('green hydrogen'))).toBe(false)
})

test('what we have published says whether a post is covered, and is compared again when it changes', async () => {
  const { meera, acme, eve } = await world()
  const text = 'Hydrogen electrolysers split water with membranes, platinum catalysts and steady current.'
  const near = await post(meera, acme, 'Hydrogen electrolysers', { ...fresh(), text })
  const far = await post(meera, acme, 'Valve seats', { ...fresh(), text: 'Seats of valves wear with grit.' })
  await ourPost(app, eve, 'Hydrogen electrolysers', text)
  await understand(meera)
  expect((await details(meera, near)).coverage).toBe('gap')

  const ours = await ourPost(app, meera, 'Hydrogen electrolysers', text)
  await ourPost(app, meera, 'Gaskets', 'Gaskets of rubber and of graphite.')
  await understand(meera)
  const { coverage, our_coverage, similar, summary } = await details(meera, near)
  expect({ coverage, post: our_coverage.post, similar: similar.map(({ id }) => id) }).toEqual({
    coverage: 'covered',
    post: { id: ours, title: 'Hydrogen electrolysers', link: null },
    similar: [ours],
  })
  expect(our_coverage.score).toBeGreaterThanOrEqual(COVERED_FROM)
  expect(summary).toBe(text)
  expect((await details(meera, far)).coverage).toBe('gap')
})
