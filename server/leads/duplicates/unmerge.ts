import { sql } from 'kysely'
import { MERGE_FIELDS, type MergeField } from '#contract/leads/duplicates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockGroups, regroup } from './groups.ts'
import { refreshLeads } from '#server/leads/lead/refresh-leads.ts'
import { writtenLead } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { sumAgain } from '#server/leads/lead/product-lines.ts'
import { returnClocks } from '#server/leads/sla/detached-clocks.ts'
import { holdLeads, LOCK } from '#server/leads/lead/write.ts'
import { lockRestrictions } from '#server/leads/restricted-domains/restriction.ts'
import { changesAt, fold, same } from '#server/platform/changes/change-set.ts'
import { lockRows } from '#server/platform/changes/rows.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { changedSince } from '#server/kit/merge-edits.ts'
import { COLUMNS_OF, EXCHANGED, MOVED_TABLES, type MovedTable } from './fields.ts'
import { moveRows, type Moved } from './merge.ts'
import { mayBeRestricted } from './plan.ts'
import { restoreQueued } from './queued.ts'

interface MergeRow {
  id: number
  winner_id: number
  loser_id: number
  change_set: string
  moved: Moved
  queued: object[]
  unmerged_at: string | null
}

interface Kept {
  field: string
  message: string
}

/** Takes a merge back: both leads as they were, but for what somebody has changed since. */
export const unmergeLeads = async (tenant: Tenant, caller: Caller, mergeId: number) => {
  await lockRestrictions(tenant, 'shared')
  await lockGroups(tenant)
  const merge = await lockMerge(tenant, mergeId)
  const { winner_id, loser_id, queued } = merge
  const winner = await lockBoth(tenant, caller, merge)
  if (merge.unmerged_at !== null) throw conflict('These leads are already unmerged.', undefined, 'unmerged')

  await tenant.setReason(`Unmerged no. ${winner.loser_no} from no. ${winner.lead_no}`)
  await sql`update lead_merges set unmerged_at = now(), unmerged_by = ${caller.personId}
    where company_id = ${tenant.companyId} and id = ${mergeId}`.execute(tenant.db)
  const missing = await moveBack(tenant, merge)
  const { kept, back } = await putBackFields(tenant, merge)
  await sql`update leads set deleted_at = null where company_id = ${tenant.companyId} and id = ${loser_id}`.execute(
    tenant.db,
  )
  if (merge.moved.clocks_of.length > 0 && COLUMNS_OF.decision.some((column) => back.includes(column)))
    await returnClocks(tenant, winner_id, merge.change_set)
  await sumAgain(tenant, [winner_id, loser_id])
  await restoreQueued(tenant, queued)
  await refreshLeads(tenant, [winner_id, loser_id], mayBeRestricted(back) || emailKept(kept, back) ? [winner_id] : [], [
    loser_id,
  ])
  await regroup(tenant, [winner_id, loser_id])
  return {
    winner: await writtenLead(tenant, caller, winner_id),
    loser: await writtenLead(tenant, caller, loser_id),
    kept: [...kept, ...missing],
  }
}

/** What held it back, or let it in, was of an email that it has no more. */
const emailKept = (kept: readonly Kept[], back: readonly string[]) =>
  back.includes('quarantined_by') && kept.some(({ field }) => field === 'email')

/** Earlier merges left them where they were. */
const NOT_MOVED = JSON.stringify({ lead_acceptances: [], lead_acceptances_back: [], clocks_of: [] })

