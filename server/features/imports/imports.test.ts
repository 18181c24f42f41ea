import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { leadImports, PART_BYTES } from '#contract/imports.ts'
import { restrictedDomains } from '#contract/restricted-domains.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { migrate } from '#server/db/migrate.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { databaseUrl } from '#server/test/database.ts'
import { checkFile, importFile, uploadFile } from '#server/test/imports.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [
  'leads_import',
  'marketing_leads_list',
  'marketing_leads_comments',
  'marketing_leads_history',
  'restrict_domain_add',
] as const
const signIn = () => app.signIn({ can: KEYS })

const stored = (person: TestPerson, columns = 'name, email') =>
  app.sql(person.companyId, `select ${columns} from leads where company_id = $1 and deleted_at is null order by id`, [
    person.companyId,
  ])

const HEADER = 'Name;E-Mail;Telefon;Firma;Land;Produkt;Menge'

test('a file is uploaded, matched, tried out, imported and told of, each row once', async () => {
  const ada = await signIn()
  await app.sql(
    ada.companyId,
    `insert into products (company_id, code, name) values ($1, 'H-2', 'Stainless hose 2 in')`,
    [ada.companyId],
  )
  const file = [
    HEADER,
    'Yuki Tanabe;yuki@mill.example;+92 300 5550158;Aziz Textiles;Pakistan;stainless HOSE 2 in;1.200',
    'Hans Müller;hans@werk.example;030 901820;Werk AG;Deutschland;Ventil;3 Stück',
    ';nobody@mill.example;;;;;',
    'Bad Mail;not an address;;;;;',
  ].join('\r\n')

  const uploaded = await uploadFile(ada, file, 'messe.csv')
  expect(uploaded).toMatchObject({
    state: 'mapping',
    file_name: 'messe.csv',
    encoding: 'utf-8',
    separator: ';',
    header: true,
    remembered: false,
  })
  expect(uploaded.columns).toEqual([
    { name: 'Name', field: 'name', samples: ['Yuki Tanabe', 'Hans Müller', 'Bad Mail'] },
    { name: 'E-Mail', field: 'email', samples: ['yuki@mill.example', 'hans@werk.example', 'nobody@mill.example'] },
    { name: 'Telefon', field: 'phone', samples: ['+92 300 5550158', '030 901820'] },
    { name: 'Firma', field: 'company', samples: ['Aziz Textiles', 'Werk AG'] },
    { name: 'Land', field: 'country', samples: ['Pakistan', 'Deutschland'] },
    { name: 'Produkt', field: 'product', samples: ['stainless HOSE 2 in', 'Ventil'] },
    { name: 'Menge', field: 'quantity', samples: ['1.200', '3 Stück'] },
  ])

  const { id } = uploaded
  await ada.call(leadImports.check, { body: { id, fields: uploaded.columns.map(({ field }) => field) } })
  expect((await ada.call(leadImports.read, { params: { id } })).data.state).toBe('checking')
  await workOff(app)
  const { data: ready } = await ada.call(leadImports.read, { params: { id } })
  expect(ready).toMatchObject({
    state: 'ready',
    progress: 1,
    counts: { rows: 4, added: 2, rejected: 2, duplicates: 0 },
  })
  expect(await stored(ada)).toEqual([])
  expect((await ada.call(leadImports.rows, { params: { id }, query: { outcome: 'rejected' } })).data).toMatchObject([
    { row: 4, reasons: [{ column: 'Name', value: '', message: 'Enter a name' }], email: 'nobody@mill.example' },
    {
      row: 5,
      reasons: [{ column: 'E-Mail', value: 'not an address', message: expect.stringContaining('e-mail address') }],
    },
  ])

  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  const { data: done } = await ada.call(leadImports.read, { params: { id } })
  expect(done).toMatchObject({ state: 'imported', counts: { rows: 4, added: 2, rejected: 2 }, problem: null })
  expect(await stored(ada, 'name, email, phone, company, country, source, status, created_by, total_quantity')).toEqual(
    [
      {
        name: 'Yuki Tanabe',
        email: 'yuki@mill.example',
        phone: '+923005550158',
        company: 'Aziz Textiles',
        country: 'PK',
        source: 'import',
        status: 'new',
        created_by: ada.id,
        total_quantity: 1200,
      },
      {
        name: 'Hans Müller',
        email: 'hans@werk.example',
        phone: '+4930901820',
        company: 'Werk AG',
        country: 'DE',
        source: 'import',
        status: 'new',
        created_by: ada.id,
        total_quantity: 3,
      },
    ],
  )
  expect(
    await app.sql(
      ada.companyId,
      'select product_id is not null as known, product_name from lead_items where company_id = $1 order by id',
      [ada.companyId],
    ),
  ).toEqual([
    { known: true, product_name: 'stainless HOSE 2 in' },
    { known: false, product_name: 'Ventil' },
  ])
  const [queue] = await app.sql(
    ada.companyId,
    `select count(*)::int as waiting from assignment_queue where company_id = $1`,
    [ada.companyId],
  )
  expect(queue).toEqual({ waiting: 2 })
  const [history] = await app.sql(
    ada.companyId,
    `select count(*)::int, count(distinct change_set)::int as acts, min(actor_kind) as kind, min(actor_id) as who, min(channel) as channel
     from changes where company_id = $1 and entity = 'leads' and verb = 'created'`,
    [ada.companyId],
  )
  expect(history).toEqual({ count: 2, acts: 1, kind: 'import', who: ada.id, channel: 'bulk' })
  const [parts] = await app.sql(ada.companyId, 'select count(*)::int from lead_import_parts where company_id = $1', [
    ada.companyId,
  ])
  expect(parts).toEqual({ count: 0 })
  expect(await contradictions(app.owner)).toEqual([])
})

