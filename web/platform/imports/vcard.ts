import ICAL from 'ical.js'

/** A table of the contacts in a vCard file, with a header: each row a contact, columns only for what one of them has. */
export const contactTable = (bytes: Uint8Array): string[][] => {
  const contacts = cardsIn(textOf(bytes)).map(cellsOf)
  const phones = numbered('Phone', contacts)
  const emails = numbered('Email', contacts)
  const websites = numbered('Website', contacts)
  const columns = [
    'Name',
    'Company',
    'Department',
    'Job title',
    ...emails,
    ...phones,
    'Fax',
    'Address',
    'City',
    'State',
    'Postal code',
    'Country',
    'Other address',
    ...websites,
    'Note',
  ].filter((column) => contacts.some((contact) => contact.has(column)))
  if (columns.length === 0) return []
  return [columns, ...contacts.map((contact) => columns.map((column) => contact.get(column) ?? ''))]
}

type Cells = Map<string, string>

const MOST_OF_A_KIND = 20

/** `Phone`, `Phone 2` and so on, as many as one of the contacts has. */
const numbered = (name: string, contacts: readonly Cells[]) =>
  Array.from({ length: MOST_OF_A_KIND }, (_, at) => nameOf(name, at)).filter((column) =>
    contacts.some((contact) => contact.has(column)),
  )
const nameOf = (name: string, at: number) => (at === 0 ? name : `${name} ${at + 1}`)

/** By its mark, as UTF-8, or as old phones and Outlook write. */
const textOf = (bytes: Uint8Array) => {
  const [one, two] = bytes
  if (one === 0xff && two === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (one === 0xfe && two === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decoded(bytes, 'utf-8')
}

const decoded = (bytes: Uint8Array, charset: string) => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** What of a card becomes cells. */
const WANTED = /^(?:N|FN|ORG|TITLE|TEL|EMAIL|ADR|URL|NOTE)$/

interface Line {
  name: string
  parameters: string
  value: string
}

/** The lines of each card that become cells, as those of vCard 3.0 or later. */
const cardsIn = (text: string): Line[][] => {
  const cards: Line[][] = []
  let depth = 0
  const lines = text.split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length; at++) {
    const { line, next } = wholeLine(lines, at)
    at = next
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      if (depth++ === 0) cards.push([])
    } else if (/^END:VCARD\s*$/i.test(line)) depth = Math.max(0, depth - 1)
    else if (depth === 1) {
      const read = lineOf(line)
      if (read) cards.at(-1)?.push(read)
    }
  }
  return cards
}

/** A line with those by which it goes on: they begin with a space, or follow an equals sign where the text is quoted-printable. */
const wholeLine = (lines: readonly string[], from: number) => {
  let line = lines[from] ?? ''
  let next = from
  const quoted = /^[^:]{0,300};(?:ENCODING=)?QUOTED-PRINTABLE/i.test(line)
  for (;;) {
    const following = lines[next + 1]
    if (following === undefined) break
    if (quoted && line.endsWith('=')) line = line.slice(0, -1) + following.replace(/^[ \t]/, '')
    else if (/^[ \t]/.test(following) && following.trim() !== '') line += following.slice(1)
    else break
    next++
  }
  return { line, next }
}

const lineOf = (line: string): Line | undefined => {
  const [, name = '', said = '', raw = ''] =
    /^(?:[\w-]{1,60}\.)?([A-Za-z-]{1,60})((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line) ?? []
  if (!WANTED.test(name.toUpperCase())) return undefined
  const parameters = said.split(';').filter((part) => part !== '')
  const charset =
    parameters.map((part) => /^CHARSET="?([\w-]{1,40})/i.exec(part)?.[1]).find((found) => found) ?? 'utf-8'
  const value = parameters.some((part) => /(?:^|=)QUOTED-PRINTABLE$/i.test(part)) ? unquoted(raw, charset) : raw
  return {
    name: name.toUpperCase(),
    // `CELL` alone is how vCard 2.1 says TYPE=CELL.
    parameters: parameters
      .filter((part) => /^(?:TYPE|PREF)=/i.test(part) || /^[A-Za-z-]+$/.test(part))
      .filter((part) => !/^(?:QUOTED-PRINTABLE|BASE64|[78]BIT)$/i.test(part))
      .map((part) => `;${part.includes('=') ? part : `TYPE=${part}`}`)
      .join(''),
    value,
  }
}

const unquoted = (text: string, charset: string) => {
  const bytes = new Uint8Array(new TextEncoder().encode(text))
  const found: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const code = /^=[\dA-F]{2}$/i.test(String.fromCharCode(...bytes.subarray(at, at + 3)))
      ? Number.parseInt(String.fromCharCode(...bytes.subarray(at + 1, at + 3)), 16)
      : undefined
    found.push(code ?? bytes[at] ?? 0)
    if (code !== undefined) at += 2
  }
  return decoded(new Uint8Array(found), charsetOf(charset)).replaceAll(/\r\n|\n|\r/g, '\\n')
}

const charsetOf = (name: string) => {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return 'utf-8'
  }
}

