import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { allowedDomains } from '#contract/leads/allowed-domains.ts'
import { changes } from '#contract/platform/changes.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { lockRestrictions } from '#server/leads/restricted-domains/restriction.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { list, add, remove } = allowedDomains
const KEYS = [
  'restrict_domain_list',
  'restrict_domain_add',
  'restrict_domain_update',
  'restrict_domain_update_status',
  'restrict_domain_delete',
  'marketing_leads_add',
  'marketing_leads_list',
] as const
const firstPage = { query: { page: 1, pageSize: 20 } }

const app = await startTestApp()
afterAll(() => app.stop())

const admin = () => app.signIn({ can: KEYS })
const lead = async (person: TestPerson, email: string) =>
  (await person.call(addLead.add, { body: { name: 'Bob', email } })).data
const allow = async (person: TestPerson, domainName: string, settings: object = {}) =>
  (await person.call(add, { body: { domainName, ...settings } })).data
const restrict = async (person: TestPerson, domainName: string, settings: object = {}) =>
  (await person.call(restrictedDomains.add, { body: { domainName, ...settings } })).data
const restricted = async (person: TestPerson) => (await person.call(restrictedDomains.list, firstPage)).data
const waiting = async (person: TestPerson) => (await person.call(restrictedDomains.waiting, { query: {} })).data
const undoNewest = async (person: TestPerson) => {
  const [row] = await app.sql(
    person.companyId,
    'select change_set from changes where company_id = $1 order by id desc limit 1',
    [person.companyId],
  )
  return person.call(changes.undo, { body: { changeSet: row.change_set } })
}

const impact = async (person: TestPerson, query: object) => (await person.call(allowedDomains.impact, { query })).data

test('before a domain is allowed it is told which leads of late would have come through, and which are held now', async () => {
  const [ada, eve] = [await admin(), await admin()]
  await restrict(ada, 'spam.example')
  for (const email of ['a@good.spam.example', 'b@x.good.spam.example', 'c@bad.spam.example']) await lead(ada, email)
  const { id: valid } = await lead(ada, 'd@good.spam.example')
  await app.sql(
    ada.companyId,
    `update leads set status = 'valid', quarantined_by = null, enquiry_status = 'open', validated_at = now() where id = $1`,
    [valid],
  )
  await app.sql(
    ada.companyId,
    `update leads set created_at = now() - interval '181 days' where email = 'b@x.good.spam.example'`,
  )
  const stored = await app.sql(ada.companyId, 'select * from changes where company_id = $1', [ada.companyId])

  expect(await impact(ada, { domainName: '@Good.Spam.example' })).toMatchObject({
    domainName: 'good.spam.example',
    leads: 2,
    valid: 1,
    newly: 0,
    no_longer: 2,
    held: 2,
    released: 2,
    examples: [{ id: valid, status: 'valid' }, { status: 'new' }],
  })
  expect(await impact(ada, { domainName: 'good.spam.example', match: 'exact' })).toMatchObject({ leads: 2, held: 1 })
  expect(await impact(ada, { domainName: 'mill.example' })).toMatchObject({ leads: 0, held: 0, examples: [] })
  expect(await impact(eve, { domainName: 'good.spam.example' })).toMatchObject({ leads: 0, held: 0 })
  expect(await app.sql(ada.companyId, 'select * from changes where company_id = $1', [ada.companyId])).toEqual(stored)
})

test('before one is taken off the list it is told which leads of late would have been held back', async () => {
  const [ada, eve] = [await admin(), await admin()]
  await restrict(ada, 'spam.example', { effect: 'auto_invalid' })
  const { id } = await allow(ada, 'good.spam.example')
  const { id: within } = await allow(ada, 'best.good.spam.example')
  for (const email of ['a@good.spam.example', 'b@x.good.spam.example', 'c@best.good.spam.example', 'd@mill.example'])
    await lead(ada, email)

  expect(await impact(ada, { id })).toMatchObject({
    domainName: 'good.spam.example',
    leads: 2,
    valid: 0,
    newly: 2,
    no_longer: 0,
    held: 0,
    released: 0,
  })
  expect(await impact(ada, { id: within })).toMatchObject({ leads: 0 })
  await expect(impact(eve, { id })).rejects.toThrow('404')
  await expect(impact(ada, { domainName: 'no domain' })).rejects.toThrow('400')
  await ada.call(remove, { params: { id } })
  expect(await lead(ada, 'e@good.spam.example')).toMatchObject({ status: 'invalid' })
  expect(await lead(ada, 'f@best.good.spam.example')).toMatchObject({ status: 'new', quarantined_by: null })
})

test('a throw-away domain that was always let in is restricted again once it is taken off', async () => {
  const ada = await admin()
  const { id } = await allow(ada, 'mailinator.com')
  await lead(ada, 'a@mailinator.com')
  expect(await impact(ada, { id })).toMatchObject({ leads: 1, newly: 1 })
  await ada.call(remove, { params: { id } })
  expect((await lead(ada, 'b@mailinator.com')).quarantined_by).not.toBeNull()
})