test('what columns hold is asked once for each kind of file, and each company remembers for itself', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
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
  const ada = await signIn()
  const { id } = await uploadFile(ada, 'Name|Mail;Info\nYuki|yuki@mill.example;x\n')
  const { data: other } = await ada.call(leadImports.reread, { body: { id, separator: '|', header: false } })

  expect(other).toMatchObject({ separator: '|', header: false })
  expect(other.columns.map(({ name, samples }) => [name, samples[0]])).toEqual([
    ['Column 1', 'Name'],
    ['Column 2', 'Mail;Info'],
  ])
})

test('without a column for the name, or for any way to reach them, nothing is checked', async () => {
  const ada = await signIn()
  const { id } = await uploadFile(ada, 'Name;Mail;Info\nYuki;yuki@mill.example;x\n')
  const check = (fields: ('name' | 'email' | null)[]) => ada.call(leadImports.check, { body: { id, fields } })

  await expect(check([null, 'email', null])).rejects.toThrow('400 Choose the column that holds the name')
  await expect(check(['name', null, null])).rejects.toThrow(
    '400 Choose the column that holds the e-mail address or the phone number',
  )
  await expect(check(['name', 'email'])).rejects.toThrow('400 The file has 3 columns')
  expect((await ada.call(leadImports.read, { params: { id } })).data.state).toBe('mapping')
})