interface Property {
  name: string
  types: readonly string[]
  preferred: boolean
  values: readonly string[]
}

/** A card’s properties as the library reads them. */
const propertiesOf = (lines: readonly Line[]): Property[] => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    ...lines.map(({ name, parameters, value }) => `${name}${parameters}:${value}`),
    'END:VCARD',
  ]
  const component = ICAL.Component.fromString(card.join('\r\n'))
  return component.getAllProperties().map((property) => {
    const types = [property.getParameter('type') ?? []].flat().map((type) => type.toLowerCase())
    return {
      name: property.name.toUpperCase(),
      types,
      preferred: types.includes('pref') || property.getParameter('pref') !== undefined,
      values: property
        .getValues()
        .flat()
        .map((value: unknown) =>
          unescaped(
            Array.isArray(value)
              ? value.map((part) => unescaped(String(part))).join(', ')
              : typeof value === 'string'
                ? value
                : '',
          ),
        ),
    }
  })
}

const unescaped = (text: string) => text.replaceAll(/\\([;,:\\])/g, '$1').trim()

const cellsOf = (lines: readonly Line[]): Cells => {
  const properties = propertiesOf(lines)
  const all = (name: string) =>
    properties
      .filter((property) => property.name === name && property.values.some((value) => value !== ''))
      .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
  const cells: Cells = new Map()
  const set = (column: string, value = '') => {
    if (value !== '') cells.set(column, value)
  }
  const setAll = (column: string, values: readonly string[]) =>
    [...new Set(values)].slice(0, MOST_OF_A_KIND).forEach((value, at) => set(nameOf(column, at), value))
  const first = (name: string) => all(name)[0]?.values ?? []

  const [family = '', given = '', additional = ''] = first('N')
  set('Name', first('FN')[0] || [given, additional, family].filter((part) => part !== '').join(' '))
  const [company, department] = first('ORG')
  set('Company', company)
  set('Department', department)
  set('Job title', first('TITLE')[0])
  setAll(
    'Email',
    all('EMAIL').map(({ values: [value = ''] }) => value.replace(/^mailto:/i, '')),
  )
  const numbers = all('TEL').map(({ types, values: [value = ''] }) => ({
    fax: types.includes('fax'),
    number: value.replace(/^tel:/i, '').replace(/;ext=/i, ' ext '),
  }))
  setAll(
    'Phone',
    numbers.filter(({ fax }) => !fax).map(({ number }) => number),
  )
  set('Fax', numbers.find(({ fax }) => fax)?.number)
  setAll(
    'Website',
    all('URL').map(({ values: [value = ''] }) => value),
  )
  set(
    'Note',
    all('NOTE')
      .map(({ values }) => values.join(','))
      .join('\n'),
  )

  const [address, ...others] = all('ADR').toSorted(
    (one, other) => Number(other.types.includes('work')) - Number(one.types.includes('work')),
  )
  const [box = '', extended = '', street = '', city, state, code, country] = address?.values ?? []
  set('Address', [street, extended, box].filter((part) => part !== '').join(', '))
  set('City', city)
  set('State', state)
  set('Postal code', code)
  set('Country', country)
  set('Other address', others.map(({ values }) => values.filter((part) => part !== '').join(', ')).join('; '))
  return cells
}
