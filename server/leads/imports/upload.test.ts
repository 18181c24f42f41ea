import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { importer, importFile, storedLeads, uploadFile } from '#server/test/imports.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('what columns hold is asked once for each kind of file, and each company remembers for itself', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  const file = 'Wer;Womit\nYuki;yuki@mill.example\n'
  const { id, columns } = await uploadFile(ada, file)
  expect(columns.map(({ field }) => field)).toEqual([null, 'email'])
  await ada.call(leadImports.check, { body: { id, fields: ['name', 'email'] } })

  const again = await uploadFile(ada, 'Wer,Womit\nHans,hans@werk.example\n')
  expect(again).toMatchObject({ remembered: true, columns: [{ field: 'name' }, { field: 'email' }] })
  expect(await uploadFile(eve, file)).toMatchObject({
    remembered: false,
    columns: [{ field: null }, { field: 'email' }],
  })
})

test('a file can be read in another way than was guessed', async () => {
  const ada = await importer(app)
  const { id } = await uploadFile(ada, 'Name|Mail;Info\nYuki|yuki@mill.example;x\n')
  const { data: other } = await ada.call(leadImports.reread, { body: { id, separator: '|', header: false } })

  expect(other).toMatchObject({ separator: '|', header: false })
  expect(other.columns.map(({ name, samples }) => [name, samples[0]])).toEqual([
    ['Column 1', 'Name'],
    ['Column 2', 'Mail;Info'],
  ])
})

test('without a column for the name, or for any way to reach them, nothing is checked', async () => {
  const ada = await importer(app)
  const { id } = await uploadFile(ada, 'Name;Mail;Info\nYuki;yuki@mill.example;x\n')
  const check = (fields: ('name' | 'email' | null)[]) => ada.call(leadImports.check, { body: { id, fields } })

  await expect(check([null, 'email', null])).rejects.toThrow('400 Choose the column with the name or the company')
  await expect(check(['name', null, null])).rejects.toThrow(
    '400 Choose the column with the email address or phone number',
  )
  await expect(check(['name', 'email'])).rejects.toThrow('400 The file has 3 columns')
  expect((await ada.call(leadImports.read, { params: { id } })).data.state).toBe('mapping')
})

test('C2: files that are no table are refused with a sentence, and what a header calls company_id says nothing', async () => {
  const ada = await importer(app)
  await expect(uploadFile(ada, 'PK\x03\x04 and more')).rejects.toThrow(/400 This is an Excel workbook/)
  await expect(uploadFile(ada, '\n\n  \n')).rejects.toThrow('400 There is nothing in this file')
  await expect(uploadFile(ada, Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(';'))).rejects.toThrow(
    '400 This file has 10,000 columns',
  )
  await expect(ada.call(leadImports.begin, { body: { file_name: 'x', bytes: 1024 ** 3 + 1 } })).rejects.toThrow('400')
  expect((await ada.call(leadImports.list, { query: {} })).data).toEqual([])

  const eve = await importer(app)
  const { columns } = await importFile(
    app,
    ada,
    `company_id;id;status;Name;Mail\n${eve.companyId};1;valid;Yuki;yuki@mill.example\n`,
  )
  expect(columns.map(({ field }) => field)).toEqual([null, null, 'status', 'name', 'email'])
  expect(await storedLeads(app, ada, 'name, status')).toEqual([{ name: 'Yuki', status: 'new' }])
  expect(await storedLeads(app, eve)).toEqual([])
})

test('C2: an open quotation, a zero byte and a row too wide cost their rows alone', async () => {
  const ada = await importer(app)
  const { counts } = await importFile(
    app,
    ada,
    `Name;Mail\nYuki;yuki@mill.example\nZe\0ro;zero@mill.example\nWide;wide@mill.example;x;y\nLast;last@mill.example\nOpen;"open@mill.example\n`,
  )

  expect(counts).toMatchObject({ rows: 5, added: 2, rejected: 3 })
  expect((await storedLeads(app, ada)).map(({ name }) => name)).toEqual(['Yuki', 'Last'])
})

test('a file in parts arrives whole or not at all', async () => {
  const ada = await importer(app)
  const line = 'Yuki;yuki@mill.example;'
  const file = Buffer.from(`Name;Mail;Note\n${line}${'ü'.repeat(PART_BYTES)}\nHans;hans@werk.example;x\n`)
  const { data: begun } = await ada.call(leadImports.begin, { body: { file_name: 'x.csv', bytes: file.length } })
  const part = (no: number, bytes: Buffer) =>
    ada.call(leadImports.part, { params: { id: begun.id, no }, bytes: new Uint8Array(bytes) })
  await part(0, file.subarray(0, PART_BYTES))
  await expect(part(1, Buffer.from('short'))).rejects.toThrow('400 This part has the wrong size')
  await expect(part(900, Buffer.from('x'))).rejects.toThrow('400 This part has the wrong size')
  await expect(ada.call(leadImports.finish, { body: begun })).rejects.toThrow('400 The upload is incomplete')
  await part(2, file.subarray(2 * PART_BYTES))
  await part(1, file.subarray(PART_BYTES, 2 * PART_BYTES))
  await part(1, file.subarray(PART_BYTES, 2 * PART_BYTES))

  const { data: whole } = await ada.call(leadImports.finish, { body: begun })
  expect(whole).toMatchObject({ state: 'mapping', encoding: 'utf-8', bytes: file.length })
  await expect(part(0, file.subarray(0, PART_BYTES))).rejects.toThrow('409 This import is waiting to be checked')
})