test('who is known already is left out, unless it is decided otherwise: for all, or by the row', async () => {
  const ada = await signIn()
  await importFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\nHans;hans@werk.example;;;;;\n`)
  const rows = [
    'Y. Tanabe;YUKI@mill.example',
    'New;new@mill.example',
    'New again;new@mill.example',
    'Hans;hans@werk.example',
  ]
  const file = `${HEADER}\n${rows.map((row) => `${row};;;;;`).join('\n')}\n`

  const { id, counts } = await checkFile(app, ada, file)
  expect(counts).toMatchObject({ rows: 4, added: 1, duplicates: 3, duplicates_added: 0 })
  const { data: known } = await ada.call(leadImports.rows, { params: { id }, query: { outcome: 'duplicate' } })
  expect(known).toMatchObject([
    { row: 2, known_lead: { name: 'Yuki' }, known_row: null, decision: null },
    { row: 4, known_lead: null, known_row: 3 },
    { row: 5, known_lead: { name: 'Hans' } },
  ])
  const { data: decided } = await ada.call(leadImports.decide, { body: { id, duplicates: 'add', rows: [4] } })
  expect(decided.counts).toMatchObject({ added: 2, duplicates_added: 1 })
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  expect((await ada.call(leadImports.read, { params: { id } })).data.counts).toMatchObject({
    added: 2,
    duplicates: 3,
    duplicates_added: 1,
  })
  expect((await stored(ada)).map(({ name }) => name)).toEqual(['Yuki', 'Hans', 'New', 'New again'])

  const all = await checkFile(app, ada, file)
  await ada.call(leadImports.decide, { body: { id: all.id, duplicates: 'add' } })
  await ada.call(leadImports.decide, { body: { id: all.id, duplicates: 'skip', rows: [2] } })
  const { data: before } = await ada.call(leadImports.read, { params: { id: all.id } })
  expect(before.counts).toMatchObject({ added: 3, duplicates: 4, duplicates_added: 3 })
  await ada.call(leadImports.start, { body: { id: all.id } })
  await workOff(app)
  expect(await stored(ada)).toHaveLength(7)
})

test('a restricted domain holds its leads back or makes them invalid, and the dry run says so', async () => {
  const ada = await signIn()
  await ada.call(restrictedDomains.add, { body: { domainName: 'spam.example' } })
  await ada.call(restrictedDomains.add, { body: { domainName: 'worse.example', effect: 'auto_invalid' } })
  const file = `${HEADER}\nA;a@spam.example;;;;;\nB;b@mail.worse.example;;;;;\nC;c@fine.example;;;;;\n`

  const { id, counts } = await checkFile(app, ada, file)
  expect(counts).toMatchObject({ added: 3, held: 1, invalid: 1 })
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id } })).data.counts).toEqual({ ...counts })
  expect(await stored(ada, 'name, status, quarantined_by is not null as held, reason_code')).toEqual([
    { name: 'A', status: 'new', held: true, reason_code: null },
    { name: 'B', status: 'invalid', held: false, reason_code: 'restricted_domain' },
    { name: 'C', status: 'new', held: false, reason_code: null },
  ])
  const [queue] = await app.sql(
    ada.companyId,
    `select count(*)::int as waiting from assignment_queue where company_id = $1`,
    [ada.companyId],
  )
  expect(queue).toEqual({ waiting: 1 })
})

test('rejected rows come back as a file with the reasons, which can be mended and imported', async () => {
  const ada = await signIn()
  const { id } = await checkFile(
    app,
    ada,
    `${HEADER}\n"=cmd()";no address;;;;;\nFine;f@mill.example;;;;;\n;x@mill.example;+49 30 901820;;;;\n`,
  )
  const { data } = await ada.call(leadImports.rejected, { params: { id }, query: {} })

  expect(data.next).toBe(null)
  expect(data.csv.split('\r\n')).toEqual([
    '"Name","E-Mail","Telefon","Firma","Land","Produkt","Menge","Row","Why it was rejected"',
    expect.stringMatching(/^"'=cmd\(\)","no address","","","","","","2","E-Mail: Enter an e-mail address/),
    expect.stringMatching(/^"","x@mill.example","'\+49 30 901820","","","","","4","Name: Enter a name"$/),
    '',
  ])
  const mended = data.csv.replace('no address', 'cmd@mill.example').replace('"","x@mill', '"Xaver","x@mill')
  await importFile(app, ada, mended)
  expect(await stored(ada, 'name, email, phone')).toEqual([
    { name: '=cmd()', email: 'cmd@mill.example', phone: null },
    { name: 'Xaver', email: 'x@mill.example', phone: '+4930901820' },
  ])
})

test('C3: reverting takes away what the import added, once, and keeps and names what somebody has touched', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  await importFile(app, eve, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await importFile(app, ada, `${HEADER}\nBefore;before@mill.example;;;;;\n`)
  const { id } = await importFile(
    app,
    ada,
    `${HEADER}\nYuki;yuki@mill.example;;;;;\nHans;hans@werk.example;;;;;\nIna;ina@werk.example;;;;;\n`,
  )
  const [{ id: touched }] = await app.sql(
    ada.companyId,
    `select id from leads where company_id = $1 and name = 'Hans'`,
    [ada.companyId],
  )
  await ada.call(leadDetails.comment, { body: { leadId: Number(touched), comment: 'Called him' } })

  await ada.call(leadImports.revert, { body: { id } })
  await expect(ada.call(leadImports.revert, { body: { id } })).rejects.toThrow('409 This import is being reverted')
  await workOff(app)

  const { data: reverted } = await ada.call(leadImports.read, { params: { id } })
  expect(reverted).toMatchObject({ state: 'reverted', removed: 2, kept: 1 })
  expect((await ada.call(leadImports.kept, { params: { id }, query: {} })).data).toMatchObject([
    { id: Number(touched), name: 'Hans', touched_by: { id: ada.id } },
  ])
  await expect(ada.call(leadImports.revert, { body: { id } })).rejects.toThrow('409 This import is reverted already')
  expect((await stored(ada)).map(({ name }) => name)).toEqual(['Before', 'Hans'])
  expect((await stored(eve)).map(({ name }) => name)).toEqual(['Yuki'])
  const [queue] = await app.sql(
    ada.companyId,
    `select count(*)::int as waiting from assignment_queue where company_id = $1`,
    [ada.companyId],
  )
  expect(queue).toEqual({ waiting: 2 })
  expect(await contradictions(app.owner)).toEqual([])
})

test('a lead that somebody is just editing while its import is reverted is kept', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  await importFile(app, eve, `${HEADER}\nHans;hans@werk.example;;;;;\n`)
  const { id } = await importFile(app, ada, `${HEADER}\nHans;hans@werk.example;;;;;\nIna;ina@werk.example;;;;;\n`)
  await ada.call(leadImports.revert, { body: { id } })

  const actor = { kind: 'person', id: ada.id, channel: 'screen', act: 'lead-edits.save' } as const
  let reverting: Promise<unknown> | undefined
  await app.services.tenants.write(ada.companyId, actor, async ({ db, companyId }) => {
    await sql`update leads set phone = '030 901820' where company_id = ${companyId} and name = 'Hans'`.execute(db)
    reverting = workOff(app)
    await somebodyWaits(app)
  })
  await reverting

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'reverted',
    removed: 1,
    kept: 1,
  })
  expect(await stored(ada, 'name, phone')).toEqual([{ name: 'Hans', phone: '030 901820' }])
  expect((await stored(eve)).map(({ name }) => name)).toEqual(['Hans'])
})

test('another company neither sees, starts nor reverts it; without the key nobody does', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const { id } = await checkFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  const bare = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada })

  expect((await eve.call(leadImports.list, { query: {} })).data).toEqual([])
  await expect(eve.call(leadImports.read, { params: { id } })).rejects.toThrow('404 Import not found')
  await expect(eve.call(leadImports.rows, { params: { id }, query: {} })).rejects.toThrow('404 Import not found')
  await expect(eve.call(leadImports.rejected, { params: { id }, query: {} })).rejects.toThrow('404 Import not found')
  await expect(eve.call(leadImports.part, { params: { id, no: 0 }, bytes: new Uint8Array([65]) })).rejects.toThrow(
    '404 Import not found',
  )
  for (const endpoint of [
    leadImports.start,
    leadImports.cancel,
    leadImports.revert,
    leadImports.discard,
    leadImports.finish,
  ])
    await expect(eve.call(endpoint, { body: { id } })).rejects.toThrow('404 Import not found')
  await expect(bare.call(leadImports.start, { body: { id } })).rejects.toThrow(
    '403 You need the permission leads_import',
  )
  expect((await ada.call(leadImports.read, { params: { id } })).data.state).toBe('ready')
  expect((await ada.call(leadImports.list, { query: {} })).data.map((each) => each.id)).toEqual([id])
})

test('C2: files that are no table are refused with a sentence, and what a header calls company_id says nothing', async () => {
  const ada = await signIn()
  await expect(uploadFile(ada, 'PK\x03\x04 and more')).rejects.toThrow(/400 This is an Excel workbook/)
  await expect(uploadFile(ada, '\n\n  \n')).rejects.toThrow('400 There is nothing in this file')
  await expect(uploadFile(ada, Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(';'))).rejects.toThrow(
    '400 This file has 10,000 columns',
  )
  await expect(ada.call(leadImports.begin, { body: { file_name: 'x', bytes: 1024 ** 3 + 1 } })).rejects.toThrow('400')
  expect((await ada.call(leadImports.list, { query: {} })).data).toEqual([])

  const eve = await signIn()
  const { columns } = await importFile(
    app,
    ada,
    `company_id;id;status;Name;Mail\n${eve.companyId};1;valid;Yuki;yuki@mill.example\n`,
  )
  expect(columns.map(({ field }) => field)).toEqual([null, null, null, 'name', 'email'])
  expect(await stored(ada, 'name, status')).toEqual([{ name: 'Yuki', status: 'new' }])
  expect(await stored(eve)).toEqual([])
})

test('C2: an open quotation, a zero byte and a row too wide cost their rows alone', async () => {
  const ada = await signIn()
  const { counts } = await importFile(
    app,
    ada,
    `Name;Mail\nYuki;yuki@mill.example\nZe\0ro;zero@mill.example\nWide;wide@mill.example;x;y\nLast;last@mill.example\nOpen;"open@mill.example\n`,
  )

  expect(counts).toMatchObject({ rows: 5, added: 2, rejected: 3 })
  expect((await stored(ada)).map(({ name }) => name)).toEqual(['Yuki', 'Last'])
})

