import { afterAll, expect, test } from 'vitest'
import { LEAD_TEMPLATE, leadImports, type ImportField } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { importer, uploadFile } from '#server/test/imports.ts'
import { guessLeadColumns } from './guess.ts'

const guessOf = (header: string, values: readonly string[] = []) =>
  guessLeadColumns(
    [header],
    values.map((value) => [value]),
  )[0]

test('headers of address books, CRM programs and marketplaces are understood by their words, in any script', () => {
  const headers: Readonly<Record<string, ImportField>> = {
    'Phone 1 - Value': 'phone',
    'Address 1 - City': 'city',
    'Address 1 - Region': 'state',
    'Address 1 - Postal Code': 'zipCode',
    'Website 1 - Value': 'website',
    'E-mail 1 - Value': 'email',
    'Mobile Phone Number': 'phone',
    'Website URL': 'website',
    'State/Region': 'state',
    'Country/Region': 'country',
    'Street Address': 'address',
    'Person - Email - Work': 'email',
    'Person - Name': 'name',
    'Organization - Name': 'company',
    'Organization - City/town/village/locality of Address': 'city',
    SENDER_NAME: 'name',
    SENDER_MOBILE: 'phone',
    SENDER_COUNTRY_ISO: 'country',
    SENDER_PINCODE: 'zipCode',
    QUERY_MESSAGE: 'message',
    QUERY_PRODUCT_NAME: 'product',
    'E-mail ID': 'email',
    'Web Page': 'website',
    'Land/Region geschäftlich': 'country',
    'Straße geschäftlich': 'address',
    'Telefon Firma': 'phone',
    Фамилия: 'name',
    姓名: 'name',
    手机: 'phone',
    联系人手机: 'phone',
    氏名: 'name',
    会社電話番号: 'phone',
    '회사 전화번호': 'phone',
    Navn: 'name',
    "Nom de l'entreprise": 'company',
    'Name of the Company': 'company',
    'Company Contact Name': 'name',
    Telefone: 'phone',
    नाम: 'name',
    الهاتف: 'phone',
    'What is your email?': 'email',
    'Mobile (WhatsApp)': 'phone',
  }
  for (const [header, field] of Object.entries(headers))
    expect([header, guessOf(header)]).toEqual([header, { field, certainty: 'sure' }])
})

test('a header about something else is no field, however near its words come', () => {
  for (const header of [
    'LinkedIn URL',
    'Organization 1 - Title',
    'E-mail Display Name',
    'Email Domain',
    'Email Opt Out',
    'Fax geschäftlich',
    'Phone Country Code',
    'Phone 1 - Type',
    'RECEIVER_MOBILE',
    'UNIQUE_QUERY_ID',
    'QUERY_MCAT_NAME',
    'User name',
    'ad_name',
    'Contacted via',
    'Number of employees',
    'Company registration number',
    'Name des/r Vorgesetzten',
    'Phone/Email',
    'Landing page URL',
    'Assistant’s Phone',
  ])
    expect([header, guessOf(header)]).toEqual([header, null])
})

test('values overrule a header, and make sure of one that is half understood', () => {
  expect(guessOf('Website', ['https://www.linkedin.com/in/yuki', 'linkedin.com/company/mill'])).toBeNull()
  expect(guessOf('Website', ['mill.example', 'https://hose.example/en'])).toEqual({
    field: 'website',
    certainty: 'sure',
  })
  expect(guessOf('Contact', ['+49 30 1234567', '+49 40 7654321'])).toEqual({ field: 'phone', certainty: 'likely' })
  expect(guessOf('Reach me', ['yuki@mill.example', 'n/a'])).toEqual({ field: 'email', certainty: 'likely' })
  expect(guessOf('Email text', ['Dear all', 'Hello', 'Thanks'])).toBeNull()
  expect(guessOf('Mail', ['12 Mill Road', '3 Hose Lane', '7 Pump Street'])).toBeNull()
  expect(guessOf('Country', ['12', '13', '14'])).toBeNull()
  expect(guessOf('Firmentelefon')).toEqual({ field: 'phone', certainty: 'likely' })
  expect(guessOf('Owner Email', ['rep@own.example'])).toEqual({ field: 'owner', certainty: 'sure' })
})

test('columns without a header are known by values that look like nothing else', () => {
  const columns = guessLeadColumns(
    ['', '', '', '', ''],
    [
      ['Yuki Tanabe', 'yuki@mill.example', '+81 3 1234 5678', 'https://mill.example', 'Japan'],
      ['Ana Ruiz', 'ana@hose.example', '+34 91 123 45 67', 'https://hose.example', 'Spain'],
    ],
  )
  expect(columns.map((guess) => guess?.field ?? null)).toEqual([null, 'email', 'phone', 'website', 'country'])
})

test('of a business and a home address only one is taken, and its lines stay together', () => {
  const fields = guessLeadColumns(
    ['Business Street', 'Business Street 2', 'Business City', 'Home Street', 'Home City', 'Address 2 - Street'],
    [],
  ).map((guess) => guess?.field ?? null)
  expect(fields).toEqual(['address', 'address', 'city', null, null, null])
})

test('the template has a header that is understood with certainty, and its example is no other field', () => {
  const guesses = guessLeadColumns(
    LEAD_TEMPLATE.map(([header]) => header),
    [LEAD_TEMPLATE.map(([, , example]) => example)],
  )
  expect(guesses).toEqual(LEAD_TEMPLATE.map(([, field]) => ({ field, certainty: 'sure' })))
})

const app = await startTestApp()
afterAll(() => app.stop())

test('the answer says of each column how sure the guess is, until people have matched it', async () => {
  const sara = await importer(app)
  const file = 'SENDER_NAME,Reach me,Fax\nYuki Tanabe,yuki@mill.example,1\nAna Ruiz,ana@hose.example,2\n'

  const found = await uploadFile(sara, file)
  expect(found.columns).toMatchObject([
    { name: 'SENDER_NAME', field: 'name', certainty: 'sure', samples: ['Yuki Tanabe', 'Ana Ruiz'] },
    { name: 'Reach me', field: 'email', certainty: 'likely' },
    { name: 'Fax', field: null },
  ])
  expect(found.columns[2]).not.toHaveProperty('certainty')

  const fields = found.columns.map(({ field }) => field)
  const { data: checked } = await sara.call(leadImports.check, { body: { id: found.id, fields } })
  expect(checked.columns.map(({ certainty }) => certainty)).toEqual([undefined, undefined, undefined])
  const again = await uploadFile(sara, file, 'again.csv')
  expect(again).toMatchObject({ remembered: true, columns: [{ field: 'name' }, { field: 'email' }, { field: null }] })
})
