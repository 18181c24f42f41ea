import { afterAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { IMPORT_KEYS, storedLeads, uploadFile } from '#server/test/imports.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...IMPORT_KEYS, 'marketing_leads_edit'] as const
const editor = () => app.signIn({ can: KEYS, name: 'Ada' })
const HEADER = 'Record ID,Name,Email,Phone,Company,City,Country,Message'

type Chosen = Omit<BodyOf<typeof leadImports.check>, 'id' | 'fields'>
const UPDATE: Chosen = { update_known: true }

const check = async (person: TestPerson, rows: readonly string[], chosen: Chosen = UPDATE, header = HEADER) => {
  const { id, columns } = await uploadFile(person, [header, ...rows].join('\n'))
  await person.call(leadImports.check, { body: { id, fields: columns.map(({ field }) => field), ...chosen } })
  await workOff(app)
  return (await person.call(leadImports.read, { params: { id } })).data
}
const run = async (person: TestPerson, rows: readonly string[], chosen: Chosen = UPDATE, header = HEADER) => {
  const { id, counts: expected } = await check(person, rows, chosen, header)
  await person.call(leadImports.start, { body: { id } })
  await workOff(app)
  const { data } = await person.call(leadImports.read, { params: { id } })
  expect(data.counts).toEqual(expected)
  return data
}
const revert = async (person: TestPerson, id: number) => {
  await person.call(leadImports.revert, { body: { id } })
  await workOff(app)
  return (await person.call(leadImports.read, { params: { id } })).data
}
const FACTS = 'name, email, phone, company, city, country, message, external_id'
const idOf = async ({ companyId }: TestPerson, name: string) =>
  Number(
    (await app.sql(companyId, 'select id from leads where company_id = $1 and name = $2', [companyId, name]))[0].id,
  )

const FIRST = [
  'C-1,Yuki Tanabe,yuki@mill.example,+92 300 5550158,Mill Ltd,Lahore,Pakistan,Hoses please',
  'C-2,Hans Weber,hans@werk.example,+49 30 901820,Werk AG,,Germany,',
  ',Ina Holm,ina@holm.example,,,,,',
]

test('rows change the leads that they are about, add the others, and say which were the same', async () => {
  const [ada, eve] = [await editor(), await editor()]
  await run(eve, FIRST)
  await run(ada, FIRST)
  const theirs = await storedLeads(app, eve, FACTS)

  const done = await run(ada, [
    'C-1,Yuki Tanabe,yuki@new.example,+92 300 5550199,Mill Group,Lahore,Pakistan,Something else',
    'C-2,Hans Weber,hans@werk.example,+49 30 901820,Werk AG,,Germany,',
    'C-3,Ina Holm,INA@holm.example,,Holm AS,Oslo,Norway,Valves',
    'C-4,New Person,new@person.example,,,,,',
  ])

  expect(done.counts).toMatchObject({ rows: 4, added: 3, duplicates_added: 2, unchanged: 1, rejected: 0 })
  expect(await storedLeads(app, ada, FACTS)).toEqual([
    {
      name: 'Yuki Tanabe',
      email: 'yuki@new.example',
      phone: '+923005550199',
      company: 'Mill Group',
      city: 'Lahore',
      country: 'PK',
      message: 'Hoses please',
      external_id: 'C-1',
    },
    {
      name: 'Hans Weber',
      email: 'hans@werk.example',
      phone: '+4930901820',
      company: 'Werk AG',
      city: null,
      country: 'DE',
      message: null,
      external_id: 'C-2',
    },
    {
      name: 'Ina Holm',
      email: 'ina@holm.example',
      phone: null,
      company: 'Holm AS',
      city: 'Oslo',
      country: 'NO',
      message: 'Valves',
      external_id: 'C-3',
    },
    {
      name: 'New Person',
      email: 'new@person.example',
      phone: null,
      company: null,
      city: null,
      country: null,
      message: null,
      external_id: 'C-4',
    },
  ])
  const { data: history } = await ada.call(leadDetails.history, {
    params: { id: await idOf(ada, 'Yuki Tanabe') },
    query: {},
  })
  expect(history[0]).toMatchObject({ act: 'imports.run' })
  expect(history[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'company', old: 'Mill Ltd', new: 'Mill Group' }),
  )
  expect(await storedLeads(app, eve, FACTS)).toEqual(theirs)
  expect(await contradictions(app.owner)).toEqual([])
})

