import type { ImportColumn } from '#contract/platform/imports.ts'
import type { Ready } from './spec.ts'

/** Cells of a column that are left out of rows that are added. */
export interface LeftOut {
  column: number
  cells: number
  samples: string[]
}

const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 80

/** The warnings with the cells that these rows leave out, or hold nothing but a placeholder in. */
export const withLeftOut = (
  before: readonly LeftOut[],
  rows: readonly Pick<Ready<unknown>, 'cells' | 'notes' | 'empty'>[],
): LeftOut[] => {
  const byColumn = new Map(before.map((each) => [each.column, { ...each, samples: [...each.samples] }]))
  for (const { cells, notes, empty = [] } of rows) {
    if (notes.length + empty.length === 0) continue
    for (const column of new Set([...notes.flatMap(({ column: at }) => at ?? []), ...empty])) {
      const found = byColumn.get(column) ?? { column, cells: 0, samples: [] }
      found.cells++
      const sample = presentable(cells[column] ?? '')
      if (sample && found.samples.length < MOST_SAMPLES && !found.samples.includes(sample)) found.samples.push(sample)
      byColumn.set(column, found)
    }
  }
  return [...byColumn.values()].toSorted((one, other) => one.column - other.column)
}

// PostgreSQL keeps no zero and no half of a letter.
const presentable = (cell: string) => cell.replaceAll('\0', '\ufffd').trim().slice(0, LONGEST_SAMPLE).toWellFormed()

/** The same with the names of their columns. */
export const namedWarnings = (warnings: readonly LeftOut[], columns: readonly ImportColumn[]) =>
  warnings.map(({ column, ...rest }) => ({ column: columns[column]?.name ?? '', ...rest }))
