import { afterAll, expect, test } from 'vitest'
import type { Tenants } from '#server/db/tenant.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { startSites } from '#server/test/sites.ts'
import { pollFeeds } from './poll.ts'

const web = await startSites({})
const app = await startTestApp({}, undefined, web.ways)
afterAll(async () => {
  await app.stop()
  await web.stop()
})
const { competitor, feed, editor, posts, polls } = competitorsOf(app)

const node = () => pollFeeds({ fetchPublic: app.services.fetchPublic, apartMs: 0 })
const document = (name: string) =>
  `<rss version="2.0"><channel><title>${name}</title>${[1, 2, 3]
    .map((at) => `<item><title>${name} ${at}</title><link>http://${name}/${at}</link></item>`)
    .join('')}</channel></rss>`
const due = ({ companyId }: TestPerson) =>
  app.sql(companyId, `update feed_states set next_at = now() - interval '1 second' where company_id = $1`, [companyId])
const company = async (feeds: number) => {
  const ada = await editor()
  for (let at = 0; at < feeds; at++) {
    const name = `site${at}.example`
    web.sites[name] = { '/feed': document(name) }
    await feed(ada, await competitor(ada, name), `http://${name}/feed`, { full_text: 'off' })
  }
  await due(ada)
  return ada
}

test('O19: of several nodes one reads each feed, and each post is stored once', async () => {
  const ada = await company(30)
  const read = [node(), node(), node()]
  await Promise.all(read.map((each) => each(app.services.tenants, ada.companyId)))

  expect(await polls(ada)).toHaveLength(30)
  expect(await posts(ada)).toHaveLength(90)
})

test('O19: a process that ends between reading and storing stores nothing, and the feed is read again later', async () => {
  const ada = await company(1)
  let writes = 0
  const dying: Tenants = {
    ...app.services.tenants,
    write: (companyId, actor, work, changeSet) =>
      app.services.tenants.write(
        companyId,
        actor,
        async (tenant) => {
          const done = await work(tenant)
          // All is said, and nothing is committed.
          if (++writes > 1) throw new Error('The process ends')
          return done
        },
        changeSet,
      ),
  }
  await expect(node()(dying, ada.companyId)).rejects.toThrow('The process ends')
  expect(await posts(ada)).toEqual([])
  await node()(app.services.tenants, ada.companyId)
  expect(await polls(ada)).toEqual([])

  await due(ada)
  await node()(app.services.tenants, ada.companyId)
  expect(await posts(ada)).toHaveLength(3)
  expect(await polls(ada)).toMatchObject([{ outcome: 'baseline', new: 3 }])
})

test(
  'O19: 2,000 feeds that are due at once after a night are read once each, and not all at once the next time',
  {
    tags: 'slow',
  },
  async () => {
    const ada = await company(2_000)
    const [one, other] = [node(), node()]
    const isDue = async () =>
      (
        await app.sql(ada.companyId, 'select from feed_states where company_id = $1 and next_at <= now() limit 1', [
          ada.companyId,
        ])
      ).length > 0
    while (await isDue()) await Promise.all([one, other].map((each) => each(app.services.tenants, ada.companyId)))

    const read = await polls(ada)
    expect(read).toHaveLength(2_000)
    expect(read.every(({ outcome }) => outcome === 'baseline')).toBe(true)
    expect(await posts(ada)).toHaveLength(6_000)
    const minutes = await app.sql(
      ada.companyId,
      `select count(*)::int as feeds from feed_states where company_id = $1 group by date_trunc('minute', next_at)`,
      [ada.companyId],
    )
    expect(Math.max(...minutes.map(({ feeds }) => feeds))).toBeLessThan(1_000)
  },
)
