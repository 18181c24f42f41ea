import { afterAll, expect, test } from 'vitest'
import { companyWords } from '#contract/leads/company-words.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { checkFile, HEADER, importer, importFile, storedLeads, uploadFile } from '#server/test/imports.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('a file is uploaded, matched, tried out, imported and told of, each row once', async () => {
  const ada = await importer(app)
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
    { name: 'Name', field: 'name', certainty: 'sure', samples: ['Yuki Tanabe', 'Hans Müller', 'Bad Mail'] },
    {
      name: 'E-Mail',
      field: 'email',
      certainty: 'sure',
      samples: ['yuki@mill.example', 'hans@werk.example', 'nobody@mill.example'],
    },
    { name: 'Telefon', field: 'phone', certainty: 'sure', samples: ['+92 300 5550158', '030 901820'] },
    { name: 'Firma', field: 'company', certainty: 'sure', samples: ['Aziz Textiles', 'Werk AG'] },
    { name: 'Land', field: 'country', certainty: 'sure', samples: ['Pakistan', 'Deutschland'] },
    { name: 'Produkt', field: 'product', certainty: 'sure', samples: ['stainless HOSE 2 in', 'Ventil'] },
    { name: 'Menge', field: 'quantity', certainty: 'sure', samples: ['1.200', '3 Stück'] },
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
  expect(await storedLeads(app, ada)).toEqual([])
  expect((await ada.call(leadImports.rows, { params: { id }, query: { outcome: 'rejected' } })).data).toMatchObject([
    {
      row: 4,
      reasons: [{ column: 'Name', value: '', message: 'Enter a name or a company' }],
      email: 'nobody@mill.example',
    },
    {
      row: 5,
      reasons: [{ column: 'E-Mail', value: 'not an address', message: expect.stringContaining('email address') }],
    },
  ])

  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  const { data: done } = await ada.call(leadImports.read, { params: { id } })
  expect(done).toMatchObject({ state: 'imported', counts: { rows: 4, added: 2, rejected: 2 }, problem: null })
  expect(
    await storedLeads(app, ada, 'name, email, phone, company, country, source, status, created_by, total_quantity'),
  ).toEqual([
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
  ])
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
  for (const table of ['import_parts', 'files', 'file_chunks'])
    expect(await app.sql(ada.companyId, `select from ${table} where company_id = $1`, [ada.companyId])).toEqual([])
  expect(await contradictions(app.owner)).toEqual([])
})

test('of a lead that repeats a row its number is told, and its name to whoever sees it on a list', async () => {
  const ada = await importer(app)
  const blind = await app.signIn({ can: ['leads_import', 'valid_leads_list'], colleagueOf: ada })
  await putLead(app, ada, { name: 'Noor Secretive', email: 'noor@hidden.example' })
  const { id } = await checkFile(app, blind, `${HEADER}\nSomebody;noor@hidden.example;;;;;\n`)
  const known = async (person: TestPerson) =>
    (await person.call(leadImports.rows, { params: { id }, query: {} })).data.map(({ known_lead }) => known_lead)

  expect(await known(blind)).toMatchObject([{ lead_no: 1, name: null }])
  expect(await known(ada)).toMatchObject([{ lead_no: 1, name: 'Noor Secretive' }])
  await app.sql(ada.companyId, 'update leads set deleted_at = now() where company_id = $1', [ada.companyId])
  expect(await known(ada)).toMatchObject([{ lead_no: 1, name: null }])
})

test('who is known already is left out, unless it is decided otherwise: for all, or by the row', async () => {
  const ada = await importer(app)
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
  expect((await storedLeads(app, ada)).map(({ name }) => name)).toEqual(['Yuki', 'Hans', 'New', 'New again'])

  const all = await checkFile(app, ada, file)
  await ada.call(leadImports.decide, { body: { id: all.id, duplicates: 'add' } })
  await ada.call(leadImports.decide, { body: { id: all.id, duplicates: 'skip', rows: [2] } })
  const { data: before } = await ada.call(leadImports.read, { params: { id: all.id } })
  expect(before.counts).toMatchObject({ added: 3, duplicates: 4, duplicates_added: 3 })
  await ada.call(leadImports.start, { body: { id: all.id } })
  await workOff(app)
  expect(await storedLeads(app, ada)).toHaveLength(7)
})