test('a file in parts arrives whole or not at all', async () => {
  const ada = await signIn()
  const line = 'Yuki;yuki@mill.example;'
  const file = Buffer.from(`Name;Mail;Note\n${line}${'ü'.repeat(PART_BYTES)}\nHans;hans@werk.example;x\n`)
  const { data: begun } = await ada.call(leadImports.begin, { body: { file_name: 'x.csv', bytes: file.length } })
  const part = (no: number, bytes: Buffer) =>
    ada.call(leadImports.part, { params: { id: begun.id, no }, bytes: new Uint8Array(bytes) })
  await part(0, file.subarray(0, PART_BYTES))
  await expect(part(1, Buffer.from('short'))).rejects.toThrow('400 This is not that part of the file')
  await expect(part(900, Buffer.from('x'))).rejects.toThrow('400 This is not that part of the file')
  await expect(ada.call(leadImports.finish, { body: begun })).rejects.toThrow('400 The file has not arrived whole')
  await part(2, file.subarray(2 * PART_BYTES))
  await part(1, file.subarray(PART_BYTES, 2 * PART_BYTES))
  await part(1, file.subarray(PART_BYTES, 2 * PART_BYTES))

  const { data: whole } = await ada.call(leadImports.finish, { body: begun })
  expect(whole).toMatchObject({ state: 'mapping', encoding: 'utf-8', bytes: file.length })
  await expect(part(0, file.subarray(0, PART_BYTES))).rejects.toThrow('409 This import is waiting to be checked')
})

