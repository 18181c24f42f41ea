import type { Duplicate, DuplicateGroup, Duplicates, MergedField, MergeField } from '#contract/leads/duplicates.ts'
import { ENQUIRY_LABELS } from '#contract/leads/enquiry-fields.ts'
import { formats } from '#web/kit/look/format.ts'
import { sourceLabel } from '#web/leads/words/lead-words.ts'

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
  name: ENQUIRY_LABELS.name,
  email: ENQUIRY_LABELS.email,
  phone: ENQUIRY_LABELS.phone,
  further: 'Other emails and phones',
  company: ENQUIRY_LABELS.company,
  job_title: ENQUIRY_LABELS.job_title,
  website: ENQUIRY_LABELS.website,
  address: 'Address, city and country',
  message: ENQUIRY_LABELS.message,
  tags: 'Tags',
  source: 'Source',
  products: 'Products',
  decision: 'Status and QA',
  sales_person: 'Sales person',
}

/** What taking a field from both leads means. */
export const OF_BOTH: Readonly<Partial<Record<MergeField, string>>> = {
  further: 'Emails and phones of both',
  message: 'Both messages, one below the other',
  tags: 'Tags of both',
  products: 'Products of both',
}

/** A value of a field as people read it. */
export const mergeValue = (field: MergedField['field'], value: string) => {
  if (field === 'source') return sourceLabel(value)
  return field === 'decision' ? value.charAt(0).toUpperCase() + value.slice(1) : value
}

/** What stands below the newest: `And 12 older.` */
export const olderWords = (count: number, { at_least }: Pick<Duplicates, 'at_least'>) =>
  `And ${at_least ? 'at least ' : ''}${formats().number(count)} older.`
