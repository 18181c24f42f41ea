import { BASE_LABELS } from '#contract/catalogue/master-products.ts'
import type { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { textOf } from '#contract/catalogue/value-texts.ts'
import { sameValue, type AttributeValue } from '#contract/catalogue/values.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { BASE_NAMES, type Standing } from '#server/catalogue/master-products/edit.ts'
import type { KnownAttribute, OptionOf } from '#server/catalogue/product-structure/attributes.ts'
import { badField } from '#server/kit/errors.ts'

type Picks = NonNullable<BodyOf<typeof productDuplicates.merge>['picks']>

/** A field that differs; the winner takes the loser’s, or keeps its own. */
interface Difference {
  field: string
  label: string
  winner: unknown
  loser: unknown
  winnerText: string | null
  loserText: string | null
  chosen: 'winner' | 'loser'
}

/** What the winner takes, field by field, as it was and as it becomes. */
export type Taken = { field: string; label: string; old: unknown; made: unknown }[]

interface Known {
  attributes: readonly KnownAttribute[]
  optionOf: OptionOf
  categoryName: (id: number) => string | undefined
}

/** What merging two products would do. The dry run shows it, the merge does it: there is no second opinion. */
export const planMerge = (known: Known, winner: Standing, loser: Standing, picks: Picks): Difference[] => {
  const differences = [...baseDifferences(known, winner, loser), ...valueDifferences(known, winner, loser)]
  const unknown = Object.keys(picks).find((field) => !differences.some((each) => each.field === field))
  if (unknown !== undefined) throw badField(`picks.${unknown}`, 'Both products have the same there.')
  return differences.map((each) => ({
    ...each,
    chosen: picks[each.field] ?? (each.winner === null ? 'loser' : 'winner'),
  }))
}

const baseDifferences = ({ categoryName }: Known, winner: Standing, loser: Standing): Omit<Difference, 'chosen'>[] =>
  BASE_NAMES.filter((name) => winner.base[name] !== loser.base[name]).map((field) => {
    const text = (value: string | number | null) => {
      if (value === null) return null
      return field === 'category_id' ? (categoryName(Number(value)) ?? null) : String(value)
    }
    const [mine, its] = [winner.base[field], loser.base[field]]
    const label = BASE_LABELS[field]
    return { field, label, winner: mine, loser: its, winnerText: text(mine), loserText: text(its) }
  })

const valueDifferences = ({ attributes, optionOf }: Known, winner: Standing, loser: Standing) =>
  attributes.flatMap((attribute) => {
    const { id, code, label } = attribute
    const [mine = null, its = null] = [winner.values.get(id), loser.values.get(id)]
    if (sameValue(attribute, mine, its)) return []
    const text = (value: AttributeValue | null) => textOf(attribute, value, optionOf(id)) || null
    const field = `attributes.${code}`
    return { field, label, winner: mine, loser: its, winnerText: text(mine), loserText: text(its) }
  })

export const takenBy = (plan: readonly Difference[]): Taken =>
  plan
    .filter(({ chosen }) => chosen === 'loser')
    .map(({ field, label, winner, loser }) => ({ field, label, old: winner, made: loser }))
