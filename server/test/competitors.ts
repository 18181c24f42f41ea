import { competitors } from '#contract/insight/competitors.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'

export const COMPETITOR_KEYS = [
  'competitor_posts_list',
  'competitor_sites_edit',
  'activity_logs_view',
  'changes_undo_others',
] as const satisfies readonly PermissionKey[]

type Owner = Pick<TestPerson, 'companyId'>

/** Competitors, feeds and posts as a poll leaves them, put there without one. */
export const competitorsOf = (app: TestApp) => {
  let made = 0
  const insert = async ({ companyId }: Owner, table: string, fields: Record<string, unknown>): Promise<number> => {
    const all = Object.entries(fields)
    const [{ id }] = await app.sql(
      companyId,
      `insert into ${table} (company_id, ${all.map(([name]) => name).join()})
       values ($1, ${all.map((_, at) => `$${at + 2}`).join()}) returning id`,
      [companyId, ...all.map(([, value]) => value)],
    )
    return Number(id)
  }

  const competitor = (person: Owner, name = `Rival ${++made}`, fields: object = {}) => {
    const host = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example`
    return insert(person, 'competitors', { name, site: `https://${host}/`, host, ...fields })
  }

  /** It is read at once, unless `state` says otherwise. */
  const feed = async (
    person: Owner,
    competitorId: number,
    url = `https://rival${++made}.example/feed`,
    { state = {}, ...fields }: { state?: object; [field: string]: unknown } = {},
  ) => {
    const id = await insert(person, 'competitor_feeds', {
      competitor_id: competitorId,
      url,
      kind: 'rss',
      found_by: 'typed',
      ...fields,
    })
    const all = Object.entries({ host: new URL(url).hostname, ...state })
    await app.sql(
      person.companyId,
      `insert into feed_states (company_id, feed_id, ${all.map(([name]) => name).join()})
       values ($1, $2, ${all.map((_, at) => `$${at + 3}`).join()})`,
      [person.companyId, id, ...all.map(([, value]) => value)],
    )
    return id
  }

  /** Alone in its cluster and understood, unless `fields` say otherwise. */
  const post = async (person: Owner, competitorId: number, title: string, fields: Record<string, unknown> = {}) => {
    const text = typeof fields['text'] === 'string' ? fields['text'] : `${title}. A text of a few words about it.`
    const at = fields['published_at'] ?? '2026-03-12T08:00:00Z'
    return insert(person, 'competitor_posts', {
      competitor_id: competitorId,
      url: `https://rival.example/posts/${++made}`,
      title,
      published_at: at,
      date_known: true,
      sort_at: at,
      words: text.split(/\s+/).length,
      excerpt: text.slice(0, 200),
      text,
      html: `<p>${text}</p>`,
      source: 'feed',
      understood_at: '2026-03-12T09:00:00Z',
      ...fields,
    })
  }

  return {
    competitor,
    feed,
    post,
    editor: (more: object = {}) => app.signIn({ can: COMPETITOR_KEYS, name: 'Meera Krishnan', ...more }),
    /** As the list shows it. */
    shown: async (person: TestPerson, id: number) =>
      (await person.call(competitors.list, { body: {} })).data.find((row) => row.id === id),
    posts: ({ companyId }: Owner) =>
      app.sql(companyId, 'select * from competitor_posts where company_id = $1 order by id', [companyId]),
    polls: ({ companyId }: Owner) =>
      app.sql(companyId, 'select * from feed_polls where company_id = $1 order by id', [companyId]),
    stateOf: async ({ companyId }: Owner, feedId: number) =>
      (
        await app.sql(companyId, 'select * from feed_states where company_id = $1 and feed_id = $2', [
          companyId,
          feedId,
        ])
      )[0],
  }
}
