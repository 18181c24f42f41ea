import { sql } from 'kysely'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { sqlState, type FieldError } from '#server/kit/errors.ts'
import type { BaseFields, Known } from './edit.ts'

interface Wanted {
  id: number
  base: Partial<BaseFields>
  values: ReadonlyMap<number, AttributeValue | null>
}

/** What of a product another one has already, and which. */
export interface Taken {
  fields: FieldError[]
  by: number | undefined
}

/** What may be only once: the field on the wire, the attribute (0: a column of the product), and the text. */
interface Claim {
  id: number
  field: string
  label: string
  attribute: number
  text: string
}

/** Which of the products want a code, a GTIN or a unique value that another product has, or another one of them wants. */
export const takenFields = async (
  tenant: Tenant,
  known: Known,
  wanted: readonly Wanted[],
): Promise<Map<number, Taken>> => {
  const claims = wanted.flatMap((each) => claimsOf(known, each))
  const taken = new Map<number, Taken>()
  if (claims.length === 0) return taken
  const refuse = ({ id, field }: Claim, message: string, by?: number) => {
    const { fields = [], by: first = by } = taken.get(id) ?? {}
    taken.set(id, { fields: [...fields, { field, message }], by: first })
  }
  for (const { claim, holder } of await holdersOf(tenant, claims)) refuse(claim, heldBy(claim, holder), holder.id)
  const first = new Set<string>()
  for (const claim of claims) {
    const key = `${claim.field} ${claim.text.toLowerCase()}`
    if (first.has(key)) refuse(claim, `The ${claim.label} ${claim.text} is said of another product, too.`)
    first.add(key)
  }
  return taken
}

/** Does what looks for `takenFields` and stores the rest; once more where others have stored one of them in between. */
export const orTaken = async <T>({ db }: Tenant, work: () => Promise<T>): Promise<T> => {
  try {
    // Together: the savepoint stands before whatever the work asks for first.
    const [, done] = await Promise.all([sql`savepoint claims`.execute(db), work()])
    await sql`release savepoint claims`.execute(db)
    return done
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    await sql`rollback to savepoint claims`.execute(db)
    return work()
  }
}

const heldBy = ({ attribute, label, text }: Claim, { code, name }: Holder) =>
  attribute ? `${label} is already used by ${code} ${name}.` : `The ${label} ${text} belongs to ${name}.`

const claimsOf = ({ attributes }: Known, { id, base, values }: Wanted): Claim[] => [
  ...(base.code ? [{ id, field: 'code', label: 'code', attribute: 0, text: base.code }] : []),
  ...(base.gtin ? [{ id, field: 'gtin', label: 'GTIN', attribute: 0, text: base.gtin }] : []),
  ...[...attributes.values()].flatMap((attribute) => {
    const value = attribute.unique_values ? values.get(attribute.id) : undefined
    return typeof value === 'string'
      ? [{ id, field: `attributes.${attribute.code}`, label: attribute.label, attribute: attribute.id, text: value }]
      : []
  }),
]

interface Holder {
  id: number
  code: string
  name: string
}

/** Row-level security switches indexes off where a text is folded beside the rows: it is folded before. */
const holdersOf = async (
  { db, companyId }: Tenant,
  claims: readonly Claim[],
): Promise<{ claim: Claim; holder: Holder }[]> => {
  const { rows } = await sql<Holder & { place: number }>`
    with w as materialized (
      select *, fold(said) as folded, case when field = 'code' then product_by_code(said) end as coded
      from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ field }) => field)}::text[],
        ${claims.map(({ attribute }) => attribute)}::bigint[], ${claims.map(({ text }) => text)}::text[])
        with ordinality as w (id, field, attribute, said, place)
    )
    select w.place - 1 as place, h.id, h.code, h.name
    from w
    cross join lateral (
      select p.id, p.code, p.name from products p where p.company_id = ${companyId} and p.id = w.coded
      union all
      select p.id, p.code, p.name from products p
      where w.field = 'gtin' and p.company_id = ${companyId} and p.gtin = w.said and p.deleted_at is null
      union all
      select p.id, p.code, p.name from product_values v join products p on p.company_id = v.company_id and p.id = v.product_id
      where v.company_id = ${companyId} and v.attribute_id = w.attribute and v.unique_key = w.folded
    ) h
    where h.id <> w.id`.execute(db)
  return rows.flatMap(({ place, ...holder }) => {
    const claim = claims[place]
    return claim ? [{ claim, holder }] : []
  })
}