test('a restricted domain holds its leads back or makes them invalid, and the dry run says so', async () => {
  const ada = await importer(app)
  await ada.call(restrictedDomains.add, { body: { domainName: 'spam.example' } })
  await ada.call(restrictedDomains.add, { body: { domainName: 'worse.example', effect: 'auto_invalid' } })
  const file = `${HEADER}\nA;a@spam.example;;;;;\nB;b@mail.worse.example;;;;;\nC;c@fine.example;;;;;\n`

  const { id, counts } = await checkFile(app, ada, file)
  expect(counts).toMatchObject({ added: 3, held: 1, invalid: 1 })
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id } })).data.counts).toEqual({ ...counts })
  expect(await storedLeads(app, ada, 'name, status, quarantined_by is not null as held, reason_code')).toEqual([
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
  const ada = await importer(app)
  const { id } = await checkFile(
    app,
    ada,
    `${HEADER}\n"=cmd()";no address;;;;;\nFine;f@mill.example;;;;;\n;x@mill.example;+49 30 901820;;;;\n`,
  )
  const { data } = await ada.call(leadImports.rejected, { params: { id }, query: {} })

  expect(data.next).toBe(null)
  expect(data.csv.split('\r\n')).toEqual([
    '"Name","E-Mail","Telefon","Firma","Land","Produkt","Menge","Row","Why it was rejected"',
    expect.stringMatching(/^"'=cmd\(\)","no address","","","","","","2","E-Mail: Enter an email address/),
    expect.stringMatching(/^"","x@mill.example","\+49 30 901820","","","","","4","Name: Enter a name or a company"$/),
    '',
  ])
  const mended = data.csv.replace('no address', 'cmd@mill.example').replace('"","x@mill', '"Xaver","x@mill')
  await importFile(app, ada, mended)
  expect(await storedLeads(app, ada, 'name, email, phone')).toEqual([
    { name: '=cmd()', email: 'cmd@mill.example', phone: null },
    { name: 'Xaver', email: 'x@mill.example', phone: '+4930901820' },
  ])
})

test('a row that is too wide comes back with all its cells, and is not taken for a good one as long as nobody has mended it', async () => {
  const ada = await importer(app)
  const { id } = await checkFile(app, ada, 'Name,Email,Message\nIna,ina@werk.example,Three hoses, and a valve\n')
  const { data } = await ada.call(leadImports.rejected, { params: { id }, query: {} })

  const { counts } = await importFile(app, ada, data.csv)
  expect(counts).toMatchObject({ rows: 1, added: 0, rejected: 1 })
  const row = '"Ina","ina@werk.example","Three hoses","2",'
  expect(data.csv).toMatch(new RegExp(`^${row}".+"," and a valve"$`, 'm'))
  await importFile(
    app,
    ada,
    data.csv.replace('"Three hoses"', '"Three hoses, and a valve"').replace(/," and a valve"$/m, ''),
  )
  expect(await storedLeads(app, ada, 'name, message')).toEqual([{ name: 'Ina', message: 'Three hoses, and a valve' }])
})

test('a source that is switched off after the check is given to no lead: the import does not start with it', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  const keeper = await app.signIn({ can: ['configuration_edit'], colleagueOf: ada })
  const checked = async (person: TestPerson, id: number, source: string) => {
    await person.call(leadImports.check, { body: { id, fields: ['name', 'email', ...Array(5).fill(null)], source } })
    await workOff(app)
  }
  const file = `${HEADER}\nYuki;yuki@mill.example;;;;;\n`
  const [{ id }, hers] = [await uploadFile(ada, file), await uploadFile(eve, file)]
  await checked(ada, id, 'event')
  await checked(eve, hers.id, 'event')
  await keeper.call(companyWords.setSource, { body: { code: 'event', hidden: true } })

  await expect(ada.call(leadImports.start, { body: { id } })).rejects.toThrow('400 This source is switched off')
  expect((await ada.call(leadImports.read, { params: { id } })).data.state).toBe('ready')
  await ada.call(leadImports.reread, { body: { id } })
  await checked(ada, id, 'referral')
  await ada.call(leadImports.start, { body: { id } })
  await eve.call(leadImports.start, { body: { id: hers.id } })
  await workOff(app)
  expect(await storedLeads(app, ada, 'source')).toEqual([{ source: 'referral' }])
  expect(await storedLeads(app, eve, 'source')).toEqual([{ source: 'event' }])
})

test('another company neither sees, starts nor reverts it; without the key nobody does', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
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

test('a throw-away domain in several chunks goes on the list once, and no chunk waits for a later one, which waits for its turn', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
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
