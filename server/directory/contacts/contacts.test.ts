import { afterAll, expect, test } from 'vitest'
import { contacts } from '#contract/directory/contacts.ts'
import { companies } from '#contract/directory/companies.ts'
import { changes } from '#contract/platform/changes.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { DIRECTORY_KEYS, keep } from '#server/test/directory.ts'
import { directoryRows } from '#server/test/directory-rows.ts'
import { putLead } from '#server/test/journey.ts'
import { undoLast } from '#server/test/undo.ts'
import { CONTACT_LIST } from './list.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const rows = directoryRows(app)

const editor = (more: object = {}) =>
  app.signIn({ can: [...DIRECTORY_KEYS, 'changes_undo_others'], name: 'Meera Krishnan', ...more })
const details = async (person: TestPerson, id: number) => (await person.call(contacts.details, { params: { id } })).data
const listed = async (person: TestPerson, query: object = {}) => {
  const { data, pagination } = await person.call(contacts.list, { query })
  return [data.map(({ name }) => name), pagination.total]
}
const SAID = {
  name: 'Asha Rao',
  email: 'asha@norrvik.example',
  company: 'Norrvik AB',
  country: 'SE',
  phone: '+4681234567',
}

test('contacts are listed whom somebody was in touch with last first, filtered, searched and sorted, with exact totals', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const at = (day: number) => `2026-03-0${day}T10:00:00Z`
  const norrvik = await rows.company(ada, 'norrvik.example', {
    values: { name: 'Norrvik AB', country: 'SE' },
    at: at(1),
  })
  const asha = await rows.contact(ada, 'asha@norrvik.example', {
    at: at(3),
    values: { name: 'Åsha Rao', country: 'SE', phone: '+4681234567', company: 'domain:norrvik.example' },
  })
  await rows.contact(ada, 'bo@mill.example', { at: at(2), values: { name: 'Bo Ek', country: 'DE' } })
  await rows.contact(eve, 'theirs@mill.example', { values: { name: 'Theirs' } })
  const { data: cara } = await ada.call(contacts.add, {
    body: { name: 'Cara', tags: ['Fair', 'fair '], department: 'Sales', designation: 'Head' },
  })
  await app.sql(ada.companyId, `update directory_companies set roles = '{vendor}' where id = $1`, [norrvik])

  for (const [query, names] of [
    [{}, ['Åsha Rao', 'Bo Ek', 'Cara']],
    [{ order: 'asc' }, ['Cara', 'Bo Ek', 'Åsha Rao']],
    [{ sort: 'name', order: 'asc' }, ['Åsha Rao', 'Bo Ek', 'Cara']],
    [{ sort: 'company', order: 'asc' }, ['Åsha Rao', 'Bo Ek', 'Cara']],
    [{ sort: 'country', order: 'asc' }, ['Bo Ek', 'Åsha Rao', 'Cara']],
    [{ sort: 'created_at', order: 'asc' }, ['Åsha Rao', 'Bo Ek', 'Cara']],
    [{ country: ['SE'] }, ['Åsha Rao']],
    [{ country: ['DE', 'SE'] }, ['Åsha Rao', 'Bo Ek']],
    [{ tags: ['Fair'] }, ['Cara']],
    [{ department: ['sales'] }, ['Cara']],
    [{ designation: ['HEAD'] }, ['Cara']],
    [{ company_id: [norrvik] }, ['Åsha Rao']],
    [{ role: ['vendor'] }, ['Åsha Rao']],
    [{ has: ['company'] }, ['Åsha Rao']],
    [{ without: ['company'] }, ['Bo Ek', 'Cara']],
    [{ has: ['company'], without: ['company'] }, []],
    [{ without: ['email'] }, ['Cara']],
    [{ has: ['phone', 'email'] }, ['Åsha Rao']],
    [{ email_status: ['none'] }, ['Cara']],
    [{ leads: 'none' }, ['Åsha Rao', 'Bo Ek', 'Cara']],
    [{ leads: 'any' }, []],
    [{ quiet_days: 30 }, ['Åsha Rao', 'Bo Ek', 'Cara']],
    [{ from_date: '2026-03-03' }, ['Åsha Rao']],
    [{ to_date: '2026-03-02' }, ['Bo Ek']],
    [{ search: 'ÅSHA r' }, ['Åsha Rao']],
    [{ search: 'NORRVIK' }, ['Åsha Rao']],
    [{ search: '+46 8-123 45' }, ['Åsha Rao']],
    [{ search: 'ek' }, ['Bo Ek']],
  ] as const)
    expect([query, await listed(ada, query)]).toEqual([query, [names, names.length]])
  expect(await listed(eve)).toEqual([['Theirs'], 1])
  await expect(ada.call(contacts.list, { query: { sort: 'note' } })).rejects.toThrow(
    '400 The list cannot be sorted by note.',
  )
  await ada.call(contacts.remove, { body: { id: asha } })
  expect(await listed(ada, { country: ['SE'] })).toEqual([[], 0])
  expect((await ada.call(contacts.filterOptions, { query: {} })).data).toEqual({
    tags: ['Fair'],
    departments: ['Sales'],
    designations: ['Head'],
    countries: ['DE'],
  })
  expect(await checkCounts(app.services.tenants, ada.companyId, CONTACT_LIST)).toMatchObject({ drifts: [] })
  expect(cara).toMatchObject({ tags: ['Fair'], last_contact_at: null })
  const nobody = await app.signIn({ colleagueOf: ada, can: ['marketing_leads_list'] })
  await expect(nobody.call(contacts.list, { query: {} })).rejects.toThrow('403')
})

