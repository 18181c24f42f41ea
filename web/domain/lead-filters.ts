import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { lookups } from '#contract/lookups.ts'
import { useOne } from '#web/kit/api.ts'
import type { Filter, Option } from '#web/kit/list.ts'
import { ENQUIRY_STATUSES, LEAD_STATUSES } from '#contract/lead.ts'
import { useCompanyWords } from './company-words.ts'
import { peopleOptions } from './people-options.ts'
import { enquiryLabel, reasonCodes, sourceCodes, statusWords, toReasonOption, toSourceOption } from './lead-words.ts'
import { useStaffSearch } from './staff-search.ts'

const FIVE_MINUTES = 300_000

/** The filters of the lead lists, in the order of the seed; a list leaves out what cannot differ in it. */
export const useLeadFilters = (wanted: readonly ('status' | 'enquiry' | 'reason' | 'qa' | 'sales')[]): Filter[] => {
  const people = useHolders()
  const words = useCompanyWords()
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
      options: [NOBODY, ...peopleOptions(people.assigned_qa)],
      onSearch: people.onSearch,
    },
    sales: {
      kind: 'many',
      name: 'sales_person',
      label: 'Sales',
      options: [NOBODY, ...peopleOptions(people.sales_person)],
      onSearch: people.onSearch,
    },
  }
  return [
    { kind: 'many', name: 'source', label: 'Source', options: sourceCodes(words).map(toSourceOption) },
    ...wanted.map((name) => all[name]),
    { kind: 'days', label: 'Received' },
  ]
}

const NOBODY: Option = { value: 'none', label: 'Nobody' }

/** The first hundred who hold leads, and whoever else is sought by name. */
const useHolders = () => {
  const [sought, setSought] = useState('')
  const query = useStaffSearch(sought)
  const first = useOne(lookups.filterOptions, { query: {} }, { staleTime: FIVE_MINUTES }).data?.data
  const found = useOne(lookups.filterOptions, { query }, { staleTime: FIVE_MINUTES, keepPrevious: true }).data?.data
  return {
    assigned_qa: joined(first?.assigned_qa, found?.assigned_qa),
    sales_person: joined(first?.sales_person, found?.sales_person),
    onSearch: setSought,
  }
}

const joined = (people: readonly PersonRef[] = [], more: readonly PersonRef[] = []) => [
  ...people,
  ...more.filter(({ id }) => !people.some((one) => one.id === id)),
]
