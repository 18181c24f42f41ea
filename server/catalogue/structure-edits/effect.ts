import { sql } from 'kysely'
import type { CatalogueSettings, Effect } from '#contract/catalogue/structure-edits.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** An attribute that products of a category must have. */
export interface Required {
  category_id: number
  attribute_id: number
}

/** Does it; a dry run leaves nothing behind. */
export const inDryRun = async <T>({ db }: Tenant, dryRun: boolean | undefined, work: () => Promise<T>): Promise<T> => {
  if (!dryRun) return work()
  await sql`savepoint dry_run`.execute(db)
  const done = await work()
  await sql`rollback to savepoint dry_run`.execute(db)
  return done
}

/** What these categories require. */
export const requirementsOf = async ({ db, companyId }: Tenant, categories: readonly number[]): Promise<Required[]> => {
  const { rows } = await sql<Required>`
    select category_id, attribute_id from category_requirements
    where company_id = ${companyId} and category_id = any(${categories}::bigint[]) and required`.execute(db)
  return rows
}

/** Does something to these categories, and answers how many of their products it makes incomplete. */
export const effectOn = async (
  tenant: Tenant,
  categories: readonly number[],
  work: () => Promise<unknown>,
): Promise<Effect> => {
  const before = new Set((await requirementsOf(tenant, categories)).map(keyOf))
  await work()
  const after = await requirementsOf(tenant, categories)
  return lacking(
    tenant,
    after.filter((each) => !before.has(keyOf(each))),
  )
}

const keyOf = ({ category_id, attribute_id }: Required) => `${category_id} ${attribute_id}`

/** How many complete products lack one of these. */
export const lacking = async ({ db, companyId }: Tenant, required: readonly Required[]): Promise<Effect> => {
  if (required.length === 0) return NONE
  const { rows } = await sql<Effect>`
    with lacking as (
      select distinct p.id, p.discoverable
      from json_to_recordset(${JSON.stringify(required)}::json) as r (category_id bigint, attribute_id bigint)
      join products p on p.company_id = ${companyId} and p.category_id = r.category_id and p.deleted_at is null and p.complete
      left join product_values v on v.company_id = p.company_id and v.product_id = p.id and v.attribute_id = r.attribute_id
        and v.deleted_at is null
      where v.id is null
    )
    select count(*)::int as incomplete, (count(*) filter (where discoverable))::int as shown from lacking`.execute(db)
  return rows[0] ?? NONE
}

/** How many complete products have one of these fields empty. */
export const lackingFields = async (
  { db, companyId }: Tenant,
  fields: readonly CatalogueSettings['required_fields'][number][],
): Promise<Effect> => {
  const columns = fields.filter((field) => field !== 'image')
  if (columns.length === 0) return NONE
  const { rows } = await sql<Effect>`
    select count(*)::int as incomplete, (count(*) filter (where p.discoverable))::int as shown from products p
    where p.company_id = ${companyId} and p.deleted_at is null and p.complete
      and (${sql.join(
        columns.map((column) => sql`coalesce(${sql.ref(`p.${column}`)}, '') = ''`),
        sql` or `,
      )})`.execute(db)
  return rows[0] ?? NONE
}

export const NONE: Effect = { incomplete: 0, shown: 0 }
export const both = (one: Effect, other: Effect): Effect => ({
  incomplete: one.incomplete + other.incomplete,
  shown: one.shown + other.shown,
})
