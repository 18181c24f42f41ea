import { sql } from 'kysely'
import {
  EXTRACTIVE_LABEL,
  FEWEST_POSTS,
  TOO_FEW_LABEL,
  WEBHOOK_LABEL,
  type CompetitorSummary,
} from '#contract/insight/competitor-summary.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { found } from '#server/kit/errors.ts'
import { COMPETITOR } from '#server/insight/competitor-posts/rows.ts'
import type { Sentence } from './extract.ts'
import { figuresOf, topicsIn } from './figures.ts'
import { dismissedGaps, gapsOf } from './gaps.ts'
import { extracted, keepSummary, keptSummary, MOST_AT_ONCE, postsOf, type About, type Kept } from './kept.ts'
import { wishSummary } from './make.ts'
import { periodOf, POSTS, type Days } from './period.ts'

export interface Asked extends Partial<Days> {
  competitor?: number
  refresh?: boolean
}

/** What competitors, or one, wrote in a period. `service`: another one makes the sentences. */
export const summaryOf = async (
  tenant: Tenant,
  { competitor, refresh = false, ...days }: Asked,
  zone: string,
  service: boolean,
): Promise<CompetitorSummary> => {
  if (competitor !== undefined) await checkCompetitor(tenant, competitor)
  const period = await periodOf(tenant, days, zone)
  const about: About = { competitor, period: period.period, zone }
  const made = await sentencesOf(tenant, about, refresh, service)
  const [figures, topics, gaps, dismissed, sentences, posts_since] = await Promise.all([
    figuresOf(tenant, competitor, period),
    topicsIn(tenant, competitor, period),
    gapsOf(tenant, competitor, period),
    dismissedGaps(tenant),
    withPosts(tenant, made.sentences),
    made.made_at === null ? 0 : sinceThen(tenant, about, made.made_at),
  ])
  return {
    period: period.period,
    before: period.before,
    figures,
    topics,
    sentences,
    made_by: made.kind,
    label: made.label,
    made_at: made.made_at,
    posts_since,
    job_id: null,
    making: made.making,
    gaps,
    dismissed,
  }
}

const checkCompetitor = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql`
    select from competitors where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
  found('Competitor', rows[0])
}

type Shown = Pick<Kept, 'kind' | 'sentences'> & { made_at: string | null; label: string; making: boolean }

/** Those that are kept, as long as the posts are the same; what takes long is made behind the answer. */
const sentencesOf = async (tenant: Tenant, about: About, refresh: boolean, service: boolean): Promise<Shown> => {
  const { posts, digest } = await postsOf(tenant, about)
  if (posts < FEWEST_POSTS)
    return { kind: 'extractive', sentences: [], made_at: null, label: TOO_FEW_LABEL, making: false }
  const kept = await keptSummary(tenant, about)
  const isCurrent = kept?.digest === digest
  if (kept && isCurrent && !refresh) return shown(kept, false)
  const later = service || posts > MOST_AT_ONCE
  if (later) {
    tenant.keep(`summary ${JSON.stringify(about)}`, (writing) => wishSummary(writing, about))
    if (kept) return shown(kept, true)
    if (posts > MOST_AT_ONCE)
      return { kind: 'extractive', sentences: [], made_at: null, label: EXTRACTIVE_LABEL, making: true }
  }
  const made = { kind: 'extractive' as const, sentences: await extracted(tenant, about), digest }
  if (!later) tenant.keep(`summary ${JSON.stringify(about)}`, (writing) => keepSummary(writing, about, made))
  return shown({ ...made, made_at: new Date().toISOString() }, later)
}

const shown = ({ kind, sentences, made_at }: Omit<Kept, 'digest'>, making: boolean): Shown => ({
  kind,
  sentences,
  made_at,
  label: kind === 'webhook' ? WEBHOOK_LABEL : EXTRACTIVE_LABEL,
  making,
})

type Shows = CompetitorSummary['sentences'][number]

/** With the posts where they stand, as far as these are still listed. */
const withPosts = async ({ db, companyId }: Tenant, sentences: readonly Sentence[]): Promise<Shows[]> => {
  const ids = sentences.flatMap(({ posts }) => posts.map(({ id }) => id))
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<Shows['posts'][number], 'quote'>>`
    select p.id, p.title, p.url, ${COMPETITOR} as competitor, p.published_at, p.words from competitor_posts p
    join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null
    where p.company_id = ${companyId} and p.id = any (${ids}::bigint[]) and p.hidden_at is null`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return sentences.flatMap(({ text, posts }) => {
    const there = posts.flatMap(({ id, quote }) => {
      const post = byId.get(id)
      return post ? [{ ...post, quote }] : []
    })
    return there.length > 0 ? [{ text, posts: there }] : []
  })
}

const sinceThen = async (tenant: Tenant, { competitor, period, zone }: About, made_at: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${POSTS(tenant, competitor, period, zone)} and p.seen_at > ${made_at}::timestamptz`.execute(
    tenant.db,
  )
  return rows[0]?.n ?? 0
}
