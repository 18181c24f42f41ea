import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { checkFile, importer, importFile, storedLeads, uploadFile } from '#server/test/imports.ts'
import { workOff } from '#server/test/leads.ts'
import { encode } from '#server/test/encodings.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('a file of UTF-8 with one bad byte stays UTF-8, and that one row is rejected', async () => {
  const ada = await importer(app)
  const rows = Array.from({ length: 60 }, (_, at) => `Jürgen Groß ${at},jg${at}@b.example,Köln AG`)
  const good = Buffer.from(`Name,Email,Company\n${rows.slice(0, -1).join('\n')}\n`)
  const bad = Buffer.from('Ren\xe9,rene@b.example,Caf\xe9\n', 'latin1')

  const { id, counts, encoding } = await importFile(app, ada, Buffer.concat([good, bad]))

  expect(encoding).toBe('utf-8')
  expect(counts).toMatchObject({ rows: 60, added: 59, rejected: 1 })
  const { data } = await ada.call(leadImports.rows, { params: { id }, query: { outcome: 'rejected' } })
  expect(data).toMatchObject([
    {
      row: 61,
      email: 'rene@b.example',
      reasons: [
        { column: 'Name', value: 'Ren\ufffd', message: expect.stringContaining('unreadable character') },
        { column: 'Company', message: expect.stringContaining('unreadable character') },
      ],
    },
  ])
  const { csv } = (await ada.call(leadImports.rejected, { params: { id }, query: {} })).data
  expect(csv).toContain('rene@b.example')
  const stored = await storedLeads(app, ada, 'name, company')
  expect(stored).toEqual(Array.from({ length: 59 }, (_, at) => ({ name: `Jürgen Groß ${at}`, company: 'Köln AG' })))
})

test('bad bytes beyond the first part of a file do not change how it is read', async () => {
  const ada = await importer(app)
  const wide = Array.from({ length: 15_000 }, (_, at) => `Jörg,j${at}@b.example,${'x'.repeat(60)}`).join('\n')
  const bad = Buffer.from('\nM\xfcller,m@b.example,x\n', 'latin1')

  expect(await uploadFile(ada, Buffer.concat([Buffer.from(`Name,Email,Note\n${wide}`), bad]))).toMatchObject({
    encoding: 'utf-8',
  })
})

test('a file in which the first letter beyond ASCII comes late is read by that letter', async () => {
  const ada = await importer(app)
  const plain = Array.from({ length: 15_000 }, (_, at) => `Ann,a${at}@b.example,${'x'.repeat(60)}`).join('\n')
  const late = Buffer.from('\nM\xfcller,m@b.example,K\xf6ln\n', 'latin1')

  expect(await uploadFile(ada, Buffer.concat([Buffer.from(`Name,Email,Note\n${plain}`), late]))).toMatchObject({
    encoding: 'windows-1252',
  })
})

test.each([
  ['gbk', '姓名,邮箱', '王小明'],
  ['big5', '姓名,電子郵件', '陳志明'],
  ['shift_jis', '氏名,メールアドレス', '田中 太郎'],
  ['euc-kr', '이름,이메일', '김민준'],
  ['windows-1250', 'Imię i nazwisko,E-mail', 'Łukasz Wiśniewski'],
  ['windows-1251', 'Имя,Почта', 'Пётр Иванов'],
  ['koi8-r', 'Имя,Почта', 'Сергей Кузнецов'],
  ['windows-1254', 'Ad Soyad,E-posta', 'Ayşe Yıldız'],
  ['windows-1256', 'الاسم,البريد الإلكتروني', 'محمد الشهري'],
  ['macintosh', 'Nom,Courriel', 'Hélène Lefèvre'],
] as const)('a file in %s is read as what it is, and its columns are known', async (encoding, header, name) => {
  const ada = await importer(app)
  const bytes = encode(`${header}\n${name},wang@g.example\n`, encoding)

  const uploaded = await uploadFile(ada, bytes)
  expect(uploaded).toMatchObject({ encoding, encoding_guessed: true, columns: [{ field: 'name' }, { field: 'email' }] })
  expect(uploaded.columns.flatMap(({ odd }) => odd ?? [])).toEqual([])

  expect(await importFile(app, ada, bytes)).toMatchObject({ encoding, counts: { added: 1, rejected: 0 } })
  expect(await storedLeads(app, ada)).toEqual([{ name, email: 'wang@g.example' }])
})

