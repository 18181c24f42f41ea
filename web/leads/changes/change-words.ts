import type { RecentChange } from '#contract/platform/changes.ts'
import {
  ENQUIRY_STATUS_LABELS,
  INVALID_REASON_LABELS,
  SOURCE_LABELS,
  STATUS_LABELS,
} from '#contract/leads/lead-labels.ts'
import { counted } from '#web/kit/look/format.ts'
import { valueWords } from './change-values.ts'
import { sourceLabel } from '#web/leads/words/lead-words.ts'

/** What an act did, in a plain sentence without its subject: "Validated Yuki Tanabe". */
export const sentenceOf = (change: RecentChange): string => {
  const words = doneTo(change)
  if (change.undoes === 'nothing') return words
  return change.undoes === 'act' ? `Undid: ${words}` : `Redid: ${words}`
}

const doneTo = (change: RecentChange) => {
  const what = nameOf(change) ?? whatOf(change)
  const said = ACTS[change.act]
  if (said) return said.replace('*', () => what)
  const [first] = change.touched
  const verb = VERBS[first?.verb ?? 'updated'] ?? 'Changed'
  return `${verb} ${what}`
}

const nameOf = ({ about }: RecentChange) => about && (CODED[about.entity]?.(about.name) ?? about.name)

const usually = (labels: Readonly<Record<string, string>>) => (code: string) =>
  Object.hasOwn(labels, code) ? labels[code] : undefined

/** What has no name of the company's is known by its code, and called as on its screen. */
const CODED: Readonly<Record<string, (code: string) => string | undefined>> = {
  notification_usuals: (code) => valueWords('notification_usuals', 'kind', code),
  status_words: usually({ ...STATUS_LABELS, ...ENQUIRY_STATUS_LABELS }),
  lead_sources: usually(SOURCE_LABELS),
  invalid_reasons: usually(INVALID_REASON_LABELS),
  sla_targets: (codes) => {
    const [clock, source] = codes.split(' ')
    return [valueWords('sla_targets', 'clock', clock), source && sourceLabel(source)].filter(Boolean).join(', ')
  },
}

/** The acts of the product, each with a star for what it was done to. */
const ACTS: Readonly<Record<string, string>> = {
  'add-lead.add': 'Added *',
  'intake.enquiry': 'Received an enquiry from *',
  'intake.registration': 'Received a registration from *',
  'all-leads.assignToMe': 'Took *',
  'marketing-leads.assign': 'Assigned *',
  'assigned-leads.start': 'Set * in progress',
  'assigned-leads.validate': 'Validated *',
  'assigned-leads.invalidate': 'Marked * invalid',
  'assigned-leads.hold': 'Put * on hold',
  'assigned-leads.wake': 'Took * off hold',
  'assigned-leads.release': 'Released *',
  'registration-leads.validate': 'Validated the registration of *',
  'valid-leads.setEnquiryStatus': 'Updated the enquiry of *',
  'lead-details.comment': 'Commented on *',
  'lead-details.editComment': 'Edited a comment on *',
  'lead-edits.update': 'Changed *',
  'lead-edits.updateWithProducts': 'Changed * and its products',
  'lead-edits.removeProduct': 'Removed a product from *',
  'lead-edits.remove': 'Deleted *',
  'lead-edits.restore': 'Restored *',
  'restricted-domains.add': 'Restricted *',
  'restricted-domains.update': 'Changed the restriction of *',
  'restricted-domains.setStatus': 'Switched the restriction of * on or off',
  'restricted-domains.remove': 'Deleted the restriction of *',
  'restricted-domains.release': 'Released * from quarantine',
  'allowed-domains.add': 'Allowed *',
  'allowed-domains.remove': 'Stopped allowing *',
  'domain-suggestions.dismiss': 'Dismissed the suggestion of *',
  'auto-assign-qa.add': 'Added * to the QA list',
  'auto-assign-qa.setStatus': 'Changed the status or weight of * on the QA list',
  'auto-assign-qa.save': 'Changed the settings of * on the QA list',
  'auto-assign-qa.remove': 'Removed * from the QA list',
  'availability.setAway': 'Changed the absence of *',
  'auto-assign-qa.choose': 'Assigned * to QA',
  'auto-assign-qa.overdue': 'Reclaimed overdue *',
  'auto-assign-sales.add': 'Added * to the sales list',
  'auto-assign-sales.update': 'Changed the status or weight of * on the sales list',
  'auto-assign-sales.save': 'Changed the settings of * on the sales list',
  'auto-assign-sales.remove': 'Removed * from the sales list',
  'auto-assign-sales.remind': 'Reminded the rep of *',
  'auto-assign-sales.passOn': 'Reassigned *, not accepted in time',
  'auto-assign-sales.escalate': 'Notified managers about *, not accepted in time',
  'valid-leads.accept': 'Accepted *',
  'auto-assign-sales.choose': 'Assigned * to sales',
  'imports.begin': 'Started uploading an import',
  'imports.finish': 'Uploaded the file of an import',
  'imports.discard': 'Removed the file of an import',
  'imports.check': 'Checked the rows of an import',
  'imports.reread': 'Went back to the columns of an import',
  'imports.decide': 'Decided on duplicates of an import',
  'imports.start': 'Started an import',
  'imports.run': 'Imported *',
  'imports.cancel': 'Stopped an import',
  'imports.revert': 'Reverted an import',
  'qc-support.ask': 'Sent * to QC',
  'qc-support.submit': 'Answered *',
  'qc-support.comment': 'Commented on *',
  'qc-support.setState': 'Reopened or closed *',
  'configuration.addCalendar': 'Added the calendar *',
  'configuration.changeCalendar': 'Changed the calendar *',
  'configuration.makeDefault': 'Made * the default calendar',
  'configuration.removeCalendar': 'Removed a calendar',
  'configuration.setTarget': 'Changed the target: *',
  'configuration.setRouting': 'Changed lead routing',
  'configuration.addForm': 'Added the form *',
  'configuration.changeForm': 'Changed the form *',
  'configuration.changeKey': 'Made a new key for *',
  'checklist.change': 'Changed the checklist',
  'company-words.addReason': 'Added the reason *',
  'company-words.changeReason': 'Changed the reason *',
  'company-words.setStatus': 'Changed the status *',
  'company-words.addSource': 'Added the source *',
  'company-words.setSource': 'Changed the source *',
  'enquiry-checks.change': 'Changed how enquiries are checked',
  'retention.change': 'Changed the retention of invalid leads',
  'retention.delete': 'Deleted *, past retention',
  'notifications.changeUsual': 'Changed default notifications: *',
  'portal.access.invite': 'Invited *',
  'portal.access.acceptInvitation': 'Joined',
  'portal.access.setPermissions': 'Changed the permissions of *',
  'portal.access.setStatus': 'Changed the access of *',
  'people.restoreAdmin': 'Made * an administrator, on the server',
  'portal.access.resetPassword': 'Made a password reset link for *',
  'portal.access.viewAs': 'Viewed as *',
  'bulk.assign': 'Assigned *',
  'bulk.start': 'Set * in progress',
  'bulk.invalidate': 'Marked * invalid',
  'bulk.hold': 'Put * on hold',
  'bulk.comment': 'Commented on *',
  'bulk.remove': 'Deleted *',
}

const VERBS: Readonly<Record<string, string>> = { created: 'Added', updated: 'Changed', deleted: 'Removed' }

/** How many of what, by the rows that matter most to people. */
const whatOf = ({ touched }: Pick<RecentChange, 'touched'>) => {
  const main = touched.find(({ entity }) => entity === 'leads') ?? touched[0]
  return main ? counted(main.rows, ...nounOf(main.entity)) : 'nothing'
}

