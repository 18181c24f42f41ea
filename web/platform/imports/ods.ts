import { unzipSync } from 'fflate'
import { Parser } from 'saxen'

/** A sheet of an OpenDocument spreadsheet: numbers as numbers, days and everything else as texts. */
export interface OdsSheet {
  sheet: string
  data: (string | number)[][]
}

const CONTENT = 'content.xml'
/** What these few bytes may unpack to, and how many cells all that is said once for many may become. */
const LARGEST_CONTENT = 256 * 1024 * 1024
const MOST_CELLS = 20_000_000
const MOST_ROWS = 1_000_000
const PIECE = 1024 * 1024

/** The sheets of a file; throws where it is none, is encrypted, or unpacks to more than anybody has typed. */
export const sheetsOfOds = (bytes: Uint8Array): OdsSheet[] => {
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (name === CONTENT && originalSize > LARGEST_CONTENT) throw new Error('It unpacks to too much')
      return name === CONTENT
    },
  })
  const content = files[CONTENT]
  if (!content) throw new Error('It has no content')
  return sheetsIn(content)
}

type Cell = string | number

/** Within these, texts and cells are about something else: comments, earlier contents, drawings. */
const ASIDE = new Set(['office:annotation', 'table:tracked-changes', 'table:shapes', 'draw:frame', 'text:ruby-text'])

const sheetsIn = (content: Uint8Array): OdsSheet[] => {
  const sheets: OdsSheet[] = []
  let [sheet, row, cell]: [OdsSheet | undefined, Row | undefined, OpenCell | undefined] = [
    undefined,
    undefined,
    undefined,
  ]
  let [aside, blankRows, cells] = [0, 0, 0]

  const endRow = ({ cells: found, repeated }: Row, { data }: OdsSheet) => {
    if (found.length === 0) {
      blankRows += repeated
      return
    }
    cells += found.length * repeated
    if (data.length + blankRows + repeated > MOST_ROWS || cells > MOST_CELLS) throw new Error('It has too many cells')
    for (; blankRows > 0; blankRows--) data.push([])
    for (let at = 0; at < repeated; at++) data.push(found)
  }
  const open: Record<string, (attribute: (name: string) => string | undefined) => void> = {
    'table:table': (attribute) => {
      sheet = { sheet: attribute('table:name') ?? `Sheet ${sheets.length + 1}`, data: [] }
      sheets.push(sheet)
      blankRows = 0
    },
    'table:table-row': (attribute) => {
      row = { cells: [], blank: 0, repeated: timesOf(attribute('table:number-rows-repeated')) }
    },
    'table:table-cell': (attribute) => {
      const repeated = timesOf(attribute('table:number-columns-repeated'))
      cell = { value: valueOf(attribute), paragraphs: [], repeated }
    },
    'table:covered-table-cell': (attribute) => {
      if (row) row.blank += timesOf(attribute('table:number-columns-repeated'))
    },
    'text:p': () => cell?.paragraphs.push(''),
    'text:s': (attribute) => write(' '.repeat(Math.min(timesOf(attribute('text:c')), 1_000))),
    'text:tab': () => write('\t'),
    'text:line-break': () => write('\n'),
  }
  const close: Record<string, () => void> = {
    'table:table-cell': () => {
      if (cell && row) addCell(row, cell)
      cell = undefined
    },
    'table:table-row': () => {
      if (row && sheet) endRow(row, sheet)
      row = undefined
    },
  }
  const write = (text: string) => {
    const last = (cell?.paragraphs.length ?? 0) - 1
    if (cell && last >= 0) cell.paragraphs[last] += text
  }

  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    if (ASIDE.has(name)) aside++
    if (aside > 0) return
    const said = attributes()
    open[name]?.((attribute) => (said[attribute] === undefined ? undefined : decode(said[attribute])))
  })
  parser.on('closeTag', (name) => {
    if (ASIDE.has(name)) aside--
    else if (aside === 0) close[name]?.()
  })
  parser.on('text', (text, decode) => {
    if (aside === 0) write(decode(text.replace(/[\t\r\n ]+/g, ' ')))
  })
  parser.on('error', (error) => {
    throw error
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let from = 0; from < content.length; from += PIECE)
    parser.write(decoder.decode(content.subarray(from, from + PIECE), { stream: from + PIECE < content.length }))
  parser.end()
  return sheets
}

interface Row {
  cells: Cell[]
  /** Empty cells that count only before another. */
  blank: number
  repeated: number
}
interface OpenCell {
  /** Undefined: its text is its value. */
  value: Cell | undefined
  paragraphs: string[]
  repeated: number
}

const MOST_COLUMNS = 16_384

const addCell = (row: Row, { value, paragraphs, repeated }: OpenCell) => {
  const said = value ?? paragraphs.join('\n')
  if (said === '') {
    row.blank += repeated
    return
  }
  if (row.cells.length + row.blank + repeated > MOST_COLUMNS) throw new Error('It has too many columns')
  for (; row.blank > 0; row.blank--) row.cells.push('')
  for (let at = 0; at < repeated; at++) row.cells.push(said)
}

const timesOf = (text: string | undefined) => {
  const times = Number(text ?? 1)
  return Number.isSafeInteger(times) && times > 0 ? times : 1
}

/** What a cell is, whatever it looks like; undefined for texts, times and formulas that failed. */
const valueOf = (attribute: (name: string) => string | undefined): Cell | undefined => {
  const number = attribute('office:value')
  switch (attribute('office:value-type')) {
    case 'float':
    case 'percentage':
    case 'currency':
      return number === undefined || !Number.isFinite(Number(number)) ? undefined : Number(number)
    case 'date':
      return attribute('office:date-value')
        ?.replace('T', ' ')
        .replace(/ 00:00:00(?:\.0+)?$/, '')
    case 'boolean':
      return attribute('office:boolean-value')
    default:
      return undefined
  }
}
