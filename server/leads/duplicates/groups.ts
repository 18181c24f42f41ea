import { sql, type RawBuilder } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { countsAt } from './find.ts'

const BATCH = 500
/** How many batches a company gets in a row; what is left waits behind the other companies' work. */
const TURN = 20
/** A larger group is not taken apart when one of its leads changes: only that lead finds its place anew. */
const LARGEST_TAKEN_APART = 1_000
/** A lead joins those that share a key with it and came next before and after it: so all hang together, in whatever order they are looked at. */
const NEIGHBOURS = 10
/** So many with the key are looked at to find them: behind a flood of refused ones, which make no group, it stops. */
const LOOKED_AT = 200

/** Finds the place of every lead that has come, changed or gone, until none waits or the company's turn is over. */
export const groupDuplicates = async (tenants: Tenants, companyId: number) => {
  let more = true
  for (let batch = 1; more; batch++)
    more = await tenants.write(
      companyId,
      { kind: 'system', channel: 'intake', act: 'duplicates.settle' },
      async (tenant) => {
        const { rows } = await sql<{ lead_id: number; apart: boolean }>`
          delete from duplicate_checks where company_id = ${companyId} and id = any (array(
            select id from duplicate_checks where company_id = ${companyId} order by id limit ${BATCH} for update skip locked))
          returning lead_id, apart`.execute(tenant.db)
        const came = rows.flatMap(({ lead_id, apart }) => (apart ? [] : lead_id))
        const changed = rows.flatMap(({ lead_id, apart }) => (apart ? lead_id : []))
        if (rows.length > 0) await regroup(tenant, changed, came)
        if (rows.length === BATCH && batch === TURN) await tenant.due('duplicates')
        return rows.length === BATCH && batch < TURN
      },
    )
}

/** One at a time puts leads into groups; whoever also locks leads takes this first. */
export const lockGroups = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`duplicates:${companyId}`}, 0))`.execute(db)
}

/**
 * Puts leads into the groups in which they belong now. A group that a changed one was in may fall apart; those that have
 * only come can but join: where a neighbour has taken one along already, it stays.
 */
export const regroup = async (tenant: Tenant, changed: readonly number[], came: readonly number[] = []) => {
  await lockGroups(tenant)
  const loose = distinct([...(changed.length > 0 ? await takeOut(tenant, changed) : []), ...came])
  for (let from = 0; from < loose.length; from += BATCH) await putIn(tenant, loose.slice(from, from + BATCH))
}

/** Takes leads, and all who are in a group with them, out of the groups; answers who is in none now. */
const takeOut = async (tenant: Tenant, leadIds: readonly number[]): Promise<number[]> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ lead_id: number; group_id: number | null }>`
    with parted as (
      select distinct g.id, g.leads <= ${LARGEST_TAKEN_APART} as whole
      from duplicate_members m join duplicate_groups g on g.company_id = ${companyId} and g.id = m.group_id
      where m.company_id = ${companyId} and m.lead_id = any (${leadIds}::bigint[])
    ), taken as (
      delete from duplicate_members m using parted
      where m.company_id = ${companyId} and m.group_id = parted.id and (parted.whole or m.lead_id = any (${leadIds}::bigint[]))
      returning m.lead_id, m.group_id
    )
    select lead_id, group_id from taken union all select unnest(${leadIds}::bigint[]), null order by lead_id`.execute(
    db,
  )
  await tidy(tenant, distinct(rows.flatMap(({ group_id }) => group_id ?? [])))
  return distinct(rows.map(({ lead_id }) => lead_id))
}

/** Joins leads that are in no group with those that they share a key with. */
const putIn = async (tenant: Tenant, leadIds: readonly number[]) => {
  const { db, companyId } = tenant
  const links = await linksOf(tenant, leadIds)
  if (links.length === 0) return
  const components = componentsOf(links)
  const { rows: made } = await sql<{ id: number; newest_id: number }>`
    insert into duplicate_groups (company_id, kind, leads, newest_id)
    select ${companyId}::int, kind, 0, newest_id
    from json_to_recordset(${JSON.stringify(components.filter(({ groups }) => groups.length === 0))}::json) as component (kind text, newest_id bigint)
    returning id, newest_id`.execute(db)
  const madeFor = new Map(made.map(({ id, newest_id }) => [newest_id, id]))
  const members = components.flatMap(({ groups: [group, ...others], newest_id, leads }) => {
    const group_id = group ?? madeFor.get(newest_id)
    return [
      ...leads.map((lead_id) => ({ group_id, lead_id, was: null })),
      ...others.map((was) => ({ group_id, lead_id: null, was })),
    ]
  })
  const moves = sql`json_to_recordset(${JSON.stringify(members)}::json) as move (group_id bigint, lead_id bigint, was bigint)`
  if (members.some(({ was }) => was !== null))
    await sql`update duplicate_members m set group_id = move.group_id from ${moves}
      where m.company_id = ${companyId} and m.group_id = move.was`.execute(db)
  await sql`insert into duplicate_members (company_id, lead_id, group_id)
    select ${companyId}::int, lead_id, group_id from ${moves} where lead_id is not null order by lead_id`.execute(db)
  await tidy(tenant, distinct(components.flatMap(({ groups }) => groups)))
}

interface Link {
  one: number
  other: number
  kind: string
  /** The groups that they are in already. */
  one_group: number | null
  other_group: number | null
}

/**
 * Invalid leads are decided: they are shown beside a lead, but make no work for the queue. The company of each look-up comes
 * from the row before, across `offset 0`: of one that the statistics do not know the planner expects a single lead, and would
 * walk all of them for each; so it takes her for a usual one.
 */
const linksOf = async (tenant: Tenant, leadIds: readonly number[]): Promise<Link[]> => {
  const { db, companyId } = tenant
  const groupOf = (id: RawBuilder<unknown>) =>
    sql`select m.group_id from duplicate_members m where m.company_id = mine.company_id and m.lead_id = ${id} offset 0`
  const found = sql<Link>`
    with mine as materialized (
      select asked.company_id, l.id, l.kind, k.key, k.at
      from (select ${companyId}::int as company_id, unnest(${leadIds}::bigint[]) as id offset 0) asked
      cross join lateral (
        select l.id, l.kind from leads l
        where l.company_id = asked.company_id and l.id = asked.id and l.deleted_at is null and l.status <> 'invalid' offset 0) l
      cross join lateral (
        select k.key, k.at from duplicate_keys k where k.company_id = asked.company_id and k.lead_id = l.id offset 0) k
      -- Most say what nobody else says, which is seen sooner than who comes next on both sides.
      cross join lateral (
        select from duplicate_keys o where o.company_id = asked.company_id and o.key = k.key and o.lead_id <> l.id limit 1) shared
    )
    select distinct mine.id as one, other.lead_id as other, mine.kind, own.group_id as one_group, its.group_id as other_group
    from mine
    cross join lateral (
      (${nearest(tenant, sql`<`, sql`desc`)}) union all (${nearest(tenant, sql`>`, sql`asc`)})
    ) other
    left join lateral (${groupOf(sql`mine.id`)}) own on true
    left join lateral (${groupOf(sql`other.lead_id`)}) its on true`
  // Planning it takes longer than looking up the few leads that come at a time.
  return runPlanned(db, 'links of leads', found)
}

const nearest = (tenant: Tenant, side: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  select k.lead_id from (
    select k.company_id, k.lead_id, k.at from duplicate_keys k
    where k.company_id = mine.company_id and k.key = mine.key and (k.at, k.lead_id) ${side} (mine.at, mine.id)
      and ${countsAt(tenant, sql`k.kind`, sql`k.at`, sql`mine.at`)}
    order by k.at ${order}, k.lead_id ${order} limit ${LOOKED_AT}
  ) k
  cross join lateral (
    select from leads l
    where l.company_id = k.company_id and l.id = k.lead_id
      and l.kind = mine.kind and l.deleted_at is null and l.status <> 'invalid' offset 0) l
  where not exists (
    select from not_duplicates n
    where n.company_id = k.company_id and n.lead_id = least(mine.id, k.lead_id) and n.other_id = greatest(mine.id, k.lead_id))
  order by k.at ${order}, k.lead_id ${order} limit ${NEIGHBOURS}`

