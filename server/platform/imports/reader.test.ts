import { expect, test } from 'vitest'
import type { ImportEncoding } from '#contract/platform/import-reading.ts'
import { BEGINNING, readRows, type Dialect, type FileRow, type ReadBytes } from './reader.ts'
import { encode } from '#server/test/encodings.ts'
import { encodingOf, utf8In } from './encoding.ts'
import { looksLikeHeader, refuseOtherFiles, separatorOf } from './sniff.ts'

const from =
  (file: Buffer): ReadBytes =>
  async (offset, length) =>
    file.subarray(offset, offset + length)

/** All rows, read so many at a time, each time from the place alone that the last one told. */
const readAll = async (file: Buffer, dialect: Dialect, most: number) => {
  const rows: FileRow[] = []
  for (let at = BEGINNING, done = false; !done;) {
    const part = await readRows(from(file), dialect, at, most)
    rows.push(...part.rows)
    ;({ next: at, done } = part)
  }
  return rows
}

/** As it is told of a file that arrived in pieces of that size. */
const encodingIn = async (file: Buffer, pieces: number) => {
  const parts = Array.from({ length: Math.ceil(file.length / pieces) }, (_, at) =>
    file.subarray(at * pieces, (at + 1) * pieces),
  )
  const found = parts.map(utf8In)
  const sum = (of: 'letters' | 'broken') => found.reduce((total, each) => total + each[of], 0)
  const other = parts[found.findIndex(({ broken }) => broken > 0)] ?? file
  const utf8 = { letters: sum('letters'), broken: sum('broken') }
  return (await encodingOf(file.subarray(0, 1_000), utf8, async () => other)).encoding
}

const TEXT = 'Name;Ort\r\n"Müller, ""Hans""\nKG";Köln\r\n\r\nJosé;Süd für €5\nlast;row'
const ROWS = [
  { row: 1, cells: ['Name', 'Ort'] },
  { row: 2, cells: ['Müller, "Hans"\nKG', 'Köln'] },
  { row: 4, cells: ['José', 'Süd für €5'] },
  { row: 5, cells: ['last', 'row'] },
]
const encoded = (text: string, encoding: ImportEncoding) => {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'windows-1252') return Buffer.from(text.replace('€', '\x80'), 'latin1')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}
const FILES: readonly (readonly [name: string, encoding: ImportEncoding, file: Buffer])[] = [
  ['UTF-8', 'utf-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 little endian', 'utf-16le', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 big endian', 'utf-16be', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', 'utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['Windows-1252', 'windows-1252', Buffer.from(TEXT.replace('€', '\x80'), 'latin1')],
]

test.each(FILES)(
  'a file in %s is recognised and read the same, however often reading begins again',
  async (_, encoding, file) => {
    for (const pieces of [1, 2, 3, 7, 1_000]) expect(await encodingIn(file, pieces)).toBe(encoding)
    expect(await separatorOf(file, encoding)).toBe(';')
    for (const most of [1, 2, 100]) expect(await readAll(file, { encoding, separator: ';' }, most)).toEqual(ROWS)
  },
)

test.each(FILES)('a first line that tells Excel the separator of a file in %s is no row', async (_, encoding, file) => {
  const mark = file.length - encoded(TEXT, encoding).length
  const told = Buffer.concat([file.subarray(0, mark), encoded('sep=;\r\n', encoding), file.subarray(mark)])
  const rows = ROWS.map(({ row, cells }) => ({ row: row + 1, cells }))

  expect(await separatorOf(told, encoding)).toBe(';')
  for (const most of [1, 2, 100]) expect(await readAll(told, { encoding, separator: ';' }, most)).toEqual(rows)
})

test.each(FILES.filter(([, encoding]) => encoding !== 'windows-1252'))(
  'a mark in the middle of a file in %s, as files have that were put together, moves no row',
  async (_, encoding) => {
    const parts = [TEXT, '\ufeffNew;Row\r\n', 'after;it\r\n']
    const file = encoded(parts.join('\r\n'), encoding)

    const whole = await readAll(file, { encoding, separator: ';' }, 100)
    for (const most of [1, 2]) expect(await readAll(file, { encoding, separator: ';' }, most)).toEqual(whole)
  },
)

test('a file without UTF-8 is Windows-1252 as soon as one byte in a million is beyond ASCII; one with it stays', async () => {
  const bad = Buffer.from('M\xfcller;K\xf6ln\n', 'latin1')
  const plain = Buffer.alloc(1_000_000, 'Muller;Koln\n')
  expect(await encodingIn(plain, 65_536)).toBe('utf-8')
  expect(await encodingIn(Buffer.concat([plain, bad]), 65_536)).toBe('windows-1252')
  expect(await encodingIn(Buffer.concat([plain, Buffer.from('Müller;Köln und Zürich\n'), bad]), 65_536)).toBe('utf-8')
})

test.each([
  ['gbk', '王小明'],
  ['gb18030', '王小明'],
  ['big5', '陳志明'],
  ['shift_jis', 'ソ表田中'],
  ['euc-jp', '田中太郎'],
  ['euc-kr', '김민준'],
  ['windows-1251', 'Пётр'],
  ['macintosh', 'Hélène'],
] as const)('a large file in %s is read the same, however often reading begins again', async (encoding, name) => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `${name}${'x'.repeat(at % 5)};"${name}\r\n${at}";end`)
  const file = encode(rows.join('\r\n'), encoding)
  const dialect = { encoding, separator: ';' } as const

  const read = await readAll(file, dialect, 700)

  expect(read.map(({ cells }) => cells.join(';'))).toEqual(rows.map((row) => row.replaceAll('"', '')))
  expect(read.at(-1)?.row).toBe(9_000)
})

