import { sql } from 'kysely'
import { ALERT_LIMITS, type Alert, type AlertKind } from '#contract/insight/competitor-alerts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { inWords } from '#server/kit/page.ts'

export const alerts = async ({ db, companyId }: Tenant, id?: number): Promise<Alert[]> => {
  const { rows } = await sql<Alert>`
    select a.id, a.name, a.kind, a.words, a.days, a.active, a.version,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id) from competitor_topics t
        where t.company_id = ${companyId} and t.id = any (a.topic_ids) and t.deleted_at is null), '[]') as topics,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id) from staff s
        where s.id = any (a.people)), '[]') as people,
      (select count(*) from competitor_alert_hits h where h.company_id = ${companyId} and h.alert_id = a.id
        and h.at >= company_days_began(90)) as hits_90,
      (select max(h.at) filter (where h.at > '-infinity') from competitor_alert_hits h where h.company_id = ${companyId} and h.alert_id = a.id) as last_at
    from competitor_alerts a
    where a.company_id = ${companyId} and a.deleted_at is null ${id === undefined ? sql`` : sql`and a.id = ${id}`}
    order by ${inWords(sql.ref('a.name'))}, a.id limit ${ALERT_LIMITS.alerts}`.execute(db)
  return rows
}

export interface AlertValues {
  name: string
  kind: AlertKind
  topic_ids: number[]
  words: string[]
  days: number | null
  people: number[]
  active: boolean
}

/** As it is stored; nobody else adds or changes alerts until the transaction ends. */
export const lockAlerts = async ({ db, companyId }: Tenant): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('competitor_alerts'), ${companyId})`.execute(db)
}

export const stored = async (
  { db, companyId }: Tenant,
  id: number,
): Promise<(AlertValues & { version: number }) | undefined> => {
  const { rows } = await sql<AlertValues & { version: number }>`
    select name, kind, to_json(topic_ids) as topic_ids, words, days, people, active, version from competitor_alerts
    where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}

const written = <T extends Partial<AlertValues>>({ topic_ids, ...values }: T) => ({
  ...values,
  ...(topic_ids && { topic_ids: sql<string[]>`${topic_ids}::bigint[]` }),
})

export const add = async (
  { db, companyId }: Tenant,
  { name, kind, added_by, ...values }: AlertValues & { added_by: number },
): Promise<number> =>
  (
    await db
      .insertInto('competitor_alerts')
      .values({ company_id: companyId, name, kind, added_by, ...written(values) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const change = async (
  { db, companyId }: Tenant,
  id: number,
  changes: Partial<AlertValues> & { deleted_at?: ReturnType<typeof sql<string>> },
): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('competitor_alerts')
    .set(written(changes))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Those of the topics that are there. */
export const topicsThere = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from competitor_topics where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
