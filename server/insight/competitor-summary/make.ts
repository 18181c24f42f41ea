import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { askAnalysis, type AnalysisRequest, type AnalysisSettings } from '#server/outside/analysis.ts'
import { grounded } from './grounded.ts'
import { extracted, keepSummary, postsOf, type About } from './kept.ts'
import { POSTS } from './period.ts'

export const SUMMARIES_DUE = 'competitor-summaries'
const MOST_SENT = 100
const LONGEST_SENT = 5_000
const ACTOR = { kind: 'system', channel: 'api', act: 'competitor-summary.make' } as const

/** Somebody looks at a summary that is to be made behind the answer. */
export const wishSummary = async (tenant: Tenant, { competitor, period, zone }: About): Promise<void> => {
  await sql`
    insert into competitor_summary_wishes (company_id, competitor_id, from_date, to_date, zone)
    values (${tenant.companyId}, ${competitor ?? null}, ${period.from_date}::date, ${period.to_date}::date, ${zone})
    on conflict do nothing`.execute(tenant.db)
  await tenant.due(SUMMARIES_DUE)
}

/** Makes what is wished for, one after the other: by the service, as far as the posts bear it out, else of their own sentences. */
export const makeSummaries =
  (settings: AnalysisSettings) =>
  async (tenants: Tenants, companyId: number): Promise<void> => {
    for (;;) {
      const wish = await tenants.read(companyId, nextWish)
      if (!wish) return
      const { about, id } = wish
      const sentences = await analysed(tenants, companyId, about, settings)
      await tenants.write(companyId, ACTOR, async (tenant) => {
        const { digest } = await postsOf(tenant, about)
        const made = sentences
          ? { kind: 'webhook' as const, sentences, digest }
          : { kind: 'extractive' as const, sentences: await extracted(tenant, about), digest }
        await keepSummary(tenant, about, made)
        await sql`delete from competitor_summary_wishes where company_id = ${companyId} and id = ${id}`.execute(
          tenant.db,
        )
      })
    }
  }

const nextWish = async ({ db, companyId }: Tenant): Promise<{ id: number; about: About } | undefined> => {
  const { rows } = await sql<{
    id: number
    competitor_id: number | null
    from_date: string
    to_date: string
    zone: string
  }>`
    select id, competitor_id, from_date::text, to_date::text, zone from competitor_summary_wishes
    where company_id = ${companyId} order by id limit 1`.execute(db)
  const [wish] = rows
  if (!wish) return undefined
  const { id, competitor_id, zone, ...period } = wish
  const days = { from_date: period.from_date, to_date: period.to_date }
  return { id, about: { competitor: competitor_id ?? undefined, period: days, zone } }
}

/** No transaction is open while the service thinks. */
const analysed = async (
  tenants: Tenants,
  companyId: number,
  about: About,
  { analysisUrl, analysisSecret }: AnalysisSettings,
) => {
  if (analysisUrl === undefined) return undefined
  const request = await tenants.read(companyId, (tenant) => requestOf(tenant, about))
  try {
    const answer = await askAnalysis(analysisUrl, analysisSecret, request)
    return answer && grounded(answer, request.posts)
  } catch {
    // Its silence, or nonsense, is no reason to have no summary.
    return undefined
  }
}

const requestOf = async (tenant: Tenant, { competitor, period, zone }: About): Promise<AnalysisRequest> => {
  const { rows } = await sql<AnalysisRequest['posts'][number] & { competitor: string }>`
    select p.id, p.title, p.url, p.published_at, left(p.text, ${LONGEST_SENT}) as text, c.name as competitor
    from ${POSTS(tenant, competitor, period, zone)} order by p.sort_at desc, p.id desc limit ${MOST_SENT}`.execute(
    tenant.db,
  )
  return {
    competitor: competitor === undefined ? null : (rows[0]?.competitor ?? null),
    period,
    posts: rows.map(({ competitor: _, ...post }) => post),
  }
}
