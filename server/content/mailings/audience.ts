import { sql } from 'kysely'
import type { Audience, Excluded, SendPreview } from '#contract/content/mailings.ts'
import { SUBSCRIBER_SOURCES, type SubscriberSource } from '#contract/content/subscribers.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

/** Those who get it, without a choice. */
export const USUAL_AUDIENCE: Audience = { kind: 'not_yet_sent' }

export const checkedAudience = ({ kind, sources = [] }: Audience): Audience => {
  if (kind !== 'sources') return { kind }
  if (sources.length === 0) throw badField('audience', 'Choose at least one source')
  return { kind, sources: [...new Set(sources)] }
}

/** Everybody whom a mailing about a post goes to, with the source that they came by. */
export const audienceOf = ({ companyId }: Tenant, postId: number, { kind, sources = [] }: Audience) =>
  sql`newsletter_audience(${companyId}::int, ${postId}::bigint, ${kind}::text, ${sources}::text[])`

type Counted = Pick<SendPreview, 'total' | 'excluded' | 'totals' | 'by_source'>

/** How many get it, and how many of all subscribers do not, by why. */
export const countAudience = async (tenant: Tenant, postId: number, audience: Audience): Promise<Counted> => {
  const { db, companyId } = tenant
  const of = (kind: Audience) =>
    sql`select source, count(*)::int as n from ${audienceOf(tenant, postId, kind)} group by source`
  const { rows } = await sql<{
    statuses: Partial<Record<string, number>>
    subscribed: Sources
    due: Sources
    chosen: Sources
  }>`
    with due as materialized (${of(USUAL_AUDIENCE)}),
      chosen as (${of(audience)}),
      everyone as (${of({ kind: 'everyone' })})
    select
      coalesce((select jsonb_object_agg(status, n) from (
        select status, count(*)::int as n from newsletter_subscribers where company_id = ${companyId} and deleted_at is null
        group by status) by_status), '{}') as statuses,
      coalesce((select jsonb_object_agg(source, n) from everyone), '{}') as subscribed,
      coalesce((select jsonb_object_agg(source, n) from due), '{}') as due,
      coalesce((select jsonb_object_agg(source, n) from chosen), '{}') as chosen`.execute(db)
  const { statuses = {}, subscribed = {}, due = {}, chosen = {} } = rows[0] ?? {}
  const everyone = sum(subscribed)
  const total = sum(chosen)
  const inSources = audience.kind === 'sources' ? sum(subscribed, audience.sources) : everyone
  const excluded: Excluded = {
    unconfirmed: statuses['unconfirmed'] ?? 0,
    unsubscribed: statuses['unsubscribed'] ?? 0,
    bounced: statuses['bounced'] ?? 0,
    complained: statuses['complained'] ?? 0,
    blocked: statuses['blocked'] ?? 0,
    had_it: inSources - total,
    other_source: everyone - inSources,
  }
  const by_source = sourcesOf(due).map((source) => ({ source, count: due[source] ?? 0 }))
  return { total, excluded, totals: { everyone, not_yet_sent: sum(due) }, by_source }
}

type Sources = Partial<Record<SubscriberSource, number>>

const sourcesOf = (counts: Sources) => SUBSCRIBER_SOURCES.filter((source) => (counts[source] ?? 0) > 0)
const sum = (counts: Sources, sources: readonly SubscriberSource[] = SUBSCRIBER_SOURCES) =>
  sources.reduce((total, source) => total + (counts[source] ?? 0), 0)
