import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { checkFile, HEADER, IMPORT_KEYS, importer, importFile, storedLeads, uploadFile } from '#server/test/imports.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { QA_KEYS, workOff } from '#server/test/leads.ts'
import { addDomain, DOMAIN_KEYS } from '#server/test/restricted-domains.ts'
import { undoLast } from '#server/test/undo.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('C3: reverting takes away what the import added, once, and keeps and names what somebody has touched', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
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
  await app.sql(ada.companyId, 'update imports set kept = 10001 where id = $1', [id])
  expect((await ada.call(leadImports.kept, { params: { id }, query: {} })).pagination).toMatchObject({
    total: 10_001,
    end: {
      page: 500,
      message: expect.stringContaining('row 10,000. To see more, filter Leads by the source of the import'),
    },
  })
  const blind = await app.signIn({ can: ['leads_import'], colleagueOf: ada })
  expect((await blind.call(leadImports.kept, { params: { id }, query: {} })).data).toMatchObject([
    { id: Number(touched), name: null, touched_by: { id: ada.id } },
  ])
  await expect(ada.call(leadImports.revert, { body: { id } })).rejects.toThrow('409 This import is already reverted.')
  expect((await storedLeads(app, ada)).map(({ name }) => name)).toEqual(['Before', 'Hans'])
  expect((await storedLeads(app, eve)).map(({ name }) => name)).toEqual(['Yuki'])
  const [queue] = await app.sql(
    ada.companyId,
    `select count(*)::int as waiting from assignment_queue where company_id = $1`,
    [ada.companyId],
  )
  expect(queue).toEqual({ waiting: 2 })
  expect(await contradictions(app.owner)).toEqual([])
})

