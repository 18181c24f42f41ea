import { afterAll, expect, test } from 'vitest'
import { companies } from '#contract/directory/companies.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { DIRECTORY_KEYS, keep } from '#server/test/directory.ts'
import { directoryRows } from '#server/test/directory-rows.ts'
import { putLead } from '#server/test/journey.ts'
import { undoLast } from '#server/test/undo.ts'
import { COMPANY_LIST } from './list.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const rows = directoryRows(app)

const editor = () => app.signIn({ can: [...DIRECTORY_KEYS, 'changes_undo_others'], name: 'Meera Krishnan' })
const listed = async (person: TestPerson, query: object = {}) => {
  const { data, pagination } = await person.call(companies.list, { query })
  return [data.map(({ name }) => name), pagination.total]
}

test('companies are listed whom somebody was in touch with last first, filtered, searched and sorted, with exact totals', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const at = (day: number) => `2026-03-0${day}T10:00:00Z`
  await rows.company(ada, 'norrvik.example', { at: at(3), values: { name: 'Norrvik AB', country: 'SE' } })
  await rows.company(ada, 'mill.example', { at: at(2), values: { name: 'Mill GmbH', country: 'DE' } })
  await rows.company(eve, 'theirs.example', { values: { name: 'Theirs' } })
  await ada.call(companies.add, { body: { name: 'Atelier', roles: ['vendor'], tags: ['Fair'] } })

  for (const [query, names] of [
    [{}, ['Norrvik AB', 'Mill GmbH', 'Atelier']],
    [{ sort: 'name', order: 'asc' }, ['Atelier', 'Mill GmbH', 'Norrvik AB']],
    [{ sort: 'domain', order: 'asc' }, ['Mill GmbH', 'Norrvik AB', 'Atelier']],
    [{ sort: 'country', order: 'asc' }, ['Mill GmbH', 'Norrvik AB', 'Atelier']],
    [{ sort: 'valid_rate', order: 'asc' }, ['Norrvik AB', 'Mill GmbH', 'Atelier']],
    [{ country: ['SE'] }, ['Norrvik AB']],
    [{ role: ['vendor'] }, ['Atelier']],
    [{ tags: ['Fair'] }, ['Atelier']],
    [{ leads: 'none' }, ['Norrvik AB', 'Mill GmbH', 'Atelier']],
    [{ leads: 'open' }, []],
    [{ from_date: '2026-03-03' }, ['Norrvik AB']],
    [{ search: 'mill.ex' }, ['Mill GmbH']],
    [{ search: 'norr' }, ['Norrvik AB']],
  ] as const)
    expect([query, await listed(ada, query)]).toEqual([query, [names, names.length]])
  expect(await listed(eve)).toEqual([['Theirs'], 1])
  await expect(ada.call(companies.list, { query: { sort: 'note' } })).rejects.toThrow('400')
  const { data: options } = await ada.call(companies.options, { query: { search: 'mill' } })
  expect(options).toMatchObject([{ name: 'Mill GmbH', domain: 'mill.example' }])
  expect((await eve.call(companies.options, { query: { ids: [options[0]!.id] } })).data).toEqual([])
  expect(await checkCounts(app.services.tenants, ada.companyId, COMPANY_LIST)).toMatchObject({ drifts: [] })
})

test('a domain’s company is what the directory shows to who may open it, for others what their leads say', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const bob = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada })
  const said = { company: 'norrvik', country: 'SE', city: 'Malmö' }
  await putLead(app, ada, { ...said, name: 'Asha', email: 'asha@norrvik.example' })
  await keep(app, ada)
  const { id, version } = (await ada.call(companies.list, { query: {} })).data[0]!
  await ada.call(companies.update, { params: { id }, body: { version, name: 'Norrvik AB' } })
  const known = async (person: TestPerson, domain: string) =>
    (await person.call(lookups.companyByDomain, { body: { domain } })).data

  for (const domain of ['norrvik.example', 'mail.norrvik.example'])
    expect(await known(ada, domain)).toMatchObject({ company: 'Norrvik AB', country: 'SE', city: 'Malmö' })
  expect(await known(bob, 'norrvik.example')).toMatchObject({ company: 'norrvik', leads: 1 })
  expect(await known(bob, 'mail.norrvik.example')).toBeNull()
  expect(await known(eve, 'norrvik.example')).toBeNull()
})

test('a company shows its people, domains, leads and where each value comes from; another company does not see it', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const said = { company: 'Norrvik AB', country: 'SE', website: 'https://norrvik.example' }
  await putLead(app, ada, { ...said, name: 'Asha', email: 'asha@norrvik.example' })
  await putLead(app, ada, { ...said, name: 'Bo', email: 'bo@norrvik.example' })
  await keep(app, ada)
  const { id, version } = (await ada.call(companies.list, { query: {} })).data[0]!

  const { data } = await ada.call(companies.details, { params: { id } })
  expect(data).toMatchObject({
    name: 'Norrvik AB',
    contacts: 2,
    leads_all: 2,
    all_domains: [{ domain: 'norrvik.example', leads: 2, contacts: 2 }],
    fields: { country: { value: 'SE', from: { source: 'lead' } } },
  })
  expect(data.people.map(({ name }) => name).toSorted()).toEqual(['Asha', 'Bo'])
  expect(data.leads).toHaveLength(2)

  const body = { name: 'Norrvik Group', roles: ['customer' as const], pin: ['country' as const], version }
  const { data: changed } = await ada.call(companies.update, { params: { id }, body })
  expect(changed.fields).toMatchObject({
    name: { value: 'Norrvik Group', from: { label: 'Set by Meera Krishnan' } },
    country: { pinned: true },
  })
  expect((await ada.call(contacts.list, { query: {} })).data[0]?.company?.name).toBe('Norrvik Group')
  await expect(ada.call(companies.update, { params: { id }, body: { name: 'Other', version } })).rejects.toMatchObject({
    failure: { code: 'version_conflict', details: { fields: ['name'] } },
  })
  await undoLast(ada)
  expect((await ada.call(companies.details, { params: { id } })).data).toMatchObject({ name: 'Norrvik AB', roles: [] })

  const calls = [
    eve.call(companies.details, { params: { id } }),
    eve.call(companies.facts, { params: { id }, query: {} }),
    eve.call(companies.update, { params: { id }, body: { name: 'X' } }),
    eve.call(companies.remove, { body: { id } }),
  ]
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('404 Company not found')))
  await ada.call(companies.remove, { body: { id } })
  expect(await listed(ada)).toEqual([[], 0])
  await undoLast(ada)
  expect(await listed(ada)).toEqual([['Norrvik AB'], 1])
})
