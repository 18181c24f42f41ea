import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { name, plain, subjectOrMany } from '#server/platform/notifications/words.ts'
import { ALERTS_DUE } from '#server/insight/competitor-topics/understand.ts'
import { hitsSince, type Hit, type Watched } from './hits.ts'

const ACTOR = { kind: 'system', channel: 'api', act: 'competitor-alerts.tell' } as const
/** What is older is no news, however late it is found. */
const SINCE = sql`now() - interval '3 days'`

/** Tells of all that alerts watch and that was not told yet; looks again in a day, since silence makes no noise. */
export const tellAlerts = async (tenants: Tenants, companyId: number): Promise<void> => {
  const ids = await tenants.read(companyId, activeAlerts)
  for (const id of ids) await tenants.write(companyId, ACTOR, (tenant) => tellOne(tenant, id))
  if (ids.length > 0)
    await tenants.write(companyId, ACTOR, (tenant) =>
      tenant.due(ALERTS_DUE, sql`company_days_began(0) + interval '30 hours'`),
    )
}

const activeAlerts = async ({ db, companyId }: Tenant): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from competitor_alerts where company_id = ${companyId} and active and deleted_at is null order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What is there when an alert begins to watch is no news. */
export const rememberSoFar = async (tenant: Tenant, id: number, watched: Watched): Promise<void> => {
  await remember(tenant, id, await hitsSince(tenant, watched, SINCE), false)
  await tenant.due(ALERTS_DUE)
}

/** Notes each hit once; answers those that nobody had noted. Those before the alert have no time of their own, and count nowhere. */
const remember = async ({ db, companyId }: Tenant, id: number, hits: readonly Hit[], told: boolean): Promise<Hit[]> => {
  if (hits.length === 0) return []
  const { rows } = await sql<{ about: string }>`
    insert into competitor_alert_hits (company_id, alert_id, about, post_id, at)
    select ${companyId}, ${id}, about, post_id, ${told ? sql`now()` : sql`'-infinity'::timestamptz`}
    from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as h (about text, post_id bigint) order by about
    on conflict do nothing returning about`.execute(db)
  const fresh = new Set(rows.map(({ about }) => about))
  return hits.filter(({ about }) => fresh.has(about))
}

const tellOne = async (tenant: Tenant, id: number): Promise<void> => {
  const { db, companyId } = tenant
  const { rows } = await sql<Watched & { name: string; people: number[] }>`
    select name, kind, to_json(topic_ids) as topic_ids, words, days, people from competitor_alerts
    where company_id = ${companyId} and id = ${id} and active and deleted_at is null for share`.execute(db)
  const [alert] = rows
  if (!alert) return
  const fresh = await remember(tenant, id, await hitsSince(tenant, alert, SINCE), true)
  const [first] = fresh
  if (!first) return
  const { rows: people } = await sql<{ id: number }>`
    select id from staff where status = 'active' and 'competitor_posts_list' = any (permissions)
      and (${alert.people.length === 0} or id = any (${alert.people}::int[])) order by id`.execute(db)
  const about = fresh.flatMap(({ post_id }) => post_id ?? [])
  await notify(
    tenant,
    people.map((person) => ({
      personId: person.id,
      kind: 'competitor_alert',
      thing: `alert ${id}`,
      ...(about.length > 0 && { entity: 'competitor_post', about }),
      detail: { alert: alert.name, text: first.text, more: fresh.length - 1 },
    })),
  )
}

export const competitorPostNotified: NotifiedEntity = {
  noun: { one: 'post', many: 'posts' },
  shown: (companyId, caller) => sql`
    select p.id, p.title as label, c.name as note, '{}'::json as facts from competitor_posts p
    join competitors c on c.company_id = p.company_id and c.id = p.competitor_id and c.deleted_at is null
    where p.company_id = ${companyId} and p.id = subject.id and p.hidden_at is null and ${caller.can('competitor_posts_list')}`,
  href: ({ id }) => `/competitorInsight/PostListing?post=${id}`,
}

interface Detail {
  alert?: string
  text?: string
  more?: number
}

export const competitorAlertRule: NotificationRule<Detail> = {
  words: (told) => {
    const { alert = '', text = '', more = 0 } = told.detail
    const what = told.total > 0 ? subjectOrMany(told) : [name(text)]
    return [name(alert), plain(': '), ...what, ...(told.total === 0 && more > 0 ? [plain(` and ${more} more`)] : [])]
  },
  href: () => '/competitorInsight/PostListing',
  permission: 'competitor_posts_list',
}
