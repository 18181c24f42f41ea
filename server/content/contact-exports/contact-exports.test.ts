import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { CONTACT_COLUMN_NAMES, CONTACT_COLUMNS, contactExports } from '#contract/content/contact-exports.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { startTestApp } from '#server/test/app.ts'
import { contactsOf } from '#server/test/contact-messages.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '9999' })
afterAll(() => app.stop())
const { started } = contactsOf(app)

const HOSTILE = ['=HYPERLINK("https://evil.example")', '+1+cmd|calc', '@SUM(A1)', '-2+3', 'a;b,"c"', '=1+1\n=2+2']

test('S12: an export holds the selected messages, with texts that no spreadsheet runs, for their company alone', async () => {
  const { person, sent } = await started()
  const eve = await started()
  await eve.sent()
  for (const [at, text] of HOSTILE.entries())
    await sent({ email: `p${at}@mill.example`, name: text, company: text, subject: text, message: `${text}\n\nHello` })
  const { data: selection } = await person.call(contactMessages.select, { body: { filter: { order: 'asc' } } })

  const { data } = await person.call(contactExports.begin, {
    body: { selection: selection.id, columns: CONTACT_COLUMN_NAMES },
  })
  await workOff(app)

  const { status, text } = await person.send('GET', `/marketing/export_contact_us/${data.job}`)
  expect(status).toBe(200)
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(rows.map((row) => row[CONTACT_COLUMNS.email])).toEqual(HOSTILE.map((_, at) => `p${at}@mill.example`))
  for (const [at, row] of rows.entries())
    for (const column of ['name', 'company', 'subject'] as const)
      expect(asWritten(row[CONTACT_COLUMNS[column]] ?? '')).toBe(HOSTILE[at]?.replace('\n', ' '))
  for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^\s*(?!\+\d+$)[=+@-]/)
  expect((await eve.person.send('GET', `/marketing/export_contact_us/${data.job}`)).status).toBe(404)
})
