import { sql } from 'kysely'
import { columnOf } from '#contract/catalogue/product-imports.ts'
import { DEEPEST_CATEGORY } from '#contract/catalogue/product-structure.ts'
import { PRODUCT_FIELDS } from '#contract/catalogue/product-imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { optionsSaid } from '#server/catalogue/product-structure/attributes.ts'
import { attributesOfColumns } from './columns.ts'
import { keyOfName, readCategories, stepsOf } from './categories.ts'

const MOST_NAMES = 1_000
const LONGEST_NAME = 120

interface Unknown {
  field: string
  name: string
  rows: number
}

/** Names in rejected rows of which there is nothing, each once with its rows; the most frequent first. */
const read = async ({ db, companyId }: Tenant, importId: number): Promise<Unknown[]> => {
  const { rows } = await sql<Unknown>`
    select i.columns -> (said.reason ->> 'column')::int ->> 'field' as field, min(said.reason ->> 'unknown') as name, count(*) as rows
    from import_rows r join imports i on i.company_id = r.company_id and i.id = r.import_id
    cross join lateral jsonb_array_elements(r.reasons) said (reason)
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.outcome = 'rejected' and said.reason ? 'unknown'
    group by 1, fold(said.reason ->> 'unknown') order by rows desc, name limit ${MOST_NAMES}`.execute(db)
  return rows.map(({ field, ...each }) => ({ ...each, field: columnOf(field).target }))
}

export const unknownNames = async (tenant: Tenant, importId: number) => {
  const names = await read(tenant, importId)
  const attributes = await attributesOfColumns(
    tenant,
    names.map(({ field }) => ({ target: field })),
  )
  return names.map((each) => ({ ...each, label: attributes.get(each.field)?.label ?? PRODUCT_FIELDS.category }))
}

/** Creates those categories and options; answers how many there were. */
export const createNames = async (tenant: Tenant, importId: number): Promise<number> => {
  const names = (await read(tenant, importId)).filter(({ name }) =>
    stepsOf(name).every((step) => step.length <= LONGEST_NAME),
  )
  const categories = names.flatMap(({ field, name }) => (field === 'category' ? [name] : []))
  return (
    (await createCategories(tenant, categories)) +
    (await createOptions(
      tenant,
      names.filter(({ field }) => field !== 'category'),
    ))
  )
}

/** One after the other: of a path, each step that is not there comes below the one before. */
const createCategories = async (tenant: Tenant, paths: readonly string[]): Promise<number> => {
  const { db, companyId } = tenant
  const known = await readCategories(tenant)
  const ids = new Map(known.map(({ id, parent_id, name }) => [`${parent_id ?? 0} ${keyOfName(name)}`, id]))
  const codes = new Set(known.map(({ code }) => keyOfName(code)))
  let created = 0
  for (const path of paths) {
    const steps = stepsOf(path).filter(Boolean)
    if (steps.length > DEEPEST_CATEGORY) continue
    let above: number | null = null
    for (const name of steps) {
      const key: string = `${above ?? 0} ${keyOfName(name)}`
      const id = ids.get(key)
      if (id !== undefined) above = id
      else {
        const code = freeCode(name.slice(0, 64), codes)
        const made: { id: number } = await db
          .insertInto('product_categories')
          .values({ company_id: companyId, parent_id: above, code, name })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.set(key, made.id)
        above = made.id
        created++
      }
    }
  }
  return created
}

const createOptions = async (tenant: Tenant, names: readonly Unknown[]): Promise<number> => {
  const { db, companyId } = tenant
  const attributes = await attributesOfColumns(
    tenant,
    names.map(({ field }) => ({ target: field })),
  )
  const optionOf = await optionsSaid(tenant, [...attributes.values()])
  const codes = await optionCodes(
    tenant,
    [...attributes.values()].map(({ id }) => id),
  )
  const options = names.flatMap(({ field, name }) => {
    const attribute = attributes.get(field)
    if (!attribute || optionOf(attribute.id)(name)) return []
    const taken = codes.get(attribute.id) ?? new Set()
    codes.set(attribute.id, taken)
    return [{ company_id: companyId, attribute_id: attribute.id, code: freeCode(codeOf(name), taken), label: name }]
  })
  if (options.length) await db.insertInto('product_attribute_options').values(options).execute()
  return options.length
}

const codeOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '_')
    .slice(0, 60) || 'option'

const optionCodes = async ({ db, companyId }: Tenant, attributes: readonly number[]) => {
  const { rows } = await sql<{ attribute_id: number; codes: string[] }>`
    select attribute_id, array_agg(code) as codes from product_attribute_options
    where company_id = ${companyId} and attribute_id = any(${attributes}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ attribute_id, codes }) => [attribute_id, new Set(codes.map(keyOfName))]))
}

/** The code, with a number behind it where it is taken. */
const freeCode = (wanted: string, taken: Set<string>) => {
  let code = wanted
  for (let n = 2; taken.has(keyOfName(code)); n++) code = `${wanted.slice(0, 58)}_${n}`
  taken.add(keyOfName(code))
  return code
}
