import type { ImportEncoding, ImportField, ImportSeparator, ImportState, RowOutcome } from '#contract/imports.ts'
import { ENQUIRY_LABELS, UTM_LABELS } from '#contract/lead.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

export const FIELD: Readonly<Record<ImportField, string>> = {
  ...ENQUIRY_LABELS,
  first_name: 'First name',
  last_name: 'Last name',
  product: 'Product',
  quantity: 'Quantity',
  ...UTM_LABELS,
}

export const ENCODING: Readonly<Record<ImportEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
}

export const SEPARATOR: Readonly<Record<ImportSeparator, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}

export const STATE: Readonly<Record<ImportState, { label: string; tone: Tone }>> = {
  uploading: { label: 'Uploading', tone: 'neutral' },
  mapping: { label: 'Columns to match', tone: 'warning' },
  checking: { label: 'Being checked', tone: 'info' },
  ready: { label: 'Ready to import', tone: 'warning' },
  importing: { label: 'Being imported', tone: 'info' },
  stopped: { label: 'Stopped', tone: 'warning' },
  imported: { label: 'Imported', tone: 'success' },
  reverting: { label: 'Being reverted', tone: 'info' },
  revert_stopped: { label: 'Reverting stopped', tone: 'warning' },
  reverted: { label: 'Reverted', tone: 'neutral' },
}

export const OUTCOME: Readonly<Record<RowOutcome, string>> = {
  rejected: 'Rejected',
  duplicate: 'Duplicates',
  held: 'Held back',
  invalid: 'Invalid',
}