test('each value tells where it comes from: the lead, who validated it, or who set it; rivals of the last 90 days beside it', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const lead = await putLead(app, ada, { ...SAID, created_at: new Date(Date.now() - 86_400_000).toISOString() })
  await putLead(app, ada, { ...SAID, phone: '+4689999999' })
  await keep(app, ada)
  const { id } = (await ada.call(contacts.list, { query: {} })).data[0]!

  const before = await details(ada, id)
  expect(before.fields.phone).toMatchObject({
    value: '+4689999999',
    pinned: false,
    others: [{ value: '+4681234567', from: { source: 'lead', link: expect.stringContaining(`lead=${lead}`) } }],
  })
  expect(before.fields.name.from).toMatchObject({ source: 'lead', label: expect.stringMatching(/^Lead \d+$/) })
  expect(before.company).toMatchObject({ name: 'Norrvik AB', domain: 'norrvik.example' })
  expect(before.company_from).toMatch(/^Domain norrvik\.example, Lead \d+$/)
  expect(before.leads).toHaveLength(2)
  const { data: after } = await ada.call(contacts.update, {
    params: { id },
    body: { phone: '08 555 000', city: 'Luleå', version: before.version },
  })

  expect(after.fields.phone).toMatchObject({
    value: '+468555000',
    from: { source: 'person', label: 'Set by Meera Krishnan' },
    others: [],
  })
  expect(after.by_person.toSorted()).toEqual(['city', 'phone'])
  expect(after.fields.city.from?.label).toBe('Set by Meera Krishnan')
  expect(after.timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['change', 'lead', 'fact']))
  const { data: facts } = await ada.call(contacts.facts, { params: { id }, query: { field: 'phone' } })
  expect(facts.map(({ value, shown }) => [value, shown])).toEqual([
    ['+468555000', true],
    ['+4689999999', false],
    ['+4681234567', false],
  ])
  const { data: left } = await ada.call(contacts.update, { params: { id }, body: { leave: ['phone'] } })
  expect(left.fields.phone.value).toBe('+4689999999')
  const reader = await app.signIn({ colleagueOf: ada, can: ['contacts_list'] })
  const seen = await details(reader, id)
  expect([seen.leads, seen.fields.name.from?.link]).toEqual([null, null])
  await expect(reader.call(contacts.update, { params: { id }, body: { name: 'X' } })).rejects.toThrow('403')
  await expect(details(eve, id)).rejects.toThrow('404 Contact not found')
})

