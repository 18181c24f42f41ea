import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp } from '#server/test/app.ts'
import { IMPORT_KEYS, importFile, importer, storedLeads } from '#server/test/imports.ts'
import { refusal } from '#server/test/journey.ts'
import { ENQUIRY, MANAGER_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'marketing_leads_edit', 'leads_merge'] as const)]
const manager = () => app.signIn({ can: KEYS })
const FURTHER = 'email, phone, phone_sent, further'

test('of several columns for one thing the first good value is the lead’s, and the others stay under their headers', async () => {
  const ada = await importer(app)
  const eve = await importer(app)

  const found = await importFile(
    app,
    ada,
    [
      'Name;Email;Email 2;Mobile Phone;Business Phone;Country',
      'Ann;ann@mill.example;Ann <a.smith@mill.example>;0170 1234567;+49 30 901820 ext 12;DE',
      'Ben;none;ben@mill.example / b2@mill.example;;',
      'Cleo;not an address;cleo@mill.example;;12;',
    ].join('\n'),
  )

  expect(found.counts).toMatchObject({ added: 3, rejected: 0, noted: 1 })
  expect(await storedLeads(app, ada, FURTHER)).toEqual([
    {
      email: 'ann@mill.example',
      phone: '+491701234567',
      phone_sent: '0170 1234567',
      further: [
        { kind: 'email', value: 'a.smith@mill.example', label: 'Email 2' },
        { kind: 'phone', value: '+4930901820 ext. 12', label: 'Business Phone' },
      ],
    },
    {
      email: 'ben@mill.example',
      phone: null,
      phone_sent: null,
      further: [{ kind: 'email', value: 'b2@mill.example', label: null }],
    },
    { email: 'cleo@mill.example', phone: null, phone_sent: '12', further: null },
  ])
  expect(await storedLeads(app, eve)).toEqual([])
})

test('an address of several lines is one with commas, in a file and in a call', async () => {
  const ada = await manager()

  await importFile(app, ada, 'Name;Email;Address\nAnn;ann@mill.example;"Mill House\n12 Canal Wharf,\nLeeds"')
  await ada.call(addLead.add, {
    body: { name: 'Ben', email: 'ben@mill.example', address: 'Mill House\n12 Canal Wharf' },
  })

  expect(await storedLeads(app, ada, 'address')).toEqual([
    { address: 'Mill House, 12 Canal Wharf, Leeds' },
    { address: 'Mill House, 12 Canal Wharf' },
  ])
})

test('further values come with a lead that is added, are edited, undone, found, matched and exported', async () => {
  const ada = await manager()
  const eve = await manager()
  const { data: lead } = await ada.call(addLead.add, {
    body: {
      ...ENQUIRY,
      email: 'first@mill.example; second@mill.example',
      phone: '+49 30 901820 ext 12; +49 170 1234567',
      further: [{ kind: 'phone', value: '+34 912 345 678', label: 'Madrid' }],
    },
  })
  expect(lead).toMatchObject({
    email: 'first@mill.example',
    phone: '+4930901820 ext. 12',
    further: [
      { kind: 'email', value: 'second@mill.example', label: null },
      { kind: 'phone', value: '+491701234567', label: null },
      { kind: 'phone', value: '+34912345678', label: 'Madrid' },
    ],
  })

  const idsOf = async (search: string, person = ada) =>
    (await person.call(marketingLeads.list, { query: { search } })).data.map(({ id }) => id)
  for (const search of ['second@mill', '170 1234567', '+34912345678', 'first@mill', '30 901820'])
    expect([search, await idsOf(search)]).toEqual([search, [lead.id]])
  expect(await idsOf('second@mill', eve)).toEqual([])

  const { data: known } = await ada.call(duplicates.check, { body: { email: 'second@mill.example' } })
  expect(known.leads.map(({ id, same }) => [id, same])).toEqual([[lead.id, ['email']]])
  const { data: again } = await ada.call(duplicates.check, { body: { phone: '+34 912345678' } })
  expect(again.leads.map(({ id, same }) => [id, same])).toEqual([[lead.id, ['phone']]])
  const { data: without } = await ada.call(duplicates.check, { body: { phone: '+49 30 901820' } })
  expect(without.leads.map(({ id }) => id)).toEqual([lead.id])

  const saved = await ada.call(leadEdits.update, {
    body: { enquiryId: lead.id, further: [{ kind: 'email', value: 'other@mill.example', label: 'Private' }] },
  })
  expect(saved.data.further).toEqual([{ kind: 'email', value: 'other@mill.example', label: 'Private' }])
  expect(await idsOf('second@mill')).toEqual([])
  const { data: history } = await ada.call(leadDetails.history, { params: { id: lead.id }, query: {} })
  expect(history[0]?.changes).toMatchObject([{ field: 'further', new: saved.data.further }])

  await ada.call(changes.undo, { body: { changeSet: history[0]!.change_set } })
  const { data: back } = await ada.call(leadDetails.lead, { params: { id: lead.id } })
  expect(back.further).toEqual(lead.further)
  expect(await idsOf('second@mill')).toEqual([lead.id])
})

test('a further value that is none is refused by its place, and nothing is stored', async () => {
  const ada = await manager()
  const sent = (further: unknown) => ada.send('POST', addLead.add.path, { ...ENQUIRY, further })

  for (const [field, further] of [
    ['further.0.value', [{ kind: 'email', value: 'nobody at home' }]],
    [
      'further.1.value',
      [
        { kind: 'phone', value: '+49 30 901820' },
        { kind: 'phone', value: 'call me' },
      ],
    ],
  ])
    expect(await sent(further)).toMatchObject({ status: 400, json: { errors: [{ field }] } })
  expect(await sent([{ kind: 'fax', value: '1' }])).toMatchObject({ status: 400 })
  expect(await refusal(ada.call(addLead.add, { body: { ...ENQUIRY, email: 'a@x.example; b@' } }))).toMatchObject({
    status: 400,
  })
  expect(await storedLeads(app, ada)).toEqual([])
})

test('sending further values as they are writes nothing, and a number is read once its country is known', async () => {
  const ada = await manager()
  const { data: lead } = await ada.call(addLead.add, {
    body: { name: 'Ann', email: 'ann@mill.example', further: [{ kind: 'phone', value: '030 901820', label: 'Desk' }] },
  })
  expect(lead.further).toEqual([{ kind: 'phone', value: '030 901820', label: 'Desk' }])

  const { data: same } = await ada.call(leadEdits.update, { body: { enquiryId: lead.id, further: lead.further } })
  expect(same.version).toBe(lead.version)
  const { data: read } = await ada.call(leadEdits.update, { body: { enquiryId: lead.id, country: 'DE' } })
  expect(read.further).toEqual([{ kind: 'phone', value: '+4930901820', label: 'Desk' }])
})
