import { afterAll, expect, test } from 'vitest'
import { lookups } from '#contract/leads/lookups.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putProducts } from '#server/test/products.ts'

const { currentUser, countries, callingCode, products, productSearch, autoProductSearch, companyByDomain } = lookups
const { departments, marketingDepartment, marketingStaff, allStaff, filterOptions } = lookups

const app = await startTestApp()
afterAll(() => app.stop())

const someone = (can: readonly PermissionKey[] = ['marketing_leads_list'], more: object = {}) =>
  app.signIn({ can, ...more })
const addProducts = (person: TestPerson, ...names: string[]) =>
  putProducts(app, person, ...names.map((name, place) => ({ code: `C${place + 1}`, name })))
const addLead = async (person: TestPerson, fields: Record<string, unknown>): Promise<number> => {
  const row = { company_id: person.companyId, name: 'Bob', source: 'manual', ...fields }
  const names = Object.keys(row)
  const rows = await app.sql(
    person.companyId,
    `insert into leads (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
    Object.values(row),
  )
  return Number(rows[0].id)
}
const putInDepartment = async (person: TestPerson, name: string, people: readonly TestPerson[]) => {
  const [{ id }] = await app.sql(
    person.companyId,
    'insert into identity.departments (company_id, name) values ($1, $2) returning id',
    [person.companyId, name],
  )
  await app.sql(
    person.companyId,
    'update identity.memberships set department_id = $1 where company_id = $2 and id = any($3)',
    [id, person.companyId, people.map((one) => one.id)],
  )
  return Number(id)
}
const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

test('the signed-in person is told who they are and where', async () => {
  const ada = await someone([], { name: 'Ada' })

  expect((await ada.call(currentUser, {})).data).toEqual({
    user_name: 'Ada',
    email: expect.stringContaining('@'),
    is_primary: 0,
    user_id: ada.id,
    company_id: ada.companyId,
    company_name: expect.stringContaining('Company'),
    logo_url: null,
  })
  await app.sql(ada.companyId, 'update identity.memberships set is_primary = true where id = $1', [ada.id])
  app.services.auth.forgetAll()
  expect((await ada.call(currentUser, {})).data.is_primary).toBe(1)
})

test('nobody without a session is told anything', async () => {
  for (const path of ['fetch-current-user', 'get_all_countries', 'country-calling-code/IN', 'departments', 'products'])
    expect((await app.send('GET', `/marketing/${path}`)).status).toBe(401)
})

test('a country’s calling code is found by code or by name', async () => {
  const ada = await someone([])

  expect((await ada.call(countries, {})).data).toContainEqual({ code: 'IN', name: 'India', calling_code: '+91' })
  for (const country of ['IN', 'india', 'IND'])
    expect((await ada.send('GET', `/marketing/country-calling-code/${country}`)).json).toEqual({
      success: true,
      calling_code: '+91',
    })
  expect((await ada.call(callingCode, { params: { country: 'Côte d’Ivoire' } })).calling_code).toBe('+225')
  await expect(ada.call(callingCode, { params: { country: 'Atlantis' } })).rejects.toThrow('404 Country not found')
})

test('products come by name, without those that are gone or hidden', async () => {
  const ada = await someone()
  await addProducts(ada, 'Valve', 'Pump', 'Hidden', 'Gone')
  await app.sql(ada.companyId, `update products set discoverable = false where company_id = $1 and name = 'Hidden'`, [
    ada.companyId,
  ])
  await app.sql(ada.companyId, `update products set deleted_at = now() where company_id = $1 and name = 'Gone'`, [
    ada.companyId,
  ])

  const all = await ada.call(products, { query: {} })

  expect(namesOf(all)).toEqual(['Pump', 'Valve'])
  expect(all.pagination).toEqual({ page: 1, pageSize: 100, total: 2, totalPages: 1 })
})

test('what begins with the text comes first, and wildcards stand for themselves', async () => {
  const ada = await someone()
  await addProducts(ada, 'Air pump', 'Pump', 'Pump 100%', 'Valve')

  expect(namesOf(await ada.call(productSearch, { query: { query: ' PUMP ' } }))).toEqual([
    'Pump',
    'Pump 100%',
    'Air pump',
  ])
  expect(namesOf(await ada.call(autoProductSearch, { query: { search_keyword: 'pump' } }))).toEqual([
    'Pump',
    'Pump 100%',
    'Air pump',
  ])
  expect(namesOf(await ada.call(productSearch, { query: { query: 'pu' } }))).toEqual(['Pump', 'Pump 100%'])
  expect(namesOf(await ada.call(productSearch, { query: { query: '00%' } }))).toEqual(['Pump 100%'])
  for (const query of ['%', '_', '\\', "'", '%a'.repeat(100)])
    expect(namesOf(await ada.call(productSearch, { query: { query } }))).toEqual([])
})

test('a list of products ends at 100 and tells how many there are', async () => {
  const ada = await someone()
  await addProducts(ada, ...Array.from({ length: 130 }, (_, at) => `Pump ${at}`))

  const { data, pagination } = await ada.call(productSearch, { query: { query: 'pump' } })

  expect(data).toHaveLength(100)
  expect(pagination).toMatchObject({ total: 130, totalPages: 2 })
})

test('the search while typing wants three characters', async () => {
  const ada = await someone()

  for (const search_keyword of ['pu', ' pu  ', '']) {
    const refused = await ada.call(autoProductSearch, { query: { search_keyword } }).catch((error) => error)
    expect(refused.status).toBe(400)
    expect(refused.failure.errors[0].field).toBe('search_keyword')
  }
  await expect(ada.call(autoProductSearch, { query: { search_keyword: 'a'.repeat(201) } })).rejects.toThrow(/^400/)
})

test('a domain tells the company as it was validated last, else as its newest lead says', async () => {
  const ada = await someone()
  const lookUp = async (domain: string) => (await ada.call(companyByDomain, { body: { domain } })).data
  expect(await lookUp('engine.example')).toBeNull()

  const lead = await addLead(ada, {
    email: 'bob@engine.example',
    company: 'engine',
    country: 'GB',
    created_at: '2026-01-01',
  })
  await addLead(ada, { email: 'eva@engine.example', company: 'Engines', city: 'Leeds', created_at: '2026-02-01' })
  await addLead(ada, {
    email: 'bot@engine.example',
    company: 'SPAM',
    status: 'invalid',
    reason_code: 'spam_or_bot',
    created_at: '2026-03-01',
  })
  expect(await lookUp('https://Engine.example/about')).toMatchObject({
    company: 'Engines',
    city: 'Leeds',
    domain: 'engine.example',
    leads: 3,
  })

  const [{ id }] = await app.sql(
    ada.companyId,
    `insert into lead_verdicts (company_id, lead_id, verdict, company, zip_code) values ($1, $2, 'valid', 'Engine Ltd', 'LS1') returning id`,
    [ada.companyId, lead],
  )
  await app.sql(ada.companyId, `update leads set status = 'valid', verdict_id = $1 where id = $2`, [id, lead])
  expect(await lookUp('x@engine.example')).toEqual({
    company: 'Engine Ltd',
    domain: 'engine.example',
    website: null,
    country: 'GB',
    state: null,
    city: null,
    zipCode: 'LS1',
    address: null,
    leads: 3,
  })
})

test('mail for anyone, one’s own domain and nonsense name no company', async () => {
  const ada = await someone()
  await app.owner.query(`update identity.companies set domain = 'ours.example' where id = $1`, [ada.companyId])
  for (const email of ['a@gmail.com', 'a@mailinator.com', 'a@ours.example', 'a@x.ours.example'])
    await addLead(ada, { email, company: 'Somebody' })

  for (const domain of [
    'gmail.com',
    'mailinator.com',
    'ours.example',
    'x.ours.example',
    '127.0.0.1',
    'nonsense',
    "'; drop table leads",
  ])
    expect((await ada.call(companyByDomain, { body: { domain } })).data).toBeNull()
})

test('another company’s leads, products and people are in no look-up and no total', async () => {
  const ada = await someone()
  const eve = await someone(['marketing_leads_list', 'marketing_leads_assign_to_staff'])
  await addProducts(ada, 'Pump')
  const lead = await addLead(ada, {
    email: 'bob@engine.example',
    company: 'Engine',
    status: 'assigned',
    assigned_qa: ada.id,
  })
  await putInDepartment(ada, 'Marketing', [ada])

  expect(await eve.call(products, { query: {} })).toMatchObject({ data: [], pagination: { total: 0 } })
  expect(await eve.call(productSearch, { query: { query: 'pump' } })).toMatchObject({
    data: [],
    pagination: { total: 0 },
  })
  expect((await eve.call(companyByDomain, { body: { domain: 'engine.example' } })).data).toBeNull()
  expect((await eve.call(departments, {})).data).toEqual([])
  expect((await eve.call(allStaff, { query: {} })).data.map(({ id }) => id)).toEqual([eve.id])
  expect((await eve.call(filterOptions, { query: {} })).data).toEqual({ assigned_qa: [], sales_person: [] })
  await expect(eve.call(marketingDepartment, { query: { leadId: lead } })).rejects.toThrow('404 Lead not found')
})

test('the marketing department’s people who may take the lead are offered; all who may, when there is none', async () => {
  const ada = await someone(['marketing_leads_list'], { name: 'Ada' })
  const qa = await someone(['assigned_leads_list', 'assigned_leads_edit_status'], { name: 'Quinn', colleagueOf: ada })
  const rep = await someone(['valid_leads_list'], { name: 'Rae', colleagueOf: ada })
  const clerk = await someone([], { name: 'Clark', colleagueOf: ada })
  const left = await someone(['assigned_leads_list', 'assigned_leads_edit_status'], { name: 'Lee', colleagueOf: ada })
  await someone(['assigned_leads_list', 'assigned_leads_edit_status'], { name: 'Otto', colleagueOf: ada })
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [left.id])
  const fresh = await addLead(ada, {})
  const valid = await addLead(ada, { status: 'valid' })
  const offered = async (query: { leadId?: number; search?: string }) =>
    namesOf(await ada.call(marketingDepartment, { query }))

  expect(await offered({})).toEqual(['Otto', 'Quinn', 'Rae'])

  const marketing = await putInDepartment(ada, 'Marketing', [qa, rep, clerk, left])
  expect(await offered({})).toEqual(['Quinn', 'Rae'])
  expect(await offered({ leadId: fresh })).toEqual(['Quinn'])
  expect(await offered({ leadId: valid })).toEqual(['Rae'])
  expect(await offered({ search: ' qu' })).toEqual(['Quinn'])
  await expect(offered({ leadId: valid + 1000 })).rejects.toThrow('404 Lead not found')

  expect((await ada.call(departments, {})).data).toEqual([{ id: marketing, name: 'Marketing' }])
  expect(namesOf(await ada.call(marketingStaff, { query: { department_id: marketing } }))).toEqual(['Quinn', 'Rae'])
  expect(namesOf(await ada.call(marketingStaff, { query: { designation_id: 1 } }))).toEqual([])
  expect(namesOf(await ada.call(marketingStaff, { query: {} }))).toEqual(['Otto', 'Quinn', 'Rae'])
})

test('all active staff are offered to whoever may assign, searched by name and email', async () => {
  const ada = await someone(['marketing_leads_reassign'], { name: 'Ada' })
  await someone([], { name: 'Bob Ünal', colleagueOf: ada })

  expect(namesOf(await ada.call(allStaff, { query: {} }))).toEqual(['Ada', 'Bob Ünal'])
  expect(namesOf(await ada.call(allStaff, { query: { search: 'Ünal' } }))).toEqual(['Bob Ünal'])
  expect(namesOf(await ada.call(allStaff, { query: { search: 'b' } }))).toEqual(['Bob Ünal'])
  expect((await ada.call(allStaff, { query: { search: '@company.example' } })).pagination.total).toBe(2)
  expect(namesOf(await ada.call(allStaff, { query: { search: '%%%' } }))).toEqual([])
})

test('a list can be filtered by whoever holds a lead, deactivated people too', async () => {
  const ada = await someone(['marketing_leads_list'], { name: 'Ada' })
  const bob = await someone([], { name: 'Bob', colleagueOf: ada })
  const gone = await someone([], { name: 'Gus', colleagueOf: ada })
  await someone([], { name: 'Idle', colleagueOf: ada })
  await addLead(ada, { status: 'assigned', assigned_qa: bob.id })
  await addLead(ada, { status: 'valid', assigned_qa: bob.id, sales_person: gone.id })
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])

  expect((await ada.call(filterOptions, { query: {} })).data).toEqual({
    assigned_qa: [{ id: bob.id, name: 'Bob' }],
    sales_person: [{ id: gone.id, name: 'Gus' }],
  })
  expect((await ada.call(filterOptions, { query: { search: 'gus' } })).data).toMatchObject({ assigned_qa: [] })
})

test('who is chosen in a filter already is named by id, whatever they hold; nobody of another company', async () => {
  const [ada, eve] = [await someone(['marketing_leads_list'], { name: 'Ada' }), await someone()]
  const gone = await someone([], { name: 'Gus', colleagueOf: ada })
  await someone([], { name: 'Idle', colleagueOf: ada })
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])

  const { data } = await ada.call(filterOptions, { query: { ids: [gone.id, ada.id, eve.id, 2 ** 31 - 1] } })

  const people = [
    { id: ada.id, name: 'Ada' },
    { id: gone.id, name: 'Gus' },
  ]
  expect(data).toEqual({ assigned_qa: people, sales_person: people })
})

test('the look-ups of the lead screens need a key of those screens', async () => {
  const ada = await someone(['blogs_list'])

  const refused = /^403 You need the permission/
  await expect(ada.call(products, { query: {} })).rejects.toThrow(refused)
  await expect(ada.call(productSearch, { query: {} })).rejects.toThrow(refused)
  await expect(ada.call(autoProductSearch, { query: { search_keyword: 'pump' } })).rejects.toThrow(refused)
  await expect(ada.call(companyByDomain, { body: { domain: 'engine.example' } })).rejects.toThrow(refused)
  await expect(ada.call(marketingDepartment, { query: {} })).rejects.toThrow(refused)
  await expect(ada.call(marketingStaff, { query: {} })).rejects.toThrow(refused)
  await expect(ada.call(allStaff, { query: {} })).rejects.toThrow(refused)
  await expect(ada.call(filterOptions, { query: {} })).rejects.toThrow(refused)
})
