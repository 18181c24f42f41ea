import { FORMULA } from '#contract/kit/spreadsheet-guard.ts'

/** One row of a CSV file, every cell in quotation marks, so that no separator of anybody's spreadsheet splits it. */
export const csvRow = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** The same of rows that are told as JSON: an array of texts on each line, as PostgreSQL writes them. */
export const csvRows = (lines: string) => lines.split('\n').map(csvRowOf).join('')

// Without an escape no cell holds a quotation mark, and but for the guard the line is the row already.
const csvRowOf = (line: string) =>
  line.includes('\\') ? csvRow(JSON.parse(line)) : `${line.slice(1, -1).replace(FORMULA_IN_LINE, `"'`)}\r\n`

/** A number, or a telephone number with its extension: behind its sign nothing is left to calculate, as there is in `+49-30`. */
const NUMBER = /^[+-]\d[\d .,]*(?: ext\.? \d+)?$/
/** The same at a quotation mark that opens a cell; behind one that closes it stand but a comma and the next one. */
const FORMULA_IN_LINE = /"(?![+-]\d[\d .,]*(?: ext\.? \d+)?")(?=[\s',;]*[=+\-@＝＋－＠])/g

/** An apostrophe in front makes it a text; one that is there already gets another, so that it can be taken off again. */
const harmless = (text: string) => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)
