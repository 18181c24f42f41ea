import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { canonicalUrl } from './canonical-url.ts'
import type { ClaimedFeed } from './claim.ts'
import { clusterPosts } from './clusters.ts'
import { believable } from './dates.ts'
import { identify, keysIn, type Identified, type KnownPost, type PostKey } from './identity.ts'
import { bandsOf, wordsOf } from './min-hash.ts'
import type { FeedItem, ReadFeed } from './read-feed.ts'

/** Posts among which a moved one is looked for. */
const MOST_RECENT = 1_000
/** A text that changes with each poll is not kept for ever. */
const MOST_REVISIONS = 50

/** Stores what a document of a feed has: new posts, and what has changed in others. Undefined: somebody else has the feed by now. */
export const storeItems = async (
  tenant: Tenant,
  feed: ClaimedFeed,
  read: Pick<ReadFeed, 'home' | 'items'>,
  now: Date,
): Promise<{ added: number; changed: number; digests: string[] } | undefined> => {
  if (!(await holdFeed(tenant, feed))) return undefined
  const keyed = keysIn(read.items, [feed.site, read.home, feed.url])
  const known = await knownOf(tenant, feed, keyed)
  const { items, nobodys } = identify(keyed, known)
  if (items.some(({ item, postId }) => item.unchanged && postId === null)) throw new TextNeeded()
  const added = items.filter(({ item, postId }) => postId === null && isWanted(item, feed))
  const ids = await addPosts(tenant, feed, added, now)
  const placed = [
    ...items.filter(({ postId }) => postId !== null),
    ...added.map((each, at) => ({ ...each, postId: ids[at] ?? null })),
  ]
  await addKeys(tenant, feed, placed, nobodys)
  const changed = await changePosts(
    tenant,
    items.flatMap(({ item, postId }) => (postId === null || item.unchanged ? [] : [{ item, id: postId }])),
    now,
  )
  await clusterPosts(tenant, [...ids, ...changed])
  return { added: ids.length, changed: changed.length, digests: placed.map(({ item }) => item.digest) }
}

/** The post of an item is gone or not its own any more, so it has to be read whole, whether it has changed or not. */
export class TextNeeded extends Error {}

const holdFeed = async ({ db, companyId }: Tenant, { feed_id, token }: ClaimedFeed) => {
  const { rows } =
    await sql`select from feed_states where company_id = ${companyId} and feed_id = ${feed_id} and token = ${token} for update`.execute(
      db,
    )
  return rows.length > 0
}

/** Who reads a feed may want posts with some words only, or without some. */
const isWanted = ({ title, text }: FeedItem, { keep_words, mute_words }: ClaimedFeed) => {
  if (keep_words.length === 0 && mute_words.length === 0) return true
  const whole = ` ${wordsOf(`${title} ${text}`).join(' ')} `
  const has = (word: string) => whole.includes(` ${wordsOf(word).join(' ')} `)
  return (keep_words.length === 0 || keep_words.some(has)) && !mute_words.some(has)
}

interface KnownRow {
  id: number
  title: string
  published_raw: string | null
  sort_at: string
  words: number
  signature: Uint8Array | null
}

const knownOf = async (
  { db, companyId }: Tenant,
  { competitor_id }: ClaimedFeed,
  { candidates }: ReturnType<typeof keysIn>,
) => {
  const all = candidates.flatMap(({ url, guid, day }) => [url, guid, day]).flatMap((key) => key?.key ?? [])
  const { rows: keyRows } = await sql<{ key: string; post_id: number | null }>`
    select encode(key, 'hex') as key, post_id from competitor_post_keys
    where company_id = ${companyId} and competitor_id = ${competitor_id}
      and key in (select decode(k, 'hex') from unnest(${all}::text[]) k)`.execute(db)
  const keys = new Map(keyRows.map(({ key, post_id }) => [key, post_id]))
  const ids = [...new Set([...keys.values()].filter((id) => id !== null))]
  const isKnown = ({ url }: (typeof candidates)[number]) => url && (keys.get(url.key) ?? null) !== null
  // Where all are known by their addresses, nothing has to be looked for.
  const most = candidates.every(isKnown) ? 0 : MOST_RECENT
  const { rows } = await sql<KnownRow>`
    select p.id, p.title, p.published_raw, p.sort_at, p.words, g.signature
    from competitor_posts p left join competitor_post_signatures g on g.company_id = p.company_id and g.post_id = p.id
    where p.company_id = ${companyId} and (p.id = any(${ids}) or p.id in (
      select id from competitor_posts where company_id = ${companyId} and competitor_id = ${competitor_id} order by sort_at desc, id desc limit ${most}))`.execute(
    db,
  )
  const posts = new Map(
    rows.map((row): [number, KnownPost] => [
      row.id,
      {
        id: row.id,
        title: row.title,
        publishedRaw: row.published_raw,
        sortAt: Date.parse(row.sort_at),
        words: row.words,
        signature: row.signature,
      },
    ]),
  )
  return { keys, posts }
}

