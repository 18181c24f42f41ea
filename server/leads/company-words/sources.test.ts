import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { changes } from '#contract/platform/changes.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { companyWords } from '#contract/leads/company-words.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { dashboard } from '#contract/leads/dashboard.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { sourceDetails } from '#contract/leads/source-details.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, refusal, storedLead } from '#server/test/journey.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { all, addSource, setSource } = companyWords
const KEYS = [
  ...LIST_KEYS,
  'marketing_leads_add',
  'marketing_leads_analytics',
  'configuration_edit',
  'qa_auto_assign_add',
  'qa_auto_assign_set_status',
] as const
const company = () => app.signIn({ can: KEYS })
const ada = await company()
const eve = await company()

const sourcesOf = async (person: TestPerson) => (await person.call(all, {})).data.sources
const stored = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select code, label, hidden from lead_sources where company_id = $1 and deleted_at is null order by id',
    [companyId],
  )
const own = async (person: TestPerson, label = 'Trade fair') => (await person.call(addSource, { body: { label } })).data
const add = async (person: TestPerson, source: string) =>
  (await person.call(addLead.add, { body: { name: 'Jo Field', email: 'jo@firm.example', source } })).data
const refusedFor = (field: string) => ({ status: 400, errors: [{ field }] })

test('a company’s own source is given to its leads, is found by and counted, and is nobody else’s', async () => {
  const source = await own(ada)
  expect(source).toEqual({ code: 'trade_fair', label: 'Trade fair', hidden: false, gone: false })

  const { id } = await add(ada, source.code)

  expect(await storedLead(app, id)).toMatchObject({ source: 'trade_fair' })
  const found = await ada.call(marketingLeads.list, { query: { source: ['trade_fair'] } })
  expect(found.data.map((lead) => [lead.id, lead.source])).toEqual([[id, 'trade_fair']])
  expect(found.pagination.total).toBe(1)
  const { data: analysed } = await ada.call(sourceDetails.get, { body: { source: ['trade_fair'] } })
  expect(analysed.sources).toMatchObject([{ source: 'trade_fair', received: 1, share: 1 }])
  const { data: home } = await ada.call(dashboard.home, { query: {} })
  expect(home.sources).toContainEqual({ source: 'trade_fair', received: 1, valid: 0, invalid: 0 })

  const { data: selection } = await ada.call(bulk.select, {
    body: { list: 'marketing', filter: { source: [source.code] } },
  })
  expect(selection.count).toBe(1)
  const chosen = eve.call(bulk.select, { body: { list: 'marketing', filter: { source: [source.code] } } })
  expect(await refusal(chosen)).toMatchObject(refusedFor('source'))
  expect(await app.sql(eve.companyId, 'select id from selections where company_id = $1', [eve.companyId])).toEqual([])

  expect(await sourcesOf(eve)).toEqual([])
  expect(await refusal(add(eve, 'trade_fair'))).toMatchObject(refusedFor('source'))
  const rename = eve.call(setSource, { body: { code: 'trade_fair', hidden: true } })
  expect(await refusal(rename)).toMatchObject({ status: 404 })
  const theirs = await app.sql(eve.companyId, 'select id from leads where company_id = $1', [eve.companyId])
  expect(theirs).toEqual([])
})

test('targets, lists and forms know it; those of another company, and none at all, are refused and store nothing', async () => {
  const person = await company()
  const { code } = await own(person)
  const target = (who: TestPerson) =>
    who.call(configuration.setTarget, { body: { clock: 'handling', source: code, minutes: 30, calendar_id: null } })
  const accept = async (who: TestPerson) => {
    const qa = await app.signIn({ can: [...LIST_KEYS, 'assigned_leads_edit_status'], colleagueOf: who })
    const { data: entry } = await who.call(autoAssignQa.add, { body: { sid: qa.id } })
    const body = { accepts_sources: ['event', code, code] }
    return who.call(autoAssignQa.save, { params: { id: entry.id }, body })
  }
  const form = (who: TestPerson) =>
    who.call(configuration.addForm, { body: { name: 'Fair', allowed_origins: [], source: code } })
  const calendar = { name: 'Days', time_zone: 'UTC', week: [[], [], [], [], [], [], []], holidays: [] }
  for (const who of [person, eve]) await who.call(configuration.addCalendar, { body: calendar }).catch(() => {})

  expect((await target(person)).data).toContainEqual(expect.objectContaining({ source: code, minutes: 30 }))
  expect((await accept(person)).data).toMatchObject({ accepts_sources: ['event', code] })
  expect((await form(person)).data.form).toMatchObject({ source: code })

  expect(await refusal(target(eve))).toMatchObject(refusedFor('source'))
  expect(await refusal(accept(eve))).toMatchObject(refusedFor('accepts_sources'))
  expect(await refusal(form(eve))).toMatchObject(refusedFor('source'))
  const left = await app.sql(
    eve.companyId,
    `select (select count(*) from sla_targets where company_id = $1) + (select count(*) from intake_forms where company_id = $1)
      + (select count(*) from assignment_entries where company_id = $1 and accepts_sources <> '{}') as n`,
    [eve.companyId],
  )
  expect(left).toEqual([{ n: 0 }])
})