test('a pinned value stays when a later enquiry says something else', async () => {
  const ada = await editor()
  await putLead(app, ada, SAID)
  await keep(app, ada)
  const { id } = (await ada.call(contacts.list, { query: {} })).data[0]!

  await ada.call(contacts.update, { params: { id }, body: { pin: ['phone'] } })
  await putLead(app, ada, { ...SAID, phone: '+4689999999' })
  await keep(app, ada)

  expect((await details(ada, id)).fields.phone).toMatchObject({ value: '+4681234567', pinned: true })
})

test('an address belongs to one contact: a second one is refused with whose it is', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const { data: firm } = await ada.call(companies.add, {
    body: { name: 'Firm Ltd', domain: 'https://www.firm.example/x' },
  })
  const { data: asha } = await ada.call(contacts.add, {
    body: { name: 'Asha Rao', email: ' Asha@Firm.example', company_id: firm.id },
  })
  const { data: bo } = await ada.call(contacts.add, { body: { name: 'Bo', email: 'bo@firm.example' } })

  const refused = {
    status: 409,
    failure: {
      code: 'taken',
      message: 'asha@firm.example belongs to Asha Rao (Firm Ltd).',
      details: { id: asha.id },
    },
  }
  await expect(ada.call(contacts.add, { body: { email: 'asha@firm.example' } })).rejects.toMatchObject(refused)
  await expect(
    ada.call(contacts.update, { params: { id: bo.id }, body: { email: 'asha@firm.example' } }),
  ).rejects.toMatchObject(refused)
  await expect(ada.call(companies.add, { body: { domain: 'firm.example' } })).rejects.toThrow(
    '409 firm.example belongs to Firm Ltd.',
  )
  for (const [body, field] of [
    [{}, 'name'],
    [{ email: 'no address' }, 'email'],
    [{ name: 'X', phone: '12' }, 'phone'],
    [{ name: 'X', country: 'QQ' }, 'country'],
    [{ name: 'X', company_id: 999_999 }, 'company_id'],
  ] as const)
    await expect(ada.call(contacts.add, { body })).rejects.toMatchObject({
      status: 400,
      failure: { errors: [{ field }] },
    })
  await eve.call(contacts.add, { body: { email: 'asha@firm.example' } })
  await expect(eve.call(contacts.add, { body: { name: 'X', company_id: firm.id } })).rejects.toThrow('400')
  expect(await listed(ada)).toEqual([['Bo', 'Asha Rao'], 2])
})

test('two change different fields beside one another; the same field is refused, with what it shows now', async () => {
  const ada = await editor()
  const { data } = await ada.call(contacts.add, { body: { name: 'Asha', city: 'Malmö' } })
  const { id, version } = data
  await ada.call(contacts.update, { params: { id }, body: { city: 'Lund', tags: ['a'], version } })

  await ada.call(contacts.update, { params: { id }, body: { name: 'Asha Rao', version } })
  await expect(
    ada.call(contacts.update, { params: { id }, body: { city: 'Kiruna', tags: ['b'], version } }),
  ).rejects.toMatchObject({
    status: 409,
    failure: { code: 'version_conflict', details: { fields: ['city', 'tags'], current: { name: 'Asha Rao' } } },
  })

  const now = await details(ada, id)
  expect([now.name, now.fields.city.value, now.tags]).toEqual(['Asha Rao', 'Lund', ['a']])
  await expect(ada.call(contacts.remove, { body: { id, version } })).rejects.toThrow('409')
})

