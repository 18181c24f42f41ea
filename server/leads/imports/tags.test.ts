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
import { MANAGER_KEYS, openForm, workOff } from '#server/test/leads.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

const KEYS = [
  ...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'marketing_leads_edit', 'leads_merge', 'leads_export'] as const),
]
const manager = () => app.signIn({ can: KEYS })
const long = 'x'.repeat(41)

test('tags come with a file, several in a cell and in several columns, each once', async () => {
  const [ada, eve] = [await manager(), await manager()]

  const found = await importFile(
    app,
    ada,
    `Name;Email;Tags\nAnn;ann@mill.example;"VIP, fair 2026;vip"\nBen;ben@mill.example;* myContacts ::: * Friends\nCleo;cleo@mill.example;${long}, Key\nDan;dan@mill.example;`,
  )

  expect(found.warnings).toEqual([{ column: 'Tags', cells: 1, samples: [`${long}, Key`] }])
  expect(await storedLeads(app, ada, 'tags')).toEqual([
    { tags: ['VIP', 'fair 2026'] },
    { tags: ['myContacts', 'Friends'] },
    { tags: ['Key'] },
    { tags: null },
  ])
  expect(await storedLeads(app, eve)).toEqual([])
})

test('tags are added, shown in lists, found, edited, undone and exported', async () => {
  const [ada, eve] = [await manager(), await manager()]
  const { data: lead } = await ada.call(addLead.add, {
    body: { name: 'Ann', email: 'ann@mill.example', tags: [' Key  account ', 'key account', ''] },
  })
  const found = async (search: string, person = ada) =>
    (await person.call(marketingLeads.list, { query: { search } })).data.map(({ id, tags }) => [id, tags])

  expect(await found('key account')).toEqual([[lead.id, ['Key account']]])
  expect(await found('key account', eve)).toEqual([])
  const { data: same } = await ada.call(leadEdits.update, { body: { enquiryId: lead.id, tags: ['Key account'] } })
  expect(same.version).toBe(lead.version)
  await ada.call(leadEdits.update, { body: { enquiryId: lead.id, tags: ['Fair', 'Later'] } })
  expect([await found('key account'), await found('later')]).toEqual([[], [[lead.id, ['Fair', 'Later']]]])

  const { data: selection } = await ada.call(bulk.select, { body: { list: 'marketing', filter: {} } })
  const { data: begun } = await ada.call(exports.begin, { body: { selection: selection.id, columns: ['tags'] } })
  await workOff(app)
  const { text } = await ada.send('GET', `/marketing/lead_export/${begun.job}`)
  expect(parse(text, { bom: true })).toEqual([['Tags'], ['Fair; Later']])

  const { data: history } = await ada.call(leadDetails.history, { params: { id: lead.id }, query: {} })
  expect(history[0]?.changes).toMatchObject([{ field: 'tags', new: ['Fair', 'Later'] }])
  await ada.call(changes.undo, { body: { changeSet: history[0]!.change_set } })
  expect(await storedLeads(app, ada, 'tags')).toEqual([{ tags: ['Key account'] }])
})

test('tags that are too long or too many are refused, and a public form sets none', async () => {
  const [ada, eve] = [await manager(), await manager()]
  const send = (tags: unknown) => ada.send('POST', addLead.add.path, { name: 'Ann', email: 'ann@mill.example', tags })

  for (const wrong of [[long], Array.from({ length: 51 }, (_, at) => `t${at}`), 'VIP', [1]])
    expect(await send(wrong)).toMatchObject({
      status: 400,
      json: { errors: [{ field: expect.stringMatching(/^tags/) }] },
    })
  await app.send('POST', await openForm(app, eve, `form-${eve.companyId}`), {
    name: 'Eve',
    email: 'eve@mill.example',
    tags: ['VIP'],
  })

  expect(await storedLeads(app, ada)).toEqual([])
  for (const { tags } of await storedLeads(app, eve, 'tags')) expect(tags).toBeNull()
})

test('a merge keeps the tags of both leads unless people choose, and undoing it gives each its own', async () => {
  const ada = await manager()
  const add = async (tags: string[]) =>
    (await ada.call(addLead.add, { body: { name: 'Ann', email: 'ann@mill.example', tags } })).data
  const [winner, loser] = [await add(['VIP', 'Fair']), await add(['fair', 'Old'])]
  const merge = async (choices: { tags?: 'loser' } = {}) =>
    (await ada.call(duplicates.merge, { body: { winnerId: winner.id, loserId: loser.id, choices } })).data

  const both = await merge()
  await ada.call(duplicates.unmerge, { body: { mergeId: both.merge.id } })
  expect(await storedLeads(app, ada, 'tags')).toEqual([{ tags: ['VIP', 'Fair'] }, { tags: ['fair', 'Old'] }])
  const chosen = await merge({ tags: 'loser' })

  expect([both.lead.tags, chosen.lead.tags]).toEqual([
    ['VIP', 'Fair', 'Old'],
    ['fair', 'Old'],
  ])
})
