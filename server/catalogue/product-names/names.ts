import { sql } from 'kysely'
import { MOST_NAMES, type NAME_SOURCES } from '#contract/catalogue/product-names.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** The other names of a product. */
export const namesOf = async ({ db, companyId }: Tenant, productId: number) => {
  const { rows } = await sql<{ id: number; text: string; source: (typeof NAME_SOURCES)[number] }>`
    select id, text, source from product_synonyms where company_id = ${companyId} and product_id = ${productId}
    order by fold(text), id limit ${MOST_NAMES}`.execute(db)
  return rows
}

export interface WantedName {
  /** Null: of a product that is not added yet. */
  productId: number | null
  text: string
}
/** What becomes of a name: it is added (`id` is null in a dry run), the product has it already, or why it cannot be its name. */
export type NameOutcome = { id: number | null } | 'had' | { problem: string }

/**
 * The only way by which products get other names, in the order of `wanted`. A name is one product's alone: one that means another product
 * stays that one's. In a dry run nothing is stored.
 */
export const addNames = async (
  { db, companyId }: Tenant,
  wanted: readonly WantedName[],
  { source, dryRun = false }: { source: (typeof NAME_SOURCES)[number]; dryRun?: boolean },
): Promise<NameOutcome[]> => {
  if (wanted.length === 0) return []
  const said = sql`
    select place - 1 as place, (name ->> 'productId')::bigint as product_id, name ->> 'text' as text, product_key(name ->> 'text') as key
    from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) with ordinality as each (name, place)`
  const holder = sql`
    select s.product_id, p.name from product_synonyms s
    join products p on p.company_id = s.company_id and p.id = s.product_id and p.deleted_at is null
    where s.company_id = ${companyId} and s.key = w.key`
  const { rows } = await sql<{
    key: string
    holder: number | null
    name: string | null
    room: boolean
    first: boolean
  }>`
    with w as materialized (${said})
    select w.key, h.product_id as holder, h.name,
      row_number() over (partition by w.key order by w.place) = 1 as first,
      row_number() over (partition by w.product_id order by w.place)
        + (select count(*) from product_synonyms s where s.company_id = ${companyId} and s.product_id = w.product_id) <= ${MOST_NAMES} as room
    from w left join lateral (${holder}) h on true order by w.place`.execute(db)
  const outcomes = rows.map(({ holder: id, name, room, first }, at): NameOutcome => {
    const { text, productId } = wanted[at] ?? { text: '', productId: null }
    if (!/[\p{L}\p{N}]/u.test(text)) return { problem: `“${text}” has neither letters nor digits.` }
    if (id !== null) return id === productId ? 'had' : { problem: `“${text}” already means ${name}.` }
    if (!first) return { problem: `“${text}” stands twice.` }
    return room ? { id: null } : { problem: `A product has at most ${MOST_NAMES.toLocaleString('en')} other names.` }
  })
  const fresh = wanted.flatMap(({ productId, text }, at) => (isAdded(outcomes[at]) ? { productId, text, at } : []))
  if (dryRun || fresh.length === 0) return outcomes
  // A name of a product that was deleted is free; one that somebody else gave away meanwhile is not.
  const stored = await sql<{ id: number; key: string }>`
    insert into product_synonyms as s (company_id, key, text, product_id, source)
    select ${companyId}::int, product_key(name ->> 'text'), name ->> 'text', (name ->> 'productId')::bigint, ${source}
    from jsonb_array_elements(${JSON.stringify(fresh)}::jsonb) name order by 2
    on conflict (company_id, key) do update set text = excluded.text, product_id = excluded.product_id, source = excluded.source
    where not exists (select from products p where p.company_id = s.company_id and p.id = s.product_id and p.deleted_at is null)
    returning s.id, s.key`.execute(db)
  const ids = new Map(stored.rows.map(({ id, key }) => [key, id]))
  for (const { at, text } of fresh) {
    const id = ids.get(rows[at]?.key ?? '')
    outcomes[at] = id === undefined ? { problem: `“${text}” already means another product.` } : { id }
  }
  return outcomes
}

export const isAdded = (outcome: NameOutcome | undefined): outcome is { id: number | null } =>
  typeof outcome === 'object' && 'id' in outcome
export const problemOf = (outcome: NameOutcome | undefined) =>
  typeof outcome === 'object' && 'problem' in outcome ? outcome.problem : undefined

/** Forgets the name; undefined: there is none. */
export const removeName = async ({ db, companyId }: Tenant, id: number): Promise<string | undefined> => {
  const { rows } = await sql<{ text: string }>`
    delete from product_synonyms where company_id = ${companyId} and id = ${id} returning text`.execute(db)
  return rows[0]?.text
}
