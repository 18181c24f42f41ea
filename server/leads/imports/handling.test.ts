import { afterAll, describe, expect, test } from 'vitest'
import { companyWords } from '#contract/leads/company-words.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { checkFile, IMPORT_KEYS, importer, importFile, storedLeads, uploadFile } from '#server/test/imports.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'configuration_edit'] as const)]
const manager = () => app.signIn({ can: KEYS })
const colleague = (of: TestPerson, name: string, can: readonly PermissionKey[] = QA_KEYS) =>
  app.signIn({ colleagueOf: of, name, can: [...can] })
const emailOf = async ({ companyId, id }: TestPerson) =>
  (await app.sql(companyId, 'select email from staff where company_id = $1 and id = $2', [companyId, id]))[0].email
const OWNED = 'name, status, assigned_qa, assigned_how'
const file = (header: string, ...rows: string[]) => [header, ...rows].join('\n')
const cellsLeftOut = ({ warnings }: { warnings: { column: string; cells: number; samples: string[] }[] }) =>
  warnings.map(({ column, samples }) => [column, samples])

describe('the owner of a row', () => {
  test('gets the lead in place of the rotation, by email or name, and the row’s status is theirs', async () => {
    const [ada, eve] = [await manager(), await manager()]
    const [ben, cleo] = [await colleague(ada, 'Ben Carter'), await colleague(ada, 'Cleo Marsh')]
    await putOnList(app, ada, 'qa')
    const foreign = await emailOf(await colleague(eve, 'Finn Ode'))

    const found = await importFile(
      app,
      ada,
      file(
        'Name;Email;Lead Owner;Lead Status',
        `Ann;ann@mill.example;${await emailOf(ben)};Assigned`,
        'Bea;bea@mill.example;cleo marsh;In progress',
        'Col;col@mill.example;;New',
        'Dan;dan@mill.example;Nobody Known;',
        `Eli;eli@mill.example;${foreign};Assigned`,
      ),
    )

    expect(cellsLeftOut(found)).toEqual([
      ['Lead Owner', ['Nobody Known', foreign]],
      ['Lead Status', ['Assigned']],
    ])
    expect(await storedLeads(app, ada, OWNED)).toEqual([
      { name: 'Ann', status: 'assigned', assigned_qa: ben.id, assigned_how: 'bulk' },
      { name: 'Bea', status: 'in-progress', assigned_qa: cleo.id, assigned_how: 'bulk' },
      ...['Col', 'Dan', 'Eli'].map((name) => ({ name, status: 'assigned', assigned_qa: ada.id, assigned_how: 'auto' })),
    ])
    const decided = await app.sql(
      ada.companyId,
      'select chosen, mode from assignment_decisions where company_id = $1 order by lead_id',
      [ada.companyId],
    )
    expect(decided.slice(0, 2)).toEqual([
      { chosen: ben.id, mode: 'bulk' },
      { chosen: cleo.id, mode: 'bulk' },
    ])
    expect(
      await app.sql(ada.companyId, 'select 1 from assignment_queue where company_id = $1', [ada.companyId]),
    ).toEqual([])
    expect(await storedLeads(app, eve)).toEqual([])
  })

  test('is left out with a warning where they can’t work leads, or several people have the name', async () => {
    const ada = await manager()
    await colleague(ada, 'Rep Only', [])
    await colleague(ada, 'Sam Twin')
    await colleague(ada, 'Sam Twin')

    const found = await importFile(
      app,
      ada,
      file('Name;Email;Owner', 'Ann;ann@mill.example;Rep Only', 'Ben;ben@mill.example;Sam Twin'),
    )

    expect(cellsLeftOut(found)).toEqual([['Owner', ['Rep Only', 'Sam Twin']]])
    expect(await storedLeads(app, ada, OWNED)).toEqual(
      ['Ann', 'Ben'].map((name) => ({ name, status: 'new', assigned_qa: null, assigned_how: null })),
    )
  })

  test('is left out, and the lead comes in, where the person who imports may not assign', async () => {
    const ada = await importer(app)
    const ben = await colleague(ada, 'Ben Carter')

    const checked = await checkFile(app, ada, file('Name;Email;Owner', 'Ann;ann@mill.example;Ben Carter'))
    const { data: noted } = await ada.call(leadImports.rows, {
      params: { id: checked.id },
      query: { outcome: 'noted' },
    })
    await ada.call(leadImports.start, { body: { id: checked.id } })
    await workOff(app)

    expect(checked.counts).toMatchObject({ added: 1, noted: 1 })
    expect(noted[0]?.reasons[0]?.message).toMatch(/^The owner was left out: you need the permission/)
    expect(await storedLeads(app, ada, OWNED)).toEqual([
      { name: 'Ann', status: 'new', assigned_qa: null, assigned_how: null },
    ])
    expect(ben.id).toBeGreaterThan(0)
  })

  test('keeps no lead once the import is reverted', async () => {
    const ada = await manager()
    await colleague(ada, 'Ben Carter')
    const found = await importFile(
      app,
      ada,
      file('Name;Email;Owner;Status', 'Ann;ann@mill.example;Ben Carter;In progress'),
    )

    await ada.call(leadImports.revert, { body: { id: found.id } })
    await workOff(app)

    const { data: reverted } = await ada.call(leadImports.read, { params: { id: found.id } })
    expect(reverted).toMatchObject({ state: 'reverted', removed: 1, kept: 0 })
    expect(await storedLeads(app, ada)).toEqual([])
  })
})