test('a fact is overwritten, only filled, or left, as was chosen for its column', async () => {
  const ada = await editor()
  await run(ada, FIRST)

  await run(
    ada,
    [
      'C-1,Other Name,yuki@other.example,,Other Ltd,Karachi,Pakistan,More',
      'C-2,Hans Weber,hans@werk.example,,Other AG,Berlin,Germany,Pumps',
    ],
    { ...UPDATE, match_by: ['external_id'], fill: ['email', 'address', 'message'], leave: ['company'] },
  )

  expect(await storedLeads(app, ada, 'name, email, company, city, message')).toEqual([
    { name: 'Other Name', email: 'yuki@mill.example', company: 'Mill Ltd', city: 'Lahore', message: 'Hoses please' },
    { name: 'Hans Weber', email: 'hans@werk.example', company: 'Werk AG', city: 'Berlin', message: 'Pumps' },
    { name: 'Ina Holm', email: 'ina@holm.example', company: null, city: null, message: null },
  ])
})

test('an address of somewhere else takes the place of all of the earlier one', async () => {
  const ada = await editor()
  const header = 'Name,Email,Address,Postal code,City,State,Country'
  await run(ada, ['Ravi,ravi@mill.example,12 Anna Salai,600002,Chennai,Tamil Nadu,India'], UPDATE, header)

  await run(ada, ['Ravi,ravi@mill.example,,,Lagos,,Nigeria'], UPDATE, header)

  expect(await storedLeads(app, ada, 'address, zip_code, city, state, country')).toEqual([
    { address: null, zip_code: null, city: 'Lagos', state: null, country: 'NG' },
  ])
})

test('a phone finds no lead that has another email, and no row changes a lead that an earlier one is about', async () => {
  const ada = await editor()
  await run(ada, FIRST)

  const done = await run(ada, [
    ',Colleague,colleague@mill.example,+92 300 5550158,Mill Ltd,,,',
    ',Yuki T.,,+92 300 5550158,,,,',
    ',Yuki,yuki@mill.example,,,,,',
    ',Twin,twin@mill.example,,,,,',
    ',Twin again,twin@mill.example,,,,,',
  ])

  expect(done.counts).toMatchObject({ added: 3, duplicates_added: 1, rejected: 2 })
  const { data: rejected } = await ada.call(leadImports.rows, {
    params: { id: done.id },
    query: { outcome: 'rejected' },
  })
  expect(rejected.map(({ row, reasons }) => [row, reasons[0]?.message])).toEqual([
    [4, 'Row 4 is about the same lead as row 3.'],
    [6, 'Row 6 has the same email as row 5.'],
  ])
  expect((await storedLeads(app, ada, 'name, email')).map(({ name }) => name)).toEqual([
    'Yuki T.',
    'Hans Weber',
    'Ina Holm',
    'Colleague',
    'Twin',
  ])
})

test('reverting brings the old values back, removes added leads, and leaves what people changed since', async () => {
  const ada = await editor()
  await run(ada, FIRST)
  const before = await storedLeads(app, ada, FACTS)
  const { id } = await run(ada, [
    'C-1,Yuki Tanabe,yuki@new.example,+92 300 5550199,Mill Group,Multan,Pakistan,',
    'C-2,Hans Weber,hans@werk.example,+49 30 901821,Werk SE,Berlin,Germany,Pumps',
    'C-4,New Person,new@person.example,,,,,',
  ])
  const hans = await idOf(ada, 'Hans Weber')
  await ada.call(leadEdits.update, { body: { enquiryId: hans, company: 'Werk KG' } })

  const reverted = await revert(ada, id)

  expect(reverted).toMatchObject({ state: 'reverted', removed: 2, kept: 1 })
  expect(await storedLeads(app, ada, FACTS)).toEqual([before[0], { ...before[1], company: 'Werk KG' }, before[2]])
  expect((await ada.call(leadImports.kept, { params: { id }, query: {} })).data).toMatchObject([
    { id: hans, name: 'Hans Weber', touched_by: { id: ada.id } },
  ])
  const { data: history } = await ada.call(leadDetails.history, { params: { id: hans }, query: {} })
  expect(history[0]).toMatchObject({ act: 'imports.revert' })
  expect(await contradictions(app.owner)).toEqual([])
})

