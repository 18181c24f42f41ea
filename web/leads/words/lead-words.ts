import { LEAD_SOURCES, type AccountType, type Lead, type LostReason, type ReachedBy } from '#contract/leads/lead.ts'
import {
  ENQUIRY_STATUS_LABELS,
  INVALID_REASON_LABELS,
  SOURCE_LABELS,
  STATUS_LABELS,
} from '#contract/leads/lead-labels.ts'
import type { Option } from '#web/kit/list/list.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'
import { wordsNow } from '#web/leads/company-words/company-words.ts'

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  new: 'info',
  assigned: 'neutral',
  'in-progress': 'warning',
  on_hold: 'neutral',
  valid: 'success',
  invalid: 'error',
}

/** What the company calls a status, and how it colours it. */
export const statusWords = (code: string): { label: string; tone: Tone } => {
  const said = wordsNow().statuses.find((each) => each.code === code)
  return { label: said?.label ?? labelOf(STATUS_LABELS, code), tone: said?.colour ?? usualTone(code) }
}

/** Of a lead's status; what sales has made of an enquiry has no colour until the company gives it one. */
export const usualTone = (code: string): Tone => STATUS_TONES[code] ?? 'neutral'

/** A registration that nobody has looked at is pending, whatever its code. */
export const statusLabel = ({ status, kind }: Pick<Lead, 'status'> & { kind?: Lead['kind'] | undefined }) =>
  status === 'new' && kind === 'registration' ? 'Pending' : statusWords(status).label

export const enquiryWords = (code: string): { label: string; tone: Tone | undefined } => {
  const said = wordsNow().statuses.find((each) => each.code === code)
  return { label: said?.label ?? labelOf(ENQUIRY_STATUS_LABELS, code), tone: said?.colour ?? undefined }
}
export const enquiryLabel = (code: string) => enquiryWords(code).label

/** What the company calls a source. */
export const sourceLabel = (code: string) =>
  wordsNow().sources.find((each) => each.code === code)?.label ?? labelOf(SOURCE_LABELS, code)

/** Whether a source is the company's own. */
export const isOwnSource = (code: string) => !Object.hasOwn(SOURCE_LABELS, code)

/** All sources of the company, those of its own last. */
export const sourceCodes = ({ sources } = wordsNow()): string[] => [
  ...LEAD_SOURCES,
  ...sources.map(({ code }) => code).filter(isOwnSource),
]

export const toSourceOption = (value: string): Option => ({ value, label: sourceLabel(value) })

/** The sources that leads may come by from now on, and those chosen before: all but what was added and taken back. */
export const sourceOptions = (chosen: readonly string[] = [], { sources } = wordsNow()): Option[] => {
  const gone = new Set(sources.flatMap((each) => (each.gone ? [each.code] : [])))
  return sourceCodes()
    .filter((code) => !gone.has(code) || chosen.includes(code))
    .map(toSourceOption)
}

/** The sources among some that staff may choose today. */
export const offeredSources = (among: readonly string[], { sources } = wordsNow()): Option[] => {
  const off = new Set(sources.flatMap(({ code, hidden, gone }) => (hidden || gone ? [code] : [])))
  return among.filter((code) => !off.has(code)).map(toSourceOption)
}

export const LOST_REASON: Readonly<Record<LostReason, string>> = {
  price: 'Price',
  stock: 'Not in stock',
  timing: 'Timing',
  chose_competitor: 'Chose a competitor',
  no_reply: 'No reply',
  other: 'Other',
}

export const REACHED: Readonly<Record<ReachedBy, string>> = {
  call: 'Call',
  email: 'Email',
  meeting: 'Meeting',
  other: 'Other',
}

export const ACCOUNT_TYPE: Readonly<Record<AccountType, string>> = {
  buyer: 'Buyer',
  reseller: 'Reseller',
  supplier: 'Supplier',
  other: 'Other',
}

const USUAL_REASONS: Readonly<Record<string, string>> = INVALID_REASON_LABELS

/** What the company calls a reason. */
export const reasonLabel = (code: string) =>
  wordsNow().reasons.find((each) => each.code === code)?.label ?? labelOf(USUAL_REASONS, code)

/** All reasons of the company, those of its own before Other. */
export const reasonCodes = ({ reasons } = wordsNow()): string[] => {
  const own = reasons.map(({ code }) => code).filter((code) => !Object.hasOwn(USUAL_REASONS, code))
  return [...Object.keys(USUAL_REASONS).filter((code) => code !== 'other'), ...own, 'other']
}

/** The reasons that staff may give today. */
export const offeredReasons = ({ reasons } = wordsNow()): Option[] => {
  const off = new Set(reasons.flatMap(({ code, hidden, gone }) => (hidden || gone ? [code] : [])))
  return reasonCodes()
    .filter((code) => !off.has(code))
    .map(toReasonOption)
}

export const toReasonOption = (value: string): Option => ({ value, label: reasonLabel(value) })

/** The label of a code that may be a tenant's own, or one of tomorrow's. */
export const labelOf = (words: Readonly<Record<string, string>>, code: string) =>
  (Object.hasOwn(words, code) ? words[code] : undefined) ?? sentenceCase(code)

const sentenceCase = (code: string) => {
  const words = code.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** `IN` → `India`; what is no code stays as it is. */
export const countryName = (code: string | null | undefined) => {
  if (!code) return ''
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}

/** `Leeds, United Kingdom`, from what is known of it. */
export const placeOf = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, countryName(country)].filter(Boolean).join(', ')
