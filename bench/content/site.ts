import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { site } from '#contract/content/site.ts'
import { interleaved, type Sides } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import type { Load } from '../load.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { signIn, startProgram, startReal } from '../real-server.ts'

const GOALS = { post: 0.7, known: 0.9 } as const
const CONNECTIONS = 8
const SECONDS = 2
const SLUG = 'sizing-a-pump'
const PATIENCE_MS = 30_000

/** What a reader's request costs: a post by its address, and one that the reader has, against the same bytes from memory. */
export const readPosts = async (place: Place, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  const real = await startReal(place)
  try {
    const token = await signIn(real.port, `admin@${COMPANY}`)
    const made = await fetch(`http://127.0.0.1:${real.port}${site.makeKey.path}`, {
      method: site.makeKey.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const [, posts = ''] = /"posts":"([^"]+)"/.exec(await made.text()) ?? []
    await publish(place)
    await untilQuiet(place)
    const path = `${new URL(posts).pathname}/${SLUG}`
    const { body, tag, headers } = await untilThere(`http://127.0.0.1:${real.port}${path}`)
    const file = join(place.folder, 'post.json')
    await writeFile(file, body)
    const bare = await startProgram(['bench/bare-post.ts'], { FILE: file, HEADERS: JSON.stringify(headers) })
    try {
      const load: Omit<Load, 'port' | 'path' | 'headers'> = {
        connections: CONNECTIONS,
        seconds: SECONDS,
        method: 'GET',
      }
      const ours = { ...load, port: real.port, path }
      const theirs = { ...load, port: bare.port }
      const post = await interleaved({ ...ours, headers: {} }, { ...theirs, path: '/post', headers: {} }, rounds)
      const known = { 'if-none-match': tag }
      const has = await interleaved({ ...ours, headers: known }, { ...theirs, path: '/known', headers: known }, rounds)
      return [figureOf('post', post), figureOf('known', has)]
    } finally {
      await bare.stop()
    }
  } finally {
    await real.stop()
  }
}

const figureOf = (which: keyof typeof GOALS, { ours, bare, ratio }: Sides): Figure => ({
  figure: which === 'post' ? 'site: post' : 'site: 304',
  ratio: rounded(ratio),
  rows: 0,
  ours: rounded(ours),
  bare: rounded(bare),
  unit: '/s',
  goal: `≥ ${GOALS[which]}`,
  meets: ratio >= GOALS[which],
})

/** A post of some 1,500 words, live. */
const publish = async ({ owner }: Place) => {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ id: number }>('select id from identity.companies where domain = $1', [
      COMPANY,
    ])
    const companyId = rows[0]?.id
    const paragraph = {
      type: 'paragraph',
      content: [{ type: 'text', text: 'Measure the head before anything else. '.repeat(15) }],
    }
    const document = { type: 'doc', attrs: { v: 1 }, content: Array.from({ length: 20 }, () => paragraph) }
    await client.query('begin')
    await client.query(SETTINGS, [String(companyId)])
    await client.query(
      `with cover as (insert into blog_images (company_id, key) values ($1, 'bench-cover') returning id),
        author as (insert into blog_authors (company_id, name, slug) values ($1, 'Bench Author', 'bench-author') returning id),
        post as (insert into blog_posts (company_id, post_no, slug, title, first_published_at, published_at)
          values ($1, 1000000, $2, 'Sizing a pump', now(), now()) returning id)
      insert into blog_versions (company_id, post_id, number, title, slug, document, image_id, author_ids, words, characters,
        reading_minutes, kind, digest)
      select $1, post.id, 1, 'Sizing a pump', $2, $3, cover.id, array[author.id], 1800, 12000, 8, 'publish', '\\x00'
      from cover, author, post`,
      [companyId, SLUG, JSON.stringify(document)],
    )
    await client.query(
      'update blog_posts set live = true, live_version = 1, work = $3 where company_id = $1 and slug = $2',
      [companyId, SLUG, 'clean'],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

const SETTINGS = `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true),
  set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'bench', true),
  set_config('leadroom.change_set', gen_random_uuid()::text, true)`

/** Headers that Node and Fastify write themselves. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

/** Its page is made within seconds. */
const untilThere = async (url: string) => {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    if (answer.ok) {
      const headers = Object.fromEntries(answer.headers.entries().filter(([name]) => !OF_NODE.has(name)))
      return { body: await answer.text(), tag: headers.etag ?? '', headers }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The post was not there for readers')
}