test('enquiries of a form come by the form’s source, registrations as ever, and neither is refused when it is switched off', async () => {
  const person = await company()
  const { code } = await own(person, 'Fair page')
  const { data } = await person.call(configuration.addForm, {
    body: { name: 'Fair', allowed_origins: [], source: code },
  })
  const send = async (what: 'enquiry' | 'registration', name: string) => {
    const sent = { name, email: `${name}@firm.example`, company: 'Firm' }
    const { status, text } = await app.send('POST', `/intake/${data.key}/${what}`, sent)
    expect([status, text]).toEqual([202, expect.any(String)])
  }

  await send('enquiry', 'one')
  await send('registration', 'two')
  await person.call(setSource, { body: { code, hidden: true } })
  await send('enquiry', 'three')
  await person.call(configuration.changeForm, {
    params: { id: data.form.id },
    body: { name: 'Fair', allowed_origins: [], status: 'active', source: null },
  })
  await send('enquiry', 'four')

  const rows = await app.sql(person.companyId, 'select name, source from leads where company_id = $1 order by id', [
    person.companyId,
  ])
  expect(rows).toEqual([
    { name: 'one', source: code },
    { name: 'two', source: 'registration' },
    { name: 'three', source: code },
    { name: 'four', source: 'website_form' },
  ])
  // A form that is saved without a word about its source keeps it, also one that is switched off.
  const again = { name: 'Fair 2', allowed_origins: [], status: 'active' as const }
  await person.call(configuration.changeForm, { params: { id: data.form.id }, body: again })
  const chosen = person.call(configuration.changeForm, {
    params: { id: data.form.id },
    body: { ...again, source: code },
  })
  expect(await refusal(chosen)).toMatchObject(refusedFor('source'))
})

test('switched off, it is chosen no more; undoing that it was added keeps its name on its leads, and frees it', async () => {
  const person = await company()
  const { code } = await own(person)
  const before = await add(person, code)
  await person.call(setSource, { body: { code, hidden: true } })
  expect(await refusal(add(person, code))).toMatchObject({
    ...refusedFor('source'),
    message: 'This source is switched off. Choose another one',
  })
  await undoLast(person, 'sources')
  const { data } = await person.call(changes.list, { query: { section: 'sources' } })
  expect(data.map(({ act, about }) => [act, about?.name])).toContainEqual(['company-words.addSource', 'Trade fair'])
  const addition = data.find(({ act }) => act === 'company-words.addSource')
  await person.call(changes.undo, { body: { changeSet: addition!.change_set } })

  expect(await sourcesOf(person)).toEqual([{ code, label: 'Trade fair', hidden: false, gone: true }])
  expect(await stored(person)).toEqual([])
  expect(await refusal(add(person, code))).toMatchObject(refusedFor('source'))
  expect(await storedLead(app, before.id)).toMatchObject({ source: code })
  expect((await own(person)).code).toBe('trade_fair_2')
})

test('no two sources have one name, none loses its own, and it takes the right to add one', async () => {
  const person = await company()
  const { code } = await own(person)
  const before = await stored(person)
  const reader = await app.signIn({ can: LIST_KEYS, colleagueOf: person })

  const refused = [
    person.call(addSource, { body: { label: 'TRADE fair' } }),
    person.call(addSource, { body: { label: 'website form' } }),
    person.call(setSource, { body: { code, label: 'Phone' } }),
    person.call(setSource, { body: { code, label: null } }),
    person.call(setSource, { body: { code: 'never_heard_of', hidden: true } }),
    reader.call(addSource, { body: { label: 'Mine' } }),
  ]

  expect(await Promise.all(refused.map(async (call) => (await refusal(call)).status))).toEqual([
    409, 409, 409, 400, 404, 403,
  ])
  expect(await stored(person)).toEqual(before)
})
