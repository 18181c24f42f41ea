import { CONTACT_SOURCES, CONTACT_STATUSES, type ContactRow } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { useSought } from '#web/kit/form/use-sought.ts'
import type { Filter } from '#web/kit/list/list.ts'
import { CONTACT_SOURCE, CONTACT_STATUS } from './contact-words.ts'

/** People whom the words find: those who handle messages, and those who can be given some. */
export const useHandlers = () => {
  const { words: search, onSearch, searching } = useSought()
  const answer = useOne(
    contactMessages.filterOptions,
    { query: search ? { search } : {} },
    { keepPrevious: true, enabled: can(contactMessages.filterOptions) },
  )
  return { found: answer.data?.data, onSearch, searching: searching(answer) }
}

export const useContactFilters = (rows: readonly ContactRow[]): readonly Filter[] => {
  const { found, onSearch } = useHandlers()
  const people = [
    ...(found?.handled_by ?? []),
    ...(found?.assignable ?? []),
    ...rows.flatMap(({ handled_by }) => handled_by ?? []),
  ]
  return [
    {
      kind: 'many',
      name: 'status',
      label: 'Status',
      options: CONTACT_STATUSES.map((value) => ({ value, label: CONTACT_STATUS[value].label })),
    },
    {
      kind: 'many',
      name: 'handled_by',
      label: 'Handled by',
      options: [...new Map(people.map(({ id, name }) => [id, { value: String(id), label: name }])).values()],
      onSearch,
    },
    {
      kind: 'many',
      name: 'source',
      label: 'Source',
      options: CONTACT_SOURCES.map((value) => ({ value, label: CONTACT_SOURCE[value] })),
    },
    { kind: 'days', label: 'Date' },
  ]
}
