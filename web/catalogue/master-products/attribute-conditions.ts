import type { AttributeType } from '#contract/catalogue/value-schema.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'

/** How values are compared, as the call names it. */
export const COMPARISONS = {
  eq: 'is',
  ne: 'is not',
  gte: 'at least',
  lte: 'at most',
  gt: 'more than',
  lt: 'less than',
  has: 'contains',
  empty: 'is empty',
} as const
export type Comparison = keyof typeof COMPARISONS

export const comparisonsOf = (type: AttributeType): readonly Comparison[] => {
  switch (type) {
    case 'number':
    case 'quantity':
    case 'range':
    case 'date':
      return ['gte', 'lte', 'eq', 'empty']
    case 'option':
    case 'options':
      return ['eq', 'ne', 'empty']
    case 'boolean':
      return ['eq', 'empty']
    case 'text':
    case 'long_text':
    case 'url':
      return ['has', 'eq', 'empty']
  }
}

/** `code:op:value` */
export const conditionOf = (code: string, comparison: Comparison, value: string) => `${code}:${comparison}:${value}`

/** "Pressure, highest at least 10 bar" */
export const conditionWords = (condition: string, structure: Structure | undefined) => {
  const [code = '', comparison = '', ...rest] = condition.split(':')
  const attribute = structure?.attributeOf(code)
  const words = Object.entries(COMPARISONS).find(([key]) => key === comparison)?.[1] ?? comparison
  const text = rest.join(':')
  const value = attribute?.options.find((option) => option.code === text)?.label ?? YES_NO[text] ?? text
  return [attribute?.label ?? code, words, value].filter(Boolean).join(' ')
}

const YES_NO: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }
