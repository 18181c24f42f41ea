import type { DomainSuggestion } from '#contract/leads/domain-suggestions.ts'
import type { RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { reasonLabel } from '#web/leads/words/lead-words.ts'
import { counted } from '#web/kit/look/format.ts'

/** What becomes of an enquiry, after "would have been". */
export const TREATED: Record<RestrictedDomain['effect'], string> = {
  quarantine: 'quarantined',
  auto_invalid: 'marked invalid',
}

export const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** "3 leads discarded: 2 spam or bot, 1 competitor". */
export const reasonWords = ({ leads, reasons }: DomainSuggestion) =>
  `${counted(leads, 'lead')} discarded: ${reasons.map((each) => `${each.leads} ${reasonLabel(each.reason).toLowerCase()}`).join(', ')}`
