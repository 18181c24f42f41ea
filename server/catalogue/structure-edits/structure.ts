import { sql } from 'kysely'
import type { Attribute, Category } from '#contract/catalogue/product-structure.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'

/** One change of the structure at a time: each rests on all the rest. The same lock as that of `remake_requirements`. */
export const lockStructure = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('remake_requirements'), ${companyId}::int)`.execute(db)
}

export const changedMeanwhile = (what: string, current: object, fields: readonly string[]) =>
  conflict(
    `Someone else has changed this ${what} since you opened it. Review it and try again.`,
    { current, fields },
    'version_conflict',
  )

/** The category with all below it. */
export const withThoseBelow = (all: readonly Category[], id: number): number[] => [
  id,
  ...all.filter(({ parent_id }) => parent_id === id).flatMap((child) => withThoseBelow(all, child.id)),
]

/** On which level it stands: 1 at the top. */
export const levelOf = (all: readonly Category[], id: number | null): number =>
  id === null ? 0 : 1 + levelOf(all, all.find((each) => each.id === id)?.parent_id ?? null)

/** How many levels it takes with those below it. */
export const heightOf = (all: readonly Category[], id: number): number =>
  1 + Math.max(0, ...all.filter(({ parent_id }) => parent_id === id).map((child) => heightOf(all, child.id)))

/** What the category says itself of its attributes, in order. */
export const ownList = ({ attributes }: Category) =>
  attributes
    .filter(({ own }) => own)
    .toSorted((one, other) => one.position - other.position)
    .map(({ attribute_id, own_required }) => ({ attribute_id, required: own_required }))

/** As people compare names: upper and lower case alike. */
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

type Arranged = 'product_categories' | 'product_attributes' | 'product_attribute_options'

/** Puts one of these in its place among the others, which move up. */
export const arrange = async (
  { db, companyId }: Tenant,
  table: Arranged,
  others: readonly Pick<Category | Attribute, 'id'>[],
  id: number,
  place: number = others.length,
) => {
  const ids = others.map((each) => each.id).toSpliced(place, 0, id)
  await sql`
    update ${sql.table(table)} t set position = o.place - 1 from unnest(${ids}::bigint[]) with ordinality o (id, place)
    where t.company_id = ${companyId} and t.id = o.id and t.position <> o.place - 1`.execute(db)
}
