import { afterAll, expect, test } from 'vitest'
import { competitorPosts } from '#contract/insight/competitor-posts.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { competitor, feed, post, editor } = competitorsOf(app)

type Query = Parameters<typeof listed>[1]
const listed = async (
  person: TestPerson,
  body: Parameters<typeof app.call<typeof competitorPosts.list>>[1]['body'],
) => {
  const { data, pagination } = await person.call(competitorPosts.list, { body })
  expect(pagination.total).toBe(data.length)
  return data.map(({ title }) => title)
}
const day = (date: number) => ({ published_at: `2026-03-${String(date).padStart(2, '0')}T08:00:00Z` })

const world = async () => {
  const meera = await editor()
  const eve = await editor({ name: 'Eve' })
  const acme = await competitor(meera, 'Acme')
  const zeta = await competitor(meera, 'Zeta')
  return { meera, eve, acme, zeta }
}

test('posts are listed with an exact total, a company’s own alone, those that say the same once', async () => {
  const { meera, eve, acme, zeta } = await world()
  const theirs = await post(eve, await competitor(eve, 'Acme'), 'Of another company')
  const first = await post(meera, acme, 'Pumps in winter', { ...day(1), author: 'Ada Byron', coverage: 'gap' })
  const copy = await post(meera, zeta, 'Pumps in winter, again', { ...day(2), cluster_id: first })
  await post(meera, zeta, 'Seals', { ...day(3), language: 'en-GB' })
  await feed(meera, zeta, undefined, { state: { state: 'late' } })

  expect(await listed(meera, {})).toEqual(['Seals', 'Pumps in winter'])
  expect(await listed(meera, { cluster: 'all' })).toEqual(['Seals', 'Pumps in winter, again', 'Pumps in winter'])
  expect(await listed(meera, { competitor: [zeta] })).toEqual(['Seals', 'Pumps in winter, again'])
  expect(await listed(meera, { competitor: [zeta, acme] })).toEqual(['Seals', 'Pumps in winter'])
  expect(await listed(meera, { coverage: ['gap'] })).toEqual(['Pumps in winter'])
  expect(await listed(meera, { language: ['en'] })).toEqual(['Seals'])
  expect(await listed(meera, { from_date: '2026-03-02' })).toEqual(['Seals'])
  expect(await listed(eve, {})).toEqual(['Of another company'])
  await expect(meera.call(competitorPosts.details, { body: { id: theirs } })).rejects.toThrow('404 Post not found')
  await expect(meera.call(competitorPosts.list, { body: { id: theirs } })).rejects.toThrow('404 Post not found')

  const [row] = (await meera.call(competitorPosts.list, { body: { id: first } })).data
  expect(row).toMatchObject({
    author: 'Ada Byron',
    also_in: [{ competitor: { name: 'Zeta' }, post_id: copy }],
    feed_state: null,
  })
  expect((await meera.call(competitorPosts.list, { body: { id: copy } })).data[0]).toMatchObject({ feed_state: 'late' })
})

test('totals stay exact while posts come, change and go', async () => {
  const { meera, acme } = await world()
  const ids = [await post(meera, acme, 'One'), await post(meera, acme, 'Two')]
  const total = async (body: Query) => (await meera.call(competitorPosts.list, { body })).pagination.total
  expect(await total({})).toBe(2)
  expect(await total({ coverage: ['gap'] })).toBe(0)
  await post(meera, acme, 'Three')
  await app.sql(meera.companyId, `update competitor_posts set coverage = 'gap' where company_id = $1 and id = $2`, [
    meera.companyId,
    ids[0],
  ])
  expect(await total({})).toBe(3)
  expect(await total({ coverage: ['gap'] })).toBe(1)
  await app.sql(meera.companyId, 'update competitors set deleted_at = now() where company_id = $1', [meera.companyId])
  expect(await total({})).toBe(0)
})

test('a search takes words, phrases, what must not be there, titles and authors', async () => {
  const { meera, acme } = await world()
  await post(meera, acme, 'Čerpadla and heat', {
    text: 'Heat exchanger basics for beginners',
    author: 'Ada Byron',
    ...day(3),
  })
  await post(meera, acme, 'Exchanger', {
    text: 'It heats. Heat and an exchanger, 100% sure_',
    author: 'Grace',
    ...day(2),
  })
  await post(meera, acme, 'Valves', { text: 'Nothing of that', ...day(1) })

  const search = (text: string) => listed(meera, { search: text })
  expect(await search('heat exchanger')).toEqual(['Čerpadla and heat', 'Exchanger'])
  expect(await search('"heat exchanger"')).toEqual(['Čerpadla and heat'])
  expect(await search('exchanger -beginners')).toEqual(['Exchanger'])
  expect(await search('-exchanger')).toEqual(['Valves'])
  expect(await search('title:exchanger')).toEqual(['Exchanger'])
  expect(await search('author:"ada b"')).toEqual(['Čerpadla and heat'])
  expect(await search('ČERPADLA')).toEqual(['Čerpadla and heat'])
  expect(await search('-author:ada')).toEqual(['Exchanger', 'Valves'])
  expect(await search('0% sure_')).toEqual(['Exchanger'])
  expect(await search('"')).toHaveLength(3)
  await expect(search('a b c d e f g h i j k')).rejects.toThrow('400 Search for at most 10 words and phrases at once')
})

