import { afterAll, expect, test } from 'vitest'
import { leadImports, type ImportField } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { checkFile, importer, storedLeads } from '#server/test/imports.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const FIELDS: ImportField[] = ['name', 'email', 'message', 'to_message', 'to_message']

test('columns that no field takes go below the message, each with its header, and empty cells are skipped', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  const rows = [
    'Ann;ann@mill.example;A firm price, please.;20 kW;"Two\nlines"',
    'Ben;ben@mill.example;;n/a;Soon',
    'Cleo;cleo@mill.example;Only this;;',
    'Dan;dan@mill.example;;;',
  ]

  const { id, warnings } = await checkFile(
    app,
    ada,
    ['Name;Email;Message;Motor power;When', ...rows].join('\n'),
    FIELDS,
  )
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)

  expect(warnings).toEqual([{ column: 'Motor power', cells: 1, samples: ['n/a'] }])
  expect((await storedLeads(app, ada, 'message')).map(({ message }) => message)).toEqual([
    'A firm price, please.\nMotor power: 20 kW\nWhen: Two\nlines',
    'When: Soon',
    'Only this',
    null,
  ])
  expect(await storedLeads(app, eve)).toEqual([])
})

test('what the message has no room for is left out whole, and counted for its column before the import starts', async () => {
  const ada = await importer(app)
  const long = 'x'.repeat(9_990)
  const text = `Name;Email;Message;Motor power;When\nAnn;ann@mill.example;${long};20 kilowatts;Now`

  const { id, counts, warnings } = await checkFile(app, ada, text, FIELDS)
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)

  expect(counts).toMatchObject({ added: 1, noted: 1 })
  expect(warnings).toEqual([{ column: 'Motor power', cells: 1, samples: ['20 kilowatts'] }])
  expect(await storedLeads(app, ada, 'message')).toEqual([{ message: `${long}\nWhen: Now` }])
})

test('no column is guessed to go into the message', async () => {
  const ada = await importer(app)

  const found = await checkFile(app, ada, 'Name;Email;Add to the message;Rest\nAnn;ann@mill.example;a;b')

  expect(found.columns.map(({ field }) => field)).not.toContain('to_message')
})