const lockMerge = async ({ db, companyId }: Tenant, id: number): Promise<MergeRow> => {
  const { rows } = await sql<MergeRow>`
    select id, winner_id, loser_id, change_set, ${NOT_MOVED}::jsonb || moved as moved, queued, unmerged_at from lead_merges
    where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return found('Merge', rows[0])
}

/** Both leads, locked in the order of their ids. The winner must be there, whole, and on a list of the caller's. */
const lockBoth = async (tenant: Tenant, caller: Caller, { winner_id, loser_id, unmerged_at }: MergeRow) => {
  const { db, companyId } = tenant
  await holdLeads(tenant, [winner_id, loser_id])
  const { rows } = await sql<{
    id: number
    lead_no: number
    deleted_at: string | null
    visible: boolean
    now_no: number
  }>`
    select l.id, l.lead_no, l.deleted_at, ${visibleTo(caller)} as visible,
      (select n.lead_no from leads n where n.company_id = ${companyId} and n.id = lead_now(l.id)) as now_no
    from leads l where l.company_id = ${companyId} and l.id = any (${[winner_id, loser_id]}::bigint[])
    order by l.id for update of l`.execute(db)
  const winner = rows.find(({ id, visible }) => id === winner_id && visible)
  const loser = rows.find(({ id }) => id === loser_id)
  const { lead_no, deleted_at, now_no } = found('Merge', winner)
  if (deleted_at !== null && unmerged_at === null)
    throw now_no === lead_no
      ? conflict(`No. ${lead_no} is deleted. Restore it first.`, undefined, 'deleted')
      : conflict(`No. ${lead_no} was merged into no. ${now_no}. Unmerge that first.`, undefined, 'merged')
  return { lead_no, loser_no: found('Merge', loser).lead_no }
}

const WHAT: Record<MovedTable, string> = {
  lead_items: 'products',
  lead_comments: 'comments',
  lead_verdicts: 'verdicts',
  lead_acceptances: 'acceptances',
}

/** Hands the rows back; what is not there any more is told. */
const moveBack = async (tenant: Tenant, { winner_id, loser_id, moved }: MergeRow): Promise<Kept[]> => {
  const kept: Kept[] = []
  const tell = (table: MovedTable, missing: number) => {
    if (missing > 0)
      kept.push({ field: WHAT[table], message: `${missing} of the ${WHAT[table]} have been removed since` })
  }
  for (const table of MOVED_TABLES) {
    const ids = moved[table]
    tell(table, ids.length - (await moveRows(tenant, table, ids, winner_id, loser_id)))
  }
  for (const [table, back] of EXCHANGED) {
    const ids = moved[back]
    tell(table, ids.length - (await moveRows(tenant, table, ids, loser_id, winner_id)))
  }
  return kept
}

/** Counts with the lead's version whenever its lines change: it never goes back. */
const LINES = 'products_version'

/** Gives the winner its fields back as the history of the merge knows them; one that was changed since stays. Answers the columns that are back. */
const putBackFields = async (
  tenant: Tenant,
  { winner_id, change_set }: MergeRow,
): Promise<{ kept: Kept[]; back: string[] }> => {
  const { db, companyId } = tenant
  const merged = fold(await changesAt(tenant, change_set, [{ root: 'leads', root_id: winner_id }])).find(
    ({ entity }) => entity === 'leads',
  )
  if (!merged || merged.version === null) return { kept: [], back: [] }
  const changed = merged.fields
  const [, now] = found('Lead', (await lockRows(tenant, 'leads', [winner_id], LOCK.change))[0])
  // Also what the merge left as it was: the rest of its field would come back beside what it is now.
  const asMerged = await changedSince(tenant, { entity: 'leads', id: winner_id }, merged.version)
  for (const [column, [, made]] of Object.entries(changed)) asMerged.set(column, made)
  const isKept = (column: string) => asMerged.has(column) && !same(asMerged.get(column), now[column])
  const keptFields = MERGE_FIELDS.filter(
    (field) => columnsOf(field).some((column) => column in changed) && columnsOf(field).some(isKept),
  )
  const keptColumns = new Set<string>(keptFields.flatMap(columnsOf))
  const back = Object.keys(changed).filter((column) => column !== LINES && !keptColumns.has(column) && !isKept(column))
  const columns = [
    ...back.map((column) => sql`${sql.ref(column)} = old.${sql.ref(column)}`),
    ...(LINES in changed ? [sql`products_version = l.version + 1`] : []),
  ]
  if (columns.length > 0) {
    const old = JSON.stringify(Object.fromEntries(back.map((column) => [column, changed[column]?.[0]])))
    await sql`
      update leads l set ${sql.join(columns)}
      from jsonb_populate_record(null::leads, ${old}::jsonb) old
      where l.company_id = ${companyId} and l.id = ${winner_id}`.execute(db)
  }
  const kept = keptFields.map((field) => ({
    field,
    message: `The ${WORDS[field] ?? field} was changed after the merge`,
  }))
  return { kept, back }
}

const columnsOf = (field: MergeField): readonly string[] => COLUMNS_OF[field]

const WORDS: Partial<Record<MergeField, string>> = {
  email: 'email',
  further: 'list of other emails and phones',
  decision: 'status',
  sales_person: 'sales person',
}