const dateOf = (item: FeedItem, now: Date) =>
  believable(item.published === null ? undefined : new Date(item.published), now)?.toISOString() ?? null

/** Answers their ids in the same order. */
const addPosts = async (
  { db, companyId }: Tenant,
  { competitor_id, last_ok_at }: ClaimedFeed,
  added: readonly Identified[],
  now: Date,
): Promise<number[]> => {
  if (added.length === 0) return []
  // A document has its newest first: those without dates are to stand in its order.
  const rows = added.map(({ item }, n) => ({ ...valuesOf(item), n: added.length - n, published: dateOf(item, now) }))
  const { rows: stored } = await sql<{ id: number }>`
    insert into competitor_posts (company_id, competitor_id, url, title, author, published_at, published_raw, date_known, sort_at, seen_at, words,
      language, excerpt, summary, text, html, source, old_news)
    select ${companyId}, ${competitor_id}, url, title, author, published, raw, published is not null, least(published, now()), now(), words,
      language, excerpt, summary, text, html, source, ${last_ok_at === null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n integer, url text, title text, author text, published timestamptz, raw text,
      words integer, language text, excerpt text, summary text, text text, html text, source text)
    order by n returning id`.execute(db)
  const ids = stored.map(({ id }) => id).toSorted((one, other) => other - one)
  await storeSignatures(
    { db, companyId },
    added.map(({ item }, at) => ({ item, id: ids[at] ?? 0 })),
  )
  return ids
}

