import { FilterOutlined, MenuOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented } from 'antd'
import { useRef, type ReactNode } from 'react'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/kit/endpoint.ts'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import { DatePill } from './DatePill.tsx'
import { FilterControl } from './FilterControl.tsx'
import { FilterPill, Pill } from './FilterPill.tsx'
import { focusFirst } from '#web/kit/keys/focus.ts'
import { isOn, namesOfFilter, takenOff, type Filter } from './list.ts'
import { Popover } from '#web/kit/look/Popover.tsx'
import { preferences, setPreference } from '#web/kit/data/preferences.ts'
import { SearchBox } from './SearchBox.tsx'
import type { ChosenColumns } from './use-chosen-columns.ts'
import type { ListState } from './use-list-params.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'

interface ListFiltersProps<E extends ListEndpoint, Row> {
  list: ListState<E>
  search: string | undefined
  filters: readonly Filter[]
  /** Absent where rows have no columns. */
  chosen?: ChosenColumns<Row>
  /** In place of the density, where rows have only one. */
  extra?: ReactNode
  onOpenFilters: () => void
}

/** Search, filter pills, density and columns; on narrow screens the pills wait in a drawer. */
export const ListFilters = <E extends ListEndpoint, Row>({
  list,
  search,
  filters,
  chosen,
  extra,
  onOpenFilters,
}: ListFiltersProps<E, Row>) => {
  const narrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const active = filters.filter((filter) => isOn(filter, list.params)).length
  const folded = filters.filter((filter) => filter.folded)
  const pills = (all: readonly Filter[]) =>
    all.map((filter) => <OneFilter key={filter.label} filter={filter} list={list} />)
  return (
    <div ref={box} className="list-filters" role="search" aria-label="Filters">
      {search && (
        <SearchBox
          value={list.get('search') ?? ''}
          placeholder={search}
          onSearch={(text) => list.change({ search: text }, { typing: true })}
        />
      )}
      {narrow
        ? filters.length > 0 && (
            <Button icon={<FilterOutlined aria-hidden />} onClick={onOpenFilters}>
              Filters{active > 0 ? ` ${active}` : ''}
            </Button>
          )
        : pills(filters.filter((filter) => !filter.folded))}
      {!narrow && folded.length > 0 && (
        <Pill label="More" words="" onClear={() => undefined}>
          {() =>
            folded.map((filter) => (
              <section key={filter.label} className="folded-filter" aria-label={filter.label}>
                <p className="panel-title">{filter.label}</p>
                <FilterControl filter={filter} list={list} />
              </section>
            ))
          }
        </Pill>
      )}
      {!narrow && pills(folded.filter((filter) => isOn(filter, list.params)))}
      {!narrow && active > 0 && (
        <Button
          type="text"
          onClick={() => {
            list.change(takenOff(filters))
            focusFirst(box.current)
          }}
        >
          Clear
        </Button>
      )}
      {!narrow && chosen && <ListSettings list={list} chosen={chosen} extra={extra} />}
    </div>
  )
}

const OneFilter = <E extends ListEndpoint>({ filter, list }: { filter: Filter; list: ListState<E> }) => {
  if (filter.kind === 'days') {
    const [from = '', to = ''] = namesOfFilter(filter)
    return (
      <DatePill
        label={filter.label}
        range={{ from: list.get(from), to: list.get(to) }}
        onChange={(range) => list.change({ [from]: range.from, [to]: range.to })}
      />
    )
  }
  const value = [list.params[filter.name] ?? []].flat()
  const set = (next: readonly string[]) => list.change({ [filter.name]: next })
  if (filter.kind === 'made')
    return (
      <Pill label={filter.label} words={madeWords(filter, value)} onClear={() => set([])}>
        {() => filter.panel({ values: value, onChange: set })}
      </Pill>
    )
  const { label, options, kind } = filter
  return (
    <FilterPill
      label={label}
      options={options}
      many={kind === 'many'}
      value={value}
      onChange={set}
      onSearch={filter.kind === 'many' ? filter.onSearch : undefined}
    />
  )
}

/** `Pressure ≥ 10 bar +1` */
const madeWords = ({ inWords }: Filter & { kind: 'made' }, [first, ...more]: readonly string[]) => {
  if (first === undefined) return ''
  return more.length > 0 ? `${inWords(first)} +${more.length}` : inWords(first)
}

const ListSettings = <E extends ListEndpoint, Row>({
  list,
  chosen,
  extra,
}: Pick<ListFiltersProps<E, Row>, 'list' | 'extra'> & { chosen: ChosenColumns<Row> }) => {
  const { density } = preferences.use()
  return (
    <div className="list-settings">
      {extra ?? (
        <Segmented
          aria-label="Density"
          value={density}
          onChange={(value) => setPreference('density', value === 'compact' ? 'compact' : 'roomy')}
          options={[
            { value: 'roomy', icon: <RoomyIcon />, title: 'Roomy' },
            { value: 'compact', icon: <MenuOutlined aria-hidden />, title: 'Compact' },
          ]}
        />
      )}
      <Popover
        label="Columns and page size"
        placement="bottomRight"
        className="pill-panel"
        render={() => (
          <>
            <p className="panel-title">Columns</p>
            <div className="choices">
              {chosen.all.map((column) => (
                <Checkbox
                  key={column.key}
                  checked={chosen.isShown(column.key)}
                  disabled={column.priority === 0 || !chosen.hasRoomFor(column)}
                  onChange={() => chosen.toggle(column.key)}
                >
                  {column.title}
                </Checkbox>
              ))}
            </div>
            <p className="panel-title">Rows on a page</p>
            <Segmented
              size="small"
              aria-label="Rows on a page"
              options={[...PAGE_SIZES]}
              value={Number(list.get('pageSize') ?? DEFAULT_PAGE_SIZE)}
              onChange={(size) => list.change({ pageSize: String(size) })}
            />
          </>
        )}
      >
        <Button icon={<SettingOutlined aria-hidden />} aria-label="Columns and page size" />
      </Popover>
    </div>
  )
}

const RoomyIcon = () => (
  <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
    <path d="M2 5.5h12M2 10.5h12" />
  </svg>
)
