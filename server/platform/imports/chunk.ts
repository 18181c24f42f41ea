import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import type { NotedRow } from './noted-rows.ts'
import { readerOf } from './parts.ts'
import { nothingCounted, type Counted, type Stored } from './queries.ts'
import { BEGINNING, readRows, type FileRow, type Position } from './reader.ts'
import type { ImportSpec, Known, ReadRow, Ready, Rejected } from './spec.ts'

/** Rows in one transaction: large enough that each costs little, small enough that nobody waits long for a lock. */
const CHUNK = 1_000
const MOST_ROWS = 5_000_000
const MOST_BROKEN = 100
/** Of a file that does not fit at all, so many rows are kept to be looked at. */
const MOST_REJECTED_KEPT = 200_000

/** The next rows of a file, sorted into those that could be stored and those that cannot: whatever the database holds. */
export interface Sorted<Item> {
  ready: Ready<Item>[]
  rejected: Rejected[]
  /** Rows that could not even be told apart. */
  broken: number
  /** The rows' numbers, the last one not included. */
  range: readonly [from: number, to: number]
  cursor: number
  last: boolean
}

/** Reads the next rows from the job's cursor on; `row` is the number of the first of them, where the import does not say it yet. */
export const sortNext = async <Options extends object, Item>(
  tenant: Tenant,
  spec: Pick<ImportSpec<Options, Item>, 'reader' | 'readOptions'>,
  stored: Stored,
  cursor: number,
  row = stored.row_at,
): Promise<Sorted<Item>> => {
  const from: Position = cursor === 0 ? BEGINNING : { offset: cursor, row }
  const { rows: found, next, done } = await readRows(readerOf(tenant, stored.id), stored, from, CHUNK)
  const rows = found.filter((each) => each.row >= stored.first_row)
  if (cursor === 0 && stored.header) rows.shift()
  const fields = stored.columns.map(({ field }) => field)
  const names = stored.columns.map(({ name }) => name)
  const readWhole = await spec.reader(tenant, fields, spec.readOptions(stored.options), names)
  const read = rows.map((each): ReadRow<Item> => brokenRow(each, fields.length) ?? readWhole(each))
  return {
    ready: read.flatMap((each) => ('item' in each ? [each] : [])),
    rejected: read.flatMap((each) => ('reasons' in each ? [each] : [])),
    broken: rows.filter(({ problem }) => problem !== undefined).length,
    range: [from.row, next.row],
    cursor: next.offset,
    last: done,
  }
}

/** A row whose cells cannot be told apart, or to which there are more than columns. */
export const brokenRow = ({ row, cells, problem }: FileRow, width: number): Rejected | undefined => {
  const wide = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
  const message = problem ?? (wide ? tooWide(cells.length, width) : undefined)
  return message === undefined ? undefined : { row, cells, reasons: [{ column: null, message }] }
}

const tooWide = (cells: number, columns: number) =>
  `It has ${cells} cells for ${columns} columns. Put text with the separator in quotation marks`

/** What was counted of all rows up to these; a file of which too little can be read ends here. */
export const countedUpTo = (
  { outcomes }: Pick<ImportSpec, 'outcomes'>,
  { counts }: Stored,
  { ready, rejected, broken, range }: Sorted<unknown>,
): Counted => {
  const nothing = nothingCounted(outcomes)
  const before = range[0] === BEGINNING.row ? nothing : { ...nothing, ...counts }
  const counted = {
    ...before,
    rows: before.rows + ready.length + rejected.length,
    rejected: before.rejected + rejected.length,
    broken: before.broken + broken,
  }
  refuseHopeless(counted)
  return counted
}

const refuseHopeless = ({ rows, broken }: Counted) => {
  if (rows > MOST_ROWS)
    throw new UserError(400, `An import can have at most ${MOST_ROWS.toLocaleString('en')} rows. Split the file.`)
  if (broken > MOST_BROKEN)
    throw new UserError(
      400,
      `More than ${MOST_BROKEN} rows can’t be read: a quotation mark is never closed. Save the file as CSV again.`,
    )
}

/** Rejected rows as they are noted, as long as there are not too many of them. */
export const notedRejections = ({ rejected }: Sorted<unknown>, counted: Counted): NotedRow[] =>
  counted.rejected > MOST_REJECTED_KEPT
    ? []
    : rejected.map(({ row, cells, reasons }) => note(row, cells, 'rejected', { reasons }))

export const note = (
  row: number,
  cells: readonly string[],
  outcome: NotedRow['outcome'],
  { reasons = [], known }: { reasons?: NotedRow['reasons']; known?: Known | undefined } = {},
): NotedRow => ({
  row_no: row,
  outcome,
  reasons,
  // PostgreSQL keeps no zero; whoever reads the row sees that something was there.
  cells: cells.map((cell) => cell.replaceAll('\0', '\ufffd').toWellFormed()),
  known_id: known?.id ?? null,
  known_row: known?.id === null ? known.row : null,
  known_by: known?.by ?? [],
})
