import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { lookups } from '#contract/lookups.ts'
import { useOne } from '#web/kit/api.ts'
import type { Filter, Option } from '#web/kit/list.ts'
import { session } from '#web/kit/session.ts'
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

const ROLES = ['assigned_qa', 'sales_person'] as const

/** The first hundred who hold leads, whoever else is sought by name, and whom the address names beside them. */
const useHolders = () => {
  const [sought, setSought] = useState('')
  const query = useStaffSearch(sought)
  const first = useOne(lookups.filterOptions, { query: {} }, { staleTime: FIVE_MINUTES }).data?.data
  const found = useOne(lookups.filterOptions, { query }, { staleTime: FIVE_MINUTES, keepPrevious: true }).data?.data
  const chosen = useChosen()
  const unnamed = first ? ROLES.flatMap((role) => chosen[role].filter((id) => !isAmong(first[role], id))) : []
  const ids = [...new Set(unnamed)].toSorted((one, other) => one - other).slice(0, MOST_NAMED)
  const named = useOne(
    lookups.filterOptions,
    { query: { ids } },
    { staleTime: FIVE_MINUTES, enabled: ids.length > 0, keepPrevious: true },
  ).data?.data
  const peopleIn = (role: (typeof ROLES)[number]) =>
    joined(
      joined(first?.[role], found?.[role]),
      named?.[role].filter(({ id }) => chosen[role].includes(id)),
    )
  return { assigned_qa: peopleIn('assigned_qa'), sales_person: peopleIn('sales_person'), onSearch: setSought }
}

/** As many as a filter takes. */
const MOST_NAMED = 100

/** The others whom the address has the list filtered by. */
const useChosen = () => {
  const [address] = useSearchParams()
  const me = session.get().user?.id
  const idsIn = (role: string) =>
    address.getAll(role).flatMap((value) => (/^[1-9]\d{0,8}$/.test(value) && Number(value) !== me ? Number(value) : []))
  return { assigned_qa: idsIn('assigned_qa'), sales_person: idsIn('sales_person') }
}

const isAmong = (people: readonly PersonRef[], id: number) => people.some((one) => one.id === id)

const joined = (people: readonly PersonRef[] = [], more: readonly PersonRef[] = []) => [
  ...people,
  ...more.filter(({ id }) => !isAmong(people, id)),
]