test('an allowed domain is let in, whatever restricts it or a domain above it', async () => {
  const ada = await admin()
  await restrict(ada, 'spam.example', { effect: 'auto_invalid' })
  const entry = await allow(ada, ' https://www@Good.SPAM.example/x ', { note: 'Our dealer' })
  expect(entry).toMatchObject({
    domainName: 'good.spam.example',
    match: 'subdomains',
    note: 'Our dealer',
    created_by: { id: ada.id },
  })
  await allow(ada, 'only.spam.example', { match: 'exact' })

  const let_in = ['a@good.spam.example', 'b@mail.good.spam.example', 'c@only.spam.example']
  for (const email of let_in) expect(await lead(ada, email)).toMatchObject({ status: 'new', quarantined_by: null })
  for (const email of ['d@spam.example', 'e@x.only.spam.example'])
    expect(await lead(ada, email)).toMatchObject({ status: 'invalid', reason_code: 'restricted_domain' })
})

test('a throw-away domain is restricted with its first enquiry, unless it is allowed or was removed from the list', async () => {
  const [ada, eve] = [await admin(), await admin()]
  await allow(eve, 'mailinator.com')

  const held = await lead(ada, 'a@x.mailinator.com')
  const [entry] = await restricted(ada)
  expect(entry).toMatchObject({
    domainName: 'mailinator.com',
    source: 'throw_away',
    created_by: null,
    effect: 'quarantine',
    held: 1,
    hits: 1,
  })
  expect(held).toMatchObject({ status: 'new', quarantined_by: entry!.id, domain_state: 'restricted' })
  await lead(ada, 'b@mailinator.com')
  expect(await restricted(ada)).toMatchObject([{ id: entry!.id, held: 2 }])

  expect(await lead(eve, 'a@x.mailinator.com')).toMatchObject({ quarantined_by: null, domain_state: 'ok' })
  expect(await restricted(eve)).toEqual([])

  await ada.call(restrictedDomains.remove, { params: { id: entry!.id } })
  expect(await lead(ada, 'c@mailinator.com')).toMatchObject({ quarantined_by: null, domain_state: 'disposable' })
  expect(await restricted(ada)).toEqual([])
})

test('the first enquiry from a throw-away domain waits for whoever is adding that domain, and is held by their entry', async () => {
  const ada = await admin()
  let first: Promise<{ quarantined_by: number | null }> | undefined
  const by = { kind: 'person', id: ada.id, channel: 'screen', act: 'test' } as const

  await app.services.tenants.write(ada.companyId, by, async (tenant) => {
    await lockRestrictions(tenant, 'exclusive')
    first = lead(ada, 'a@mailinator.com')
    await somebodyWaits()
    await tenant.db
      .insertInto('restricted_domains')
      .values({ company_id: ada.companyId, domain_name: 'mailinator.com' })
      .execute()
  })

  const [entry, ...others] = await restricted(ada)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ domainName: 'mailinator.com', source: 'manual' })
  expect(await first).toMatchObject({ quarantined_by: entry?.id })
  const many = await Promise.all(Array.from({ length: 6 }, (_, at) => lead(ada, `p${at}@yopmail.com`)))
  expect(new Set(many.map(({ quarantined_by }) => quarantined_by)).size).toBe(1)
  expect(await restricted(ada)).toMatchObject([
    { domainName: 'yopmail.com', held: 6 },
    { domainName: 'mailinator.com' },
  ])
})

const somebodyWaits = async () => {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while (!(await app.owner.query(waiting)).rowCount) await new Promise((resolve) => setTimeout(resolve, 2))
}

test('leads that were held are offered for release once their domain is allowed, and held again once it is not', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const first = await lead(ada, 'a@mailinator.com')
  const second = await lead(ada, 'b@x.mailinator.com')
  await lead(eve, 'c@mailinator.com')

  const { id } = await allow(ada, 'mailinator.com')
  expect(await waiting(ada)).toEqual({ leads: 2, ids: [first.id, second.id] })
  const of = async (allowedId: number) => (await ada.call(restrictedDomains.waiting, { query: { allowedId } })).data.ids
  const other = await allow(ada, 'x.mailinator.com', { match: 'exact' })
  expect([await of(id), await of(other.id)]).toEqual([[first.id, second.id], [second.id]])
  await ada.call(remove, { params: { id: other.id } })
  expect(await restricted(ada)).toMatchObject([{ domainName: 'mailinator.com', allowed: true, held: 2 }])
  expect(await waiting(eve)).toEqual({ leads: 0, ids: [] })

  await ada.call(restrictedDomains.release, { body: { leadIds: [first.id] } })
  const { message } = await ada.call(remove, { params: { id } })
  expect(message).toBe('mailinator.com is no longer on the list of allowed domains.')
  expect(await waiting(ada)).toEqual({ leads: 0, ids: [] })
  expect(await restricted(ada)).toMatchObject([{ allowed: false, held: 1 }])
  expect(await lead(ada, 'd@mailinator.com')).toMatchObject({ domain_state: 'restricted' })
})