test('a lead that somebody has deleted is neither taken away nor said to have stayed', async () => {
  const ada = await app.signIn({ can: [...IMPORT_KEYS, 'marketing_leads_delete'] })
  const { id } = await importFile(app, ada, `${HEADER}\nHans;hans@werk.example;;;;;\nIna;ina@werk.example;;;;;\n`)
  const gone = await idOf(ada, 'Hans')
  await ada.call(leadEdits.remove, { body: { enquiryId: gone } })
  const before = await storedLead(app, gone)

  await ada.call(leadImports.revert, { body: { id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'reverted',
    removed: 1,
    kept: 0,
  })
  expect((await ada.call(leadImports.kept, { params: { id }, query: {} })).data).toEqual([])
  expect(await storedLead(app, gone)).toEqual(before)
})

test('a lead that somebody has asked about, or that another one was found to repeat, stays and says by whom', async () => {
  const ada = await app.signIn({ can: [...IMPORT_KEYS, ...QA_KEYS, 'qc_support_ask'], name: 'Ada' })
  const older = await putLead(app, ada, { name: 'Older', status: 'assigned', assigned_qa: ada.id })
  const rows = ['Repeated', 'Asked about', 'Nobody’s'].map((name, at) => `${name};lead${at}@werk.example;;;;;`)
  const { id } = await importFile(app, ada, [HEADER, ...rows].join('\n'))
  const [repeated, asked] = [await idOf(ada, 'Repeated'), await idOf(ada, 'Asked about')]
  await ada.call(assignedLeads.invalidate, {
    body: { enquiryId: older, reason: 'duplicate', duplicateOf: repeated },
  })
  await ada.call(qcSupport.ask, { body: { question: 'Which thread?', topic: 'specification', leadId: asked } })

  await ada.call(leadImports.revert, { body: { id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({ removed: 1, kept: 2 })
  expect((await ada.call(leadImports.kept, { params: { id }, query: {} })).data).toMatchObject([
    { id: repeated, touched_by: { name: 'Ada' } },
    { id: asked, touched_by: { name: 'Ada' } },
  ])
  expect((await storedLeads(app, ada)).map(({ name }) => name)).toEqual(['Older', 'Repeated', 'Asked about'])
})

test('what entries of the domains have done to a lead is no work on it; that somebody let it out is', async () => {
  const can = [...IMPORT_KEYS, ...DOMAIN_KEYS] as const
  const [ada, eve] = [await app.signIn({ can }), await app.signIn({ can })]
  await addDomain(eve, 'mill.example')
  await importFile(app, eve, `${HEADER}\nHeld;held@mail.mill.example;;;;;\n`)
  const wide = await addDomain(ada, 'mill.example')
  const rows = ['Held;held@mail.mill.example', 'Let out;out@mail.mill.example', 'Free;free@werk.example']
  const { id } = await importFile(app, ada, `${HEADER}\n${rows.map((row) => `${row};;;;;\n`).join('')}`)
  const narrow = await addDomain(ada, 'mail.mill.example')
  const heldBy = async () => (await storedLeads(app, ada, 'quarantined_by::int as by')).map(({ by }) => by)
  await ada.call(restrictedDomains.remove, { params: { id: wide.id } })
  expect(await heldBy()).toEqual([narrow.id, narrow.id, null])
  await undoLast(ada)
  const [, out] = await storedLeads(app, ada, 'id::int')
  await ada.call(restrictedDomains.release, { body: { leadIds: [out!['id']] } })

  await ada.call(leadImports.revert, { body: { id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({ removed: 2, kept: 1 })
  expect((await ada.call(leadImports.kept, { params: { id }, query: {} })).data).toMatchObject([
    { id: out!['id'], name: 'Let out', touched_by: { id: ada.id } },
  ])
  expect(await storedLeads(app, ada, 'name')).toEqual([{ name: 'Let out' }])
  expect(await storedLeads(app, eve, 'name')).toEqual([{ name: 'Held' }])
  expect(await contradictions(app.owner)).toEqual([])
})

test('a lead that somebody is just editing while its import is reverted is kept', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
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
  expect(await storedLeads(app, ada, 'name, phone')).toEqual([{ name: 'Hans', phone: '030 901820' }])
  expect((await storedLeads(app, eve)).map(({ name }) => name)).toEqual(['Hans'])
})

test('a cancelled import stops, and goes on where it was, or is reverted', async () => {
  const ada = await importer(app)
  const file = `${HEADER}\n${Array.from({ length: 30 }, (_, at) => `P${at};p${at}@mill.example;;;;;`).join('\n')}\n`
  const { id } = await checkFile(app, ada, file)
  await ada.call(leadImports.start, { body: { id } })
  const { data: cancelled } = await ada.call(leadImports.cancel, { body: { id } })
  await workOff(app)

  expect(cancelled.state).toBe('stopped')
  expect(await storedLeads(app, ada)).toEqual([])
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'imported',
    counts: { added: 30 },
  })
  expect(await storedLeads(app, ada)).toHaveLength(30)
})

test('a revert that is cancelled half-way says what it has taken, and takes the rest when it goes on', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  await importFile(app, eve, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  const rows = Array.from({ length: 1_001 }, (_, at) => `P${at};p${at}@mill.example;;;;;`)
  const { id } = await importFile(app, ada, [HEADER, ...rows, ''].join('\n'))
  const stateOf = async () => (await ada.call(leadImports.read, { params: { id } })).data

  const { data: reverting } = await ada.call(leadImports.revert, { body: { id } })
  const actor = { kind: 'person', id: ada.id, channel: 'screen', act: 'lead-edits.save' } as const
  let working: Promise<unknown> | undefined
  await app.services.tenants.write(ada.companyId, actor, async ({ db, companyId }) => {
    await sql`select from leads where company_id = ${companyId} and name = 'P0' for update`.execute(db)
    working = workOff(app)
    await somebodyWaits(app, 1, 'import_id')
    await ada.call(jobs.cancel, { params: { id: reverting.job_id! } })
  })
  await working

  expect(await stateOf()).toMatchObject({ state: 'revert_stopped', removed: 1_000, kept: 0 })
  expect(await storedLeads(app, ada)).toHaveLength(1)
  await expect(ada.call(leadImports.start, { body: { id } })).rejects.toThrow(
    '409 This import is stopped while being reverted',
  )
  await ada.call(leadImports.revert, { body: { id } })
  await workOff(app)
  expect(await stateOf()).toMatchObject({ state: 'reverted', removed: 1_001, kept: 0 })
  expect(await storedLeads(app, ada)).toEqual([])
  expect(await storedLeads(app, eve)).toHaveLength(1)
})

test('a stopped import whose revert is cancelled at once can be reverted still, and not gone on with', async () => {
  const ada = await importer(app)
  const { id, leadId } = await stoppedImport(ada, 0)
  const { data: reverting } = await ada.call(leadImports.revert, { body: { id } })
  await ada.call(jobs.cancel, { params: { id: reverting.job_id! } })

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'revert_stopped',
    removed: 0,
  })
  await expect(ada.call(leadImports.start, { body: { id } })).rejects.toThrow('409')
  await ada.call(leadImports.revert, { body: { id } })
  await workOff(app)
  expect((await storedLead(app, leadId)).deleted_at).not.toBe(null)
})

const idOf = async ({ companyId }: TestPerson, name: string): Promise<number> => {
  const [lead] = await app.sql(companyId, 'select id::int from leads where company_id = $1 and name = $2', [
    companyId,
    name,
  ])
  return lead.id
}

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
    `with old as (update imports set created_at = created_at - make_interval(days => $2) where id = $1 returning job_id)
     update jobs set finished_at = now() - make_interval(days => $2) from old where jobs.id = old.job_id`,
    [importId, days],
  )
/** Imports of the company whose files are kept. */
const filesOf = async ({ companyId }: TestPerson) =>
  (
    await app.sql(
      companyId,
      `select entity_id::int as id from files f where company_id = $1 and entity = 'imports'
        and exists (select from file_chunks c where c.company_id = $1 and c.file_id = f.id) order by 1`,
      [companyId],
    )
  ).map(({ id }) => id)

test('a stopped import that is reverted takes its file with it', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  const [mine, hers] = [await stoppedImport(ada, 0), await stoppedImport(eve, 0)]

  await ada.call(leadImports.revert, { body: { id: mine.id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id: mine.id } })).data).toMatchObject({
    state: 'reverted',
    removed: 1,
  })
  expect([await filesOf(ada), await filesOf(eve)]).toEqual([[], [hers.id]])
})

