import type { ImportField } from '#contract/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import type { Chunk } from '#server/kit/jobs/kind.ts'
import { openAhead } from './ahead.ts'
import type { Known } from './known.ts'
import type { NotedRow } from './noted-rows.ts'
import { readerOf } from './parts.ts'
import * as queries from './queries.ts'
import { readRows, type Position } from './reader.ts'
import { readEnquiry, type ReadRow } from './row.ts'

/** Rows in one transaction: large enough that each costs little, small enough that nobody waits long for a lock. */
const CHUNK = 1_000
const MOST_ROWS = 5_000_000
const MOST_BROKEN = 100
/** Of a file that does not fit at all, so many rows are kept to be looked at. */
const MOST_REJECTED_KEPT = 200_000

type Ready = Extract<ReadRow, { lead: unknown }>
type Rejected = Extract<ReadRow, { reasons: unknown }>

export interface Candidate extends Ready {
  known: Known | undefined
}

/** The next rows of a file, sorted into those that could become leads and those that cannot. */
export interface Sorted {
  ready: Ready[]
  rejected: Rejected[]
  counted: queries.Counted
  /** The rows' numbers, the last one not included. */
  range: readonly [from: number, to: number]
  cursor: number
  last: boolean
  /** Reads the rows behind these while the database is at something else. */
  readAhead(aside: Aside): void
}
type Aside = Chunk<unknown>['aside']

type Stored = NonNullable<Awaited<ReturnType<typeof queries.get>>>

/** Rows of the file as they are read, whatever the database holds: the same bytes give the same. */
interface Read {
  rows: readonly ReadRow[]
  broken: number
  next: Position
  done: boolean
}

const ahead = openAhead<Read>()

/** Reads the next rows from the job's cursor on. */
export const sortNext = async (tenant: Tenant, stored: Stored, cursor: number): Promise<Sorted> => {
  const from = { offset: cursor, row: cursor === 0 ? 1 : stored.row_at }
  const before = cursor === 0 ? queries.NOTHING_COUNTED : { ...queries.NOTHING_COUNTED, ...stored.counts }
  // A job's change set is its own: no other one is given what it has read.
  const nameOf = ({ offset, row }: Position) => `${tenant.changeSet} ${offset} ${row}`
  const { rows, broken, next, done } = (await ahead.take(nameOf(from))) ?? (await readNext(tenant, stored, from))

  const ready = rows.flatMap((row) => ('lead' in row ? [row] : []))
  const rejected = rows.flatMap((row) => ('reasons' in row ? [row] : []))
  const counted = {
    ...before,
    rows: before.rows + rows.length,
    rejected: before.rejected + rejected.length,
    broken: before.broken + broken,
  }
  refuseHopeless(counted)
  return {
    ready,
    rejected,
    counted,
    range: [from.row, next.row],
    cursor: next.offset,
    last: done,
    readAhead(aside) {
      if (done) return
      ahead.keep(
        nameOf(next),
        aside((other) => readNext(other, stored, next)),
      )
    },
  }
}

const readNext = async (tenant: Tenant, stored: Stored, from: Position): Promise<Read> => {
  const { rows, next, done } = await readRows(readerOf(tenant, stored.id), stored, from, CHUNK)
  if (from.offset === 0 && stored.header) rows.shift()
  const fields: readonly (ImportField | null)[] = stored.columns.map(({ field }) => field)
  return {
    rows: rows.map((row) => readEnquiry(row, fields)),
    broken: rows.filter(({ problem }) => problem !== undefined).length,
    next,
    done,
  }
}

const refuseHopeless = ({ rows, broken }: queries.Counted) => {
  if (rows > MOST_ROWS)
    throw new UserError(400, `An import takes at most ${MOST_ROWS.toLocaleString('en')} rows: split the file.`)
  if (broken > MOST_BROKEN)
    throw new UserError(
      400,
      `More than ${MOST_BROKEN} rows cannot be told apart: a quotation mark is opened and never closed. Save the file as CSV anew.`,
    )
}

/** Rejected rows as they are noted, as long as there are not too many of them. */
export const notedRejections = ({ rejected, counted }: Sorted): NotedRow[] =>
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
  known_lead: known?.lead ?? null,
  known_row: known?.lead === null ? known.row : null,
})