test('sorts are by publication, by when it was seen, by words and by competitor; others are refused', async () => {
  const { meera, acme, zeta } = await world()
  await post(meera, zeta, 'Short', { ...day(5), text: 'a b', seen_at: '2026-03-20T08:00:00Z' })
  await post(meera, acme, 'Long', { ...day(4), text: 'a b c d', seen_at: '2026-03-21T08:00:00Z' })
  expect(await listed(meera, {})).toEqual(['Short', 'Long'])
  expect(await listed(meera, { sort: 'seen' })).toEqual(['Long', 'Short'])
  expect(await listed(meera, { sort: 'words', order: 'asc' })).toEqual(['Short', 'Long'])
  expect(await listed(meera, { sort: 'competitor' })).toEqual(['Long', 'Short'])
  await expect(listed(meera, { sort: 'title' })).rejects.toThrow('400 The list can’t be sorted by this')
})

test('read and saved are each person’s own, and what was changed is told, so that it can be taken back', async () => {
  const { meera, eve, acme } = await world()
  const colleague = await editor({ colleagueOf: meera, name: 'Ada' })
  const fresh = await post(meera, acme, 'Fresh', day(2))
  const old = await post(meera, acme, 'Old', { ...day(1), old_news: true })
  const mark = async (body: Parameters<typeof app.call<typeof competitorPosts.mark>>[1]['body']) =>
    (await meera.call(competitorPosts.mark, { body })).data

  expect(await listed(meera, { read: 'unread' })).toEqual(['Fresh'])
  expect(await mark({ ids: [fresh, old], read: true })).toEqual({ changed: [fresh], more: false })
  expect(await listed(meera, { read: 'unread' })).toEqual([])
  expect(await listed(colleague, { read: 'unread' })).toEqual(['Fresh'])
  expect(await mark({ ids: [fresh], read: false })).toEqual({ changed: [fresh], more: false })
  // Saving says nothing about reading.
  expect(await mark({ ids: [old], saved: true })).toEqual({ changed: [old], more: false })
  expect(await listed(meera, { read: 'saved' })).toEqual(['Old'])
  expect(await listed(meera, { read: 'unread' })).toEqual(['Fresh'])
  expect(await mark({ filter: { search: 'fresh' }, read: true })).toEqual({ changed: [fresh], more: false })
  expect(await mark({ filter: {}, read: false })).toEqual({ changed: [fresh, old], more: false })
  await expect(mark({ read: true })).rejects.toThrow('400')
  await expect(mark({ ids: [fresh] })).rejects.toThrow('400')

  expect((await eve.call(competitorPosts.mark, { body: { ids: [fresh], read: true } })).data.changed).toEqual([])
  const stored = await app.sql(meera.companyId, 'select * from competitor_post_reads where company_id = $1', [
    meera.companyId,
  ])
  expect(stored.every(({ person_id }) => person_id === meera.id)).toBe(true)
  expect((await meera.call(competitorPosts.counts, { body: {} })).data).toMatchObject({ saved: 1, competitors: 2 })
})

test('a hidden post is off the list for everybody, and another of its cluster stands for the text', async () => {
  const { meera, eve, acme, zeta } = await world()
  const first = await post(meera, acme, 'First', day(1))
  const copy = await post(meera, zeta, 'Copy', { ...day(2), cluster_id: first })
  const hide = (hidden: boolean) => meera.call(competitorPosts.hide, { body: { id: first, hidden } })
  await hide(true)
  await hide(true)
  expect(await listed(meera, {})).toEqual(['Copy'])
  expect((await meera.call(competitorPosts.details, { body: { id: first } })).data.hidden).toBe(true)
  await hide(false)
  expect(await listed(meera, {})).toEqual(['First'])
  expect((await meera.call(competitorPosts.details, { body: { id: first } })).data.cluster).toMatchObject([
    { id: copy },
  ])
  await expect(eve.call(competitorPosts.hide, { body: { id: first, hidden: true } })).rejects.toThrow('404')
  expect(
    (
      await app.sql(meera.companyId, 'select * from competitor_posts where company_id = $1 and hidden_at is not null', [
        meera.companyId,
      ])
    ).length,
  ).toBe(0)
})

test('posts are joined and split by hand, and the first one leads', async () => {
  const { meera, eve, acme, zeta } = await world()
  const later = await post(meera, acme, 'Later', day(3))
  const first = await post(meera, zeta, 'First', day(1))
  const middle = await post(meera, zeta, 'Middle', { ...day(2), cluster_id: first })
  const joined = await meera.call(competitorPosts.join, { body: { ids: [later, middle] } })
  expect(joined.data).toMatchObject({ id: later, also_in: [{ post_id: first }, { post_id: middle }] })
  expect(await listed(meera, {})).toEqual(['First'])
  await meera.call(competitorPosts.split, { body: { id: first } })
  expect(await listed(meera, {})).toEqual(['Middle', 'First'])
  await expect(eve.call(competitorPosts.join, { body: { ids: [later, first] } })).rejects.toThrow('404 Post not found')
  await expect(meera.call(competitorPosts.join, { body: { ids: [later, later] } })).rejects.toThrow('400')
  const rows = await app.sql(
    meera.companyId,
    'select id, cluster_id, cluster_by from competitor_posts where company_id = $1 order by id',
    [meera.companyId],
  )
  expect(rows).toEqual([
    { id: later, cluster_id: middle, cluster_by: meera.id },
    { id: first, cluster_id: first, cluster_by: meera.id },
    { id: middle, cluster_id: middle, cluster_by: meera.id },
  ])
})
