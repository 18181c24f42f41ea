import type { ReactNode } from 'react'
import type { Binding } from './keys.ts'

export interface Column<Row> {
  key: string
  title: string
  /** The least width in pixels at which it still reads. */
  width: number
  /** 0 and 1 always show; above that the highest number goes first when the width is short. */
  priority: number
  render: (row: Row) => ReactNode
  align?: 'right' | undefined
  /** The field that its header sorts by. */
  sort?: string | undefined
  /** Which way the first press sorts; `asc` unless said. */
  firstOrder?: 'asc' | 'desc'
  /** When dropped for width, its value shows under this column's instead of vanishing. */
  stacksUnder?: string
  /** Off until the person chooses it. */
  optional?: boolean
  /** Where it goes on a card, below 821 pixels: the heading, the corner opposite it, a line (usual up to priority 3), its own row at the
   *  foot (for actions), or nowhere. */
  card?: 'title' | 'corner' | 'line' | 'foot' | 'none'
}

export interface Option {
  value: string
  label: string
  /** Beside the label, in a lower voice. */
  hint?: string
}

export type Filter =
  | { kind: 'many'; name: string; label: string; options: readonly Option[] }
  | { kind: 'one'; name: string; label: string; options: readonly Option[] }
  /** A range of whole days in the person's zone; the words of its pill are "Last 7 days" or the days. */
  | { kind: 'days'; label: string; from?: string; to?: string }

/** The names in the address that a filter reads and writes. */
export const namesOfFilter = (filter: Filter): string[] =>
  filter.kind === 'days' ? [filter.from ?? 'from_date', filter.to ?? 'to_date'] : [filter.name]

/** A tab: a named set of filters. */
export interface View {
  key: string
  label: string
  params: Readonly<Record<string, string | readonly string[]>>
}

export interface Selection<Row> {
  rows: readonly Row[]
  clear: () => void
}

/** An action on the selected rows or, by its key with nothing selected, on the current one. */
export interface BulkAction<Row> {
  label: string
  icon?: ReactNode
  /** One letter, as in the keyboard map. */
  keys?: string
  danger?: boolean
  run: (selection: Selection<Row>) => void
}

export interface EmptyText {
  title: string
  text: string
  action?: ReactNode
}

export type ListKeys = readonly Binding[]

/** What is called what: `['lead', 'leads']`. */
export type Noun = readonly [one: string, many: string]

/** The columns that fit, and those that do not. 0 and 1 stay whatever the width. */
export const fitColumns = <Row>(
  columns: readonly Column<Row>[],
  width: number,
): { shown: Column<Row>[]; dropped: Column<Row>[] } => {
  const shown = [...columns]
  const dropped: Column<Row>[] = []
  const needed = () => shown.reduce((sum, column) => sum + column.width, 0)
  while (width > 0 && needed() > width) {
    const last = shown.findLast(({ priority }) => priority === Math.max(...shown.map((column) => column.priority)))
    if (last === undefined || last.priority <= 1) break
    shown.splice(shown.indexOf(last), 1)
    dropped.push(last)
  }
  return { shown, dropped }
}

/** What a row is called in the names of its controls. */
export const nameOf = (row: { id: number; name?: unknown }, [one]: Noun) =>
  typeof row.name === 'string' ? row.name : `${one} ${row.id}`
