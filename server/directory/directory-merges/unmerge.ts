import { sql } from 'kysely'
import type { directoryMerges, DirectoryKind } from '#contract/directory/directory-merges.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { takeBack, type Holding, type Same, type Value } from './give.ts'
import { ALIKES_DUE } from './groups.ts'
import { renameCompany, storeHolding, type StoredBefore, type StoredTaken } from './merge.ts'
import { labelOf } from './plan.ts'
import { STORED } from './standing.ts'

interface MergeRow {
  id: number
  kind: DirectoryKind
  winner_id: number
  loser_id: number
  before: StoredBefore
  taken: StoredTaken
  merged_at: string
  unmerged_at: string | null
}

/** What is left of what was forgotten. */
const NOTHING = JSON.stringify({ name: '', own: {}, sets: {}, note: '', description: '', contacts: [] })

/** Takes a merge apart: both as they were, but for what somebody has changed since. */
export const unmerge = async (
  tenant: Tenant,
  caller: Caller,
  mergeId: number,
): Promise<Reply<typeof directoryMerges.unmerge>['data']> => {
  await lockDirectory(tenant)
  const { db, companyId } = tenant
  const merge = await readMerge(tenant, mergeId)
  const { kind, winner_id, loser_id } = merge
  if (merge.unmerged_at !== null) throw conflict('They are unmerged already.', undefined, 'unmerged')
  const winner = await readWinner(tenant, merge)
  const later = await laterMerges(tenant, merge)
  const back = takeBack(winner, merge, later, await sameOf(tenant, [merge, ...later], winner))

  const { table, key, origin } = STORED[kind]
  await sql`
    with recursive parts (id) as (
      select ${loser_id}::bigint
      union
      select c.id from parts join ${sql.table(table)} c on c.company_id = ${companyId} and c.merged_into = parts.id
    )
    update directory_keys set ${sql.ref(key)} = ${loser_id}
    where company_id = ${companyId} and ${sql.ref(key)} = ${winner_id} and ${sql.ref(origin)} in (select id from parts)`.execute(
    db,
  )
  await sql`update ${sql.table(table)} set merged_into = null where company_id = ${companyId} and id = ${loser_id}`.execute(
    db,
  )
  await storeHolding(tenant, kind, winner_id, winner, back.has)
  await storeLater(tenant, later, back.later)
  if (kind === 'company') await renameCompany(tenant, winner_id, loser_id, merge.taken.contacts)
  await sql`
    update directory_merges set unmerged_at = now(), unmerged_by = ${caller.personId}
    where company_id = ${companyId} and id = ${mergeId}`.execute(db)
  await tenant.due(ALIKES_DUE)
  return {
    kind,
    winner_id,
    loser_id,
    kept: back.kept.map((field) => ({ field, message: `${labelOf(field)} was changed after the merge.` })),
  }
}

const readMerge = async ({ db, companyId }: Tenant, id: number): Promise<MergeRow> => {
  const { rows } = await sql<MergeRow>`
    select id, kind, winner_id, loser_id, ${NOTHING}::jsonb || before as before, ${NOTHING}::jsonb || taken as taken, merged_at, unmerged_at
    from directory_merges where company_id = ${companyId} and id = ${id}`.execute(db)
  return found('Merge', rows[0])
}

/** What it became part of, while that can be changed. */
const readWinner = async ({ db, companyId }: Tenant, { kind, winner_id, merged_at }: MergeRow): Promise<Holding> => {
  const { table, sets, description } = STORED[kind]
  const forgotten = kind === 'contact' ? sql`coalesce(c.erased_at >= ${merged_at}, false)` : sql`false`
  const { rows } = await sql<
    Holding & { name: string; into: string | null; was: string | null; gone: boolean; forgotten: boolean }
  >`
    select c.own, ${sets} as sets, c.note, ${description} as description, c.name, w.name as into, c.removed_at is not null and c.deleted_at is not null as gone,
      ${forgotten} as forgotten, (select m.before ->> 'name' from directory_merges m
        where m.company_id = ${companyId} and m.kind = ${kind} and m.loser_id = c.id and m.unmerged_at is null) as was
    from ${sql.table(table)} c left join ${sql.table(table)} w on w.company_id = c.company_id and w.id = c.merged_into
    where c.company_id = ${companyId} and c.id = ${winner_id}`.execute(db)
  const { name, into, was, gone, forgotten: emptied, ...has } = found(STORED[kind].noun, rows[0])
  if (into !== null) throw conflict(`${was || name} was merged into ${into}. Unmerge that first.`, undefined, 'merged')
  if (emptied) throw conflict('This contact was forgotten. Nothing is left to take apart.', undefined, 'forgotten')
  if (gone) throw conflict(`${name} is deleted. Restore it first.`, undefined, 'deleted')
  return has
}

const laterMerges = async ({ db, companyId }: Tenant, { id, kind, winner_id }: MergeRow): Promise<MergeRow[]> => {
  const { rows } = await sql<MergeRow>`
    select id, kind, winner_id, loser_id, ${NOTHING}::jsonb || before as before, ${NOTHING}::jsonb || taken as taken, merged_at, unmerged_at from directory_merges
    where company_id = ${companyId} and kind = ${kind} and winner_id = ${winner_id} and id > ${id} and unmerged_at is null
    order by id`.execute(db)
  return rows
}

const storeLater = async (
  { db, companyId }: Tenant,
  was: readonly MergeRow[],
  now: readonly { id: number; before: object }[],
) => {
  for (const { id, before } of now)
    if (JSON.stringify(was.find((row) => row.id === id)?.before) !== JSON.stringify(before))
      await sql`
        update directory_merges set before = ${JSON.stringify(before)}::jsonb where company_id = ${companyId} and id = ${id}`.execute(
        db,
      )
}

/** A company that was chosen is the same as what it has become part of. */
const sameOf = async ({ db }: Tenant, merges: readonly MergeRow[], { own }: Holding): Promise<Same> => {
  const values = [own, ...merges.flatMap(({ before, taken }) => [before.own, taken.own])].map((of) => of['company_id'])
  const ids = values.filter((value) => typeof value === 'number')
  const { rows } = await sql<{ id: number; now: number }>`
    select w.id, directory_company_now(w.id) as now from unnest(${ids}::bigint[]) w (id)`.execute(db)
  const now = new Map<Value | undefined, number>(rows.map((row) => [row.id, row.now]))
  return (field, one, other) =>
    one === other || (field === 'company_id' && now.has(one) && now.get(one) === now.get(other))
}