test('the file of an import that stopped goes after 30 days, when the next one arrives; what it added stays and can be reverted', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
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
  await expect(ada.call(leadImports.start, { body: { id: old.id } })).rejects.toThrow('409 This file was deleted')
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

test('whoever loses the key on the way brings nothing more in, and the import says why it stopped', async () => {
  const ada = await importer(app)
  const { id } = await checkFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await ada.call(leadImports.start, { body: { id } })
  await app.sql(
    ada.companyId,
    `update identity.memberships set permissions = '{marketing_leads_list}' where company_id = $1 and id = $2`,
    [ada.companyId, ada.id],
  )
  await workOff(app)

  const colleague = await app.signIn({ can: IMPORT_KEYS, colleagueOf: ada })
  expect((await colleague.call(leadImports.read, { params: { id } })).data).toMatchObject({
    state: 'stopped',
    problem: expect.stringContaining('Import leads'),
  })
  expect(await storedLeads(app, ada)).toEqual([])
})

test('a file that is not wanted goes with all its parts; one that was imported stays', async () => {
  const ada = await importer(app)
  const { id } = await checkFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await ada.call(leadImports.discard, { body: { id } })
  for (const table of ['import_parts', 'files', 'file_chunks'])
    expect(await app.sql(ada.companyId, `select from ${table} where company_id = $1`, [ada.companyId])).toEqual([])

  const done = await importFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  await expect(ada.call(leadImports.discard, { body: { id: done.id } })).rejects.toThrow(
    '409 This import is already imported.',
  )
})
