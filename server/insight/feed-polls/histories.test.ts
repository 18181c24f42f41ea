import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { startSites } from '#server/test/sites.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { pollFeeds } from './poll.ts'

const web = await startSites({})
const app = await startTestApp({}, undefined, web.ways)
afterAll(async () => {
  await app.stop()
  await web.stop()
})
const { competitor, feed, editor, posts } = competitorsOf(app)

interface Post {
  title: string
  text: string
  date: string
  path: string
  guid: string
}

/** A site that does to its feed what sites do, and what it has ever shown. */
const siteWith = (random: () => number, name: string) => {
  const below = (most: number) => Math.floor(random() * most)
  const WORDS =
    'pump valve seal flange rotor motor gasket filter vacuum pressure bearing coupling impeller membrane'.split(' ')
  const words = (many: number) =>
    Array.from({ length: many }, () => `${WORDS[below(WORDS.length)]}${below(90)}`).join(' ')
  let [host, scheme, made, window, sameGuid, reversed] = [name, 'http', 0, 8, false, false]
  const all: Post[] = []
  const shown = new Set<Post>()
  const current = () => all.slice(-window)
  const one = () => current()[below(current().length)]!
  const publish = () => {
    made += 1
    const date = new Date(Date.now() - 30 * 86_400_000 + made * 3_600_000).toUTCString()
    all.push({
      title: `${words(5)} no ${made}`,
      text: words(40 + below(60)),
      date,
      path: `/p/${made}`,
      guid: `g${made}`,
    })
  }
  const acts: Record<string, () => void> = {
    publish,
    'publish two': () => (publish(), publish()),
    retitle: () => (one().title += ' again'),
    edit: () => (one().text += ` ${words(3)}`),
    'new address': () => (one().path += 'x'),
    'new guid': () => (one().guid += 'x'),
    'new title and address': () => {
      // Without its guid nothing would say that it is the same.
      if (sameGuid) return
      const post = one()
      post.title = `${words(5)} renamed`
      post.path += 'y'
    },
    'new address and guid': () => {
      const post = one()
      post.path += 'z'
      post.guid += 'z'
    },
    'one guid for all': () => (sameGuid = !sameGuid),
    'another host': () => (host = host.startsWith('www.') ? name : `www.${name}`),
    'another blog': () => (host = `blog${below(100)}.${name}`),
    secure: () => (scheme = scheme === 'http' ? 'https' : 'http'),
    reorder: () => (reversed = !reversed),
    'more or fewer': () => (window = 4 + below(8)),
    migrate: () => {
      const mark = below(1000)
      for (const post of all) Object.assign(post, { path: `/wp/${mark}${post.path}`, guid: `wp${mark}${post.guid}` })
    },
    nothing: () => undefined,
  }
  const names = Object.keys(acts)
  publish()
  return {
    shown,
    act() {
      const act = names[below(names.length)]!
      acts[act]!()
      return act
    },
    document() {
      const items = reversed ? current() : current().toReversed()
      for (const post of items) shown.add(post)
      return `<rss version="2.0"><channel><title>${name}</title><link>http://${name}/</link>${items
        .map(
          ({ title, text, date, path, guid }) =>
            `<item><title>${title}</title><link>${scheme}://${host}${path}</link><guid isPermaLink="false">${sameGuid ? 'same' : guid}</guid><pubDate>${date}</pubDate><description>${text}</description></item>`,
        )
        .join('')}</channel></rss>`
    },
  }
}

test('O18: whatever a site does to its feed, each of its posts is there once', async () => {
  const polls = howMany(60, 200)
  for (let history = 0; history < howMany(1, 5); history++) {
    const seed = SEED + history
    const name = `site${seed}.example`
    const site = siteWith(randomFrom(seed), name)
    web.sites[name] = {
      '/feed': (_, response) => response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(site.document()),
    }
    const ada = await editor()
    await feed(ada, await competitor(ada, name, { site: `http://${name}/` }), `http://${name}/feed`, {
      full_text: 'off',
    })
    const read = pollFeeds({ fetchPublic: app.services.fetchPublic, apartMs: 0 })
    const acts: string[] = []
    for (let poll = 0; poll < polls; poll++) {
      if (poll > 0) acts.push(site.act())
      await app.sql(
        ada.companyId,
        `update feed_states set next_at = now() - interval '1 second' where company_id = $1`,
        [ada.companyId],
      )
      await read(app.services.tenants, ada.companyId)
      const stored = (await posts(ada)).map(({ title }) => title).toSorted()
      const truth = [...site.shown].map(({ title }) => title).toSorted()
      expect({ seed, acts: acts.slice(-8), stored }).toEqual({ seed, acts: acts.slice(-8), stored: truth })
    }
  }
})
