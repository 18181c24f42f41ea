import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { companies } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { DIRECTORY_CONTACT_COLUMN_NAMES, directoryExports } from '#contract/directory/directory-exports.ts'
import { directoryCompanyImports, directoryImports } from '#contract/directory/directory-imports.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { DIRECTORY_KEYS, keep } from '#server/test/directory.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const editor = () => app.signIn({ can: [...DIRECTORY_KEYS], name: 'Meera Krishnan' })
type Calls = typeof directoryImports | typeof directoryCompanyImports
const check = async (person: TestPerson, content: string, calls: Calls = directoryImports) => {
  const bytes = new Uint8Array(Buffer.from(content))
  const { data: begun } = await person.call(calls.begin, { body: { file_name: 'list.csv', bytes: bytes.length } })
  await person.call(calls.part, { params: { id: begun.id, no: 0 }, bytes })
  const { data } = await person.call(calls.finish, { body: begun })
  const fields = data.columns.map(({ field }) => field)
  await person.call(calls.check as typeof directoryImports.check, { body: { id: begun.id, fields: fields as never } })
  await workOff(app)
  return (await person.call(calls.read, { params: { id: begun.id } })).data
}
const run = async (
  person: TestPerson,
  id: number,
  verb: 'start' | 'revert' = 'start',
  calls: Calls = directoryImports,
) => {
  await person.call(calls[verb], { body: { id } })
  await workOff(app)
  return (await person.call(calls.read, { params: { id } })).data
}
const list = async (person: TestPerson, query = {}) => (await person.call(contacts.list, { query })).data
const details = async (person: TestPerson, id: number) => (await person.call(contacts.details, { params: { id } })).data

const FILE = [
  'Full name;E-Mail;Telefon;Title;Company;Country',
  'Asha Rao;ASHA@norrvik.example;+46 8 123 45 67;Buyer;Norrvik AB;Sweden',
  'Bo Ek;;+46 8 765 43 21;;Mill;SE',
  'Nobody;;;;;',
  'Bad;no address;;;;',
  'Again;asha@norrvik.example;;;;',
].join('\n')

test('a phone without a country code is from the country of its row, else from that of the company', async () => {
  const [ada, eve] = [await editor(), await editor()]
  await app.sql(ada.companyId, `insert into enquiry_checks (company_id, phone_country) values ($1, 'DE')`, [
    ada.companyId,
  ])
  const file = ['Name,Phone,Country', 'Eva,030 1234567,', 'Asha,08-123 456 78,Sweden'].join('\n')

  const phones = async (person: TestPerson) => {
    const { id } = await check(person, file)
    await run(person, id)
    return (await list(person, { sort: 'name', order: 'asc' })).map(({ name, phone }) => [name, phone])
  }

  expect(await phones(ada)).toEqual([
    ['Asha', '+46812345678'],
    ['Eva', '+49301234567'],
  ])
  expect(await phones(eve)).toEqual([['Asha', '+46812345678']])
})

test('rows become contacts and companies whose values say from which file they are; what is wrong is rejected, twice in a file too', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const checked = await check(ada, FILE)
  expect(checked.columns.map(({ field }) => field)).toEqual([
    'name',
    'email',
    'phone',
    'designation',
    'company',
    'country',
  ])
  expect(checked.counts).toMatchObject({ rows: 5, added: 2, rejected: 3 })
  expect(await list(ada)).toEqual([])

  expect(await run(ada, checked.id)).toMatchObject({ state: 'imported', counts: { added: 2, rejected: 3 } })

  const [asha] = await list(ada, { search: 'asha' })
  expect(asha).toMatchObject({ name: 'Asha Rao', designation: 'Buyer', phone: '+4681234567', country: 'SE' })
  expect(asha!.company).toMatchObject({ name: 'Norrvik AB', domain: 'norrvik.example' })
  expect((await details(ada, asha!.id)).fields.phone.from).toMatchObject({
    source: 'import',
    label: 'Import of list.csv',
  })
  expect(await list(eve)).toEqual([])
  await expect(eve.call(directoryImports.read, { params: { id: checked.id } })).rejects.toThrow('404')
  const reader = await app.signIn({ colleagueOf: ada, can: ['contacts_list'] })
  await expect(reader.call(directoryImports.list, { query: {} })).rejects.toThrow('403')
})

