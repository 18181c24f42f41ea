import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import writeWorkbook from 'write-excel-file/node'
import { expect, expectAccessible, expectNoSidewaysScroll, heading, pick, signIn, test } from '../fixtures.ts'

const fieldOf = (page: Page, column: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })

const workbook = () =>
  writeWorkbook([
    { sheet: 'Notes', data: [['Ask Maria']] },
    {
      sheet: 'Visitors',
      data: [
        ['Trade fair 2026'],
        ['Exported on', '3 Nov 2026'],
        ['SENDER_NAME', 'E-mail ID', 'Mobile Phone Number', 'Land/Region geschäftlich', 'Reach me', 'LinkedIn URL'],
        ['Ines Hallström', 'ines@fair-files.example', '+46 8 123 456 78', 'Sverige', '', 'linkedin.com/in/ines'],
        ['Ömer Kaya', 'omer@fair-files.example', '', 'Türkiye', 'kaya@home-files.example', ''],
      ],
    },
  ]).toBuffer()

const openDocument = (content: string) =>
  Buffer.from(
    zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': strToU8(content),
    }),
  )
const sheetOf = (name: string, rows: readonly (readonly string[])[]) => {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const lines = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`)
  return `<table:table table:name="${name}">${lines.join('')}</table:table>`
}

const CARDS = `BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen
ORG:Karten Werk
TEL;CELL:+49 171 5550100
TEL;WORK;PREF:+49 30 901820
EMAIL;INTERNET:juergen@card-files.example
ADR;WORK:;;Hauptstr. 1;Berlin;;10115;Deutschland
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:Yuki Tanabe
EMAIL;TYPE=INTERNET:yuki@card-files.example
NOTE:Wants hoses\\, soon
END:VCARD
`

test('a workbook with a title above its table and a vCard file are matched, previewed and imported', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

  await choose('visitors.xlsx', await workbook())
  await page.getByLabel('Sheet to import').click()
  await pick(page, /^Visitors/)
  await page.getByRole('button', { name: 'Use this sheet' }).click()
  await expect(page.getByText('5 of 6 columns will be imported')).toBeVisible()
  await expect(page.getByText('row 3', { exact: true })).toBeVisible()
  for (const [column, field] of Object.entries({
    SENDER_NAME: 'Name',
    'E-mail ID': 'Email',
    'Mobile Phone Number': 'Phone',
    'Land/Region geschäftlich': 'Country',
    'Reach me': 'Email',
    'LinkedIn URL': 'Not imported',
  }))
    await expect(fieldOf(page, column)).toContainText(field)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 2 leads' }).click({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 60_000 })

  await page.goto('/marketing/import_leads')
  await choose('contacts.vcf', Buffer.from(CARDS.replaceAll('\n', '\r\n')))
  await expect(page.getByText('10 of 10 columns will be imported')).toBeVisible()
  await expect(fieldOf(page, 'Name')).toContainText('Jürgen Müller · Yuki Tanabe')
  await expect(fieldOf(page, 'Phone 2')).toContainText('+49 171 5550100')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 2 leads' }).click({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 60_000 })

  await page.goto('/marketing/marketing_leads_list?source=import&search=-files.example')
  for (const name of ['Ines Hallström', 'Ömer Kaya', 'Jürgen Müller', 'Yuki Tanabe'])
    await expect(page.getByText(name).first()).toBeVisible()
})

test('an OpenDocument spreadsheet is imported by its sheet, and one that can’t be read says what to do', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

  await choose('broken.ods', openDocument('<office:document-content><table:table>'))
  await expect(page.getByText('This spreadsheet can’t be read. Save it as .ods again')).toBeVisible()

  const notes = sheetOf('Notes', [['Ask Maria']])
  const leads = sheetOf('Leads', [
    ['Name', 'Email', 'Postal code'],
    ['Ines Hallström', 'ines@ods-files.example', '01067'],
  ])
  await choose('leads.ods', openDocument(`<office:document-content>${notes}${leads}</office:document-content>`))
  await page.getByLabel('Sheet to import').click()
  await pick(page, /^Leads \(2 rows\)/)
  await page.getByRole('button', { name: 'Use this sheet' }).click()
  await expect(page.getByText('3 of 3 columns will be imported')).toBeVisible()
  await expect(fieldOf(page, 'Postal code')).toContainText('01067')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 1 lead' }).click({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 60_000 })
})

test('the template for Excel is understood as it is, and a guess that is only likely says so', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  await expect(heading(page, 'Import Leads')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Excel template' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Lead template.xlsx')
  const path = test.info().outputPath('Lead template.xlsx')
  await download.saveAs(path)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('14 of 14 columns will be imported')).toBeVisible()
  await expect(fieldOf(page, 'Postal code')).toContainText('01234')
  await expect(fieldOf(page, 'Phone')).toContainText('+966 11 555 0123')

  await page.goto('/marketing/import_leads')
  const likely = 'Name,Reach me\nYuki,yuki@likely-files.example\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'likely.csv', mimeType: 'text/csv', buffer: Buffer.from(likely) })
  await expect(page.getByText('2 of 2 columns will be imported, 1 likely match to review')).toBeVisible()
  await expect(fieldOf(page, 'Reach me')).toContainText('Likely: please review')
  await expectAccessible(page)
})