test('what a person did to a contact can be undone: a change, an addition, a deletion; not where an address was taken since', async () => {
  const ada = await editor()
  const { data: asha } = await ada.call(contacts.add, { body: { name: 'Asha', email: 'asha@firm.example' } })
  await ada.call(contacts.update, { params: { id: asha.id }, body: { name: 'Asha Rao', note: 'Met' } })
  await undoLast(ada)
  expect(await details(ada, asha.id)).toMatchObject({ name: 'Asha', note: '' })

  await ada.call(contacts.update, { params: { id: asha.id }, body: { city: 'Lund' } })
  const [city] = (await ada.call(changes.list, { query: { limit: 1 } })).data
  await ada.call(contacts.update, { params: { id: asha.id }, body: { department: 'Sales' } })
  await ada.call(changes.undo, { body: { changeSet: city!.change_set } })
  const { fields } = await details(ada, asha.id)
  expect([fields.city.value, fields.department.value]).toEqual([null, 'Sales'])

  await ada.call(contacts.remove, { body: { id: asha.id } })
  expect(await listed(ada)).toEqual([[], 0])
  await undoLast(ada)
  expect(await listed(ada)).toEqual([['Asha'], 1])

  const { data: bo } = await ada.call(contacts.add, { body: { name: 'Bo' } })
  await undoLast(ada)
  expect(await listed(ada)).toEqual([['Asha'], 1])
  await expect(details(ada, bo.id)).rejects.toThrow('404')

  await ada.call(contacts.update, { params: { id: asha.id }, body: { email: 'new@firm.example' } })
  expect((await details(ada, asha.id)).emails.map(({ email }) => email)).toEqual(['new@firm.example'])
  const [moved] = (await ada.call(changes.list, { query: {} })).data
  await ada.call(contacts.add, { body: { name: 'Cara', email: 'asha@firm.example' } })
  const refused = await ada.call(changes.undo, { body: { changeSet: moved!.change_set } }).catch(String)
  expect(JSON.stringify(refused)).toContain('asha@firm.example belongs to Cara.')
  expect((await details(ada, asha.id)).email).toBe('new@firm.example')
})

test('a wrong address is marked, and no longer the first; an address of an enquiry is not taken away', async () => {
  const ada = await editor()
  await putLead(app, ada, SAID)
  await keep(app, ada)
  const { id } = (await ada.call(contacts.list, { query: {} })).data[0]!

  const body = { wrong_email: 'asha@norrvik.example', email: 'rao@norrvik.example' }
  const { data } = await ada.call(contacts.update, { params: { id }, body })

  expect(data.emails).toEqual([
    { email: 'rao@norrvik.example', status: 'ok', primary: true },
    { email: 'asha@norrvik.example', status: 'wrong', primary: false },
  ])
  await expect(ada.call(contacts.update, { params: { id }, body: { email: null } })).rejects.toThrow('400')
  const { data: right } = await ada.call(contacts.update, {
    params: { id },
    body: { right_email: 'asha@norrvik.example' },
  })
  expect(right.emails.map(({ status }) => status)).toEqual(['ok', 'ok'])
})

test('a contact that is added belongs to the company of its mail, if that is known, unless another one is said', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const norrvik = await rows.company(ada, 'norrvik.example', { values: { name: 'Norrvik AB' } })
  const other = await rows.company(ada, 'other.example', { values: { name: 'Other' } })
  const add = async (person: TestPerson, body: object) =>
    (await person.call(contacts.add, { body: { name: 'Asha', ...body } })).data.company?.id

  expect(await add(ada, { email: 'asha@norrvik.example' })).toBe(norrvik)
  expect(await add(ada, { email: 'bo@mail.norrvik.example', company_id: other })).toBe(other)
  expect(await add(ada, { email: 'cara@unknown.example' })).toBeUndefined()
  expect(await add(eve, { email: 'asha@norrvik.example' })).toBeUndefined()
})
