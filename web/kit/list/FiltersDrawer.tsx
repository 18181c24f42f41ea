import { Button, Drawer } from 'antd'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import { FilterControl } from './FilterControl.tsx'
import { counted } from '#web/kit/look/format.ts'
import { focusFirst } from '#web/kit/keys/focus.ts'
import { isOn, takenOff, type Filter, type Noun } from './list.ts'
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