test('a public suffix may be allowed as a whole; an allowed domain cannot be restricted, and touches nothing', async () => {
  const ada = await admin()
  await allow(ada, 'co.uk')

  await expect(restrict(ada, 'spam.co.uk')).rejects.toThrow('409 spam.co.uk is allowed.')
  await lead(ada, 'a@spam.co.uk')
  const { data } = await ada.call(restrictedDomains.impact, { query: { domainName: 'spam.co.uk' } })
  expect(data).toMatchObject({ leads: 0, released: 0 })
  expect(await restricted(ada)).toEqual([])
})

test('an address at an allowed throw-away domain names its company like any other', async () => {
  const ada = await admin()
  const known = async () => (await ada.call(lookups.companyByDomain, { body: { domain: 'mailinator.com' } })).data
  await allow(ada, 'mailinator.com')
  await ada.call(addLead.add, { body: { name: 'Bob', email: 'bob@mailinator.com', company: 'Mail Inator Ltd' } })

  expect(await known()).toMatchObject({ company: 'Mail Inator Ltd' })
})

test('what was allowed, or taken off the list, is undone with what follows from it', async () => {
  const ada = await admin()
  await lead(ada, 'a@mailinator.com')
  const { id } = await allow(ada, 'mailinator.com')
  await undoNewest(ada)
  expect((await ada.call(list, firstPage)).data).toEqual([])
  expect((await waiting(ada)).leads).toBe(0)

  await undoNewest(ada)
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ id, domainName: 'mailinator.com' }])
  expect((await waiting(ada)).leads).toBe(1)

  await ada.call(remove, { params: { id } })
  await undoNewest(ada)
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ id }])
})

test('who takes back a lead does not take back that its domain gives out throw-away addresses', async () => {
  const ada = await app.signIn({ can: KEYS })
  await lead(ada, 'a@mailinator.com')

  await undoNewest(ada)

  expect(
    await app.sql(ada.companyId, 'select deleted_at is null as there from leads where company_id = $1', [
      ada.companyId,
    ]),
  ).toEqual([{ there: false }])
  expect(await restricted(ada)).toMatchObject([{ domainName: 'mailinator.com', source: 'throw_away' }])
})

test('a throw-away domain that was removed from the list is put back by an undo, and taken off again by undoing that', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  await lead(ada, 'a@mailinator.com')
  await lead(eve, 'a@mailinator.com')
  const [entry] = await restricted(ada)
  await ada.call(restrictedDomains.remove, { params: { id: entry!.id } })
  await undoNewest(ada)
  expect(await restricted(ada)).toMatchObject([{ id: entry!.id, held: 1 }])

  await undoNewest(ada)

  expect(await restricted(ada)).toEqual([])
  expect((await waiting(ada)).leads).toBe(1)
  expect(await restricted(eve)).toMatchObject([{ domainName: 'mailinator.com', held: 1 }])
})

test('it is allowed once, and read strictly', async () => {
  const ada = await admin()
  const entry = await allow(ada, 'good.example')

  const again = await ada.call(add, { body: { domainName: 'GOOD.example' } }).catch((error) => error)
  expect(again.message).toBe('409 good.example is already allowed.')
  expect(again.failure.details.existing).toEqual(entry)
  for (const domainName of ['127.0.0.1', 'com', 'a b.example', ''])
    await expect(allow(ada, domainName)).rejects.toMatchObject({
      status: 400,
      failure: { errors: [{ field: 'domainName' }] },
    })
  await expect(ada.call(remove, { params: { id: entry.id + 1 } })).rejects.toThrow('404 Domain not found')
  expect((await ada.call(list, firstPage)).data).toEqual([entry])
})

test('each call needs its own key, and another company neither sees nor changes the list', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const { id } = await allow(ada, 'good.example')
  await restrict(eve, 'good.example')
  const bob = await app.signIn({ colleagueOf: ada, can: ['marketing_leads_list'] })

  await expect(bob.call(list, firstPage)).rejects.toThrow('403 You need the permission restrict_domain_list')
  await expect(allow(bob, 'x.example')).rejects.toThrow('403 You need the permission restrict_domain_add')
  await expect(bob.call(remove, { params: { id } })).rejects.toThrow(
    '403 You need the permission restrict_domain_delete',
  )
  await expect(eve.call(remove, { params: { id } })).rejects.toThrow('404 Domain not found')
  expect((await eve.call(list, firstPage)).data).toEqual([])
  const held = await lead(eve, 'a@good.example')
  expect((await eve.call(marketingLeads.list, { query: { quarantined: 'yes' } })).data).toMatchObject([{ id: held.id }])
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ id }])
})
