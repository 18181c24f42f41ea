import slugify from '@sindresorhus/slugify'
import type { Client } from 'pg'
import { digestOf, factsOf } from '#server/content/document/facts.ts'
import { checkPost, type KnownFacts } from '#server/content/publish-check/check.ts'
import { BLANK, SAYING_FIELDS, type Saying } from '#server/content/post/saying.ts'
import { CATEGORIES, type Bylines, type CategoryName } from './authors.ts'
import type { Staffed } from './companies.ts'
import { COVERS } from './covers.ts'
import { changeOf, type Row } from './history.ts'
import { nextId } from './next-id.ts'
import { demoPictures, storePictures } from './pictures.ts'
import { documentOf, type Named } from './post-document.ts'
import { PLANS, type Plan } from './post-plans.ts'
import { POST_TEXTS, type PostName } from './post-texts.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What the posts of a company are made of. */
interface Shelf {
  companyId: number
  random: Random
  bylines: Bylines
  /** In the order of `COVERS`. */
  covers: readonly number[]
  named: Named
  /** Who writes and who publishes. */
  people: { writer: number; publisher: number }
  zone: string
  now: number
}

/** 24 posts by five authors, in every state that a post can be in, each with the versions that led to it. */
export const storePosts = async (
  client: Client,
  random: Random,
  { companyId, staff, company }: Staffed,
  bylines: Bylines,
  { start, now }: { start: number; now: number },
) => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const people = { writer: staff.get('manager') ?? 0, publisher: staff.get('admin') ?? 0 }
  const { covers } = await demoPictures()
  const images = await storePictures(
    client,
    random,
    companyId,
    covers.map((picture) => ({ picture, by: people.writer, at: start })),
  )
  const posts = new Map<PostName, number>()
  for (const { name } of PLANS) posts.set(name, await nextId(client, 'blog_posts'))
  const shelf: Shelf = {
    companyId,
    random,
    bylines,
    covers: images,
    named: {
      posts,
      products: await productsOf(client, companyId),
      pictures: new Map(COVERS.map(({ name }, at) => [patternOf(name), images[at] ?? 0])),
    },
    people,
    zone: company.timeZone,
    now,
  }
  const lives = PLANS.map((plan) => lifeOf(shelf, plan))
  const changes = lives
    .flatMap((life) => life.changes)
    .toSorted((one, other) => String(one['at']).localeCompare(String(other['at'])))
  await storeRows(client, companyId, {
    blog_posts: lives.map(({ post }) => post),
    blog_versions: lives.flatMap(({ versions }) => versions),
    changes,
  })
  // Readers get them once the server has drawn their pages, and those that wait when their time has come.
  await client.query(
    `insert into blog_pages_due (company_id, post_id) select company_id, id from blog_posts where company_id = $1 and live`,
    [companyId],
  )
  await client.query(`select mark_due('blog-pages')`)
  for (const { post } of lives)
    if (post['publish_at'] !== null)
      await client.query(`select mark_due('blog-publish', $1::timestamptz)`, [post['publish_at']])
}

/** `rings-violet.png` → `rings`. */
const patternOf = (file: string) => file.split('-')[0] ?? file

const productsOf = async (client: Client, companyId: number) => {
  const { rows } = await client.query<{ code: string; id: string }>(
    'select code, id from products where company_id = $1 and deleted_at is null',
    [companyId],
  )
  return new Map(rows.map(({ code, id }) => [code, Number(id)]))
}

type Stage = 'begun' | 'live' | 'now'

/** What the post says at a stage: half of it at first, then what readers see, then what its draft has now. */
const sayingAt = (shelf: Shelf, plan: Plan, stage: Stage): Saying => {
  const { title, excerpt, text: source } = POST_TEXTS[plan.name]
  const was = stage === 'now' ? undefined : plan.was
  const whole = (was?.replaced ?? []).reduce<string>((text, [now, then]) => text.replace(now, then), source)
  const [text = '', questions = ''] = whole.split('\n---\n')
  const blocks = text.trim().split(/\n\s*\n/)
  const faq = questions
    .split('\n')
    .filter(Boolean)
    .map((line, at) => {
      const [question = '', answer = ''] = line.split(' | ')
      return { id: `${plan.name}-${at + 1}`, question, answer }
    })
  const isBegun = stage === 'begun'
  const cover = was?.cover ?? plan.cover
  return {
    ...BLANK,
    title: was?.title ?? title,
    slug: slugify(was?.title ?? title),
    document: documentOf(isBegun ? blocks.slice(0, Math.ceil(blocks.length / 2)).join('\n\n') : text, shelf.named),
    excerpt: isBegun ? '' : excerpt,
    image_id: shelf.covers[cover] ?? 0,
    image_alt: plan.isUndescribed ? '' : (COVERS[cover]?.alt ?? ''),
    author_ids: plan.authors.map((place) => shelf.bylines.authors[place] ?? 0),
    category_ids: idsOf(shelf.bylines, was?.categories ?? plan.categories),
    faq: isBegun ? [] : faq,
    seo_description: isBegun ? '' : excerpt,
  }
}

const idsOf = ({ categories }: Bylines, names: readonly CategoryName[]) =>
  names.flatMap((wanted) => categories[CATEGORIES.findIndex(({ name }) => name === wanted)] ?? [])

