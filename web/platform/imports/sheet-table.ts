import type { FromWorker, ToWorker } from './workbook.ts'

/** Cells as libraries hand them over; days are at midnight of UTC, by the workbook's own calendar. */
type Sheet = readonly (readonly unknown[])[]
type Sheets = readonly { sheet: string; data: Sheet }[]

/** Answers the page from within a worker: with the sheets of a file, then with one of them as a table. */
export const answerWith = (read: (file: File) => Promise<Sheets>, unreadable: string) => {
  let sheets: Sheets = []
  const answer = async (asked: ToWorker) => {
    if ('file' in asked)
      try {
        sheets = await read(asked.file)
        reply({ sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.length })) })
      } catch {
        reply({ problem: unreadable })
      }
    else reply(tableOf(sheets[asked.sheet]?.data ?? []))
  }
  self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => void answer(data))
}

const reply = (message: FromWorker) => self.postMessage(message, {})

/** How many rows become one piece of the file. */
const PIECE = 2_000

/** The sheet as a CSV file, and how many cells of each column are numbers, of how many that say something. */
const tableOf = (rows: Sheet): FromWorker => {
  const columns: { numbers: number; filled: number }[] = []
  const pieces: string[] = ['\ufeff']
  for (let from = 0; from < rows.length; from += PIECE)
    pieces.push(
      rows
        .slice(from, from + PIECE)
        .map(
          (cells, at) =>
            `${cells.map((cell, column) => textOf(cell, from + at > 0 ? (columns[column] ??= { numbers: 0, filled: 0 }) : undefined)).join(',')}\r\n`,
        )
        .join(''),
    )
  return {
    csv: new Blob(pieces, { type: 'text/csv' }),
    columns: Array.from(columns, (each) => each ?? { numbers: 0, filled: 0 }),
  }
}

const textOf = (cell: unknown, count: { numbers: number; filled: number } | undefined) => {
  if (cell === null || cell === undefined || cell === '') return ''
  if (count) {
    count.filled++
    if (typeof cell === 'number') count.numbers++
  }
  const text = cell instanceof Date ? dayOf(cell) : typeof cell === 'string' ? cell : JSON.stringify(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const dayOf = (day: Date) => {
  const text = Number.isNaN(day.getTime()) ? '' : day.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