test('a cancelled import stops, and goes on where it was, or is reverted', async () => {
  const ada = await signIn()
  const file = `${HEADER}\n${Array.from({ length: 30 }, (_, at) => `P${at};p${at}@mill.example;;;;;`).join('\n')}\n`
  const { id } = await checkFile(app, ada, file)
  await ada.call(leadImports.start, { body: { id } })
  const { data: cancelled } = await ada.call(leadImports.cancel, { body: { id } })
  await workOff(app)

  expect(cancelled.state).toBe('stopped')
  expect(await stored(ada)).toEqual([])
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'imported',
    counts: { added: 30 },
  })
  expect(await stored(ada)).toHaveLength(30)
})

/** An import of one row that stopped so many days ago, with a lead that it had added by then. */
const stoppedImport = async (person: TestPerson, days: number) => {
  const { id } = await checkFile(app, person, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await person.call(leadImports.start, { body: { id } })
  await person.call(leadImports.cancel, { body: { id } })
  await workOff(app)
  const leadId = await putLead(app, person, { import_id: id })
  await endedAgo(person, id, days)
  return { id, leadId }
}
const endedAgo = (person: TestPerson, importId: number, days: number) =>
  app.sql(
    person.companyId,
    `with old as (update lead_imports set created_at = created_at - make_interval(days => $2) where id = $1 returning job_id)
     update jobs set finished_at = now() - make_interval(days => $2) from old where jobs.id = old.job_id`,
    [importId, days],
  )
/** Imports of the company whose files are kept. */
const filesOf = async ({ companyId }: TestPerson) =>
  (
    await app.sql(
      companyId,
      'select distinct import_id::int as id from lead_import_parts where company_id = $1 order by 1',
      [companyId],
    )
  ).map(({ id }) => id)

test('a stopped import that is reverted takes its file with it', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const [mine, hers] = [await stoppedImport(ada, 0), await stoppedImport(eve, 0)]

  await ada.call(leadImports.revert, { body: { id: mine.id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id: mine.id } })).data).toMatchObject({
    state: 'reverted',
    removed: 1,
  })
  expect([await filesOf(ada), await filesOf(eve)]).toEqual([[], [hers.id]])
})

