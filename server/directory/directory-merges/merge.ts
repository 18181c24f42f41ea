import { sql } from 'kysely'
import type { directoryMerges, DirectoryKind, MergePlan } from '#contract/directory/directory-merges.ts'
import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import { give, type Before, type Holding, type Taken } from './give.ts'
import { settleMerged } from './groups.ts'
import { planMerge } from './plan.ts'
import { readStanding, STORED, type Standing } from './standing.ts'

/** What a merge is told by, as it is stored: what the loser was called, and what the winner had. */
export type StoredBefore = Before & { name: string }
/** And what it took, with the contacts that named the merged company. */
export type StoredTaken = Taken & { contacts: number[] }

/** Makes some part of another, in the transaction of the request; a dry run only says what would become of it. */
export const mergeInto = async (
  tenant: Tenant,
  caller: Caller,
  kind: DirectoryKind,
  { winner: winnerId, losers: loserIds, picks = {}, dryRun = false }: BodyOf<typeof directoryMerges.mergeContacts>,
): Promise<MergePlan> => {
  if (loserIds.includes(winnerId)) throw badField('losers', `A ${kind} can’t be merged with itself. Choose two.`)
  // What a merge changes, others read and change along with more: one writer at a time, and whoever comes second reads what is there then.
  if (!dryRun) await lockDirectory(tenant)
  const [winner, ...losers] = await readStanding(tenant, kind, [...new Set([winnerId, ...loserIds])])
  if (winner === undefined) throw new Error('The winner was not read')
  const { plan, gives } = await planMerge(tenant, caller, kind, [winner, ...losers], picks)
  let has: Holding = winner
  const steps = losers.map((loser) => {
    const step = give(has, gives.get(loser.id) ?? { own: {}, sets: {}, note: '', description: '' })
    has = step.has
    return { loser, ...step }
  })
  refuseTooMuch(has)
  if (dryRun) return plan

  for (const { loser, before, taken } of steps)
    await storeMerge(tenant, caller, kind, winnerId, loser, before, {
      ...taken,
      contacts: kind === 'company' ? await renameCompany(tenant, loser.id, winnerId) : [],
    })
  const { db, companyId } = tenant
  const ids = losers.map(({ id }) => id)
  const { table, key } = STORED[kind]
  await sql`
    update directory_keys set ${sql.ref(key)} = ${winnerId} where company_id = ${companyId} and ${sql.ref(key)} = any(${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    update ${sql.table(table)} set merged_into = ${winnerId} where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  await storeHolding(tenant, kind, winnerId, winner, has)
  await settleMerged(tenant, kind, ids)
  return plan
}

const refuseTooMuch = ({ sets, note }: Holding) => {
  const tags = sets['tags']?.length ?? 0
  if (tags > DIRECTORY_LIMITS.tags)
    throw badField(
      'losers',
      `Together they have ${tags} tags; ${DIRECTORY_LIMITS.tags} is the most. Take some away first.`,
    )
  if (note.length > DIRECTORY_LIMITS.note)
    throw badField(
      'losers',
      `Their notes together are longer than ${DIRECTORY_LIMITS.note} characters. Shorten one first.`,
    )
}

const storeMerge = (
  { db, companyId }: Tenant,
  caller: Caller,
  kind: DirectoryKind,
  winnerId: number,
  loser: Standing,
  before: Before,
  taken: StoredTaken,
) => {
  const stored: StoredBefore = { ...before, name: loser.candidate.name }
  return db
    .insertInto('directory_merges')
    .values({
      company_id: companyId,
      kind,
      winner_id: winnerId,
      loser_id: loser.id,
      merged_by: caller.personId,
      before: JSON.stringify(stored),
      taken: JSON.stringify(taken),
    })
    .execute()
}

/** Contacts for whom somebody has chosen a company name the other one; answers which. */
export const renameCompany = async (
  { db, companyId }: Tenant,
  from: number,
  to: number,
  only?: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update directory_contacts set own = jsonb_set(own, '{company_id}', to_jsonb(${to}::bigint))
    where company_id = ${companyId} and directory_company_id = ${from} and own ->> 'company_id' = ${String(from)}
      ${only === undefined ? sql`` : sql`and id = any(${only}::bigint[])`}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores what has changed of what people set. */
export const storeHolding = async (
  { db, companyId }: Tenant,
  kind: DirectoryKind,
  id: number,
  was: Holding,
  has: Holding,
) => {
  if (JSON.stringify(kept(was)) === JSON.stringify(kept(has))) return
  const { sets, note, description } = has
  const { wrong_emails: _, ...set } = has.own
  const wrong = sets['wrong_emails']?.toSorted().join(' ')
  const own = wrong ? { ...set, wrong_emails: wrong } : set
  const more =
    kind === 'contact'
      ? sql`do_not_contact = ${sets['marks']?.includes('do_not_contact') ?? false}`
      : sql`roles = ${sets['roles'] ?? []}::text[], description = ${description}`
  await sql`
    update ${sql.table(STORED[kind].table)} set own = ${JSON.stringify(own)}::jsonb, tags = ${sets['tags'] ?? []}::text[],
      pinned = ${sets['pinned'] ?? []}::text[], note = ${note}, ${more}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}
const kept = ({ own, sets, note, description }: Holding) => ({ own, sets, note, description })
