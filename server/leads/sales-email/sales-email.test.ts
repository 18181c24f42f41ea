import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { FIRST_SALES_EMAIL, fillTemplate, salesEmail } from '#contract/leads/sales-email.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const OWN = { subject: 'About {products}', body: 'Dear {name},\n\nwe can help {company}.\n\n{my name}' }
const now = async (person: TestPerson) => (await person.call(salesEmail.now, {})).data
const stored = (person: TestPerson) =>
  app.sql(person.companyId, 'select subject, body from sales_email_settings where company_id = $1', [person.companyId])

test('a company writes its own sales email, for itself alone; Undo brings the first one back', async () => {
  const [mara, eve] = [await app.signIn({ can: ['configuration_edit'] }), await app.signIn({ can: [] })]
  expect(await now(mara)).toEqual(FIRST_SALES_EMAIL)
  await mara.call(salesEmail.change, { body: FIRST_SALES_EMAIL })
  expect(await stored(mara)).toEqual([])

  await mara.call(salesEmail.change, { body: OWN })
  await mara.call(salesEmail.change, { body: OWN })
  expect([await stored(mara), await now(eve)]).toEqual([[OWN], FIRST_SALES_EMAIL])
  const { data } = await mara.call(changes.list, { query: { section: 'sales_email' } })
  expect(data.map(({ act }) => act)).toEqual(['sales-email.change'])

  await undoLast(mara, 'sales_email')
  expect([await stored(mara), await now(mara)]).toEqual([[], FIRST_SALES_EMAIL])
})

test('a placeholder that nothing fills in is refused by its field, and nothing is stored', async () => {
  const mara = await app.signIn({ can: ['configuration_edit'] })
  const { status, errors } = await refusal(mara.call(salesEmail.change, { body: { ...OWN, body: 'Dear {nmae}' } }))

  expect([status, errors?.map(({ field }) => field)]).toEqual([400, ['body']])
  expect(await stored(mara)).toEqual([])
  const reader = await app.signIn({ can: [], colleagueOf: mara })
  expect((await refusal(reader.call(salesEmail.change, { body: OWN }))).status).toBe(403)
})

test('what a lead says is filled in as it is, with braces of its own', () => {
  const values = {
    name: 'Ana {company}',
    company: 'Ruiz Labs',
    products: 'Pumps',
    number: '12',
    'my name': 'Mara',
    'our company': 'Halden',
  }
  expect(fillTemplate(OWN.body, values)).toBe('Dear Ana {company},\n\nwe can help Ruiz Labs.\n\nMara')
})
