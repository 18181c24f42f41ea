/** Cells as spreadsheets copy them: tabs between, a line each row, quoted where a cell has a tab, a line end or a quote. */
export const toClipboard = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')

const quoted = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The cells of a copied text, no more than fit; `left` is how many rows were left out. */
export const fromClipboard = (
  text: string,
  most: { rows: number; columns: number },
): { cells: string[][]; left: number } => {
  const cells: string[][] = []
  let left = 0
  let from = 0
  while (from < text.length) {
    const row: string[] = []
    let isLast = false
    while (!isLast) {
      const { value, end } = cellAt(text, from)
      if (row.length < most.columns) row.push(value)
      isLast = text[end] !== '\t'
      from = end + 1
    }
    if (text[from - 1] === '\r' && text[from] === '\n') from += 1
    if (cells.length < most.rows) cells.push(row)
    else left += 1
  }
  return { cells, left }
}

const ENDS = /[\t\r\n]/g

/** The cell that begins there, and where it ends. A quote that is never closed, or closed within, stands for itself. */
const cellAt = (text: string, from: number): { value: string; end: number } => {
  if (text[from] === '"') {
    let close = text.indexOf('"', from + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    const after = text[close + 1]
    if (close >= 0 && (after === undefined || '\t\r\n'.includes(after)))
      return { value: text.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 }
  }
  ENDS.lastIndex = from
  const end = ENDS.exec(text)?.index ?? text.length
  return { value: text.slice(from, end), end }
}
