import { UnorderedListOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { sentenceOf, useList } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Grid } from '#web/kit/grid/Grid.tsx'
import { rangeOf, type GridColumn } from '#web/kit/grid/grid.ts'
import { useGridStore, type GridStore } from '#web/kit/grid/grid-store.ts'
import { GridSaveBar } from '#web/kit/grid/GridSaveBar.tsx'
import { GridUndoButtons } from '#web/kit/grid/GridUndoButtons.tsx'
import { useGridDraft } from '#web/kit/grid/use-grid-draft.ts'
import { useGridUndo } from '#web/kit/grid/use-grid-undo.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import type { Column, Filter } from '#web/kit/list/list.ts'
import { ListFilters } from '#web/kit/list/ListFilters.tsx'
import { FirstUse } from '#web/kit/list/ListStates.tsx'
import { ListViews } from '#web/kit/list/ListViews.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { useChosenColumns } from '#web/kit/list/use-chosen-columns.ts'
import type { ListState } from '#web/kit/list/use-list-params.ts'
import { activeView } from '#web/kit/list/view-links.ts'
import { formats } from '#web/kit/look/format.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import type { CellValue } from './cell-columns.ts'
import { useProductCells } from './use-product-cells.ts'
import { refreshCells, useSaveCells } from './use-save-cells.ts'

interface ProductGridProps {
  list: ListState<typeof masterProducts.list>
  filters: readonly Filter[]
}

/** The products of the list as a grid, to be edited as in a spreadsheet. */
export const ProductGrid = ({ list, filters }: ProductGridProps) => {
  const store = useGridStore<CellValue>()
  const answer = useList(masterProducts.list, list.query, { enabled: list.ready })
  const page = answer.data
  const { rows, columns, read, failure, isLoading } = useProductCells(page?.data.map(({ id }) => id) ?? [])
  const view = activeView(list)
  const chosen = useChosenColumns(list, view, columns.map(asChoice))
  const turned = chosen.columns.map(({ key }) => key).join(' ')
  // The same columns must stay the same list, or each key would draw all cells again.
  const shown = useMemo(() => columns.filter(({ key }) => turned.split(' ').includes(key)), [columns, turned])
  const undo = useGridUndo(store, refreshCells)
  const save = useSaveCells((id) => read.find((row) => row.id === id)?.version, undo.undoSave)
  useGridDraft('product-cells', store, columns, rows)
  const { number } = formats()
  const first = page ? (page.pagination.page - 1) * page.pagination.pageSize + 1 : 1
  const fault = answer.error ?? failure

  return (
    <div className="list">
      <header className="list-head">
        <PageTitle title="Product Properties" />
        <span className="list-total">{page && `${number(page.pagination.total)} total`}</span>
        <div className="page-actions">
          <Button
            icon={<UnorderedListOutlined aria-hidden />}
            href={list.linkTo(TO_LIST)}
            onClick={(event) => {
              event.preventDefault()
              list.change(TO_LIST)
            }}
          >
            Back to list
          </Button>
        </div>
      </header>
      {view && <ListViews list={list} active={view} columns={chosen} />}
      <ListFilters
        list={list}
        search="Search products"
        filters={filters}
        chosen={chosen}
        extra={<GridUndoButtons store={store} undo={undo} />}
        onOpenFilters={() => undefined}
      />
      {fault && <Notice kind="error" title={sentenceOf(fault, masterProducts.list.failure)} />}
      {rows.length > 0 ? (
        <Grid store={store} label="Products" columns={shown} rows={rows} first={first} undo={undo} />
      ) : (
        <div className="grid-scroll" aria-busy={isLoading}>
          {page?.data.length === 0 && <FirstUse empty={NOTHING} />}
        </div>
      )}
      <footer className="list-foot">
        {page && page.data.length > 0 && (
          <span>
            {number(first)}–{number(first + page.data.length - 1)} of {number(page.pagination.total)}
          </span>
        )}
        <Selected store={store} />
        <GridHints />
        {page && <Pager pagination={page.pagination} linkTo={(next) => list.linkTo({ page: String(next) })} />}
      </footer>
      <GridSaveBar store={store} columns={columns} rows={rows} noun={['product', 'products']} onSave={save} />
    </div>
  )
}

const TO_LIST = { mode: undefined, pageSize: undefined }
const NOTHING = { title: 'No products to edit', text: 'No product is in this view with these filters.' }

const ON_BY_CHOICE: ReadonlySet<string> = new Set(['unit', 'gtin', 'usual_min', 'usual_max', 'description'])

/** A column as the chooser offers it: the frozen ones always show. */
const asChoice = ({ key, title, width, frozen }: GridColumn<CellValue>): Column<unknown> => ({
  key,
  title,
  width,
  priority: frozen ? 0 : 1,
  optional: ON_BY_CHOICE.has(key),
  render: () => null,
})

/** How many cells are selected, where it is more than one. */
const Selected = ({ store }: { store: GridStore<CellValue> }) => {
  const { top, bottom, left, right } = rangeOf(store.place.use().selection)
  const [rows, columns] = [bottom - top + 1, right - left + 1]
  return <strong className="grid-count">{rows * columns > 1 && `${rows} × ${columns} selected`}</strong>
}

const HINTS = [
  [['F2'], 'edit'],
  [['Ctrl', 'D'], 'fill down'],
  [['Del'], 'clear'],
  [['Ctrl', 'Z'], 'undo'],
] as const

const GridHints = () => (
  <span className="key-hints" aria-hidden>
    {HINTS.map(([keys, label]) => (
      <span key={label}>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}{' '}
        {label}
      </span>
    ))}
  </span>
)
