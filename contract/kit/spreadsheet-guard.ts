/** What a spreadsheet would take for a formula, also behind what some of them skip. */
export const FORMULA = /^[\s'",;]*[=+\-@＝＋－＠\t\r\n]/

/** The text of a cell as it was before an export put an apostrophe in front of what looks like a formula; any other text as it is. */
export const asWritten = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)
