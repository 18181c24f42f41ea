import { Button, Drawer } from 'antd'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import { DayChoices } from './DatePill.tsx'
import { Choices } from './FilterPill.tsx'
import { counted } from '#web/kit/look/format.ts'
import { focusFirst } from '#web/kit/keys/focus.ts'
import { isOn, namesOfFilter, takenOff, type Filter, type Noun } from './list.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import type { ListState } from './use-list-params.ts'

interface FiltersDrawerProps<E extends ListEndpoint> {
  list: ListState<E>
  filters: readonly Filter[]
  total: number | undefined
  noun: Noun
  onClose: () => void
}

/** The filters of a narrow screen. */
export const FiltersDrawer = <E extends ListEndpoint>({
  list,
  filters,
  total,
  noun,
  onClose,
}: FiltersDrawerProps<E>) => {
  useFocusBack()
  return (
    <Drawer
      open
      title="Filters"
      placement="bottom"
      size="85%"
      onClose={onClose}
      extra={
        filters.some((filter) => isOn(filter, list.params)) && (
          <ClearButton label="Clear all" filters={filters} list={list} />
        )
      }
      footer={
        <Button type="primary" size="large" block onClick={onClose}>
          Show {total === undefined ? noun[1] : counted(total, ...noun)}
        </Button>
      }
    >
      {filters.map((filter) => (
        <section key={filter.label} className="filter-section">
          <header className="filter-head">
            <h2>{filter.label}</h2>
            {isOn(filter, list.params) && (
              <ClearButton label={`Clear ${filter.label}`} filters={[filter]} list={list} />
            )}
          </header>
          <FilterControl filter={filter} list={list} />
        </section>
      ))}
    </Drawer>
  )
}

interface ClearButtonProps<E extends ListEndpoint> {
  label: string
  filters: readonly Filter[]
  list: ListState<E>
}

/** It is gone once pressed: what stays around it takes the focus. */
const ClearButton = <E extends ListEndpoint>({ label, filters, list }: ClearButtonProps<E>) => (
  <Button
    type="link"
    size="small"
    onClick={({ currentTarget }) => {
      const around = currentTarget.closest<HTMLElement>('.filter-section, .ant-drawer-section')
      list.change(takenOff(filters))
      requestAnimationFrame(() => focusFirst(around))
    }}
  >
    {label}
  </Button>
)

const FilterControl = <E extends ListEndpoint>({ filter, list }: { filter: Filter; list: ListState<E> }) => {
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
