import type { Reply } from '#contract/kit/endpoint.ts'
import { productStructure, type Attribute, type Category } from '#contract/catalogue/product-structure.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import type { Option } from '#web/kit/list/list.ts'

type Tree = Reply<typeof productStructure.tree>['data']

/** A category at its place in the tree. */
export interface PlacedCategory extends Category {
  depth: number
  /** "Valves › Ball valves" */
  path: string
}

/** The categories of the catalogue and the attributes of its products, looked up by what they go by. */
export interface Structure {
  /** Each before those below it. */
  categories: readonly PlacedCategory[]
  attributes: readonly Attribute[]
  /** What the company asks of all its products beside name, code and category. */
  requiredFields: readonly string[]
  category: (id: number | null) => PlacedCategory | undefined
  attribute: (id: number) => Attribute | undefined
  attributeOf: (code: string) => Attribute | undefined
}

/** The structure of the caller’s catalogue; undefined until it is there. */
export const useStructure = () => {
  const { tree } = productStructure
  const answer = useOne(tree, {}, { staleTime: 60_000, enabled: can(tree) })
  const data = answer.data?.data
  return { structure: data && structureOf(data), failure: answer.error, retry: () => void answer.refetch() }
}

const made = new WeakMap<Tree, Structure>()

export const structureOf = (tree: Tree): Structure => {
  const structure = made.get(tree) ?? makeStructure(tree)
  made.set(tree, structure)
  return structure
}

const makeStructure = ({ categories, attributes, required_fields }: Tree): Structure => {
  const placed = placedBelow(null, categories)
  const [ofCategory, ofAttribute] = [byId(placed), byId(attributes)]
  const ofCode = new Map(attributes.map((attribute) => [attribute.code, attribute]))
  return {
    categories: placed,
    attributes,
    requiredFields: required_fields,
    category: (id) => (id === null ? undefined : ofCategory.get(id)),
    attribute: (id) => ofAttribute.get(id),
    attributeOf: (code) => ofCode.get(code),
  }
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

const placedBelow = (above: PlacedCategory | null, all: readonly Category[]): PlacedCategory[] =>
  all
    .filter(({ parent_id }) => parent_id === (above?.id ?? null))
    .toSorted((one, other) => one.position - other.position || one.name.localeCompare(other.name))
    .flatMap((category) => {
      const placed = above
        ? { ...category, depth: above.depth + 1, path: `${above.path} › ${category.name}` }
        : { ...category, depth: 0, path: category.name }
      return [placed, ...placedBelow(placed, all)]
    })

/** Categories as choices by their paths. */
export const pathOptions = (categories: readonly PlacedCategory[]) =>
  categories.map(({ id, path }) => ({ value: id, label: path }))

/** The tree as choices, each below the one that it belongs to. */
export const categoryOptions = (structure: Structure | undefined): Option[] =>
  (structure?.categories ?? []).map(({ id, name, depth }) => ({ value: String(id), label: name, depth }))