test('files that imports reverted before had left go with the update', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const [mine, hers] = [await stoppedImport(ada, 0), await stoppedImport(eve, 0)]
  await app.sql(ada.companyId, `update lead_imports set state = 'reverted' where id = $1`, [mine.id])
  await app.owner.query(`delete from migrations.applied where name = '0410_files_of_reverted_imports.sql'`)

  await migrate(databaseUrl(app.database))

  expect([await filesOf(ada), await filesOf(eve)]).toEqual([[], [hers.id]])
})

test('the file of an import that stopped goes after 30 days, when the next one arrives; what it added stays and can be reverted', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const [old, young, hers] = [await stoppedImport(ada, 31), await stoppedImport(ada, 29), await stoppedImport(eve, 31)]
  const [{ id: given }, { id: looked }] = [
    await uploadFile(ada, `${HEADER}\nA;a@mill.example;;;;;\n`),
    await uploadFile(ada, `${HEADER}\nB;b@mill.example;;;;;\n`),
  ]
  const fields = ['name', 'email', null, null, null, null, null] as const
  for (const id of [given, looked]) {
    await ada.call(leadImports.check, { body: { id, fields: [...fields] } })
    await ada.call(leadImports.cancel, { body: { id } })
  }
  await endedAgo(ada, given, 31)

  const { id: next } = await uploadFile(ada, `${HEADER}\nC;c@mill.example;;;;;\n`)

  expect([await filesOf(ada), await filesOf(eve)]).toEqual([[young.id, looked, next], [hers.id]])
  const told = async (person: TestPerson) =>
    Object.fromEntries(
      (await person.call(leadImports.list, { query: {} })).data.map(({ id, state, file_gone }) => [
        id,
        [state, file_gone],
      ]),
    )
  expect(await told(ada)).toEqual({
    [old.id]: ['stopped', true],
    [young.id]: ['stopped', false],
    [looked]: ['mapping', false],
    [next]: ['mapping', false],
  })
  expect(await told(eve)).toEqual({ [hers.id]: ['stopped', false] })
  await expect(ada.call(leadImports.read, { params: { id: given } })).rejects.toThrow('404')
  await expect(ada.call(leadImports.start, { body: { id: old.id } })).rejects.toThrow('409 This file has gone')
  await ada.call(leadImports.start, { body: { id: young.id } })
  await ada.call(leadImports.revert, { body: { id: old.id } })
  await workOff(app)
  expect((await ada.call(leadImports.read, { params: { id: old.id } })).data).toMatchObject({
    state: 'reverted',
    removed: 1,
  })
  expect((await ada.call(leadImports.read, { params: { id: young.id } })).data).toMatchObject({
    state: 'imported',
    file_gone: false,
  })
  expect((await storedLead(app, old.leadId)).deleted_at).not.toBe(null)
  for (const { leadId } of [young, hers]) expect((await storedLead(app, leadId)).deleted_at).toBe(null)
})

