import { useState } from 'react'
import { CONTACT_SOURCES, CONTACT_STATUSES, type ContactRow } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import type { Filter } from '#web/kit/list/list.ts'
import { CONTACT_SOURCE, CONTACT_STATUS } from './contact-words.ts'

/** People whom the words find: those who handle messages, and those who can be given some. */
export const useHandlers = (words = '') => {
  const search = useDebounced(words.trim(), 200)
  const answer = useOne(
    contactMessages.filterOptions,
    { query: search ? { search } : {} },
    { keepPrevious: true, enabled: can(contactMessages.filterOptions) },
  )
  return answer.data?.data
}

export const useContactFilters = (rows: readonly ContactRow[]): readonly Filter[] => {
  const [words, setWords] = useState('')
  const found = useHandlers(words)
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
      onSearch: setWords,
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
