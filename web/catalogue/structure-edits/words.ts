import type { Attribute, Category } from '#contract/catalogue/product-structure.ts'
import type { Effect } from '#contract/catalogue/structure-edits.ts'
import { counted } from '#web/kit/look/format.ts'

export const TYPE_LABELS = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  quantity: 'Quantity with a unit',
  range: 'Range with a unit',
  boolean: 'Yes or no',
  date: 'Date',
  option: 'One option',
  options: 'Several options',
  url: 'Web address',
} as const satisfies Record<Attribute['type'], string>

export const FIELD_LABELS = {
  brand: 'Brand',
  unit: 'Sales unit',
  description: 'Description',
  gtin: 'GTIN',
  image: 'Picture',
} as const

/** What an act does to products: "214 products become incomplete; 31 of them are shown." Undefined: nothing. */
export const effectWords = ({ incomplete, shown }: Effect): string | undefined => {
  if (incomplete === 0) return undefined
  if (incomplete === 1) return `1 product becomes incomplete${shown ? '. It is shown' : ''}.`
  const those =
    shown === 0 ? '' : shown === 1 ? '; 1 of them is shown' : `; ${shown.toLocaleString()} of them are shown`
  return `${counted(incomplete, 'product')} become incomplete${those}.`
}

/** `done`, and what it does to products. */
export const doneWords = (done: string, effect: Effect) => [`${done}.`, effectWords(effect)].filter(Boolean).join(' ')

/** The names of the category and those above it. */
export const pathOf = (all: readonly Category[], id: number | null): string[] => {
  const category = all.find((each) => each.id === id)
  return category ? [...pathOf(all, category.parent_id), category.name] : []
}

/** In the order of the tree, each with its level. */
export const inTree = (
  all: readonly Category[],
  parent: number | null = null,
  level = 1,
): (Category & { level: number })[] =>
  all
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((category) => [{ ...category, level }, ...inTree(all, category.id, level + 1)])

export const categoryOptions = (all: readonly Category[]) =>
  inTree(all).map(({ id }) => ({ value: id, label: pathOf(all, id).join(' › ') }))
