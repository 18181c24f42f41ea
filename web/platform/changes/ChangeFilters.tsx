import { Button } from 'antd'
import { changes } from '#contract/platform/changes.ts'
import { useOne } from '#web/kit/data/api.ts'
import { DatePill } from '#web/kit/list/DatePill.tsx'
import { FilterPill } from '#web/kit/list/FilterPill.tsx'
import '#web/kit/list/list-filters.css'
import { actLabel } from './change-words.ts'
import type { ChangeFilter } from './change-filter.ts'

interface ChangeFiltersProps {
  filter: ChangeFilter
  onChange: (change: Partial<Record<keyof ChangeFilter, string | undefined>>) => void
  /** Whether changes of other people are shown, so that one of them can be chosen. */
  ofOthers: boolean
}

/** Who, which act and when: each in the address. */
export const ChangeFilters = ({ filter, onChange, ofOthers }: ChangeFiltersProps) => {
  const choices = useOne(changes.choices, {}, { staleTime: 60_000 }).data?.data
  const acts = (choices?.acts ?? [])
    .map(({ act, did }) => ({ value: act, label: actLabel(did) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  const people = (choices?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const { person, act, from_date, to_date } = filter
  return (
    <div className="changes-filters" role="search" aria-label="Filters">
      {ofOthers && (
        <FilterPill
          label="Person"
          many={false}
          options={people}
          value={person === undefined ? [] : [String(person)]}
          onChange={([chosen]) => onChange({ person: chosen })}
        />
      )}
      <FilterPill
        label="Act"
        many={false}
        options={acts}
        value={act === undefined ? [] : [act]}
        onChange={([chosen]) => onChange({ act: chosen })}
      />
      <DatePill
        label="Day"
        range={{ from: from_date, to: to_date }}
        onChange={({ from, to }) => onChange({ from_date: from, to_date: to })}
      />
      {isFiltered(filter) && (
        <Button
          type="text"
          onClick={() => onChange({ person: undefined, act: undefined, from_date: undefined, to_date: undefined })}
        >
          Clear
        </Button>
      )}
    </div>
  )
}

export const isFiltered = ({ person, act, from_date, to_date }: ChangeFilter) =>
  [person, act, from_date, to_date].some((each) => each !== undefined)
