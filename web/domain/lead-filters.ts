import { lookups } from '#contract/lookups.ts'
import { useOne } from '#web/kit/api.ts'
import type { Filter, Option } from '#web/kit/list.ts'
import { session } from '#web/kit/session.ts'
import { ENQUIRY_STATUS, INVALID_REASON, optionsOf, SOURCE, STATUS } from './lead-words.ts'

const statusOptions = Object.entries(STATUS).map(([value, { label }]) => ({ value, label }))
const FIVE_MINUTES = 300_000

/** The filters of the lead lists, in the order of the seed; a list leaves out what cannot differ in it. */
export const useLeadFilters = (wanted: readonly ('status' | 'enquiry' | 'reason' | 'qa' | 'sales')[]): Filter[] => {
  const people = useOne(lookups.filterOptions, { query: {} }, { staleTime: FIVE_MINUTES }).data?.data
  const all: Record<(typeof wanted)[number], Filter> = {
    status: { kind: 'many', name: 'status', label: 'Status', options: statusOptions },
    enquiry: { kind: 'many', name: 'enquiry_status', label: 'Enquiry', options: optionsOf(ENQUIRY_STATUS) },
    reason: { kind: 'many', name: 'reason', label: 'Reason', options: optionsOf(INVALID_REASON) },
    qa: { kind: 'many', name: 'assigned_qa', label: 'QA', options: peopleOptions(people?.assigned_qa) },
    sales: { kind: 'many', name: 'sales_person', label: 'Sales', options: peopleOptions(people?.sales_person) },
  }
  return [
    { kind: 'many', name: 'source', label: 'Source', options: optionsOf(SOURCE) },
    ...wanted.map((name) => all[name]),
    { kind: 'days', label: 'Received' },
  ]
}

/** Nobody first, then oneself, then the others by name. */
const peopleOptions = (people: readonly { id: number; name: string }[] = []): Option[] => {
  const { user } = session.get()
  const others = people.filter(({ id }) => id !== user?.id)
  return [
    { value: 'none', label: 'Nobody' },
    ...(user ? [{ value: String(user.id), label: user.name, hint: 'you' }] : []),
    ...others.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