interface Component {
  kind: string
  /** The groups that become one; none: a new one. */
  groups: number[]
  /** Leads that are in no group yet. */
  leads: number[]
  newest_id: number
}

/** What hangs together by the links, over however many of them. */
const componentsOf = (links: readonly Link[]): Component[] => {
  const parents = new Map<string, string>()
  const rootOf = (node: string): string => {
    let root = node
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next
    parents.set(node, root)
    return root
  }
  const nodeOf = (lead: number, group: number | null) => (group === null ? `lead ${lead}` : `group ${group}`)
  for (const { one, other, one_group, other_group } of links)
    parents.set(rootOf(nodeOf(one, one_group)), rootOf(nodeOf(other, other_group)))

  const linked = Map.groupBy(links, ({ one, one_group }) => rootOf(nodeOf(one, one_group)))
  return [...linked.values()].map((together) => {
    const leads = distinct(
      together.flatMap(({ one, other, one_group, other_group }) => [
        ...(one_group === null ? [one] : []),
        ...(other_group === null ? [other] : []),
      ]),
    )
    return {
      kind: together[0]?.kind ?? '',
      groups: distinct(
        together.flatMap(({ one_group, other_group }) => [one_group ?? [], other_group ?? []].flat()),
      ).sort((one, other) => one - other),
      leads,
      newest_id: Math.max(0, ...leads),
    }
  })
}

/** A group that has fewer than two leads left is none any more; they are counted as they join and leave. */
const tidy = async ({ db, companyId }: Tenant, groupIds: readonly number[]) => {
  if (groupIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select id from duplicate_groups
    where company_id = ${companyId} and id = any (${groupIds}::bigint[]) and leads < 2`.execute(db)
  if (rows.length === 0) return
  const ended = rows.map(({ id }) => id)
  await sql`delete from duplicate_members where company_id = ${companyId} and group_id = any (${ended}::bigint[])`.execute(
    db,
  )
  await sql`delete from duplicate_groups where company_id = ${companyId} and id = any (${ended}::bigint[])`.execute(db)
}

const distinct = (ids: readonly number[]) => [...new Set(ids)]
