import { expect, test } from 'vitest'
import type { ImportField } from '#contract/leads/imports.ts'
import { UTM_LABELS, UTM_NAMES } from '#contract/leads/enquiry-fields.ts'
import { guessLeadColumns } from './guess.ts'
import { layoutOf } from './layout.ts'
import { readEnquiry, readQuantity } from './row.ts'

const guessFields = (headers: readonly string[], rows: readonly (readonly string[])[]) =>
  guessLeadColumns(headers, rows).map((guess) => guess?.field ?? null)

const read = (fields: (ImportField | null)[], cells: string[]) => {
  const row = readEnquiry({ row: 2, cells }, layoutOf(fields))
  return 'item' in row ? row.item : row.reasons
}

test('columns are recognised by what they are called in many files and languages', () => {
  const cases: readonly (readonly [header: string, field: ImportField | null])[] = [
    ['E-mail', 'email'],
    ['Mail', 'email'],
    ['E-Mail-Adresse', 'email'],
    ['EMAIL_ADDRESS', 'email'],
    ['Phone no', 'phone'],
    ['Phone No.', 'phone'],
    ['Telefonnummer', 'phone'],
    ['Firma', 'company'],
    ['companyName', 'company'],
    ['Société', 'company'],
    ['Qty', 'quantity'],
    ['Menge (Stück)', 'quantity'],
    ['Menge (Stück', 'quantity'],
    ['Menge 12', 'quantity'],
    ['Menge', 'quantity'],
    ['Quantité', 'quantity'],
    ['Land', 'country'],
    ['PLZ', 'zipCode'],
    ['Straße', 'address'],
    ['Ort', 'city'],
    ['Interested in', 'product'],
    ['Nachricht', 'message'],
    ['Ansprechpartner', 'name'],
    ['utm_source', 'utm_source'],
    ...UTM_NAMES.map((name): [string, ImportField] => [UTM_LABELS[name], name]),
    ['company_id', null],
    ['Kundennummer', 'external_id'],
    ['Record ID', 'external_id'],
    ['Lead ID', 'external_id'],
    ['ID', null],
    ['', null],
  ]
  for (const [header, field] of cases) expect([header, guessFields([header], [])[0]]).toEqual([header, field])
})

test('first and last name are two halves, and one half alone is the name', () => {
  expect(guessFields(['Vorname', 'Nachname'], [])).toEqual(['first_name', 'last_name'])
  expect(guessFields(['Nom', 'Téléphone'], [])).toEqual(['name', 'phone'])
  expect(read(['first_name', 'last_name', 'email'], ['Yuki', 'Tanabe', 'y@mill.example'])).toMatchObject({
    normal: { name: 'Yuki Tanabe' },
  })
})

test('every column of addresses is one of emails, by its header or by what it contains', () => {
  expect(guessFields(['Email', 'Email 2', 'Backup mail address'], [])).toEqual(['email', 'email', 'email'])
  expect(guessFields(['Name', 'Kontakt X'], [['Yuki', 'y@mill.example']])).toEqual(['name', 'email'])
})

test('numbered products pair with numbered quantities', () => {
  const fields = guessFields(['Name', 'Mail', 'Product 1', 'Qty 1', 'Product 2', 'Qty 2'], [])

  expect(fields).toEqual(['name', 'email', 'product', 'quantity', 'product', 'quantity'])
  expect(read(fields, ['Yuki', 'y@mill.example', 'Hose', '10', 'Valve', ''])).toMatchObject({
    products: [
      { product_name: 'Hose', quantity: 10 },
      { product_name: 'Valve', quantity: 1 },
    ],
  })
})

test('a quantity is read however it is written, and nothing else is one', () => {
  const read = {
    '10': 10,
    '1,200': 1200,
    '1.200': 1200,
    '1 200 pcs': 1200,
    '12.0': 12,
    '1,200.0': 1200,
    '1.200,00': 1200,
    '5 Stück': 5,
    '1’000': 1000,
  }
  for (const [text, quantity] of Object.entries(read)) expect([text, readQuantity(text)]).toEqual([text, quantity])
  for (const text of ['0', '-3', '2.5', 'many', '1e9', '9999999999', '1,2,3', '', 'a'.repeat(10_000)])
    expect([text, readQuantity(text)]).toEqual([text, undefined])
})

test('everything that is wrong with a rejected row is told at once, each with its column', () => {
  const reasons = read(
    ['name', 'email', 'country', 'product', 'quantity', 'website'],
    ['', 'yuki(at)mill', 'Atlantis', 'Hose', 'many', 'javascript:alert(1)'],
  )

  expect(reasons).toEqual([
    { column: 0, message: 'Enter a name or a company' },
    { column: 4, message: expect.stringContaining('whole number') },
    { column: 2, message: expect.stringContaining('country') },
    { column: 1, message: expect.stringContaining('email address') },
  ])
})

test('a row with a character that cannot be stored is rejected', () => {
  expect(read(['name', 'email'], ['Yu\0ki', 'y@mill.example'])).toContainEqual({
    column: 0,
    message: 'It has a character that can’t be stored',
  })
})

test('a country may be named in the language of the file', () => {
  for (const [name, code] of Object.entries({
    Deutschland: 'DE',
    Allemagne: 'DE',
    'Estados Unidos': 'US',
    Türkei: 'TR',
    Polska: 'PL',
  }))
    expect(read(['name', 'email', 'country'], ['Y', 'y@mill.example', name])).toMatchObject({
      normal: { country: code },
    })
})
