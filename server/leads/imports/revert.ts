import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { requeueLeads } from '#server/leads/assignment/queue.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'
import { touchedByPeople } from './touched.ts'
import { afterWriting } from './update.ts'

/** The next leads of the import behind an id, locked: those that it added, unless they were deleted since, and those that it changed. */
export const lockImported = async (
  { db, companyId }: Tenant,
  importId: number,
  after: number,
  limit: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with next as materialized (
      (select id from leads where company_id = ${companyId} and import_id = ${importId} and id > ${after} and deleted_at is null
        order by id limit ${limit})
      union
      (select lead_id from imported_leads where company_id = ${companyId} and import_id = ${importId} and lead_id > ${after}
        order by lead_id limit ${limit})
      order by id limit ${limit}
    )
    select l.id from leads l where l.company_id = ${companyId} and l.id in (select id from next) order by l.id for no key update of l`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Leads that the import added go, unless people have worked on them since. Those that it changed get the facts that they had before,
 * except facts that were changed since. Answers those that stay, in whole or in part.
 */
export const takeBack = async (
  tenant: Tenant,
  ids: readonly number[],
  importId: number,
): Promise<ReadonlySet<number>> => {
  const changed = await changedBy(tenant, ids, importId)
  const added = ids.filter((id) => !changed.has(id))
  const touched = await touchedByPeople(tenant, added)
  const untouched = added.filter((id) => !touched.has(id))
  if (untouched.length) await removeLeads(tenant, untouched)
  const kept = await putBack(tenant, [...changed], importId)
  await noteKept(tenant, importId, [...kept])
  return new Set([...touched, ...kept])
}

const changedBy = async ({ db, companyId }: Tenant, ids: readonly number[], importId: number) => {
  const { rows } = await sql<{ id: number }>`
    select lead_id as id from imported_leads
    where company_id = ${companyId} and import_id = ${importId} and lead_id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Columns that come back together: one that was changed since leaves all of its group as they are. */
const GROUPS: readonly (readonly string[])[] = [
  ['name', 'name_is_company'],
  ['email'],
  ['phone', 'phone_sent'],
  ['further'],
  ['company'],
  ['job_title'],
  ['website'],
  ['address', 'city', 'state', 'zip_code', 'country'],
  ['message'],
  ['external_id'],
  // What a restricted domain made of a lead because of the email that it got.
  ['status', 'quarantined_by', 'reason_code', 'reason_note'],
]
const COLUMNS = GROUPS.flat()

interface Before {
  id: number
  field: string
  old: unknown
  changed_since: boolean
}
interface Now {
  id: number
  status: string
  email: string | null
  country: string | null
}

/** Gives leads the facts that they had before the import; answers those that keep some of the import’s. */
const putBack = async (tenant: Tenant, ids: readonly number[], importId: number): Promise<Set<number>> => {
  const kept = new Set<number>()
  if (ids.length === 0) return kept
  const before = await factsBefore(tenant, ids, importId)
  const back: { id: number; old: Record<string, unknown> }[] = []
  for (const [id, fields] of Map.groupBy(before, (each) => each.id)) {
    const old: Record<string, unknown> = {}
    for (const group of GROUPS) {
      const own = fields.filter(({ field }) => group.includes(field))
      if (own.some(({ changed_since }) => changed_since)) kept.add(id)
      else for (const { field, old: value } of own) old[field] = value
    }
    if (Object.keys(old).length > 0) back.push({ id, old })
  }
  const then = await nowOf(tenant, ids)
  await write(tenant, back)
  const now = new Map((await nowOf(tenant, ids)).map((lead) => [lead.id, lead]))
  const screened = back.flatMap(({ id, old }) => ('status' in old || 'quarantined_by' in old ? id : []))
  if (screened.length > 0) await requeueLeads(tenant, screened)
  await afterWriting(
    tenant,
    then.flatMap((lead) => {
      const after = now.get(lead.id)
      return after ? [{ before: { ...lead, status: after.status }, after }] : []
    }),
  )
  return kept
}

/** Each fact that the import changed, as it was before. Erased leads have none. */
const factsBefore = async ({ db, companyId }: Tenant, ids: readonly number[], importId: number): Promise<Before[]> => {
  const { rows } = await sql<Before>`
    with own as (
      select i.lead_id as id, f.key as field, (array_agg(f.value -> 0 order by c.id))[1] as old, (array_agg(f.value -> 1 order by c.id desc))[1] as new
      from imported_leads i
      join changes c on c.company_id = i.company_id and c.root = 'leads' and c.root_id = i.lead_id and c.entity = 'leads'
        and c.change_set = i.change_set and c.verb = 'updated'
      left join change_values v on v.company_id = c.company_id and v.digest = c.personal
      cross join lateral jsonb_each(c.fields || coalesce(v.fields, '{}')) f
      where i.company_id = ${companyId} and i.import_id = ${importId} and i.lead_id = any(${ids}::bigint[])
        and f.key = any(${COLUMNS}::text[])
      group by 1, 2
    )
    select own.id, own.field, own.old, to_jsonb(l) -> own.field is distinct from own.new as changed_since
    from own join leads l on l.company_id = ${companyId} and l.id = own.id and l.erased_at is null order by own.id`.execute(
    db,
  )
  return rows
}

const nowOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Now[]> =>
  db
    .selectFrom('leads')
    .select(['id', 'status', 'email', 'country'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute()

const write = async ({ db, companyId }: Tenant, back: readonly { id: number; old: object }[]) => {
  if (back.length === 0) return
  const set = COLUMNS.map(
    (name) => sql`${sql.ref(name)} = case when said.old ? ${name} then o.${sql.ref(name)} else l.${sql.ref(name)} end`,
  )
  await sql`
    update leads l set ${sql.join(set)}, status_at = case when said.old ? 'status' then now() else l.status_at end
    from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as said (id bigint, old jsonb)
    cross join lateral jsonb_populate_record(null::leads, said.old) o
    where l.company_id = ${companyId} and l.id = said.id`.execute(db)
}

/** Notes who changed last what stays. */
const noteKept = async ({ db, companyId }: Tenant, importId: number, ids: readonly number[]) => {
  if (ids.length === 0) return
  await sql`
    update imported_leads i set touched_at = coalesce(last.at, now()), touched_by = last.actor_id
    from unnest(${ids}::bigint[]) kept (id)
    left join lateral (
      select c.at, c.actor_id from imported_leads own join changes c on c.company_id = own.company_id and c.root = 'leads' and c.root_id = own.lead_id
      where own.company_id = ${companyId} and own.import_id = ${importId} and own.lead_id = kept.id and c.change_set <> own.change_set
        and c.change_set <> current_setting('leadroom.change_set')::uuid
        and c.id > (select min(mine.id) from changes mine where mine.company_id = ${companyId} and mine.root = 'leads'
          and mine.root_id = own.lead_id and mine.change_set = own.change_set)
      order by c.id desc limit 1
    ) last on true
    where i.company_id = ${companyId} and i.import_id = ${importId} and i.lead_id = kept.id`.execute(db)
}