const valuesOf = ({
  publishedRaw,
  guid: _,
  published: __,
  signature: ___,
  digest: ____,
  unchanged: _____,
  ...values
}: FeedItem) => ({
  ...values,
  raw: publishedRaw,
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** By what posts that are alike are found: of those of the last 45 days. */
const storeSignatures = async (
  { db, companyId }: Pick<Tenant, 'db' | 'companyId'>,
  posts: readonly { item: FeedItem; id: number }[],
) => {
  const signatures = posts.flatMap(({ item, id }) => (item.signature ? [{ id, signature: hex(item.signature) }] : []))
  const bands = posts.flatMap(({ item, id }) =>
    bandsOf(item.signature ?? undefined, item.title).map((band) => ({ id, ...band })),
  )
  await sql`
    with gone as (delete from competitor_post_bands where company_id = ${companyId} and post_id = any(${posts.map(({ id }) => id)}))
    insert into competitor_post_signatures (company_id, post_id, signature)
    select ${companyId}, id, decode(signature, 'hex') from jsonb_to_recordset(${JSON.stringify(signatures)}::jsonb) as r (id bigint, signature text)
    on conflict (company_id, post_id) do update set signature = excluded.signature`.execute(db)
  await sql`
    insert into competitor_post_bands (company_id, band, value, post_id, at)
    select ${companyId}, r.band, r.value, r.id, p.sort_at
    from jsonb_to_recordset(${JSON.stringify(bands)}::jsonb) as r (id bigint, band integer, value bigint)
      join competitor_posts p on p.company_id = ${companyId} and p.id = r.id
    where p.sort_at > now() - interval '45 days' on conflict do nothing`.execute(db)
}

const addKeys = async (
  { db, companyId }: Tenant,
  { competitor_id }: ClaimedFeed,
  placed: readonly Identified[],
  nobodys: readonly PostKey[],
) => {
  const keys = placed.flatMap(({ keys, postId }) => keys.map((key) => ({ ...key, post: postId })))
  await sql`
    insert into competitor_post_keys (company_id, competitor_id, key, kind, post_id)
    select distinct on (r.key) ${companyId}::int, ${competitor_id}::bigint, decode(r.key, 'hex'), r.kind, r.post
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r (key text, kind text, post bigint) order by r.key, r.post
    on conflict (company_id, competitor_id, key) do nothing`.execute(db)
  if (nobodys.length === 0) return
  await sql`
    insert into competitor_post_keys (company_id, competitor_id, key, kind, post_id)
    select ${companyId}, ${competitor_id}, decode(r.key, 'hex'), r.kind, null
    from jsonb_to_recordset(${JSON.stringify(nobodys)}::jsonb) as r (key text, kind text)
    on conflict (company_id, competitor_id, key) do update set post_id = null`.execute(db)
}

interface Stored {
  id: number
  title: string
  author: string | null
  url: string
  published_at: string | null
  source: string
  digest: string
  revisions: number
}

/** What has changed in posts that were there becomes a revision; answers which. The first date that could be right stays. */
const changePosts = async (
  tenant: Tenant,
  posts: readonly { item: FeedItem; id: number }[],
  now: Date,
): Promise<number[]> => {
  if (posts.length === 0) return []
  const { db, companyId } = tenant
  const { rows } = await sql<Stored>`
    select id, title, author, url, published_at, source, md5(text) as digest, revisions from competitor_posts
    where company_id = ${companyId} and id = any(${posts.map(({ id }) => id)}) for update`.execute(db)
  const storedOf = new Map(rows.map((row) => [row.id, row]))
  const differing = posts.flatMap(({ item, id }) => {
    const before = storedOf.get(id)
    if (!before) return []
    const differs = {
      title: item.title !== before.title,
      author: item.author !== null && item.author !== before.author,
      url: canonicalUrl(item.url) !== canonicalUrl(before.url),
      // The whole article was read from its page: the feed has less.
      text: before.source === 'feed' && item.text !== '' && md5(item.text) !== before.digest,
    }
    const spelled = item.url !== before.url
    const dated = before.published_at === null && dateOf(item, now) !== null
    const fields = Object.entries(differs).flatMap(([field, does]) => (does ? [field] : []))
    if (fields.length === 0 && !spelled && !dated) return []
    return [{ item, id, fields: before.revisions < MOST_REVISIONS ? fields : [], told: fields.length > 0, ...differs }]
  })
  if (differing.length === 0) return []
  const sent = differing.map(({ item, id, fields, text, told }) => ({
    id,
    fields,
    told,
    new_text: text,
    ...valuesOf(item),
    published: dateOf(item, now),
  }))
  const record = sql`jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r (id bigint, fields text[], told boolean, new_text boolean, url text, title text,
    author text, published timestamptz, raw text, words integer, language text, excerpt text, summary text, text text, html text)`
  await sql`
    insert into competitor_post_revisions (company_id, post_id, field, old, new)
    select p.company_id, p.id, f.field,
      case f.field when 'title' then p.title when 'author' then coalesce(p.author, '') when 'url' then p.url else p.text end,
      case f.field when 'title' then r.title when 'author' then r.author when 'url' then r.url else r.text end
    from ${record} join competitor_posts p on p.company_id = ${companyId} and p.id = r.id cross join unnest(r.fields) as f (field)`.execute(
    db,
  )
  await sql`
    update competitor_posts p set title = r.title, author = coalesce(r.author, p.author), url = r.url,
      published_at = coalesce(p.published_at, r.published), published_raw = coalesce(p.published_raw, r.raw),
      date_known = p.date_known or r.published is not null,
      sort_at = case when p.date_known then p.sort_at else least(r.published, p.sort_at) end,
      text = case when r.new_text then r.text else p.text end, html = case when r.new_text then r.html else p.html end,
      words = case when r.new_text then r.words else p.words end, excerpt = case when r.new_text then r.excerpt else p.excerpt end,
      summary = case when r.new_text then r.summary else p.summary end, revisions = p.revisions + cardinality(r.fields),
      understood_at = case when r.told then null else p.understood_at end
    from ${record} where p.company_id = ${companyId} and p.id = r.id`.execute(db)
  const told = differing.filter((each) => each.told)
  await storeSignatures(
    tenant,
    told.filter(({ text }) => text),
  )
  return told.map(({ id }) => id)
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
