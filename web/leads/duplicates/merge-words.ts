import type { Duplicate, DuplicateGroup, Duplicates, MergedField, MergeField } from '#contract/leads/duplicates.ts'
import { ENQUIRY_LABELS } from '#contract/leads/lead.ts'
import { formats } from '#web/kit/look/format.ts'
import { countryName, sourceLabel } from '#web/leads/words/lead-words.ts'

const SAME: Readonly<Record<Duplicate['same'][number], string>> = {
  email: 'email',
  phone: 'phone',
  person: 'name and company',
}

/** `same email and phone`. */
export const sameWords = (same: DuplicateGroup['same']) => {
  const words = same.map((kind) => SAME[kind])
  return `same ${[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')}`
}

export const MERGE_FIELD: Readonly<Record<MergeField, string>> = {
  ...ENQUIRY_LABELS,
  source: 'Source',
  products: 'Products',
  decision: 'Status and QA',
  sales_person: 'Sales person',
}

/** A value of a field as people read it. */
export const mergeValue = (field: MergedField['field'], value: string | null) => {
  if (value === null) return 'Empty'
  if (field === 'country') return countryName(value)
  if (field === 'source') return sourceLabel(value)
  return field === 'decision' ? value.charAt(0).toUpperCase() + value.slice(1) : value
}

/** What stands below the newest: `And 12 older.` */
export const olderWords = (count: number, { at_least }: Pick<Duplicates, 'at_least'>) =>
  `And ${at_least ? 'at least ' : ''}${formats().number(count)} older.`