const NOUNS: Readonly<Record<string, readonly [string, string]>> = {
  leads: ['lead', 'leads'],
  lead_acceptances: ['acceptance', 'acceptances'],
  lead_items: ['product line', 'product lines'],
  lead_verdicts: ['verdict', 'verdicts'],
  lead_comments: ['comment', 'comments'],
  restricted_domains: ['restricted domain', 'restricted domains'],
  allowed_domains: ['allowed domain', 'allowed domains'],
  dismissed_suggestions: ['suggested domain', 'suggested domains'],
  assignment_entries: ['assignment list entry', 'assignment list entries'],
  memberships: ['person', 'people'],
  products: ['product', 'products'],
  intake_forms: ['form', 'forms'],
  intake_keys: ['form key', 'form keys'],
  working_calendars: ['calendar', 'calendars'],
  sla_targets: ['target', 'targets'],
  assignment_settings: ['routing setting', 'routing settings'],
  checklists: ['checklist', 'checklists'],
  invalid_reasons: ['reason', 'reasons'],
  status_words: ['status', 'statuses'],
  lead_sources: ['source', 'sources'],
  enquiry_checks: ['enquiry check setting', 'enquiry check settings'],
  retention_settings: ['retention setting', 'retention settings'],
  notification_usuals: ['default notification', 'default notifications'],
  saved_views: ['saved view', 'saved views'],
}

export const nounOf = (entity: string): readonly [string, string] => {
  const words = entity.replaceAll('_', ' ')
  return NOUNS[entity] ?? [words.replace(/s$/, ''), words]
}

/** "1 lead, 2 product lines": what the act touched, each once. */
export const touchedWords = ({ touched }: Pick<RecentChange, 'touched'>) =>
  [...Map.groupBy(touched, ({ entity }) => entity)]
    .map(([entity, parts]) =>
      counted(
        parts.reduce((sum, { rows }) => sum + rows, 0),
        ...nounOf(entity),
      ),
    )
    .join(', ')

const VIA: Readonly<Record<string, string>> = {
  api: 'through the API',
  bulk: 'in bulk',
  intake: 'through a form',
}

/** How it was done, where that is not the screen. */
export const channelWords = ({ channel }: Pick<RecentChange, 'channel'>) => VIA[channel]

/** A column's name for people, at the beginning of a line. */
export const fieldWords = (field: string, entity = '') => {
  const words = fieldName(field, entity)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same within a sentence. */
export const fieldName = (field: string, entity = '') =>
  (FIELDS[`${entity}.${field}`] ?? FIELDS[field] ?? field).replaceAll('_', ' ')

const FIELDS: Readonly<Record<string, string>> = {
  acceptance_minutes: 'reps accept their leads',
  alert_minutes: 'alert when leads wait',
  release_overdue: 'reassign overdue leads',
  most_credit: 'catch-up limit',
  items: 'questions',
  person_days: 'same person and company',
  fill_seconds: 'filled in too fast',
  in_app: 'in the app',
  digest: 'by email',
  machine_effect: 'bot submissions',
  invalid_months: 'delete invalid leads',
  assigned_qa: 'QA',
  assigned_how: 'how assigned',
  reason_code: 'reason',
  reason_note: 'note on the reason',
  lost_reason: 'reason why it was lost',
  phone_sent: 'phone as sent',
  utm: 'campaign',
  accepts_countries: 'takes leads from',
  accepts_sources: 'takes sources',
  accepts_categories: 'takes product categories',
  daily_cap: 'daily cap',
  open_cap: 'open cap',
  calendar_id: 'working hours',
  'sla_targets.calendar_id': 'calendar',
  'sla_targets.clock': 'target',
  'sla_targets.minutes': 'working time',
  'assignment_settings.sticky': 'known companies stay with their rep',
  'status_words.code': 'status',
  'invalid_reasons.code': 'reason',
  'lead_sources.code': 'source',
  'intake_forms.allowed_origins': 'allowed websites',
  'intake_forms.source': 'source',
  'intake_forms.status': 'state',
  'assignment_entries.hours': 'working hours',
  domainName: 'domain',
  zip_code: 'zip code',
  deleted_at: 'deleted',
  hidden: 'switched off',
  label: 'name',
  verdict_id: 'verdict',
  form_id: 'form',
  staff_id: 'person',
}