test('a throw-away domain in several chunks goes on the list once, and no chunk waits for a later one, which waits for its turn', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const domainOf = (at: number) =>
    ({ 0: '10minutemail.com', 1: 'mailinator.com', 1_001: 'mailinator.com' })[at] ?? 'mill.example'
  const rows = Array.from({ length: 1_002 }, (_, at) => `Lead ${at};lead${at}@${domainOf(at)};;;;;`)
  const { id } = await checkFile(app, ada, [HEADER, ...rows, ''].join('\n'))
  // The first chunk enters its first domain so slowly that the second one comes to theirs before it.
  await app.owner.query(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$;
    create trigger slowly before insert on restricted_domains for each row
      when (new.company_id = ${ada.companyId} and new.domain_name = '10minutemail.com') execute function slowly()`)

  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  await app.owner.query('drop trigger slowly on restricted_domains; drop function slowly')

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'imported',
    counts: { added: 1_002, held: 3 },
  })
  const { rows: entries } = await app.owner.query(
    'select domain_name, source from restricted_domains where company_id = any($1) order by 1',
    [[ada.companyId, eve.companyId]],
  )
  expect(entries).toEqual([
    { domain_name: '10minutemail.com', source: 'throw_away' },
    { domain_name: 'mailinator.com', source: 'throw_away' },
  ])
  // A chunk that has to begin again draws other numbers.
  const [numbers] = await app.sql(
    ada.companyId,
    'select count(*)::int as leads, (max(lead_no) - min(lead_no) + 1)::int as drawn from leads where company_id = $1',
    [ada.companyId],
  )
  expect(numbers).toEqual({ leads: 1_002, drawn: 1_002 })
})

test('whoever loses the key on the way brings nothing more in, and the import says why it stopped', async () => {
  const ada = await signIn()
  const { id } = await checkFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await ada.call(leadImports.start, { body: { id } })
  await app.sql(
    ada.companyId,
    `update identity.memberships set permissions = '{marketing_leads_list}' where company_id = $1 and id = $2`,
    [ada.companyId, ada.id],
  )
  await workOff(app)

  const colleague = await app.signIn({ can: KEYS, colleagueOf: ada })
  expect((await colleague.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'stopped',
    problem: expect.stringContaining('leads_import'),
  })
  expect(await stored(ada)).toEqual([])
})

test('a file that is not wanted goes with all its parts; one that was imported stays', async () => {
  const ada = await signIn()
  const { id } = await checkFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await ada.call(leadImports.discard, { body: { id } })
  const [left] = await app.sql(ada.companyId, 'select count(*)::int from lead_import_parts where company_id = $1', [
    ada.companyId,
  ])
  expect(left).toEqual({ count: 0 })

  const done = await importFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await expect(ada.call(leadImports.discard, { body: { id: done.id } })).rejects.toThrow(
    '409 This import is imported already',
  )
})
