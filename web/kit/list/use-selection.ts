import { useState } from 'react'
import type { Everything } from './list.ts'

export interface RowSelection<Row extends { id: number }> {
  rows: readonly Row[]
  has: (id: number) => boolean
  toggle: (row: Row) => void
  /** Takes the row and every one between it and the last one taken. */
  selectTo: (row: Row, page: readonly Row[]) => void
  /** These, and no others of the page; other pages keep theirs. */
  setOnPage: (chosen: readonly Row[], page: readonly Row[]) => void
  /** Everything in the view, when that was chosen; choosing or leaving out a single row ends it. */
  all: Everything | undefined
  setAll: (all: Everything) => void
  clear: () => void
}

interface Kept<Row> {
  view: string
  rows: ReadonlyMap<number, Row>
  last?: number | undefined
  all?: Everything
}

/** The rows that were taken, across pages, each as `shown` has it if it does; another `view` starts with none. */
export const useSelection = <Row extends { id: number }>(view: string, shown: readonly Row[]): RowSelection<Row> => {
  const [kept, setKept] = useState<Kept<Row>>({ view, rows: new Map() })
  const rows = kept.view === view ? kept.rows : new Map<number, Row>()
  const put = (next: ReadonlyMap<number, Row>, last?: number) => setKept({ view, rows: next, last })
  const without = (ids: readonly number[]) => new Map([...rows].filter(([id]) => !ids.includes(id)))
  const together = (added: readonly Row[]) => new Map([...rows, ...added.map((row) => [row.id, row] as const)])

  return {
    rows: [...rows.values()].map((row) => shown.find(({ id }) => id === row.id) ?? row),
    has: (id) => rows.has(id),
    toggle: (row) => put(rows.has(row.id) ? without([row.id]) : together([row]), row.id),
    selectTo: (row, page) => {
      const from = page.findIndex(({ id }) => id === kept.last)
      const to = page.findIndex(({ id }) => id === row.id)
      put(together(from < 0 ? [row] : page.slice(Math.min(from, to), Math.max(from, to) + 1)), row.id)
    },
    setOnPage: (chosen, page) => {
      const others = without(page.map(({ id }) => id))
      put(new Map([...others, ...chosen.map((row) => [row.id, row] as const)]), chosen.at(-1)?.id)
    },
    all: kept.view === view ? kept.all : undefined,
    setAll: (all) => setKept({ view, rows, all }),
    clear: () => put(new Map()),
  }
}
