import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import { structureEdits, type CatalogueSettings } from '#contract/catalogue/structure-edits.ts'
import { changes } from '#contract/platform/changes.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putProducts } from './products.ts'

export const STRUCTURE_KEYS = [
  'configuration_edit',
  'master_products_view',
  'master_products_edit',
  'activity_logs_view',
  'changes_undo_others',
] as const

/** A person of a company of their own that has a dozen products. */
export const productCompany = async (app: TestApp, name: string) => {
  const person = await app.signIn({ can: STRUCTURE_KEYS, name })
  const products = Array.from({ length: 12 }, (_, at) => ({
    code: `S${at}`,
    name: `S${at}`,
    ...(at % 3 && { category: `K${at % 3}` }),
  }))
  await putProducts(app, person, ...products)
  return person
}

const FIELDS = ['brand', 'unit', 'description'] as const satisfies CatalogueSettings['required_fields']

/** Random changes of what products must have and of what they have, by calls; what is refused is refused. */
export const structureActs = (person: TestPerson, random: () => number) => {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const maybe = () => random() < 0.5
  const tree = async () => (await person.call(productStructure.tree, {})).data
  const products = async () => (await person.call(masterProducts.list, { query: { pageSize: 100 } })).data
  let made = person.id * 1_000

  const acts: (() => Promise<unknown>)[] = [
    async () =>
      person.call(structureEdits.addCategory, {
        body: { name: `C${made++}`, parent_id: maybe() ? null : (pick((await tree()).categories)?.id ?? null) },
      }),
    () => person.call(structureEdits.addAttribute, { body: { label: `A${made++}`, type: 'text' } }),
    async () => {
      const { categories, attributes } = await tree()
      const attributesOf = attributes.filter(maybe).map(({ id }) => ({ attribute_id: id, required: maybe() }))
      const id = pick(categories)?.id ?? 0
      return person.call(structureEdits.setAttributes, { params: { id }, body: { attributes: attributesOf } })
    },
    async () => {
      const { categories } = await tree()
      const [id, parent] = [pick(categories)?.id ?? 0, maybe() ? null : (pick(categories)?.id ?? null)]
      return person.call(structureEdits.updateCategory, { params: { id }, body: { parent_id: parent } })
    },
    async () => {
      const { categories } = await tree()
      const body = { id: pick(categories)?.id ?? 0, replace_with: pick(categories)?.id ?? null, dryRun: random() < 0.3 }
      return person.call(structureEdits.deleteCategory, { body })
    },
    async () => person.call(structureEdits.deleteAttribute, { body: { id: pick((await tree()).attributes)?.id ?? 0 } }),
    () => person.call(structureEdits.setSettings, { body: { required_fields: FIELDS.filter(maybe) } }),
    async () =>
      person.call(masterProducts.update, {
        params: { id: pick(await products())?.id ?? 0 },
        body: { category_id: pick((await tree()).categories)?.id ?? null, brand: maybe() ? 'Kesla' : null },
      }),
    async () => {
      const { attributes } = await tree()
      const values = Object.fromEntries(attributes.filter(maybe).map(({ code }) => [code, maybe() ? 'x' : null]))
      return person.call(masterProducts.update, {
        params: { id: pick(await products())?.id ?? 0 },
        body: { attributes: values, unit: maybe() ? 'piece' : null },
      })
    },
    () => person.call(masterProducts.add, { body: { name: `P${made}`, code: `P${made++}` } }),
    async () => {
      const { data } = await person.call(changes.list, { query: { by: 'everybody', limit: 20 } })
      const changeSet = pick(data.filter(({ not_undoable }) => not_undoable === null))?.change_set
      return changeSet && person.call(changes.undo, { body: { changeSet, dependents: 'all' } })
    },
  ]
  return () => pick(acts)?.()
}

/** Products whose stored counts are not those that they would be counted to now. */
export const wrongCounts = (app: TestApp, { companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select p.id, p.required_count, n.required, p.filled_count, n.filled from products p
     join product_counts(array(select id from products where company_id = $1)) n on n.id = p.id
     where p.company_id = $1 and p.deleted_at is null and (p.required_count, p.filled_count) is distinct from (n.required, n.filled)`,
    [companyId],
  )
