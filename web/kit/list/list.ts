import type { ReactNode } from 'react'
import type { SavedView } from '#contract/platform/saved-views.ts'
import type { Binding } from '#web/kit/keys/keys.ts'
import type { ListParams } from './list-params.ts'

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
  /** What shows there, where it is less than in a column of its own. */
  stacked?: (row: Row) => ReactNode
  /** Off until the person chooses it. */
  optional?: boolean
  /** What the list is asked for, among its `values`, while this column shows: rows have it only then. */
  value?: string | readonly string[]
  /** Where it goes on a card, below 821 pixels, if the list has no card of its own: the heading, the corner opposite it, a line (usual
   *  up to priority 3), its own row at the foot (for actions), or nowhere. */
  card?: 'title' | 'corner' | 'line' | 'foot' | 'none'
}

export interface Option {
  value: string
  label: string
  /** Beside the label, in a lower voice. */
  hint?: string
  /** How far below the first ones it stands, where they are a tree. */
  depth?: number
}

/** A row as a card, for narrow screens. */
export interface Card {
  /** Beside all of it. */
  picture?: ReactNode
  title: ReactNode
  corner?: ReactNode
  /** One under the other, in a lower voice. */
  lines: readonly ReactNode[]
  /** At the end of the last line. */
  end?: ReactNode
  /** A row of actions. */
  foot?: ReactNode
}

export type Filter = AnyFilter & {
  /** On wide screens it waits behind “More”; while on, its pill stands there too. */
  folded?: true
}

type AnyFilter =
  | {
      kind: 'many'
      name: string
      label: string
      options: readonly Option[]
      /** Hears what is sought among them, where there may be more than these. */
      onSearch?: (text: string) => void
    }
  | { kind: 'one'; name: string; label: string; options: readonly Option[] }
  /** A range of whole days in the person's zone; the words of its pill are "Last 7 days" or the days. */
  | { kind: 'days'; label: string; from?: string; to?: string }
  /** Values that are more than a choice from a list: the panel makes them. */
  | {
      kind: 'made'
      name: string
      label: string
      /** One of the values, as a person would say it. */
      inWords: (value: string) => string
      panel: (given: { values: readonly string[]; onChange: (values: readonly string[]) => void }) => ReactNode
    }

/** The names in the address that a filter reads and writes. */
export const namesOfFilter = (filter: Filter): string[] =>
  filter.kind === 'days' ? [filter.from ?? 'from_date', filter.to ?? 'to_date'] : [filter.name]

export const isOn = (filter: Filter, params: ListParams) =>
  namesOfFilter(filter).some((name) => params[name] !== undefined)

/** The change of a list's state that takes these filters off. */
export const takenOff = (filters: readonly Filter[]) =>
  Object.fromEntries(filters.flatMap(namesOfFilter).map((name) => [name, undefined]))

/** A tab: a named set of filters, with an order and columns where it has its own. */
export interface View {
  key: string
  label: string
  params: Readonly<Record<string, string | readonly string[]>>
  /** The columns turned from what they are by themselves; undefined: whatever the person has chosen. */
  columns?: readonly string[] | undefined
  /** What to say while nothing is in it; without, its filters are told. */
  empty?: EmptyText
  /** Kept on the server; a built-in view is not. */
  saved?: SavedView
}

export interface Everything {
  count: number
  /** As the list's call takes it. */
  query: object
}

export interface Selection<Row> {
  rows: readonly Row[]
  /** Everything that the list shows for this query; `rows` are then only those of it that are on screen. */
  all?: Everything | undefined
  clear: () => void
}

/** An action on the selected rows or, by its key with nothing selected, on the current one. */
export interface BulkAction<Row> {
  label: string
  icon?: ReactNode
  /** One letter, as in the keyboard map. */
  keys?: string
  danger?: boolean
  /** Whether it can be done to everything in a view, however much that is. */
  takesAll?: boolean
  /** Offered only while so many rows are selected. */
  only?: number
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

/** Whether two sets of columns draw the same cells of a row. */
export const sameCells = <Row>(some: readonly Column<Row>[], others: readonly Column<Row>[]) =>
  some.length === others.length &&
  some.every((one, index) => DRAWN_BY.every((part) => one[part] === others[index]?.[part]))

const DRAWN_BY = ['key', 'title', 'width', 'align', 'sort', 'firstOrder', 'render', 'stacksUnder', 'stacked'] as const

/** What a row is called in the names of its controls. */
export const nameOf = ({ id, name, title, email }: Named, [one]: Noun) =>
  [name, title, email].find((words): words is string => typeof words === 'string' && words !== '') ?? `${one} ${id}`

interface Named {
  id: number
  name?: unknown
  title?: unknown
  email?: unknown
}

/** What can be chosen, of words by their codes. */
export const optionsOf = <Code extends string>(words: Readonly<Record<Code, string>>): Option[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))
