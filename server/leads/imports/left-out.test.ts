import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { checkFile, importer, importFile, storedLeads } from '#server/test/imports.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const file = (header: string, ...rows: string[]) => [header, ...rows].join('\n')

test('a placeholder in an optional cell counts as empty, and the lead comes in', async () => {
  const ada = await importer(app)
  const signs = ['—', '-', '–', 'N/A', 'n/a', 'none', 'null', 'unknown', 'https://', '.', '?']
  const rows = signs.map((sign, at) =>
    ['Ann', '+49 30 90182' + at, sign, sign, sign, sign, sign, 'Hose', sign].join(';'),
  )
  const header = 'Name;Phone;Email;Website;Country;City;Message;Product;Quantity'

  const found = await importFile(app, ada, file(header, ...rows))

  expect(found.counts).toMatchObject({ added: signs.length, rejected: 0, noted: 0 })
  expect(found.warnings.map(({ column, cells }) => [column, cells])).toEqual(
    ['Email', 'Website', 'Country', 'City', 'Message', 'Quantity'].map((column) => [column, signs.length]),
  )
  for (const lead of await storedLeads(
    app,
    ada,
    'email, website, country, city, message, total_quantity::int as quantity',
  ))
    expect(lead).toEqual({ email: null, website: null, country: null, city: null, message: null, quantity: 1 })
})

test('a cell that can’t be read costs the cell, and is shown before the import starts', async () => {
  const ada = await importer(app)
  const eve = await importer(app)
  const text = file(
    'Name;Email;Phone;Website;Country;Product;Quantity',
    'Ann;not an address;+49 30 901820;javascript:alert(1);Atlantis;Hose;many',
    'Ben;ben@mill.example;+49 30 901821;mill;DE;Hose;1,000.00',
    'Cleo;cleo@mill.example;;mill.example;DE;Hose;1.000,00',
    'Dan;not an address;12;mill.example;DE;Hose;1',
  )

  const checked = await checkFile(app, ada, text)

  expect(checked.counts).toMatchObject({ rows: 4, added: 3, rejected: 1, noted: 2 })
  expect(checked.warnings).toEqual([
    { column: 'Email', cells: 1, samples: ['not an address'] },
    { column: 'Website', cells: 2, samples: ['javascript:alert(1)', 'mill'] },
    { column: 'Country', cells: 1, samples: ['Atlantis'] },
    { column: 'Quantity', cells: 1, samples: ['many'] },
  ])
  const { data: noted } = await ada.call(leadImports.rows, { params: { id: checked.id }, query: { outcome: 'noted' } })
  expect(noted.map(({ row, reasons }) => [row, reasons.map(({ column }) => column)])).toEqual([
    [2, ['Quantity', 'Country', 'Email', 'Website']],
    [3, ['Website']],
  ])
  expect(await storedLeads(app, ada)).toEqual([])

  await ada.call(leadImports.start, { body: { id: checked.id } })
  await workOff(app)
  const { data: imported } = await ada.call(leadImports.read, { params: { id: checked.id } })
  expect(imported.warnings).toEqual(checked.warnings)
  expect(await storedLeads(app, ada, 'name, email, phone, website, country, total_quantity::int as quantity')).toEqual([
    { name: 'Ann', email: null, phone: '+4930901820', website: null, country: null, quantity: 1 },
    { name: 'Ben', email: 'ben@mill.example', phone: '+4930901821', website: null, country: 'DE', quantity: 1000 },
    { name: 'Cleo', email: 'cleo@mill.example', phone: null, website: 'mill.example', country: 'DE', quantity: 1000 },
  ])
  expect(await storedLeads(app, eve)).toEqual([])
})

test('a cell that is too long costs the cell, a name that is too long the row', async () => {
  const ada = await importer(app)
  const long = 'x'.repeat(10_001)

  const found = await importFile(
    app,
    ada,
    file('Name,Email,City,Message', `Ann,ann@mill.example,${long},${long}`, `${long},b@mill.example,,`),
  )

  expect(found.counts).toMatchObject({ added: 1, rejected: 1, noted: 1 })
  expect(found.warnings.map(({ column, samples }) => [column, samples[0]?.length])).toEqual([
    ['City', 80],
    ['Message', 80],
  ])
  expect(await storedLeads(app, ada, 'name, city, message')).toEqual([{ name: 'Ann', city: null, message: null }])
})

test('a surname that reads like a placeholder stays', async () => {
  const ada = await importer(app)

  await importFile(
    app,
    ada,
    file('First name,Last name,Email', 'Chris,Null,chris@mill.example', 'Dora,-,dora@mill.example'),
  )

  expect(await storedLeads(app, ada, 'name')).toEqual([{ name: 'Chris Null' }, { name: 'Dora' }])
})