test('of known contacts an import fills or updates what sources said, never what a person has set or pinned; reverting takes it away', async () => {
  const ada = await editor()
  await putLead(app, ada, {
    name: 'Asha',
    email: 'asha@norrvik.example',
    phone: '+4681111111',
    created_at: '2026-03-01T10:00:00Z',
  })
  await putLead(app, ada, {
    name: 'Bo',
    email: 'bo@norrvik.example',
    phone: '+4682222222',
    created_at: '2026-03-01T10:00:00Z',
  })
  await keep(app, ada)
  const before = JSON.stringify(await list(ada, { sort: 'name', order: 'asc' }))
  const file = (name: string) =>
    [
      'Name;Email;Phone;City',
      `Asha ${name};asha@norrvik.example;+4683333333;Lund`,
      `Bo;bo@norrvik.example;+4682222222;`,
    ].join('\n')

  const filled = await check(ada, file('Fill'))
  expect(filled.counts).toMatchObject({ duplicates: 1, unchanged: 1 })
  await ada.call(directoryImports.decide, { body: { id: filled.id, duplicates: 'fill' } })
  await run(ada, filled.id)
  const { id } = (await list(ada, { search: 'asha' }))[0]!
  expect((await details(ada, id)).fields).toMatchObject({ name: { value: 'Asha' }, city: { value: 'Lund' } })
  expect(await run(ada, filled.id, 'revert')).toMatchObject({ state: 'reverted', removed: 1 })
  expect(JSON.stringify(await list(ada, { sort: 'name', order: 'asc' }))).toBe(before)

  await ada.call(contacts.update, { params: { id }, body: { city: 'Kiruna', pin: ['phone'] } })
  const updated = await check(ada, file('New'))
  await run(ada, updated.id)
  expect((await details(ada, id)).fields).toMatchObject({
    name: { value: 'Asha New', from: { source: 'import' } },
    phone: { value: '+4681111111', pinned: true },
    city: { value: 'Kiruna', from: { source: 'person' } },
  })
})

test('a contact that an import added and somebody has worked on since stays when the import is reverted', async () => {
  const ada = await editor()
  const { id } = await check(ada, 'Name;Email\nAsha;asha@norrvik.example\nBo;bo@mill.example')
  await run(ada, id)
  const [asha] = await list(ada, { search: 'asha' })
  await ada.call(contacts.update, { params: { id: asha!.id }, body: { tags: ['Fair'] } })

  expect(await run(ada, id, 'revert')).toMatchObject({ removed: 1, kept: 1 })

  expect((await list(ada)).map(({ name }) => name)).toEqual(['Asha'])
  const { data: kept } = await ada.call(directoryImports.kept, { params: { id }, query: {} })
  expect(kept).toMatchObject([{ email: 'asha@norrvik.example', touched_by: { name: 'Meera Krishnan' } }])
})

test('a file of companies adds them by domain, or by name and country', async () => {
  const ada = await editor()
  const file = [
    'Firma;Domain;Land;Ort',
    'Mill GmbH;www.mill.example;Germany;Ulm',
    'Atelier;;FR;Lyon',
    'Nowhere;;;',
  ].join('\n')
  const checked = await check(ada, file, directoryCompanyImports)
  expect(checked.counts).toMatchObject({ rows: 3, added: 2, rejected: 1 })
  await run(ada, checked.id, 'start', directoryCompanyImports)

  const { data } = await ada.call(companies.list, { query: { sort: 'name', order: 'asc' } })
  expect(data).toMatchObject([
    { name: 'Atelier', country: 'FR', domain: null },
    { name: 'Mill GmbH', country: 'DE', domain: 'mill.example' },
  ])
  await run(ada, checked.id, 'revert', directoryCompanyImports)
  expect((await ada.call(companies.list, { query: {} })).data).toEqual([])
})

const HOSTILE = ['=HYPERLINK("https://evil.example")', '+1+cmd|calc', '@SUM(A1)', '-2+3', 'a;b,"c"']

test('an export has the selected contacts in their order, with names that no spreadsheet runs', async () => {
  const [ada, eve] = [await editor(), await editor()]
  for (const name of HOSTILE) await ada.call(contacts.add, { body: { name, note: name } })
  await eve.call(contacts.add, { body: { name: 'Theirs' } })
  const { data: selection } = await ada.call(contacts.select, {
    body: { filter: { sort: 'created_at', order: 'asc' } },
  })

  const body = { selection: selection.id, columns: DIRECTORY_CONTACT_COLUMN_NAMES }
  const { data } = await ada.call(directoryExports.begin, { body })
  await workOff(app)

  const { status, text } = await ada.send('GET', `/communication/export_contacts/${data.job}`)
  expect(status).toBe(200)
  const [, ...rows]: string[][] = parse(text, { bom: true })
  expect(rows.map(([name = '']) => asWritten(name))).toEqual(HOSTILE)
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*(?!\+\d+$)[=+@-]/)
  expect((await eve.send('GET', `/communication/export_contacts/${data.job}`)).status).toBe(404)
})
