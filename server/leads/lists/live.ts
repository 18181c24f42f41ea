import { sql, type RawBuilder } from 'kysely'
import type { LiveEvent } from '#contract/platform/live.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import type { LiveTopic } from '#server/platform/live/topic.ts'
import { visibleTo } from './scope.ts'

type LeadChanges = NonNullable<LiveEvent['leads']>

/** Leads as they change, for each watcher by the rule of the lists: what they see now, and what they saw until now. */
export const leadsLive: LiveTopic = {
  root: 'leads',
  async tell(tenant, watchers, { ids, changeSets }) {
    const [now, before] = await Promise.all([
      seenNow(tenant, watchers, ids),
      seenBefore(tenant, watchers, ids, changeSets),
    ])
    return watchers.map((_, at): LeadChanges | undefined => {
      const rows = now.filter(({ seen }) => seen[at]).map(({ id, version }) => ({ id, version }))
      const here = new Set(rows.map(({ id }) => id))
      const gone = [...new Set(before.filter(({ seen }) => seen[at]).map(({ id }) => id))].filter((id) => !here.has(id))
      return rows.length + gone.length > 0 ? { rows, gone } : undefined
    })
  },
}

/** For each watcher whether they see the lead `l`. */
export const seenBy = (watchers: readonly Caller[]): RawBuilder<boolean[]> =>
  sql`array[${sql.join(watchers.map((caller) => visibleTo(caller)))}]::boolean[]`

const seenNow = async ({ db, companyId }: Tenant, watchers: readonly Caller[], ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; version: number; seen: boolean[] }>`
    select l.id, l.version, ${seenBy(watchers)} as seen from leads l
    where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null`.execute(db)
  return rows
}

/** The leads as they were before each of the changes, by what the history says of it: the rule is the same, the row is the old one. */
const seenBefore = async (
  { db, companyId }: Tenant,
  watchers: readonly Caller[],
  ids: readonly number[],
  changeSets: readonly string[],
) => {
  const { rows } = await sql<{ id: number; seen: boolean[] }>`
    select c.root_id as id, ${seenBy(watchers)} as seen
    from changes c
    join leads lead on lead.company_id = c.company_id and lead.id = c.root_id
    cross join lateral (select jsonb_object_agg(key, value->0) as fields from jsonb_each(c.fields)) old
    cross join lateral jsonb_populate_record(lead, old.fields) l
    where c.company_id = ${companyId} and c.change_set = any(${changeSets}::uuid[]) and c.entity = 'leads' and c.verb = 'updated'
      and c.root_id = any(${ids}::bigint[]) and c.fields ?| ${DECIDING}::text[] and l.deleted_at is null
    limit 2000`.execute(db)
  return rows
}

/** What the rule looks at. */
const DECIDING = ['kind', 'status', 'quarantined_by', 'assigned_qa', 'sales_person', 'deleted_at']