test('a status that needs a verdict, a day or an owner is left out with a warning, by whatever name it has', async () => {
  const ada = await manager()
  await ada.call(companyWords.setStatus, { body: { code: 'valid', label: 'Qualified' } })
  const statuses = ['Qualified', 'invalid', 'On hold', 'in_progress', 'Hot', 'new']

  const found = await importFile(
    app,
    ada,
    file('Name;Email;Status', ...statuses.map((status, at) => `Ann ${at};ann${at}@mill.example;${status}`)),
  )

  expect(cellsLeftOut(found)).toEqual([['Status', statuses.slice(0, 5)]])
  expect(await storedLeads(app, ada, 'status')).toEqual(statuses.map(() => ({ status: 'new' })))
})

test('a source is read by its label or its key, an own one too; any other is left out', async () => {
  const ada = await manager()
  await ada.call(companyWords.addSource, { body: { label: 'Hannover fair' } })
  await ada.call(companyWords.setSource, { body: { code: 'event', hidden: true } })
  const sources = ['Referral', 'website_form', 'hannover fair', 'Event', 'Carrier pigeon', '']

  const found = await importFile(
    app,
    ada,
    file('Name;Email;Lead Source', ...sources.map((source, at) => `Ann ${at};ann${at}@mill.example;${source}`)),
  )

  expect(cellsLeftOut(found)).toEqual([['Lead Source', ['Event', 'Carrier pigeon']]])
  expect((await storedLeads(app, ada, 'source')).map(({ source }) => source)).toEqual([
    'referral',
    'website_form',
    'hannover_fair',
    'import',
    'import',
    'import',
  ])
})

describe('a created date', () => {
  test('is when the lead came in, in lists and totals; targets begin with the import', async () => {
    const ada = await manager()
    await colleague(ada, 'Ben Carter')
    const found = await importFile(
      app,
      ada,
      file(
        'Name;Email;Created Date;Owner',
        'Ann;ann@mill.example;2024-02-29T10:30:00Z;Ben Carter',
        'Ben;ben@mill.example;31.12.2023;',
        'Cleo;cleo@mill.example;13/04/2024 2:05 pm;',
        'Dan;dan@mill.example;2999-01-01;',
        'Eli;eli@mill.example;30.02.2024;',
        'Fay;fay@mill.example;;',
      ),
    )

    expect(cellsLeftOut(found)).toEqual([['Created Date', ['2999-01-01', '30.02.2024']]])
    const leads = await storedLeads(
      app,
      ada,
      `created_at > now() - interval '1 day' as fresh, to_char(created_at at time zone company_zone(), 'YYYY-MM-DD') as day, assigned_at > now() - interval '1 day' as lately`,
    )
    expect(leads.map(({ fresh, day, lately }) => [fresh, fresh || day, lately])).toEqual([
      [false, '2024-02-29', true],
      [false, '2023-12-31', null],
      [false, '2024-04-13', null],
      [true, true, null],
      [true, true, null],
      [true, true, null],
    ])
    const { pagination } = await ada.call(marketingLeads.list, {
      query: { page: 1, pageSize: 20, from_date: '2023-12-31', to_date: '2024-04-13' },
    })
    expect(pagination.total).toBe(3)
  })

  test('has day and month in the order that the file gives away, or that people choose', async () => {
    const ada = await manager()
    const byFile = await uploadFile(ada, file('Name;Email;Created', 'Ann;ann@mill.example;04/13/2024'))
    const unclear = await uploadFile(ada, file('Name;Email;Create Date', 'Ben;ben@mill.example;03/04/2024'))
    const run = async ({ id, columns }: typeof byFile, more: { dates?: 'month_first' } = {}) => {
      await ada.call(leadImports.check, { body: { id, fields: columns.map(({ field }) => field), ...more } })
      await workOff(app)
      await ada.call(leadImports.start, { body: { id } })
      await workOff(app)
    }

    await run(byFile)
    await run(unclear, { dates: 'month_first' })

    expect([byFile.dates, unclear.dates]).toEqual(['month_first', 'day_first'])
    expect(
      await storedLeads(app, ada, `to_char(created_at at time zone company_zone(), 'YYYY-MM-DD HH24:MI') as at`),
    ).toEqual([{ at: '2024-04-13 00:00' }, { at: '2024-03-04 00:00' }])
  })
})

test('headers name these fields as a whole, and values that are no such thing say otherwise', async () => {
  const ada = await importer(app)
  const guessed = async (headers: string[], cells: string[]) =>
    (
      await uploadFile(
        ada,
        file(['Name', 'Email', ...headers].join(';'), ['Ann', 'ann@mill.example', ...cells].join(';')),
      )
    ).columns
      .slice(2)
      .map(({ field }) => field)

  expect(
    await guessed(
      ['Job Title', 'Lead Status', 'Lead Owner', 'Lead Source', 'Create Date'],
      ['Buyer', 'New', 'Ben', 'Fair', '2024-01-01'],
    ),
  ).toEqual(['job_title', 'status', 'owner', 'source', 'created_at'])
  expect(
    await guessed(['Funktion', 'Besitzer', 'Quelle', 'Erstellt am'], ['Einkauf', 'Ben', 'Messe', '01.02.2024']),
  ).toEqual(['job_title', 'owner', 'source', 'created_at'])
  const [status, source] = (
    await uploadFile(ada, file('Name;Email;Status;Source', 'Ann;ann@mill.example;Hot;Referral'))
  ).columns.slice(2)
  expect([status?.certainty, source?.certainty]).toEqual(['likely', 'sure'])
  expect(
    await guessed(
      ['Phone status', 'Owner phone type', 'Status', 'Owner', 'Created'],
      ['valid', 'mobile', '3', '00512', 'by hand'],
    ),
  ).toEqual([null, null, null, null, null])
})
