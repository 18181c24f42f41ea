import type { Page } from '@playwright/test'
import writeWorkbook from 'write-excel-file/node'
import { expect, expectAccessible, expectNoSidewaysScroll, pick, signIn, test } from '../fixtures.ts'

const fieldOf = (page: Page, column: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })

/** As Google Contacts exports them: columns for whatever one of them has, most of them empty. */
const googleFile = (
  ...people: readonly (readonly [first: string, last: string, email: string, more?: Readonly<Record<string, string>>])[]
) => {
  const columns = [
    'First Name',
    'Middle Name',
    'Last Name',
    'Organization Name',
    'Organization Title',
    'Notes',
    'Labels',
    'E-mail 1 - Label',
    'E-mail 1 - Value',
    'Phone 1 - Label',
    'Phone 1 - Value',
    'Address 1 - Street',
    'Address 1 - City',
    'Address 1 - Postal Code',
    'Address 1 - Country',
    'Website 1 - Value',
  ]
  const rows = people.map(([first, last, email, more = {}]) => {
    const cells = new Map(
      Object.entries({
        'First Name': first,
        'Last Name': last,
        'E-mail 1 - Label': '* Work',
        'E-mail 1 - Value': email,
        Labels: '* myContacts',
        ...more,
      }),
    )
    return columns.map((name) => `"${cells.get(name) ?? ''}"`).join(',')
  })
  return Buffer.from([columns.join(','), ...rows, ''].join('\n'))
}

/** As the German Outlook exports contacts: semicolons, quotation marks, Windows-1252. */
const outlookFile = () =>
  Buffer.from(
    [
      '"Anrede";"Vorname";"Nachname";"Firma";"Straße geschäftlich";"Postleitzahl geschäftlich";"Ort geschäftlich";"Land/Region geschäftlich";"Telefon geschäftlich";"E-Mail-Adresse";"E-Mail-Typ"',
      '"Herr";"Jürgen";"Größler";"Walk Söhne GmbH";"Hauptstraße 5";"50667";"Köln";"Deutschland";"+49 221 5550111";"juergen@walk-outlook.example";"SMTP"',
      '"Frau";"Zoë";"Weiß";"Walk AG";"";"";"Zürich";"Schweiz";"";"zoe@walk-outlook.example";"SMTP"',
      '',
    ].join('\r\n'),
    'latin1',
  )

const workbook = () =>
  writeWorkbook([
    { sheet: 'Cover', data: [['Fair 2026']] },
    {
      sheet: 'Leads',
      data: [
        ['Name', 'Email', 'Company'],
        ['Walk Sheet', 'sheet@walk-sheet.example', 'Walk Sheets'],
      ],
    },
  ]).toBuffer()

/** Only what a decoder knows: Node writes no Shift-JIS. */
const inShiftJis = (text: string) => {
  const decoder = new TextDecoder('shift_jis')
  const codes = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xef; high++)
    for (let low = 0x40; low <= 0xfc; low++) codes.set(decoder.decode(new Uint8Array([high, low])), [high, low])
  return Buffer.from(Array.from(text).flatMap((sign) => (sign <= '~' ? sign.charCodeAt(0) : (codes.get(sign) ?? 0x3f))))
}
const japaneseFile = () =>
  inShiftJis('氏名,会社名,メールアドレス,電話番号\n田中太郎,東京商事,tanaka@walk-jis.example,+81 3 1234 5678\n')

const CARD = `BEGIN:VCARD
VERSION:3.0
FN:Walk Card
ORG:Walk Cards
EMAIL;TYPE=WORK:card@walk-card.example
TEL;TYPE=CELL:+44 20 7946 0018
END:VCARD
`.replaceAll('\n', '\r\n')

const choose = async (page: Page, name: string, buffer: Buffer) => {
  await page.goto('/marketing/import_leads')
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}
const isMatched = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [column, field] of Object.entries(fields)) await expect(fieldOf(page, column)).toContainText(field)
}
const checkRows = (page: Page) => page.getByRole('button', { name: 'Check the rows' }).click()
const importRows = async (page: Page, count: string) => {
  await page.getByRole('button', { name: `Import ${count}`, exact: true }).click()
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible()
}
const sums = (page: Page) => page.getByLabel(/^Of \d+ rows?$/)

