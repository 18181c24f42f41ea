import { lookups } from '#contract/leads/lookups.ts'
import type { Filter, Option } from '#web/kit/list/list.ts'
import { useSearchParams } from 'react-router'
import { DAYS_OF } from '#contract/leads/event-days.ts'
import { ENQUIRY_STATUSES, LEAD_STATUSES } from '#contract/leads/lead.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import {
  enquiryLabel,
  reasonCodes,
  sourceCodes,
  statusWords,
  toReasonOption,
  toSourceOption,
} from '#web/leads/words/lead-words.ts'
import { useFilterDirectory } from './use-filter-directory.ts'
import { useFilterProducts } from './use-filter-products.ts'
import { useFilterPeople } from './use-filter-people.ts'

/** The filters of the lead lists, in the order of the seed; a list leaves out what cannot differ in it. */
export const useLeadFilters = (
  wanted: readonly ('status' | 'enquiry' | 'reason' | 'qa' | 'sales' | 'followUp')[],
): Filter[] => {
  const people = useFilterPeople(lookups.filterOptions, ['assigned_qa', 'sales_person'])
  const products = useFilterProducts()
  const directory = useFilterDirectory()
  const words = useCompanyWords()
  const [address] = useSearchParams()
  const event = DAYS_OF.find((each) => each === address.get('days_of'))
  const statuses = LEAD_STATUSES.map((value) => ({ value, label: statusWords(value).label }))
  const enquiries = ENQUIRY_STATUSES.map((value) => ({ value, label: enquiryLabel(value) }))
  const all: Record<(typeof wanted)[number], Filter> = {
    status: { kind: 'many', name: 'status', label: 'Status', options: statuses },
    enquiry: { kind: 'many', name: 'enquiry_status', label: 'Enquiry', options: enquiries },
    reason: { kind: 'many', name: 'reason', label: 'Reason', options: reasonCodes(words).map(toReasonOption) },
    qa: {
      kind: 'many',
      name: 'assigned_qa',
      label: 'QA',
      options: [NOBODY, ...people.optionsIn('assigned_qa')],
      onSearch: people.onSearch,
    },
    sales: {
      kind: 'many',
      name: 'sales_person',
      label: 'Sales',
      options: [NOBODY, ...people.optionsIn('sales_person')],
      onSearch: people.onSearch,
    },
    followUp: { kind: 'one', name: 'follow_up', label: 'Follow-up', options: FOLLOW_UPS, folded: true },
  }
  return [
    { kind: 'many', name: 'source', label: 'Source', options: sourceCodes(words).map(toSourceOption) },
    ...wanted.map((name) => all[name]),
    { kind: 'days', label: event ? DAYS_OF_LABEL[event] : 'Received' },
    ...(event ? [EVENT] : []),
    ...(address.get('quarantined') === 'no' ? [QUARANTINED] : []),
    ...products,
    ...directory,
  ]
}

/** A number of home was followed here that counts by the day of an event. */
const DAYS_OF_LABEL = { decided: 'Decided', contacted: 'First contact', closed: 'Won or lost' } as const
const EVENT: Filter = {
  kind: 'one',
  name: 'days_of',
  label: 'By the day of',
  options: [
    { value: 'decided', label: 'the verdict' },
    { value: 'contacted', label: 'the first contact' },
    { value: 'closed', label: 'the outcome' },
  ],
}

const QUARANTINED: Filter = {
  kind: 'one',
  name: 'quarantined',
  label: 'Quarantined',
  options: [{ value: 'no', label: 'No' }],
}

const FOLLOW_UPS: readonly Option[] = [
  { value: 'planned', label: 'Planned' },
  { value: 'due', label: 'Due' },
]

const NOBODY: Option = { value: 'none', label: 'Nobody' }
