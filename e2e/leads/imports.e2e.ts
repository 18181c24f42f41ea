import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  untilSettled,
} from '../fixtures.ts'

const ROWS = 9_000
const BAD = 45
const TWICE = 30

/** What a trade fair's software writes: semicolons, Windows-1252, 37 columns, texts over several lines, some rows that are no good. */
const fairFile = () => {
  const columns = [
    'Lfd. Nr.',
    'Anrede',
    'Vorname',
    'Nachname',
    'Firma',
    'Straße',
    'PLZ',
    'Ort',
    'Land',
    'Telefonnummer',
    'E-Mail',
    'Homepage',
    'Interesse',
    'Menge (Stück)',
    'Bemerkungen',
    ...Array.from({ length: 22 }, (_, at) => `Messefeld ${at + 1}`),
  ]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const bad = n % 200 === 7
    const like = n % 300 === 11 ? n - 1 : n
    const cells = [
      String(n + 1),
      n % 2 ? 'Herr' : 'Frau',
      ['Jürgen', 'Zoë', 'Renée', 'Søren'][n % 4] ?? '',
      `Größler-${like}`,
      quoted(`Müller & Söhne "${like}" GmbH`),
      `Hauptstraße ${n}`,
      String(10_000 + n),
      'Köln',
      n % 3 ? 'Deutschland' : 'Österreich',
      '',
      bad ? 'keine Adresse' : `person${like}@soehne${like % 900}.example`,
      '',
      n % 5 ? 'Kugelhahn DN25' : '',
      n % 5 ? '1.200 Stück' : '',
      n % 10 ? 'ok' : quoted(`Bitte anrufen.\r\nAm besten vormittags; Preis in € – danke`),
      ...Array.from({ length: 22 }, (_, at) => (at % 4 ? '' : `x${n}`)),
    ]
    return cells.join(';')
  })
  const text = [columns.join(';'), ...rows, ''].join('\r\n')
  return Buffer.from(text.replaceAll('€', '\x80').replaceAll('–', '\x96'), 'latin1')
}

const fieldOf = (page: Page, column: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })

