import { NOTIFIED } from '#contract/notified.ts'
import {
  ENQUIRY_STATUS_LABELS,
  INVALID_REASON_LABELS,
  SOURCE_LABELS,
  STATUS_LABELS,
} from '#contract/leads/lead-labels.ts'
import { formats } from '#web/kit/look/format.ts'
import {
  ACCOUNT_TYPE,
  countryName,
  enquiryLabel,
  labelOf,
  LOST_REASON,
  REACHED,
  reasonLabel,
  sourceLabel,
  statusWords,
} from './lead-words.ts'
import { DIGEST_WORDS } from '#web/platform/notifications/notification-words.ts'
import { QC_STATE, QC_TOPIC } from '#web/leads/qc-support/qc-words.ts'
import * as words from './setting-words.ts'
import { CalendarName } from '#web/leads/configuration/CalendarName.tsx'
import { minutesInWords } from '#web/platform/calendar/week-words.ts'
import { changeWords, valueWords, type ChangeWords } from '#web/platform/changes/change-words.ts'
import {
  asItIs,
  called,
  code,
  lines,
  number,
  oneOf,
  several,
  type ShowValue,
} from '#web/platform/changes/value-words.ts'

const counted = (value: number) => formats().number(value)

const THEIR_NOTIFICATIONS = new Map<string, string>(
  Object.entries(NOTIFIED).map(([kind, { theirs }]) => [kind, theirs.label]),
)
const LISTS = { qa: 'QA', sales: 'Sales' }
const KINDS = { enquiry: 'Enquiry', registration: 'Registration' }

const VALUES: Readonly<Record<string, ShowValue>> = {
  'leads.status': code((each) => statusWords(each).label),
  'leads.kind': oneOf(KINDS),
  // A number that names a lead, not one that counts.
  lead_no: number(String),
  'lead_verdicts.verdict': code((each) => statusWords(each).label),
  'lead_verdicts.evidence': lines(({ message }) => String(message)),
  'lead_verdicts.checklist': lines(
    ({ item, answer }) => `Question ${String(item)}: ${labelOf(words.ANSWERS, String(answer))}`,
  ),
  further: lines(({ label, value }) => (typeof label === 'string' ? `${label}: ${String(value)}` : String(value))),
  'checklists.items': lines(({ question, blocking }) => `${String(question)}${blocking ? ' (needs a yes)' : ''}`),
  'leads.tags': several(asItIs, 'No tags'),
  enquiry_status: code(enquiryLabel),
  reason_code: code(reasonLabel),
  lost_reason: oneOf(LOST_REASON),
  reached_by: oneOf(REACHED),
  account_type: oneOf(ACCOUNT_TYPE),
  assigned_how: oneOf(words.ASSIGNED_HOW),
  country: code(countryName),
  source: code(sourceLabel),
  list: oneOf(LISTS),

  'assignment_entries.status': oneOf(words.RUNNING),
  'assignment_entries.weight': number(words.weightWords),
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

  clock: called(words.CLOCKS),
  'sla_targets.minutes': number(minutesInWords),
  'sla_targets.source': code(sourceLabel, () => words.ALL_SOURCES),
  'sla_targets.calendar_id': (value) => (value === null ? 'Default calendar' : undefined),

  'intake_forms.status': oneOf(words.RUNNING),
  'intake_forms.source': code(sourceLabel, () => sourceLabel('website_form')),
  allowed_origins: several(asItIs),

  person_days: number(words.withinDays),
  fill_seconds: number(words.underSeconds),
  machine_effect: oneOf(words.SPAM_EFFECTS),
  max_links: number(words.overLinks, words.overLinks(null)),
  'enquiry_checks.words': several(asItIs, words.NO_WORDS),
  text_effect: oneOf(words.SPAM_EFFECTS),
  'enquiry_checks.phone_country': code(countryName, () => words.NO_PHONE_COUNTRY),
  'intake_forms.phone_country': code(countryName, () => words.COMPANY_PHONE_COUNTRY),
  invalid_months: number(words.afterMonths, words.afterMonths(null)),

  'notification_usuals.kind': code((kind) => THEIR_NOTIFICATIONS.get(kind) ?? kind),
  digest: oneOf(Object.fromEntries(DIGEST_WORDS.map(({ value, label }) => [value, label]))),

  'status_words.code': oneOf({ ...STATUS_LABELS, ...ENQUIRY_STATUS_LABELS }),
  'invalid_reasons.code': code(reasonLabel),
  'lead_sources.code': code(sourceLabel),
  label: code(asItIs, () => words.AS_USUAL),
  'status_words.colour': oneOf(words.COLOURS, words.AS_USUAL),

  'qc_questions.topic': oneOf(QC_TOPIC),
  'qc_questions.state': called(QC_STATE),
  'imports.options': (value) => sourceLabel(String(Object(value).source ?? 'import')),
}

const usually = (labels: Readonly<Record<string, string>>) => (code: string) =>
  Object.hasOwn(labels, code) ? labels[code] : undefined

/** How the history shows leads, and what is configured for them. */
export const LEAD_CHANGES: ChangeWords = {
  values: VALUES,
  ids: { calendar_id: CalendarName },
  names: {
    notification_usuals: (kind) => valueWords(LEAD_CHANGES, 'notification_usuals', 'kind', kind),
    status_words: usually({ ...STATUS_LABELS, ...ENQUIRY_STATUS_LABELS }),
    lead_sources: usually(SOURCE_LABELS),
    invalid_reasons: usually(INVALID_REASON_LABELS),
    sla_targets: (codes) => {
      const [clock, source] = codes.split(' ')
      const label = valueWords(LEAD_CHANGES, 'sla_targets', 'clock', clock)
      return [label, source && sourceLabel(source)].filter(Boolean).join(', ')
    },
  },
  // The verdict itself, a row of the same act, says it.
  hidden: ['verdict_id'],
  main: ['leads'],
}

/** The words that the screens of leads need. */
export const CHANGE_WORDS = changeWords(LEAD_CHANGES)
