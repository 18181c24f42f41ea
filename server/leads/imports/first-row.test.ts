import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { importer, storedLeads, uploadFile } from '#server/test/imports.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const REPORT = [
  'Trade fair 2026;;;;',
  'Exported on;3 Nov 2026;;;',
  '',
  'Name;E-Mail;Telefon;Firma;Land',
  'Yuki Tanabe;yuki@mill.example;;Mill;Japan',
  'Ana Ruiz;ana@hose.example;;Hose;Spain',
  ';nobody@mill.example;;;',
].join('\r\n')

test('lines above the header are skipped, and rows keep the numbers that the file shows', async () => {
  const [ada, bob] = [await importer(app), await importer(app)]
  const found = await uploadFile(ada, REPORT)
  expect(found).toMatchObject({ first_row: 4, header: true })
  expect(found.columns.map(({ name, field }) => [name, field])).toEqual([
    ['Name', 'name'],
    ['E-Mail', 'email'],
    ['Telefon', 'phone'],
    ['Firma', 'company'],
    ['Land', 'country'],
  ])

  const fields = found.columns.map(({ field }) => field)
  await ada.call(leadImports.check, { body: { id: found.id, fields } })
  await workOff(app)
  const { data: rejected } = await ada.call(leadImports.rows, { params: { id: found.id }, query: {} })
  expect(rejected.map(({ row }) => row)).toEqual([7])
  await ada.call(leadImports.start, { body: { id: found.id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id: found.id } })).data.counts).toMatchObject({
    rows: 3,
    added: 2,
    rejected: 1,
  })
  expect(await storedLeads(app, ada)).toEqual([
    { name: 'Yuki Tanabe', email: 'yuki@mill.example' },
    { name: 'Ana Ruiz', email: 'ana@hose.example' },
  ])
  await expect(bob.call(leadImports.reread, { body: { id: found.id, first_row: 1 } })).rejects.toThrow('404')
})

test('the row where the table begins can be changed, to one that the file has', async () => {
  const ada = await importer(app)
  const { id } = await uploadFile(ada, REPORT)
  const reread = async (first_row: number) => (await ada.call(leadImports.reread, { body: { id, first_row } })).data

  expect(await reread(1)).toMatchObject({ first_row: 1, columns: [{ name: 'Trade fair 2026' }, {}, {}, {}, {}] })
  expect(await reread(5)).toMatchObject({ first_row: 5, columns: [{ name: 'Yuki Tanabe' }, {}, {}, {}, {}] })
  await expect(reread(20)).rejects.toThrow('400 Row 20 of this file')
  await expect(reread(51)).rejects.toThrow('400')
  expect((await ada.call(leadImports.read, { params: { id } })).data.first_row).toBe(5)
})

test('a table that begins in its first row is not cut, whatever its first columns are called', async () => {
  const ada = await importer(app)
  for (const file of [
    'Kundennummer;Bezeichnung;Ort\n1;Name;Köln\n2;Email;Bonn\n',
    'Name;Email;;\nYuki;yuki@mill.example;a;b\nAna;ana@hose.example;c;d\n',
    'Email\nyuki@mill.example\n',
    'yuki@mill.example,Yuki,Mill\nana@hose.example,Ana,Hose\n',
  ])
    expect([file, (await uploadFile(ada, file)).first_row]).toEqual([file, 1])
})

test('a file that is not a table is refused by a sentence that says what it is, and nothing of it is read', async () => {
  const ada = await importer(app)
  const files: readonly (readonly [content: string, sentence: string])[] = [
    ['\n<!DOCTYPE html><html><table><tr><td>Name</td></tr></table></html>', 'a web page (HTML)'],
    ['<table><tr><td>Name</td></tr></table>', 'a web page (HTML)'],
    ['\ufeff<?xml version="1.0"?><Workbook></Workbook>', 'an XML file'],
    ['[{"name": "Yuki"}]', 'a JSON file'],
    ['{"leads": [{"name": "Yuki"}]}', 'a JSON file'],
    ['%PDF-1.7 …', 'a PDF'],
    ['PK\x03\x04\x14\0\x06\0\x08\0', 'an Excel workbook or a zip archive'],
    [
      `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`,
      'an OpenDocument spreadsheet',
    ],
    ['\x89PNG\r\n\x1a\n\0\0', 'an image'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'an image'],
    ['BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Yuki\r\nEND:VCARD', 'a vCard file'],
  ]
  for (const [content, what] of files) {
    const bytes = content.startsWith('\ufeff') ? Buffer.from(content) : Buffer.from(content, 'latin1')
    await expect(uploadFile(ada, new Uint8Array(bytes), 'leads.csv')).rejects.toThrow(`400 This is ${what}`)
  }
  expect(
    await app.sql(ada.companyId, `select state from imports where company_id = $1 and state <> 'uploading'`, [
      ada.companyId,
    ]),
  ).toEqual([])
  await uploadFile(ada, '[ID],Name,Email\n1,Yuki,yuki@mill.example\n')
  await uploadFile(ada, '<Name>,Email\nYuki,yuki@mill.example\n')
})