test('a file of 9,000 leads with 37 columns is matched by itself, tried out, imported and taken back', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/marketing_leads_list')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Import Leads')).toBeVisible()
  await expectAccessible(page)

  await page.locator('input[type=file]').setInputFiles({ name: 'messe.csv', mimeType: 'text/csv', buffer: fairFile() })
  await expect(page.getByText('13 of 37 columns will be imported')).toBeVisible()
  await expect(page.getByText(/Encoding: Windows-1252 .*guessed · separated by semicolon/)).toBeVisible()
  for (const [column, field] of Object.entries({
    Vorname: 'First name',
    Nachname: 'Last name',
    Firma: 'Company',
    'E-Mail': 'Email',
    'Menge (Stück)': 'Quantity',
    Interesse: 'Product',
  }))
    await expect(fieldOf(page, column)).toContainText(field)
  await expect(fieldOf(page, 'Messefeld 3')).toContainText('Not imported')
  await expect(fieldOf(page, 'Ort')).toContainText('Köln')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('duplicates will be left out')).toBeVisible({ timeout: 240_000 })
  const added = ROWS - BAD - TWICE
  await expect(page.getByRole('button', { name: `Import ${added.toLocaleString('en')} leads` })).toBeVisible()
  await expect(page.getByText('“keine Adresse”').first()).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${BAD} rejected rows` }).click()
  expect((await downloading).suggestedFilename()).toBe('messe rejected.csv')

  await page.getByRole('button', { name: `Import ${added.toLocaleString('en')} leads` }).click()
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 300_000 })
  await page.goto('/marketing/marketing_leads_list?source=import&search=Gr%C3%B6%C3%9Fler-8999')
  await expect(page.getByText('Søren Größler-8999').first()).toBeVisible()

  await page.goto('/marketing/import_leads')
  await page.getByRole('link', { name: 'messe.csv' }).first().click()
  await page.getByRole('button', { name: 'Revert import' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Revert [\d,]+ leads$/ }).click()
  await expect(page.getByText(`Reverted: ${added.toLocaleString('en')} leads removed`)).toBeVisible({
    timeout: 300_000,
  })
  await expect(page.getByRole('button', { name: 'Revert import' })).toHaveCount(0)
  await page.goto('/marketing/marketing_leads_list?search=Gr%C3%B6%C3%9Fler-8999')
  await expect(page.getByText(/No leads match/)).toBeVisible()
})

test('a workbook is refused with what to do, and a file without a name column says what is missing @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  const choose = (name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('leads.csv', 'PK\x03\x04 a workbook')
  await expect(page.getByText(/This is an Excel workbook.*CSV UTF-8/)).toBeVisible()
  await expectAccessible(page)

  await choose('odd.csv', 'Mail;Something\nyuki@mill.example;x\n')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('Choose the column with the name')).toBeVisible()
  await page.getByRole('button', { name: 'Remove this file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove odd.csv?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove the file' }).click()
  await expect(page.getByText('File removed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
})

const NO_COUNTS = { held: 0, invalid: 0, duplicates: 0, duplicates_added: 0, rejected: 0 }

test('an import that stopped so long ago that its file has gone says so, and does not offer to go on; one whose revert stopped says how far it came @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from('Name;Mail\nYuki;yuki@old-file.example\n') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 lead' })).toBeVisible()
  let now: object = { state: 'stopped', file_gone: false }
  await page.route(/\/marketing\/lead_imports\/\d+$/, async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...data, ...now } } })
  })
  await page.reload()
  await expect(page.getByText('Continue where it stopped')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()

  now = { state: 'stopped', file_gone: true }
  await page.reload()
  await expect(page.getByText('It can’t continue: its file was deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  await expectAccessible(page)

  now = { state: 'revert_stopped', counts: { ...NO_COUNTS, rows: 20, added: 20 }, removed: 12, kept: 3 }
  await page.reload()
  await expect(page.getByText('Reverting stopped after 12 leads')).toBeVisible()
  await page.getByRole('button', { name: 'Continue reverting' }).click()
  await expect(page.getByRole('button', { name: 'Revert 5 leads' })).toBeVisible()
  await expectAccessible(page)
})

test('whoever leaves during an upload stops it: nothing of the file stays, and nobody is called back @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/marketing/lead_imports/*/parts/*', async (route) => {
    await held
    await route.fallback()
  })
  const file = { name: 'left.csv', mimeType: 'text/csv', buffer: Buffer.from('Name;Mail\nYuki;yuki@mill.example\n') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('Leaving this page stops it')).toBeVisible()
  const discarded = page.waitForResponse('**/marketing/discard_lead_import')
  await page.getByRole('link', { name: /^Unassigned Leads/ }).click()
  await expect(heading(page, 'Unassigned Leads')).toBeVisible()
  release()
  expect((await discarded).status()).toBe(200)
  await expect(page).toHaveURL(/all_leads/)
  await page.goto('/marketing/import_leads')
  await expect(heading(page, 'Import Leads')).toBeVisible()
  await untilSettled(page)
  await expect(page.getByRole('link', { name: 'left.csv' })).toHaveCount(0)
})

test('columns as matched so far outlive a reload, each way of reading the file with its own @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  const file = Buffer.from('Name;Mail;Note\nYuki;yuki@matched.example;By post\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'matched.csv', mimeType: 'text/csv', buffer: file })
  const remark = page.getByRole('combobox', { name: 'Field for Note' })
  const chosen = async (label: string) => {
    await page.keyboard.press('Escape')
    await remark.click()
    await remark.fill(label)
    await remark.press('Enter')
    await expect(fieldOf(page, 'Note')).toContainText(label)
  }
  await expect(page.getByText(/ of 3 columns will be imported/)).toBeVisible()
  await chosen('City')
  await page.reload()
  await expect(fieldOf(page, 'Note')).toContainText('City')

  await page.getByText('Do the values look wrong?').click()
  await page.getByRole('checkbox', { name: 'The first row is a header' }).click()
  await expect(fieldOf(page, 'Column 3')).not.toContainText('City')
  await page.getByRole('checkbox', { name: 'The first row is a header' }).click()
  await expect(fieldOf(page, 'Note')).toContainText('City')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 lead' })).toBeVisible()
})

test('an encoding is guessed and named; read in another one, the letters that look wrong are shown, and it is changed back by keyboard @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/import_leads')
  // 姓名,邮箱 and 王小明 in GBK.
  const file = Buffer.from('\xd0\xd5\xc3\xfb,\xd3\xca\xcf\xe4\n\xcd\xf5\xd0\xa1\xc3\xf7,wang@gbk.example\n', 'latin1')
  await page.locator('input[type=file]').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: file })
  const reading = page.getByText('Do the values look wrong?')
  await expect(reading).toContainText('Encoding: GBK (simplified Chinese), guessed')
  await expect(fieldOf(page, '姓名')).toContainText('王小明')
  await expect(page.getByText('2 of 2 columns will be imported')).toBeVisible()

  const encoding = page.getByRole('combobox', { name: 'Encoding' })
  const choose = async (name: string) => {
    await encoding.fill(name)
    await encoding.press('Enter')
  }
  await reading.click()
  await choose('Windows-1252')
  await expect(page.getByText('Some characters look wrong: “ÐÕÃû”, “ÍõÐ¡Ã÷”, “ÓÊÏä”')).toBeVisible()
  await expect(reading).toContainText('Encoding: Windows-1252 (Western Europe) · separated by comma')
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await choose('GBK')
  await expect(fieldOf(page, '姓名')).toContainText('王小明')
  await expect(page.getByText('Some characters look wrong')).toHaveCount(0)
  await expect(encoding).toBeFocused()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 1 lead' }).click()
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible()
  await page.goto('/marketing/marketing_leads_list?search=wang%40gbk.example')
  await expect(page.getByText('王小明').first()).toBeVisible()
})
