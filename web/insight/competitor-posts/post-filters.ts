import { COVERAGES } from '#contract/insight/competitor-posts.ts'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { competitors } from '#contract/insight/competitors.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import type { Filter } from '#web/kit/list/list.ts'
import { COVERAGE_WORDS } from '#web/insight/frame/insight-words.tsx'

/** Competitor, topic, coverage, read and when it was published. */
export const usePostFilters = (): readonly Filter[] => {
  const known =
    useOne(competitors.list, { body: { pageSize: 100 } }, { enabled: can(competitors.list) }).data?.data ?? []
  const topics = useOne(competitorTopics.list, { body: {} }, { enabled: can(competitorTopics.list) }).data?.data ?? []
  return [
    {
      kind: 'many',
      name: 'competitor',
      label: 'Competitor',
      options: known.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'many',
      name: 'topic',
      label: 'Topic',
      options: topics.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'many',
      name: 'coverage',
      label: 'Coverage',
      options: COVERAGES.map((value) => ({ value, label: COVERAGE_WORDS[value].label })),
    },
    {
      kind: 'one',
      name: 'read',
      label: 'Read',
      options: [
        { value: 'unread', label: 'Unread' },
        { value: 'saved', label: 'Saved' },
      ],
    },
    { kind: 'days', label: 'Published' },
    {
      kind: 'one',
      name: 'no_topic',
      label: 'Without a topic',
      options: [{ value: 'true', label: 'Yes' }],
      folded: true,
    },
    {
      kind: 'one',
      name: 'cluster',
      label: 'Copies',
      options: [
        { value: 'one', label: 'One of each' },
        { value: 'all', label: 'All copies' },
      ],
      folded: true,
    },
  ]
}
