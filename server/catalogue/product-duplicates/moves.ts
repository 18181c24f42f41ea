import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { addNames, isAdded } from '#server/catalogue/product-names/names.ts'
import { moveProductLines } from '#server/leads/published.ts'

/** What hangs on a product and goes over to the one that it becomes part of: ids by table, and other names that it gets. */
export interface Moved {
  lines: number[]
  product_pictures: number[]
  product_synonyms: number[]
  vendor_updates: number[]
  /** Made of the loser’s name and code. */
  learned: number[]
}

const TABLES = ['product_pictures', 'product_synonyms', 'vendor_updates'] as const
type Table = (typeof TABLES)[number]

const standing = (table: Table) => (table === 'product_synonyms' ? sql`` : sql`and t.deleted_at is null`)
/** A picture that both have stays with its product. */
const MOST_PICTURES = 12

/** How many rows of each would go over. */
export const movesOf = async ({ db, companyId }: Tenant, loserId: number) => {
  const { rows } = await sql<{ lines: number; pictures: number; synonyms: number; vendor_updates: number }>`
    select (select count(*) from lead_items i where i.company_id = ${companyId} and i.product_id = ${loserId}) as lines,
      (select count(*) from product_pictures t where t.company_id = ${companyId} and t.product_id = ${loserId} ${standing('product_pictures')}) as pictures,
      (select count(*) from product_synonyms t where t.company_id = ${companyId} and t.product_id = ${loserId}) as synonyms,
      (select count(*) from vendor_updates t where t.company_id = ${companyId} and t.product_id = ${loserId} ${standing('vendor_updates')}) as vendor_updates`.execute(
    db,
  )
  return rows[0] ?? { lines: 0, pictures: 0, synonyms: 0, vendor_updates: 0 }
}

/** Hands over all that hangs on the loser, and remembers its name and code as other names of the winner. */
export const moveAll = async (
  tenant: Tenant,
  { id: loserId, name, code }: { id: number; name: string; code: string },
  winnerId: number,
): Promise<Moved> => {
  const lines = await moveProductLines(tenant, { from: loserId, to: winnerId })
  const pictures = await movablePictures(tenant, loserId, winnerId)
  return {
    lines,
    product_pictures: await moveRows(tenant, 'product_pictures', loserId, winnerId, pictures),
    product_synonyms: await moveRows(tenant, 'product_synonyms', loserId, winnerId),
    vendor_updates: await moveRows(tenant, 'vendor_updates', loserId, winnerId),
    learned: await learnNames(tenant, winnerId, [name, code]),
  }
}

/** Hands back what is still there; answers of how many rows each lacks. */
export const moveBack = async (tenant: Tenant, moved: Moved, loserId: number, winnerId: number) => {
  const lines = await moveProductLines(tenant, { from: winnerId, to: loserId, only: moved.lines })
  const missing = {
    lines: moved.lines.length - lines.length,
    product_pictures: 0,
    product_synonyms: 0,
    vendor_updates: 0,
  }
  for (const table of TABLES)
    missing[table] = moved[table].length - (await moveRows(tenant, table, winnerId, loserId, moved[table])).length
  await sql`
    delete from product_synonyms
    where company_id = ${tenant.companyId} and product_id = ${winnerId} and id = any(${moved.learned}::bigint[])`.execute(
    tenant.db,
  )
  return missing
}

const moveRows = async (
  { db, companyId }: Tenant,
  table: Table,
  from: number,
  to: number,
  only?: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} t set product_id = ${to}
    where t.company_id = ${companyId} and t.product_id = ${from} ${standing(table)}
      ${only === undefined ? sql`` : sql`and t.id = any(${only}::bigint[])`}
    returning t.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** As many as the winner has room for, behind its own. */
const movablePictures = async ({ db, companyId }: Tenant, loserId: number, winnerId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select t.id from product_pictures t
    where t.company_id = ${companyId} and t.product_id = ${loserId} and t.deleted_at is null and not exists (
      select from product_pictures w
      where w.company_id = ${companyId} and w.product_id = ${winnerId} and w.picture_id = t.picture_id and w.deleted_at is null)
    order by t.position, t.id
    limit greatest(0, ${MOST_PICTURES} - (
      select count(*) from product_pictures w where w.company_id = ${companyId} and w.product_id = ${winnerId} and w.deleted_at is null))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A name that means another product already stays that one’s. */
const learnNames = async (tenant: Tenant, productId: number, names: readonly string[]): Promise<number[]> => {
  const outcomes = await addNames(
    tenant,
    names.map((text) => ({ productId, text })),
    { source: 'learned' },
  )
  return outcomes.flatMap((outcome) => (isAdded(outcome) ? (outcome.id ?? []) : []))
}