test('files of Google, Outlook, Excel, Japan and phones are matched, previewed and imported as they are', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')

  await choose(
    page,
    'contacts.csv',
    googleFile(['Ana', 'Ruiz', 'ana@walk-google.example', { 'Phone 1 - Value': '+34 91 123 45 67' }]),
  )
  await isMatched(page, {
    'First Name': 'First name',
    'Last Name': 'Last name',
    'E-mail 1 - Value': 'Email',
    'Phone 1 - Value': 'Phone',
    'Organization Name': 'Company',
    'Organization Title': 'Not imported',
    'Address 1 - City': 'City',
    'Website 1 - Value': 'Website',
  })
  await checkRows(page)
  await importRows(page, '1 lead')

  await choose(page, 'outlook.csv', outlookFile())
  await expect(page.getByText(/Windows-1252 .*separated by semicolon/)).toBeVisible()
  await isMatched(page, {
    Vorname: 'First name',
    'Land/Region geschäftlich': 'Country',
    'Telefon geschäftlich': 'Phone',
    'E-Mail-Adresse': 'Email',
    'E-Mail-Typ': 'Not imported',
  })
  await checkRows(page)
  await importRows(page, '2 leads')

  await choose(page, 'fair.xlsx', await workbook())
  await page.getByLabel('Sheet to import').click()
  await pick(page, /^Leads/)
  await page.getByRole('button', { name: 'Use this sheet' }).click()
  await checkRows(page)
  await importRows(page, '1 lead')

  await choose(page, 'japan.csv', japaneseFile())
  await expect(page.getByText(/Encoding: Shift/)).toBeVisible()
  await isMatched(page, { 氏名: 'Name', 会社名: 'Company', メールアドレス: 'Email', 電話番号: 'Phone' })
  await checkRows(page)
  await importRows(page, '1 lead')

  await choose(page, 'phone.vcf', Buffer.from(CARD))
  await checkRows(page)
  await importRows(page, '1 lead')

  await page.goto('/marketing/marketing_leads_list?source=import&search=walk-')
  for (const name of ['Ana Ruiz', 'Jürgen Größler', 'Zoë Weiß', 'Walk Sheet', '田中太郎', 'Walk Card'])
    await expect(page.getByText(name).first()).toBeVisible()
})

test('a later export updates known leads as chosen by the column, and reverting it brings the old values back', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const first = googleFile(['Ana', 'Ruiz', 'ana@walk-again.example', { 'Organization Name': 'Old Name SL' }])
  await choose(page, 'contacts.csv', first)
  await checkRows(page)
  await importRows(page, '1 lead')
  const later = googleFile(
    [
      'Ana',
      'Ruiz Gil',
      'ana@walk-again.example',
      { 'Organization Name': 'New Name SL', 'Phone 1 - Value': '+34 91 555 01 02' },
    ],
    ['Luis', 'Gil', 'luis@walk-again.example'],
  )

  await choose(page, 'contacts later.csv', later)
  await checkRows(page)
  await expect(page.getByRole('link', { name: /^lead \d+, Ana Ruiz$/ })).toBeVisible()
  await expect(page.getByText(/^Same email as lead \d+/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the columns' }).click()

  await page.getByRole('radio', { name: 'Update them' }).check()
  await expect(page.getByRole('checkbox', { name: 'email' })).toBeChecked()
  await page.getByLabel('Known leads, Organization Name').click()
  await pick(page, 'Fill if empty')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await checkRows(page)
  await expect(sums(page)).toContainText('will be added1')
  await expect(sums(page)).toContainText('will be updated1')
  await importRows(page, '2 leads')
  const list = '/marketing/marketing_leads_list?search=walk-again'
  await page.goto(list)
  await expect(page.getByText('Ana Ruiz Gil').first()).toBeVisible()
  await expect(page.getByText('Old Name SL').first()).toBeVisible()
  await expect(page.getByText('Luis Gil').first()).toBeVisible()

  await page.goto('/marketing/import_leads')
  await page.getByRole('link', { name: 'contacts later.csv' }).click()
  await page.getByRole('button', { name: 'Revert import' }).click()
  await page.getByRole('button', { name: 'Revert 2 leads' }).click()
  await expect(page.getByText('Reverted: 2 leads removed or set back')).toBeVisible()
  await page.goto(list)
  await expect(page.getByText('Ana Ruiz', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Luis Gil')).toHaveCount(0)
})
