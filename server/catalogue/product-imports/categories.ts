import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

export interface NamedCategory {
  id: number
  parent_id: number | null
  code: string
  name: string
}

/** What a cell says of a category: its id, or why there is none. */
export type CategoryOf = (text: string) => { value: number } | { message: string; unknown?: readonly string[] }

/** Between the names of a path: `Valves > Ball valves`. */
const STEP = />|›|»/
export const stepsOf = (text: string) => text.split(STEP).map((step) => step.trim())
export const keyOfName = (text: string) => text.trim().toLowerCase()

export const readCategories = async ({ db, companyId }: Tenant) =>
  (
    await sql<NamedCategory>`
      select id, parent_id, code, name from product_categories where company_id = ${companyId} and deleted_at is null order by id`.execute(
      db,
    )
  ).rows

/** The company's categories by name, code, or path. */
export const categoriesByName = async (tenant: Tenant): Promise<CategoryOf> => {
  const categories = await readCategories(tenant)
  const byCode = new Map(categories.map(({ id, code }) => [keyOfName(code), id]))
  const byName = Map.groupBy(categories, ({ name }) => keyOfName(name))
  const byParent = new Map(categories.map(({ id, parent_id, name }) => [`${parent_id ?? 0} ${keyOfName(name)}`, id]))
  const byPath = (steps: readonly string[]) =>
    steps.reduce<number | undefined>(
      (above, step) => (above === undefined ? undefined : byParent.get(`${above} ${keyOfName(step)}`)),
      0,
    )
  return (text) => {
    const name = text.trim()
    const steps = stepsOf(name)
    const named = byName.get(keyOfName(name)) ?? []
    const id = (named.length === 1 ? named[0]?.id : undefined) ?? byCode.get(keyOfName(name)) ?? byPath(steps)
    if (id !== undefined) return { value: id }
    if (named.length > 1)
      return {
        message: `There are ${named.length} categories called ${name}. Write the path, as in ${pathOf(categories, named[0])}.`,
      }
    return { message: `There is no category ${name}.`, unknown: [name] }
  }
}

const pathOf = (categories: readonly NamedCategory[], category: NamedCategory | undefined): string => {
  if (!category) return ''
  const above = categories.find(({ id }) => id === category.parent_id)
  return above ? `${pathOf(categories, above)} > ${category.name}` : category.name
}