test('an encoding that was chosen is what the rows are read by, also when it is chosen at the check', async () => {
  const ada = await importer(app)
  const bytes = encode('姓名,邮箱\n王小明,wang@g.example\n', 'gbk')
  const { id } = await uploadFile(ada, bytes)

  const { data: wrong } = await ada.call(leadImports.reread, { body: { id, encoding: 'windows-1252' } })
  expect(wrong).toMatchObject({ encoding: 'windows-1252', encoding_guessed: false })
  expect(wrong.columns[0]?.odd).toContain('ÍõÐ¡Ã÷')

  const { data: chosen } = await ada.call(leadImports.check, {
    body: { id, fields: ['name', 'email'], encoding: 'gb18030' },
  })
  expect(chosen).toMatchObject({ encoding: 'gb18030', encoding_guessed: false, state: 'checking' })
  await workOff(app)
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  expect(await storedLeads(app, ada)).toEqual([{ name: '王小明', email: 'wang@g.example' }])
})

test('an encoding that nobody can read by is refused by name', async () => {
  const ada = await importer(app)
  const { id } = await uploadFile(ada, 'Name,Email\nAnn,ann@g.example\n')

  for (const encoding of ['utf-7', 'replacement', 'x-user-defined', 'latin1', ''])
    expect(await ada.send('POST', leadImports.check.path, { id, fields: ['name', 'email'], encoding })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'encoding' }] },
    })
  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    encoding: 'utf-8',
    state: 'mapping',
  })
})

test('a cell is stored as it reads: nothing unseen, each on one line but for the message', async () => {
  const ada = await importer(app)
  const file = [
    'Name,Email,Phone,Zip,Company,Message,Product,Quantity',
    'Ann\u200b Unseen,\u200bann@u.example,9876543210.0,560001.0,"Mill\r\nLtd","One\r\ntwo\u200b",Hose\u00ad,12.0',
    'رضا می‌خواهد,\ufeffreza@u.example,,,👩‍👩‍👧‍👦 Co,,,',
  ].join('\n')

  expect(await importFile(app, ada, file)).toMatchObject({ counts: { added: 2, rejected: 0 } })
  expect(await storedLeads(app, ada, 'name, email, zip_code, company, message')).toEqual([
    { name: 'Ann Unseen', email: 'ann@u.example', zip_code: '560001', company: 'Mill Ltd', message: 'One\r\ntwo' },
    { name: 'رضا می‌خواهد', email: 'reza@u.example', zip_code: null, company: '👩‍👩‍👧‍👦 Co', message: null },
  ])
})

test('a number that the spreadsheet has shortened is left out with a note, or costs the row that has nothing else', async () => {
  const ada = await importer(app)
  const file = [
    'Name,Email,Phone,Country',
    'Ann,ann@s.example,9.19E+11,IN',
    'Bea,,9.19E+11,IN',
    'Cem,cem@s.example,9876543210.5,IN',
    'Dan,dan@s.example,919876543211.0,IN',
  ].join('\n')
  const sentence = 'The spreadsheet shortened this number: 9.19E+11. Format the column as text and export it again.'

  const { id, counts } = await checkFile(app, ada, file)
  expect(counts).toMatchObject({ rows: 4, added: 3, rejected: 1, noted: 1 })
  const rows = async () => (await ada.call(leadImports.rows, { params: { id }, query: {} })).data
  const told = [
    { row: 2, outcome: 'noted', reasons: [{ column: 'Phone', value: '9.19E+11', message: sentence }] },
    { row: 3, outcome: 'rejected', reasons: [{ column: 'Phone', value: '9.19E+11', message: sentence }] },
  ]
  expect(await rows()).toMatchObject(told)

  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  expect((await ada.call(leadImports.read, { params: { id } })).data.counts).toEqual(counts)
  expect(await rows()).toMatchObject(told)
  expect(await storedLeads(app, ada, 'name, phone, phone_sent')).toEqual([
    { name: 'Ann', phone: null, phone_sent: null },
    { name: 'Cem', phone: null, phone_sent: '9876543210.5' },
    { name: 'Dan', phone: '+919876543211', phone_sent: '919876543211.0' },
  ])
})
