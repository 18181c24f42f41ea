import { sql } from 'kysely'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import type { duplicates, MergePreview } from '#contract/leads/duplicates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockGroups, regroup } from './groups.ts'
import { holdLeads, LOCK, lockLeads, refuseMerged } from '#server/leads/lead/write.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'
import { refreshLeads } from '#server/leads/lead/refresh-leads.ts'
import { leadRow, writtenLead } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { takeOverClocks } from '#server/leads/sla/detached-clocks.ts'
import { tellVerdictTurned } from '#server/leads/notified/events.ts'
import { becomesBy } from '#server/leads/restricted-domains/restriction-effect.ts'
import { lockRestrictions, newThrowAways, restrictionsOf } from '#server/leads/restricted-domains/restriction.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { EXCHANGED, MOVED_TABLES, type MovedTable } from './fields.ts'
import { checkChosen, partsOf, planMerge, type Part, type Plan } from './plan.ts'
import { mergeById } from './queries.ts'
import { queuedOf } from './queued.ts'

type Pair = BodyOf<typeof duplicates.preview>

/** The rows that a merge handed over. */
export type Moved = Record<MovedTable | 'lead_items_back' | 'lead_acceptances_back' | 'clocks_of', number[]>

/** What the merge would do, without doing it. */
export const previewMerge = async (
  tenant: Tenant,
  caller: Caller,
  { winnerId, loserId, choices = {} }: Pair,
): Promise<Reply<typeof duplicates.preview>['data']> => {
  checkPair(winnerId, loserId)
  const visible = visibleTo(caller)
  for (const id of [winnerId, loserId]) await refuseMerged(tenant, id, visible)
  const winner = found('Lead', await leadRow(tenant, winnerId, visible))
  const loser = found('Lead', await leadRow(tenant, loserId, visible))
  const plan = planMerge(...inOrder(await partsOf(tenant, [winnerId, loserId]), winnerId, loserId), choices)
  return {
    winner,
    loser,
    fields: plan.fields,
    moves: {
      products: plan.linesIn.length,
      comments: plan.loser.comments.length,
      verdicts: plan.loser.verdicts.length,
    },
    total_quantity: plan.total_quantity,
    restricted_by: await restrictedBy(tenant, plan),
  }
}

/** Makes one lead part of another, in the transaction of the request. */
export const mergeLeads = async (tenant: Tenant, caller: Caller, body: BodyOf<typeof duplicates.merge>) => {
  const { winnerId, loserId, choices = {} } = body
  checkPair(winnerId, loserId)
  // Whoever changes a restricted domain takes its lock before the leads'.
  await lockRestrictions(tenant, 'shared')
  // The groups' lock comes before the leads': the worker that holds it may have to wait for a lead.
  await lockGroups(tenant)
  const visible = visibleTo(caller)
  await holdLeads(tenant, [winnerId, loserId])
  const locked = await lockLeads(tenant, [winnerId, loserId], visible, LOCK.merge)
  for (const id of [winnerId, loserId]) await refuseMerged(tenant, id, visible)
  if (locked.length < 2) found('Lead', undefined)
  const [winner, loser] = inOrder(await partsOf(tenant, [winnerId, loserId]), winnerId, loserId)
  await checkSeen(tenant, caller, winner, body.winnerVersion)
  await checkSeen(tenant, caller, loser, body.loserVersion)
  const plan = planMerge(winner, loser, choices)
  checkChosen(plan)

  await tenant.setReason(`No. ${loser.lead_no} merged into no. ${winner.lead_no}`)
  const mergeId = await apply(tenant, caller, plan)
  await refreshLeads(tenant, [winner.id], plan.screened ? [winner.id] : [])
  await regroup(tenant, [winner.id, loser.id])
  return {
    lead: await writtenLead(tenant, caller, winner.id),
    merge: found('Merge', await mergeById(tenant, mergeId)),
  }
}