test('a new email of a waiting lead is screened as after an edit, and its return lets the lead be assigned again', async () => {
  const ada = await editor()
  await run(ada, FIRST)
  await app.sql(
    ada.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'pitch.example')`,
    [ada.companyId],
  )

  const { id } = await run(ada, ['C-1,Yuki Tanabe,yuki@pitch.example,,,,,'])
  const held = 'quarantined_by is not null as held, email'
  expect((await storedLeads(app, ada, held))[0]).toEqual({ held: true, email: 'yuki@pitch.example' })

  await revert(ada, id)
  expect((await storedLeads(app, ada, held))[0]).toEqual({ held: false, email: 'yuki@mill.example' })
  const queue = await app.sql(ada.companyId, 'select lead_id from assignment_queue where company_id = $1', [
    ada.companyId,
  ])
  expect(queue).toHaveLength(3)
})

test('leads are changed only by people who may edit them, and only those that they see', async () => {
  const ada = await editor()
  await run(ada, FIRST)
  const before = await storedLeads(app, ada, FACTS)
  const reader = await app.signIn({ can: IMPORT_KEYS, colleagueOf: ada })
  const blind = await app.signIn({ can: ['leads_import', 'marketing_leads_edit'], colleagueOf: ada })
  const rows = ['C-1,Somebody Else,yuki@mill.example,,Elsewhere,,,']

  const { id, columns } = await uploadFile(reader, [HEADER, ...rows].join('\n'))
  const fields = columns.map(({ field }) => field)
  expect(await refusal(reader.call(leadImports.check, { body: { id, fields, ...UPDATE } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'update_known' }],
  })
  await reader.call(leadImports.check, { body: { id, fields } })
  await workOff(app)
  expect(await refusal(reader.call(leadImports.decide, { body: { id, duplicates: 'update' } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'duplicates' }],
  })
  await reader.call(leadImports.discard, { body: { id } })
  const updating = await check(ada, rows)
  expect(updating.duplicates).toBe('update')
  expect(await refusal(ada.call(leadImports.decide, { body: { id: updating.id, duplicates: 'add' } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'duplicates' }],
  })
  const done = await run(blind, rows)

  expect(done.counts).toMatchObject({ added: 0, rejected: 1 })
  expect(await storedLeads(app, ada, FACTS)).toEqual(before)
})

test('without the choice known leads are left out as before, and the file of them says what is the same', async () => {
  const ada = await editor()
  await run(ada, FIRST)
  const rows = [
    'C-9,Yuki Tanabe,yuki@mill.example,+92 300 5550158,Mill Group,,,',
    'C-1,Someone,someone@mill.example,,,,,',
    ',Other,SOMEONE@mill.example,,,,,',
  ]

  const { id, counts } = await check(ada, rows, {})

  expect(counts).toMatchObject({ rows: 3, added: 1, duplicates: 2, duplicates_added: 0, unchanged: 0 })
  const [yuki] = await storedLeads(app, ada, 'id::int, lead_no')
  const { data: shown } = await ada.call(leadImports.rows, { params: { id }, query: { outcome: 'duplicate' } })
  expect(shown).toMatchObject([
    { row: 2, known_by: ['email', 'phone'], known_lead: { id: yuki.id, name: 'Yuki Tanabe' } },
    { row: 4, known_by: ['email'], known_row: 3, known_lead: null },
  ])
  const csvFor = async (person: TestPerson) =>
    (await person.call(leadImports.rejected, { params: { id }, query: { outcome: 'duplicate' } })).data.csv
  expect(await csvFor(ada)).toContain(`"2","Same email and phone as lead ${yuki.lead_no}, Yuki Tanabe"\r\n`)
  expect(await csvFor(ada)).toContain('"4","Same email as row 3"\r\n')
  const blind = await app.signIn({ can: ['leads_import'], colleagueOf: ada })
  expect(await csvFor(blind)).toContain(`"2","Same email and phone as lead ${yuki.lead_no}"\r\n`)
})
