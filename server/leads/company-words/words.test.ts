import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { changes, type ConfigurationSection } from '#contract/platform/changes.ts'
import { companyWords } from '#contract/leads/company-words.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, putLead, refusal } from '#server/test/journey.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { all, setStatus, setSource } = companyWords
const KEYS = [...LIST_KEYS, 'marketing_leads_add', 'configuration_edit'] as const
const company = () => app.signIn({ can: KEYS })
const eve = await company()

const wordsOf = async (person: TestPerson) => (await person.call(all, {})).data
const statuses = ({ companyId }: TestPerson) =>
  app.sql(companyId, 'select code, label, colour from status_words where company_id = $1 order by id', [companyId])
const sources = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select code, label, hidden from lead_sources where company_id = $1 and deleted_at is null order by id',
    [companyId],
  )
const told = async (person: TestPerson, section: ConfigurationSection) =>
  (await person.call(changes.list, { query: { section } })).data

test('a company names and colours its statuses; what is on the wire stays, and another company’s are as usual', async () => {
  const ada = await company()
  const id = await putLead(app, ada, { status: 'valid', enquiry_status: 'won' })

  await ada.call(setStatus, { body: { code: 'valid', label: ' Qualified ', colour: 'cyan' } })
  await ada.call(setStatus, { body: { code: 'won', colour: 'gold' } })

  const kept = [
    { code: 'valid', label: 'Qualified', colour: 'cyan' },
    { code: 'won', label: null, colour: 'gold' },
  ]
  expect(await statuses(ada)).toEqual(kept)
  expect((await wordsOf(ada)).statuses).toEqual(kept)
  expect((await wordsOf(eve)).statuses).toEqual([])
  const { data } = await ada.call(marketingLeads.list, { query: { status: ['valid'] } })
  expect(data.map((lead) => [lead.id, lead.status, lead.enquiry_status])).toEqual([[id, 'valid', 'won']])
})

test('what is absent stays; reset, a status is as usual, and the section’s history takes it back', async () => {
  const ada = await company()
  await ada.call(setStatus, { body: { code: 'on_hold', label: 'Parked', colour: 'purple' } })
  await ada.call(setStatus, { body: { code: 'on_hold', colour: 'red' } })
  expect(await statuses(ada)).toEqual([{ code: 'on_hold', label: 'Parked', colour: 'red' }])

  await ada.call(setStatus, { body: { code: 'on_hold', label: null, colour: null } })
  expect(await statuses(ada)).toEqual([{ code: 'on_hold', label: null, colour: null }])
  await undoLast(ada, 'statuses')

  expect(await statuses(ada)).toEqual([{ code: 'on_hold', label: 'Parked', colour: 'red' }])
  const acts = await told(ada, 'statuses')
  expect(acts.map(({ act, about }) => [act, about?.name])).toEqual(
    Array.from({ length: 4 }, () => ['company-words.setStatus', 'Parked']),
  )
  expect(await told(ada, 'sources')).toEqual([])
  expect(await told(eve, 'statuses')).toEqual([])
})

test('two statuses of leads have two names; what sales calls its own may be called alike', async () => {
  const ada = await company()
  const label = async (code: 'new' | 'open', text: string) => ada.call(setStatus, { body: { code, label: text } })

  expect(await refusal(label('new', 'assigned'))).toMatchObject({ status: 409 })
  expect(await statuses(ada)).toEqual([])
  await label('open', 'Assigned')
  expect(await statuses(ada)).toEqual([{ code: 'open', label: 'Assigned', colour: null }])
  for (const body of [{ code: 'done' }, { code: 'new', colour: '#ff0000' }, { code: 'new', label: 'x'.repeat(25) }])
    expect((await ada.send('PUT', setStatus.path, body)).status).toBe(400)
  expect(await statuses(ada)).toHaveLength(1)
})

test('a source that is switched off is refused to staff, and leads that came by it are found as before', async () => {
  const ada = await company()
  const add = (person: TestPerson, name: string) =>
    person.call(addLead.add, { body: { name, email: `${name}@firm.example`, source: 'event' } })
  const { data: before } = await add(ada, 'before')

  await ada.call(setSource, { body: { code: 'event', label: 'Trade fair', hidden: true } })

  expect(await refusal(add(ada, 'after'))).toMatchObject({
    status: 400,
    message: 'This source is switched off. Choose another one',
    errors: [{ field: 'source' }],
  })
  const { data } = await ada.call(marketingLeads.list, { query: { source: ['event'] } })
  expect(data.map(({ id, source }) => [id, source])).toEqual([[before.id, 'event']])
  expect(await sources(ada)).toEqual([{ code: 'event', label: 'Trade fair', hidden: true }])
  expect((await wordsOf(ada)).sources).toEqual([{ code: 'event', label: 'Trade fair', hidden: true, gone: false }])
  expect((await add(eve, 'theirs')).data.source).toBe('event')

  await undoLast(ada, 'sources')
  expect(await sources(ada)).toEqual([])
  expect((await add(ada, 'again')).data.source).toBe('event')
})

test('the sources that leads have by themselves stay, names are one’s own, and it takes the right to change either', async () => {
  const ada = await company()
  const status = async (call: Promise<unknown>) => (await refusal(call)).status
  expect(await status(ada.call(setSource, { body: { code: 'manual', hidden: true } }))).toBe(400)
  expect(await status(ada.call(setSource, { body: { code: 'import', hidden: true } }))).toBe(400)
  expect(await status(ada.call(setSource, { body: { code: 'phone', label: 'email' } }))).toBe(409)
  const qa = await app.signIn({ can: LIST_KEYS, colleagueOf: ada })
  expect(await status(qa.call(setSource, { body: { code: 'phone', label: 'Call' } }))).toBe(403)
  expect(await status(qa.call(setStatus, { body: { code: 'new', label: 'Fresh' } }))).toBe(403)
  expect([await sources(ada), await statuses(ada)]).toEqual([[], []])
})
