import type { ReactNode } from 'react'
import type { RowOf } from '#contract/kit/endpoint.ts'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import type { BulkAction, Card, Column, EmptyText, Filter, ListKeys, Noun } from './list.ts'
import type { ListState } from './use-list-params.ts'

export type RowOfList<E extends ListEndpoint> = RowOf<E> & { id: number }

/** What a list screen declares. */
export interface ListPageProps<E extends ListEndpoint> {
  title: string
  list: ListState<E>
  noun: Noun
  /** What the order is called that rows have until people sort them; said beside the total. */
  usualOrder?: string | undefined
  columns: readonly Column<RowOfList<E>>[]
  /** What the search looks at; no search box without it. */
  search?: string
  filters?: readonly Filter[]
  /** What all rows come to, under the table. */
  totals?: RowOfList<E> | undefined
  /** Under the title: what all rows come to, each figure with the way to its rows. */
  figures?: ReactNode
  /** Beside the tabs of its views: links to other lists of the screen. */
  tabs?: { before?: ReactNode; after?: ReactNode }
  /** Buttons in the title row. */
  actions?: ReactNode
  /** Between the tabs and the filters: what comes before all rows. */
  lead?: ReactNode
  /** Between the filters and the rows: a banner, a row to add by. */
  above?: ReactNode
  bulk?: readonly BulkAction<RowOfList<E>>[]
  onOpen?: (row: RowOfList<E>) => void
  /** The row that is open beside the list. */
  openId?: number | undefined
  /** What a row is on a narrow screen; usually its columns, line by line. */
  card?: (row: RowOfList<E>) => Card
  /** Whether changes of others are followed as they come. */
  isLive?: boolean
  /** What to say while there is nothing yet. */
  empty: EmptyText
  /** Keys of the page's own while the list owns the keyboard; `current` is the row the keys act on. */
  keys?: (current: RowOfList<E> | undefined) => ListKeys
  /** After the rows: a drawer. */
  children?: ReactNode
}