test.each([',', ';', '\t', '|'] as const)(
  'the separator %j is recognised among texts that hold the others',
  async (separator) => {
    const line = ['Name', 'Adresse', 'Bemerkung'].join(separator)
    const row = ['Yuki', '"Hauptstr. 1; 3. OG, links | hinten"', '"ruft\tan"'].join(separator)
    expect(await separatorOf(Buffer.from([line, row, row].join('\n')), 'utf-8')).toBe(separator)
  },
)

test('C2: a row whose quotation never ends, or of 50 MB, costs itself alone', async () => {
  const dialect = { encoding: 'utf-8', separator: ';' } as const
  const open = await readAll(Buffer.from('a;b\n1;"2\n3;4\n5;6\n'), dialect, 10)
  const long = await readAll(Buffer.from(`a;b\n1;${'x'.repeat(50_000_000)}\n3;4\n`), dialect, 10)

  expect(open.map(({ row, cells, problem }) => [row, cells.length, problem !== undefined])).toEqual([
    [1, 2, false],
    [2, 0, true],
    [3, 2, false],
    [4, 2, false],
  ])
  expect(long.map(({ row, cells }) => [row, cells.length])).toEqual([
    [1, 2],
    [2, 0],
    [3, 2],
  ])
})

test('C2: what is no table of text is refused by what it is, whatever it is called', () => {
  expect(() => refuseOtherFiles(Buffer.from('PK\x03\x04rest of a workbook'))).toThrow(/Excel workbook.*CSV UTF-8/)
  expect(() => refuseOtherFiles(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toThrow(/old Excel/)
  expect(() => refuseOtherFiles(Buffer.from('%PDF-1.7'))).toThrow(/PDF/)
  expect(() => refuseOtherFiles(Buffer.from('Name;Mail\n'))).not.toThrow()
})

test('a first row that holds a person names no columns', () => {
  expect(looksLikeHeader(['Name', 'E-Mail', 'Qty 1'])).toBe(true)
  expect(looksLikeHeader(['Yuki Tanabe', 'y@mill.example', '10'])).toBe(false)
  expect(looksLikeHeader(['Yuki Tanabe', '+92 300 5550158'])).toBe(false)
})
