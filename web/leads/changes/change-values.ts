import { ENQUIRY_STATUS_LABELS, STATUS_LABELS } from '#contract/leads/lead-labels.ts'
import { formats } from '#web/kit/look/format.ts'
import { ENCODING, SEPARATOR, STATE } from '#web/leads/imports/import-words.ts'
import {
  ACCOUNT_TYPE,
  countryName,
  enquiryLabel,
  labelOf,
  LOST_REASON,
  reasonLabel,
  sourceLabel,
  statusWords,
} from '#web/leads/words/lead-words.ts'
import { DIGEST_WORDS, THEIR_NEWS } from '#web/leads/notifications/notification-words.ts'
import { QC_STATE, QC_TOPIC } from '#web/leads/qc-support/qc-words.ts'
import * as words from '#web/leads/words/setting-words.ts'
import { MEMBERS } from '#web/platform/people/member-words.ts'
import { daysInWords, minutesInWords } from '#web/platform/calendar/week-words.ts'

/** What a stored value is called on the screen where it is chosen; undefined for what reads as it is. */
export const valueWords = (entity: string, field: string, value: unknown): string | undefined =>
  (TOLD[`${entity}.${field}`] ?? TOLD[field])?.(value)

type Tell = (value: unknown) => string | undefined

/** A text as `label` says it, and what having none means. */
const code =
  (label: (code: string) => string, none?: () => string): Tell =>
  (value) => {
    if (value === null) return none?.()
    return typeof value === 'string' ? label(value) : undefined
  }
const oneOf = (labels: Readonly<Record<string, string>>, none?: string) =>
  code((each) => labelOf(labels, each), none === undefined ? undefined : () => none)
const called = (labels: Readonly<Record<string, { label: string }>>) => code((each) => labels[each]?.label ?? each)

/** A number as `label` says it; null too where that means something there. */
const number =
  (label: (value: number) => string, none?: string): Tell =>
  (value) =>
    typeof value === 'number' ? label(value) : value === null ? none : undefined
const counted = (value: number) => formats().number(value)

/** Some texts, or what none of them means. */
const several =
  (label: (code: string) => string, none?: string): Tell =>
  (value) =>
    Array.isArray(value) ? value.map((each) => label(String(each))).join(', ') || none : undefined
const asItIs = (text: string) => text

const week: Tell = (value) =>
  Array.isArray(value)
    ? daysInWords(value)
        .map(({ days, hours }) => `${days}: ${hours}`)
        .join('\n')
    : undefined

const checks: Tell = (value) =>
  Array.isArray(value) ? value.map((each: unknown) => String(Object(each).message)).join('\n') || undefined : undefined
const answers: Tell = (value) =>
  Array.isArray(value)
    ? value
        .map(Object)
        .map(({ item, answer }) => `Question ${item}: ${labelOf(words.ANSWERS, String(answer))}`)
        .join('\n')
    : undefined

const LISTS = { qa: 'QA', sales: 'Sales' }
const KINDS = { enquiry: 'Enquiry', registration: 'Registration' }

/** By the field, and by the table with it where tables mean different things by it. */
const TOLD: Readonly<Record<string, Tell>> = {
  'leads.status': code((each) => statusWords(each).label),
  'leads.kind': oneOf(KINDS),
  // A number that names a lead, not one that counts.
  lead_no: number(String),
  'lead_verdicts.verdict': code((each) => statusWords(each).label),
  'lead_verdicts.evidence': checks,
  'lead_verdicts.checklist': answers,
  enquiry_status: code(enquiryLabel),
  reason_code: code(reasonLabel),
  lost_reason: oneOf(LOST_REASON),
  account_type: oneOf(ACCOUNT_TYPE),
  assigned_how: oneOf(words.ASSIGNED_HOW),
  country: code(countryName),
  source: code(sourceLabel),
  list: oneOf(LISTS),

  'assignment_entries.status': oneOf(words.RUNNING),
  weight: number(words.weightWords),
  daily_cap: number(counted, words.UNLIMITED.cap),
  open_cap: number(counted, words.UNLIMITED.cap),
  accepts_countries: several(countryName, words.UNLIMITED.countries),
  accepts_sources: several(sourceLabel, words.UNLIMITED.sources),
  accepts_categories: several(asItIs, words.UNLIMITED.categories),
  away_until: code(
    (day) => formats().writeDay(day),
    () => words.UNLIMITED.away,
  ),
  'assignment_entries.calendar_id': (value) => (value === null ? words.UNLIMITED.hours : undefined),
  alert_minutes: number(words.afterMinutes, words.afterMinutes(null)),
  acceptance_minutes: number(words.afterMinutes, words.afterMinutes(null)),
  most_credit: number(words.madeUpFor),

  'restricted_domains.status': oneOf(words.DOMAIN_STATES),
  match: oneOf(words.MATCHES),
  effect: oneOf(words.EFFECTS),

  week,
  holidays: several((day) => formats().writeDay(day)),
  time_zone: code((zone) => zone.replaceAll('_', ' ')),
  clock: called(words.CLOCKS),
  'sla_targets.minutes': number(minutesInWords),
  'sla_targets.source': code(sourceLabel, () => words.ALL_SOURCES),
  'sla_targets.calendar_id': (value) => (value === null ? 'Default calendar' : undefined),

  'intake_forms.status': oneOf(words.RUNNING),
  'intake_forms.source': code(sourceLabel, () => sourceLabel('website_form')),
  allowed_origins: several(asItIs),

  person_days: number(words.withinDays),
  fill_seconds: number(words.underSeconds),
  machine_effect: oneOf(words.MACHINE_EFFECTS),
  invalid_months: number(words.afterMonths, words.afterMonths(null)),

  'notification_usuals.kind': called(THEIR_NEWS),
  digest: oneOf(Object.fromEntries(DIGEST_WORDS.map(({ value, label }) => [value, label]))),

  'status_words.code': oneOf({ ...STATUS_LABELS, ...ENQUIRY_STATUS_LABELS }),
  'invalid_reasons.code': code(reasonLabel),
  'lead_sources.code': code(sourceLabel),
  label: code(asItIs, () => words.AS_USUAL),
  colour: oneOf(words.COLOURS, words.AS_USUAL),

  'memberships.status': oneOf(MEMBERS),
  permissions: several(asItIs),

  'qc_questions.topic': oneOf(QC_TOPIC),
  'qc_questions.state': called(QC_STATE),
  'imports.state': called(STATE),
  encoding: oneOf(ENCODING),
  separator: oneOf(SEPARATOR),
}