/** What the publish check has to look up: all is there and ready, but for posts that readers cannot open. */
const knownTo = (shelf: Shelf): KnownFacts => ({
  picture: () => 'ready',
  product: () => true,
  post(id) {
    const plan = PLANS.find(({ name }) => shelf.named.posts.get(name) === id)
    if (!plan) return undefined
    const { title, document } = sayingAt(shelf, plan, 'now')
    const isGone = plan.then?.step === 'unpublish' || plan.then?.step === 'archive'
    const live = plan.published !== undefined && !isGone
    return { title, live, headings: factsOf(document).outline.map((heading) => heading.id) }
  },
  author: (id) => ({ name: String(id), active: true }),
  slugProblem: null,
  canonicalOf: null,
  similarTitles: [],
  review: null,
  subscribers: null,
})

type PostRow = Row & { id: number; version: number }

/** A post from its first version to what it is now, with its history. */
const lifeOf = (shelf: Shelf, plan: Plan) => {
  const { companyId, random, people, now } = shelf
  const changes: Row[] = []
  const versions: Row[] = []
  const lastAt = now - plan.ago * DAY - random.between(0, 5 * HOUR)
  const publishedAt =
    plan.published === undefined ? undefined : now - plan.published * DAY - random.between(0, 3 * HOUR)
  const beganAt = (publishedAt ?? lastAt) - 3 * DAY
  const saying = (stage: Stage) => sayingAt(shelf, plan, stage)

  const save = (number: number, at: number, stage: Stage, note = '') => {
    const said = saying(stage)
    const { blocking, advice } = checkPost(said, knownTo(shelf))
    const { product_ids: _, ...facts } = factsOf(said.document)
    versions.push({
      ...said,
      ...facts,
      company_id: companyId,
      post_id: shelf.named.posts.get(plan.name),
      number,
      made_by: people.writer,
      made_at: iso(at),
      kind: 'save',
      note,
      digest: `\\x${digestOf(SAYING_FIELDS.map((field) => said[field])).toString('hex')}`,
      blocking: blocking.length,
      advice: advice.length,
    })
  }
  const first = saying('begun')
  save(1, beganAt, 'begun')
  let post: PostRow = {
    company_id: companyId,
    id: shelf.named.posts.get(plan.name) ?? 0,
    slug: first.slug,
    live: false,
    work: 'draft',
    archived_at: null,
    archive_target_id: null,
    draft_version: 1,
    live_version: null,
    publish_at: null,
    publish_zone: null,
    send_on_publish: false,
    first_published_at: null,
    published_at: null,
    review_by: null,
    review_note: '',
    review_at: null,
    reviewed_version: null,
    deleted_at: null,
    created_by: people.writer,
    created_at: iso(beganAt),
    updated_by: people.writer,
    updated_at: iso(beganAt),
    version: 1,
  }
  const record = (before: Row | undefined, at: number, by: number, act: string) => {
    const change = changeOf('blog_posts', before, post, actAt({ random }, at, person(by), act), () => random.hex(16))
    if (change) changes.push(change)
  }
  const step = (at: number, by: number, act: string, values: Row) => {
    const before = post
    post = { ...post, ...values, updated_by: by, updated_at: iso(at), version: post.version + 1 }
    record(before, at, by, act)
  }
  const setStatus = (at: number, by: number, values: Row) => step(at, by, 'blog-publishing.setStatus', values)
  record(undefined, beganAt, people.writer, 'blog-posts.add')

  const wholeAt = beganAt + 20 * HOUR
  save(2, wholeAt, publishedAt === undefined || !plan.was ? 'now' : 'live')
  step(wholeAt, people.writer, 'blog-posts.update', {
    draft_version: 2,
    slug: saying(publishedAt === undefined || !plan.was ? 'now' : 'live').slug,
  })
  if (publishedAt !== undefined)
    setStatus(publishedAt, people.publisher, {
      live: true,
      live_version: 2,
      work: 'clean',
      published_at: iso(publishedAt),
      first_published_at: iso(publishedAt),
    })
  if (publishedAt !== undefined && plan.was) {
    save(3, lastAt - HOUR, 'now', plan.was.note)
    step(lastAt - HOUR, people.writer, 'blog-posts.update', { draft_version: 3, work: 'draft' })
  }
  const then = plan.then
  if (then?.step === 'review')
    setStatus(lastAt, people.writer, {
      work: 'in_review',
      review_by: people.writer,
      review_note: then.note,
      review_at: iso(lastAt),
    })
  if (then?.step === 'schedule')
    setStatus(lastAt, people.publisher, {
      work: 'scheduled',
      publish_at: nineOClock(shelf, then.days),
      publish_zone: shelf.zone,
    })
  if (then?.step === 'unpublish') setStatus(lastAt, people.publisher, { live: false, work: 'draft' })
  if (then?.step === 'archive')
    setStatus(lastAt, people.publisher, {
      archived_at: iso(lastAt),
      archive_target_id: then.target === undefined ? null : (shelf.named.posts.get(then.target) ?? null),
    })
  return { post, versions, changes }
}

/** In so many days, at nine o’clock of the company. */
const nineOClock = ({ now, zone }: Shelf, days: number) => {
  const day = new Date(now + days * DAY).toISOString().slice(0, 10)
  const nine = Date.parse(`${day}T09:00:00Z`)
  const there = new Date(nine).toLocaleString('sv-SE', { timeZone: zone })
  return iso(nine - (Date.parse(`${there.replace(' ', 'T')}Z`) - nine))
}
