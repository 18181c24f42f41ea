import type { ListEndpoint } from '#web/kit/data/api.ts'
import { DayChoices } from './DatePill.tsx'
import { Choices } from './FilterPill.tsx'
import { namesOfFilter, type Filter } from './list.ts'
import type { ListState } from './use-list-params.ts'

interface FilterControlProps<E extends ListEndpoint> {
  filter: Filter
  list: ListState<E>
}

/** What a filter is set by, without its pill. */
export const FilterControl = <E extends ListEndpoint>({ filter, list }: FilterControlProps<E>) => {
  if (filter.kind === 'days') {
    const [from = '', to = ''] = namesOfFilter(filter)
    return (
      <DayChoices
        range={{ from: list.get(from), to: list.get(to) }}
        onChange={(range) => list.change({ [from]: range.from, [to]: range.to })}
      />
    )
  }
  const value = [list.params[filter.name] ?? []].flat()
  const set = (next: readonly string[]) => list.change({ [filter.name]: next })
  if (filter.kind === 'made') return filter.panel({ values: value, onChange: set })
  const { label, options, kind } = filter
  return (
    <Choices
      label={label}
      options={options}
      many={kind === 'many'}
      value={value}
      onChange={set}
      onSearch={filter.kind === 'many' ? filter.onSearch : undefined}
    />
  )
}