/** The domain by which the winner is held back, or made invalid, once it is screened; null for none. A throw-away one goes on the list with the merge. */
const restrictedBy = async (tenant: Tenant, { screened }: Plan): Promise<MergePreview['restricted_by']> => {
  if (screened?.status !== 'new' || screened.email_domain === null) return null
  const domain = screened.email_domain
  const restriction = (await restrictionsOf(tenant, [domain])).get(domain)
  if (restriction) return { domainName: restriction.domainName, becomes: becomesBy(restriction) }
  const throwAway = (await newThrowAways(tenant, [domain])).get(domain)
  return throwAway === undefined ? null : { domainName: throwAway, becomes: 'held' }
}

const checkPair = (winnerId: number, loserId: number) => {
  if (winnerId === loserId) throw badField('loserId', 'A lead can’t be merged with itself. Choose two leads')
}

const inOrder = (parts: readonly Part[], winnerId: number, loserId: number): [Part, Part] => [
  found(
    'Lead',
    parts.find(({ id }) => id === winnerId),
  ),
  found(
    'Lead',
    parts.find(({ id }) => id === loserId),
  ),
]

/** The preview was of these versions: whatever has changed since may change the choice. */
const checkSeen = async (tenant: Tenant, caller: Caller, { id, lead_no, version }: Part, seen: number | undefined) => {
  if (seen === undefined || seen === version) return
  throw conflict(
    `No. ${lead_no} has changed since you opened it. Review both, then merge.`,
    { current: await writtenLead(tenant, caller, id) },
    'version_conflict',
  )
}

const apply = async (tenant: Tenant, caller: Caller, plan: Plan) => {
  const { db, companyId, changeSet } = tenant
  const {
    winner,
    loser,
    taken,
    further,
    message,
    tags,
    linesIn,
    linesOut,
    acceptancesIn,
    acceptancesOut,
    total_quantity,
  } = plan
  const moved: Moved = {
    lead_items: linesIn,
    lead_items_back: linesOut,
    lead_comments: loser.comments,
    lead_verdicts: loser.verdicts,
    lead_acceptances: acceptancesIn,
    lead_acceptances_back: acceptancesOut,
    clocks_of: taken.includes('status') ? [loser.id] : [],
  }
  const { id } = await db
    .insertInto('lead_merges')
    .values({
      company_id: companyId,
      winner_id: winner.id,
      loser_id: loser.id,
      merged_by: caller.personId,
      change_set: changeSet,
      moved: JSON.stringify(moved),
      queued: JSON.stringify(await queuedOf(tenant, [winner.id, loser.id])),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [table, back] of EXCHANGED) await moveRows(tenant, table, moved[back], winner.id, loser.id)
  for (const table of MOVED_TABLES) await moveRows(tenant, table, moved[table], loser.id, winner.id)
  const columns = [
    ...taken.map((name) => sql`${sql.ref(name)} = other.${sql.ref(name)}`),
    ...(further === undefined ? [] : [sql`further = ${further.length > 0 ? JSON.stringify(further) : null}::jsonb`]),
    ...(message === undefined ? [] : [sql`message = ${message}`]),
    ...(tags === undefined ? [] : [sql`tags = ${tags}::text[]`]),
    ...(loser.external_id !== null && winner.external_id === null ? [sql`external_id = ${loser.external_id}`] : []),
    ...(total_quantity === winner.total_quantity ? [] : [sql`total_quantity = ${total_quantity}`]),
    ...(linesIn.length + linesOut.length > 0 ? [sql`products_version = l.version + 1`] : []),
  ]
  if (taken.includes('status') && winner.status !== loser.status && isVerdict(winner.status) && isVerdict(loser.status))
    await tellVerdictTurned(tenant, [winner.id], loser.status)
  if (columns.length > 0)
    await sql`
      update leads l set ${sql.join(columns)} from leads other
      where l.company_id = ${companyId} and l.id = ${winner.id} and other.company_id = ${companyId} and other.id = ${loser.id}`.execute(
      db,
    )
  for (const from of moved.clocks_of) await takeOverClocks(tenant, { to: winner.id, from })
  await removeLeads(tenant, [loser.id])
  return id
}

const isVerdict = (status: Part['status']) => status === 'valid' || status === 'invalid'

/** Hands rows from one lead to another; answers how many were still there. */
export const moveRows = async (
  { db, companyId }: Tenant,
  table: MovedTable,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<number> => {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set lead_id = ${to}
    where company_id = ${companyId} and lead_id = ${from} and id = any (${ids}::bigint[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
