import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { exports } from '#contract/leads/exports.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp } from '#server/test/app.ts'
import { IMPORT_KEYS, importFile, storedLeads } from '#server/test/imports.ts'
import { refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS, openForm, workOff } from '#server/test/leads.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

const KEYS = [
  ...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'marketing_leads_edit', 'leads_merge', 'leads_export'] as const),
]
const manager = () => app.signIn({ can: KEYS })

test('a job title comes with a file, is found, edited, undone and exported', async () => {
  const [ada, eve] = [await manager(), await manager()]
  await importFile(app, ada, 'Name;Email;Position\nAnn;ann@mill.example;Leiterin Einkauf')
  const [stored] = await storedLeads(app, ada, 'id, job_title')
  const idsOf = async (search: string, person = ada) =>
    (await person.call(marketingLeads.list, { query: { search } })).data.map(({ id }) => id)

  expect(stored).toEqual({ id: expect.any(Number), job_title: 'Leiterin Einkauf' })
  expect([await idsOf('leiterin'), await idsOf('leiterin', eve)]).toEqual([[stored.id], []])
  const { data: saved } = await ada.call(leadEdits.update, { body: { enquiryId: stored.id, job_title: 'Head of QA' } })
  expect([saved.job_title, await idsOf('leiterin'), await idsOf('head of qa')]).toEqual(['Head of QA', [], [stored.id]])
  const { data: history } = await ada.call(leadDetails.history, { params: { id: stored.id }, query: {} })
  expect(history[0]?.changes).toMatchObject([{ field: 'job_title', new: 'Head of QA' }])
  await ada.call(changes.undo, { body: { changeSet: history[0]!.change_set } })
  expect(await storedLeads(app, ada, 'job_title')).toEqual([{ job_title: 'Leiterin Einkauf' }])

  const { data: selection } = await ada.call(bulk.select, { body: { list: 'marketing', filter: {} } })
  const { data: begun } = await ada.call(exports.begin, { body: { selection: selection.id, columns: ['job_title'] } })
  await workOff(app)
  const { text } = await ada.send('GET', `/marketing/lead_export/${begun.job}`)
  expect(parse(text, { bom: true })).toEqual([['Job title'], ['Leiterin Einkauf']])
})

test('a merge keeps the job title that one of two leads has, and undoing it gives each its own', async () => {
  const ada = await manager()
  const add = async (job_title?: string) =>
    (await ada.call(addLead.add, { body: { name: 'Ann', email: 'ann@mill.example', ...(job_title && { job_title }) } }))
      .data
  const [winner, loser] = [await add(), await add('Buyer')]

  const { data } = await ada.call(duplicates.merge, { body: { winnerId: winner.id, loserId: loser.id } })
  expect(data.lead.job_title).toBe('Buyer')
  await ada.call(duplicates.unmerge, { body: { mergeId: data.merge.id } })

  expect(await storedLeads(app, ada, 'id, job_title')).toEqual([
    { id: winner.id, job_title: null },
    { id: loser.id, job_title: 'Buyer' },
  ])
})

test('a job title that is too long is refused in a call, named, and left out of a file', async () => {
  const ada = await manager()
  const long = 'x'.repeat(121)

  expect(
    await refusal(ada.call(addLead.add, { body: { name: 'Ann', email: 'ann@mill.example', job_title: long } })),
  ).toMatchObject({ status: 400 })
  const found = await importFile(app, ada, `Name;Email;Job title\nBen;ben@mill.example;${long}`)

  expect(found.warnings).toEqual([{ column: 'Job title', cells: 1, samples: [long.slice(0, 80)] }])
  expect(await storedLeads(app, ada, 'name, job_title')).toEqual([{ name: 'Ben', job_title: null }])
})

test('other emails and phones come through a public form, and are exported as an import reads them again', async () => {
  const [ada, eve] = [await manager(), await manager()]
  const key = await formOf(ada)
  const sent = await app.send('POST', key, {
    name: 'Ann',
    email: 'ann@mill.example',
    phone: '+49 30 901820',
    further: [
      { kind: 'phone', value: '+34 912 345 678', label: 'Madrid' },
      { kind: 'email', value: 'Second@mill.example' },
      { kind: 'email', value: 'third@mill.example' },
    ],
  })
  const wrong = await app.send('POST', key, {
    name: 'Ben',
    email: 'ben@mill.example',
    further: [{ kind: 'email', value: 'nobody at home' }],
  })

  expect([sent.status, wrong.status, wrong.json.errors?.[0]?.field]).toEqual([202, 400, 'further.0.value'])
  const { data: selection } = await ada.call(bulk.select, { body: { list: 'marketing', filter: {} } })
  const { data: begun } = await ada.call(exports.begin, {
    body: { selection: selection.id, columns: ['name', 'email', 'phone', 'other_emails', 'other_phones'] },
  })
  await workOff(app)
  const { text } = await ada.send('GET', `/marketing/lead_export/${begun.job}`)
  expect(parse(text, { bom: true })).toEqual([
    ['Name', 'Email', 'Phone', 'Other emails', 'Other phones'],
    ['Ann', 'ann@mill.example', '+4930901820', 'second@mill.example; third@mill.example', '+34912345678'],
  ])
  await importFile(app, eve, text.slice(1))
  const values = async (who: typeof ada) =>
    (await storedLeads(app, who, 'further'))[0].further.map(({ kind, value }: { kind: string; value: string }) => [
      kind,
      value,
    ])
  expect((await values(eve)).toSorted()).toEqual((await values(ada)).toSorted())
})

const formOf = async (who: Awaited<ReturnType<typeof manager>>) => openForm(app, who, `form-${who.companyId}`)
