import { QC_STATES, QC_TOPICS, QC_WAITING, qcSupport, type QcQuestion } from '#contract/leads/qc-support.ts'
import { QC_STATE, QC_TOPIC } from './qc-words.ts'
import { useFilterPeople } from '#web/leads/list/use-filter-people.ts'
import type { EmptyText, Filter, View } from '#web/kit/list/list.ts'
import { session } from '#web/kit/data/session.ts'
import type { ListState } from '#web/kit/list/use-list-params.ts'

/** What waits comes first: no question is one person's to answer, so it is everybody's who answers. */
export const questionViews = (): readonly View[] => {
  const me = session.get().user?.id
  return [
    { key: 'waiting', label: 'Waiting', params: { state: [...QC_WAITING] } },
    { key: 'overdue', label: 'Overdue', params: { due: 'overdue', sort: 'due_on', order: 'asc' } },
    ...(me === undefined ? [] : [{ key: 'mine', label: 'Asked by me', params: { asked_by: [String(me)] } }]),
    { key: 'answered', label: 'Answered', params: { state: ['answered'] } },
    { key: 'closed', label: 'Closed', params: { state: ['closed'] } },
    { key: 'all', label: 'All', params: {} },
  ]
}

const USUAL: EmptyText = { title: 'None yet', text: 'Questions to QC appear here.' }
const NOTHING: Readonly<Record<string, EmptyText>> = {
  waiting: {
    title: 'No open questions',
    text: 'Questions about specifications, packing or certificates appear here.',
  },
  overdue: {
    title: 'Nothing is overdue',
    text: 'Questions without an answer by their date appear here.',
  },
  mine: { title: 'You have no questions yet', text: 'Ask from a lead, from one of its products, or on this page.' },
  answered: { title: 'None yet', text: 'Questions appear here as they are answered.' },
  closed: { title: 'None yet', text: 'Questions appear here as they are closed.' },
}

/** What to say while a view has nothing to show. */
export const nothingIn = ({ key }: View): EmptyText => NOTHING[key] ?? USUAL

export const useQuestionFilters = (
  list: ListState<typeof qcSupport.list>,
  rows: readonly QcQuestion[],
): readonly Filter[] => {
  const people = useFilterPeople(qcSupport.filterOptions, ['asked_by', 'answered_by'])
  return [
    {
      kind: 'many',
      name: 'state',
      label: 'State',
      options: QC_STATES.map((value) => ({ value, label: QC_STATE[value].label })),
    },
    {
      kind: 'many',
      name: 'topic',
      label: 'Topic',
      options: QC_TOPICS.map((value) => ({ value, label: QC_TOPIC[value] })),
    },
    {
      kind: 'many',
      name: 'asked_by',
      label: 'Asker',
      options: people.optionsIn('asked_by'),
      onSearch: people.onSearch,
    },
    {
      kind: 'many',
      name: 'answered_by',
      label: 'Answerer',
      options: people.optionsIn('answered_by'),
      onSearch: people.onSearch,
    },
    { kind: 'days', label: 'Asked on' },
    ...about(list, 'leadId', 'Lead', rows[0]?.lead?.seen?.name),
    ...about(list, 'productId', 'Product', rows[0]?.product?.name),
  ]
}

/** Chosen by a link, so it shows only while it is on. */
const about = (
  list: ListState<typeof qcSupport.list>,
  name: 'leadId' | 'productId',
  label: string,
  called: string | undefined,
): Filter[] => {
  const value = list.get(name)
  return value === undefined
    ? []
    : [{ kind: 'one', name, label, options: [{ value, label: called ?? `no. ${value}` }] }]
}
