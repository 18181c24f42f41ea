/** One row of a CSV file, every cell in quotation marks, so that no separator of anybody's spreadsheet splits it. */
export const csvRow = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** What a spreadsheet would take for a formula, also behind what some of them skip. */
const FORMULA = /^[\s'",;]*[=+\-@＝＋－＠\t\r\n]/

/** An apostrophe in front makes it a text; one that is there already gets another, so that it can be taken off again. */
const harmless = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** The text as it was before `csvRow` made it harmless; any other text as it is. */
export const asWritten = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)
