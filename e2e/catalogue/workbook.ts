import { crc32, deflateRawSync } from 'node:zlib'

type Cell = string | number | { day: number }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const cellXml = (cell: Cell, at: string) => {
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${at}" s="1"><v>${cell.day}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
}
const sheetXml = (rows: readonly (readonly Cell[])[]) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An Excel workbook of these sheets. A day is its number in the workbook's calendar. */
export const workbook = (sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer => {
  const names = Object.keys(sheets)
  const each = (write: (name: string, no: number) => string) => names.map((name, at) => write(name, at + 1)).join('')
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets>${each((name, no) => `<sheet name="${name}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each((_, no) => `<Relationship Id="rId${no}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${no}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
    ),
  })
}

const zip = (files: Readonly<Record<string, string>>): Buffer => {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [raw, called] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(raw)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(raw), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(raw.length, 18)
    head.writeUInt16LE(called.length, 22)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), head, called, packed)
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, where, called)
    offset += 4 + head.length + called.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}
