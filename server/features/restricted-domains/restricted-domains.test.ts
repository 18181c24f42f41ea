import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/add-lead.ts'
import { restrictedDomains } from '#contract/restricted-domains.ts'
import { takeIn } from '#server/domain/intake.ts'
import { restrictionsOf } from '#server/domain/restriction.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { list, add, update, setStatus, remove, release } = restrictedDomains
const ALL = [
  'restrict_domain_list',
  'restrict_domain_add',
  'restrict_domain_update',
  'restrict_domain_update_status',
  'restrict_domain_delete',
] as const
const firstPage = { query: { page: 1, pageSize: 20 } }

const app = await startTestApp()
afterAll(() => app.stop())

const admin = () => app.signIn({ can: ALL })

const intake = { kind: 'system', channel: 'intake', act: 'test' } as const

/** Takes a lead in, with something between its screening and its commit if need be. */
const lead = (person: TestPerson, email: string, between: () => Promise<unknown> = async () => {}) =>
  app.services.tenants.write(person.companyId, intake, async (tenant) => {
    const { id } = await takeIn(tenant, { name: 'Bob', email }, { source: 'website_form' })
    await between()
    return id
  })
const matching = (person: TestPerson, domain: string) =>
  app.services.tenants.write(person.companyId, intake, async (tenant) =>
    (await restrictionsOf(tenant, [domain])).get(domain),
  )
const quarantinedBy = async (person: TestPerson, ...ids: number[]) =>
  (await app.sql(person.companyId, 'select quarantined_by from leads where id = any($1) order by id', [ids])).map(
    (row) => row.quarantined_by,
  )
const queued = async (person: TestPerson) =>
  (
    await app.sql(
      person.companyId,
      `select lead_id from assignment_queue where company_id = $1 and list = 'qa' order by id`,
      [person.companyId],
    )
  ).map((row) => Number(row.lead_id))
const addDomain = async (person: TestPerson, domainName: string, settings: object = {}) =>
  (await person.call(add, { body: { domainName, ...settings } })).data

test('before a domain is restricted it is told which leads of the last 180 days came from it, the valid ones first', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const [old, plain, below, valid, lookalike] = [
    await lead(ada, 'a@loom.example'),
    await lead(ada, 'b@loom.example'),
    await lead(ada, 'c@mail.loom.example'),
    await lead(ada, 'd@loom.example'),
    await lead(ada, 'e@bloom.example'),
  ]
  await lead(eve, 'f@loom.example')
  await app.sql(ada.companyId, `update leads set created_at = now() - interval '181 days' where id = $1`, [old])
  await app.sql(
    ada.companyId,
    `update leads set status = 'valid', validated_at = now(), assigned_qa = $2 where id = $1`,
    [valid, ada.id],
  )
  const impact = async (domainName: string, match?: 'exact') => {
    const { data } = await ada.call(restrictedDomains.impact, { query: { domainName, ...(match && { match }) } })
    return { ...data, examples: data.examples.map(({ id }) => id) }
  }

  expect(await impact(' https://www@LOOM.example/x')).toEqual({
    domainName: 'loom.example',
    leads: 3,
    valid: 1,
    newly: 3,
    no_longer: 0,
    held: 0,
    released: 0,
    examples: [valid, below, plain],
  })
  expect(await impact('loom.example', 'exact')).toMatchObject({ leads: 2, valid: 1, examples: [valid, plain] })
  expect(await impact('bloom.example')).toMatchObject({ leads: 1, valid: 0, examples: [lookalike] })
  expect(await impact('nobody.example')).toMatchObject({ leads: 0, valid: 0, examples: [] })
  await expect(impact('co.uk')).rejects.toThrow('400 co.uk is not one company')
  expect(await app.sql(ada.companyId, 'select from restricted_domains where company_id = $1', [ada.companyId])).toEqual(
    [],
  )
  expect(await quarantinedBy(ada, plain, valid)).toEqual([null, null])
})

test('before an entry is changed, switched or deleted it is told which leads that touches, and which it would let go', async () => {
  const ada = await admin()
  const eve = await app.signIn({ can: ['restrict_domain_update'] })
  const before = await lead(ada, 'a@mail.spam.example')
  const sold = await lead(ada, 'b@spam.example')
  await app.sql(
    ada.companyId,
    `update leads set status = 'valid', validated_at = now(), assigned_qa = $2 where id = $1`,
    [sold, ada.id],
  )
  const { id } = await addDomain(ada, 'spam.example')
  const held = await lead(ada, 'c@mail.spam.example')
  const wide = await addDomain(ada, 'other.example', { effect: 'auto_invalid' })
  const elsewhere = await lead(ada, 'd@mail.other.example')
  const stored = await app.sql(ada.companyId, 'select id, quarantined_by, version from leads order by id')
  const impact = async (query: object, person = ada) => {
    const { data } = await person.call(restrictedDomains.impact, { query: { id, ...query } })
    return { ...data, examples: data.examples.map((example) => example.id) }
  }

  expect(await impact({})).toMatchObject({ domainName: 'spam.example', leads: 0, valid: 0, held: 1, released: 0 })
  expect(await impact({ match: 'exact' })).toMatchObject({
    leads: 2,
    valid: 0,
    newly: 0,
    no_longer: 2,
    held: 1,
    released: 1,
    examples: [held, before],
  })
  expect(await impact({ effect: 'auto_invalid' })).toMatchObject({
    leads: 3,
    valid: 1,
    newly: 0,
    no_longer: 0,
    released: 0,
  })
  expect(await impact({ domainName: 'mail.spam.example' })).toMatchObject({
    leads: 1,
    valid: 1,
    no_longer: 1,
    released: 0,
    examples: [sold],
  })
  expect(await impact({ domainName: 'mail.other.example' })).toMatchObject({
    leads: 4,
    valid: 1,
    newly: 0,
    no_longer: 3,
    released: 1,
    examples: [sold, elsewhere, held, before],
  })
  expect(await impact({ status: 'inactive' })).toMatchObject({
    leads: 3,
    valid: 1,
    no_longer: 3,
    held: 1,
    released: 1,
    examples: [sold, held, before],
  })
  expect(await impact({ id: wide.id, status: 'inactive' })).toMatchObject({
    leads: 1,
    valid: 0,
    no_longer: 1,
    held: 0,
    released: 0,
  })

  const narrow = await addDomain(ada, 'mail.spam.example')
  expect(await impact({ status: 'inactive' })).toMatchObject({ leads: 1, valid: 1, held: 1, released: 0 })
  await ada.call(remove, { params: { id: narrow.id } })
  await ada.call(setStatus, { params: { id }, body: { status: 'inactive' } })
  expect(await impact({ match: 'exact' })).toMatchObject({ leads: 0, held: 1, released: 0 })
  expect(await impact({ status: 'active' })).toMatchObject({ leads: 3, valid: 1, newly: 3 })
  expect((await ada.call(restrictedDomains.waiting, { query: { domainId: id } })).data).toEqual({
    leads: 1,
    ids: [held],
  })

  await expect(impact({ status: 'inactive' }, eve)).rejects.toThrow('404 Domain not found')
  await expect(ada.call(restrictedDomains.impact, { query: {} })).rejects.toThrow(/^400/)
  expect(await app.sql(ada.companyId, 'select id, quarantined_by, version from leads order by id')).toEqual(stored)
})

test('only what nothing on the list holds any more waits for release', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const { id } = await addDomain(ada, 'spam.example')
  const [plain, below] = [await lead(ada, 'a@spam.example'), await lead(ada, 'b@x.spam.example')]
  const waiting = async (person: TestPerson, domainId?: number) =>
    (await person.call(restrictedDomains.waiting, { query: domainId === undefined ? {} : { domainId } })).data

  expect(await waiting(ada)).toEqual({ leads: 0, ids: [] })
  await ada.call(update, { params: { id }, body: { domainName: 'spam.example', match: 'exact' } })
  expect(await waiting(ada, id)).toEqual({ leads: 1, ids: [below] })
  await ada.call(remove, { params: { id } })
  expect(await waiting(ada)).toEqual({ leads: 2, ids: [plain, below] })
  expect(await waiting(eve, id)).toEqual({ leads: 0, ids: [] })
})

test('a domain is kept as it stands behind an @, and only once', async () => {
  const ada = await admin()

  const domain = await addDomain(ada, ' https://www@Spam.Example:443/path ')
  expect(domain).toMatchObject({
    domainName: 'spam.example',
    status: 'active',
    match: 'subdomains',
    effect: 'quarantine',
    source: 'manual',
    created_by: { id: ada.id },
    hits: 0,
    held: 0,
  })

  const again = await ada.call(add, { body: { domainName: '@SPAM.example.' } }).catch((error) => error)
  expect(again.message).toBe('409 spam.example is restricted already.')
  expect(again.failure.details.existing).toEqual(domain)
  expect((await ada.call(list, firstPage)).data).toEqual([domain])
})

test.each([
  ['com.ar', /anyone can register/],
  ['co.uk', /anyone can register/],
  ['127.0.0.1', /is not a domain/],
  ['[127.0.0.1]', /is not a domain/],
  ['spam', /is not a domain/],
  ['a b.example', /is not a domain/],
  [' ', /is not a domain/],
  ['', /domainName/],
  ['x'.repeat(321), /at most 320/],
])('%j is refused, naming the field', async (domainName, message) => {
  const ada = await admin()

  const refused = await ada.call(add, { body: { domainName } }).catch((error) => error)

  expect(refused.status).toBe(400)
  expect(refused.message).toMatch(message)
  expect(refused.failure.errors[0].field).toBe('domainName')
  expect((await ada.call(list, firstPage)).data).toEqual([])
})

test.each([`${'a'.repeat(50_000)}!`, 'a.'.repeat(25_000), `https://${'a@'.repeat(25_000)}`])(
  'L4: a domain of 50,000 characters is refused at once, named, and not stored',
  async (domainName) => {
    const ada = await admin()

    const refused = await ada.call(add, { body: { domainName } }).catch((error) => error)

    expect([refused.status, refused.failure.errors[0].field]).toEqual([400, 'domainName'])
    expect((await ada.call(list, firstPage)).data).toEqual([])
  },
)

test('a company cannot shut itself out', async () => {
  const ada = await admin()
  await app.owner.query(`update identity.companies set domain = 'mail.Ours.example' where id = $1`, [ada.companyId])

  await expect(addDomain(ada, 'mail.ours.example')).rejects.toThrow(/^400 .*own company/)
  await expect(addDomain(ada, 'ours.example')).rejects.toThrow(/^400 .*own company/)
  expect(await addDomain(ada, 'ours.example', { match: 'exact' })).toMatchObject({ match: 'exact' })
})

test('an entry matches itself and its subdomains, never its parent; the most specific one wins', async () => {
  const ada = await admin()
  const wide = await addDomain(ada, 'spam.example', { effect: 'auto_invalid' })
  const narrow = await addDomain(ada, 'mail.spam.example')
  const exact = await addDomain(ada, 'only.example', { match: 'exact' })
  const off = await addDomain(ada, 'off.example')
  await ada.call(setStatus, { params: { id: off.id }, body: { status: 'inactive' } })

  expect(await matching(ada, 'spam.example')).toEqual({
    id: wide.id,
    domainName: 'spam.example',
    effect: 'auto_invalid',
  })
  expect(await matching(ada, 'a.b.spam.example')).toMatchObject({ id: wide.id })
  expect(await matching(ada, 'x.mail.spam.example')).toMatchObject({ id: narrow.id })
  expect(await matching(ada, 'only.example')).toMatchObject({ id: exact.id })
  for (const domain of ['example', 'notspam.example', 'spam.example.org', 'x.only.example', 'off.example'])
    expect(await matching(ada, domain)).toBeUndefined()
})

test('no spelling of a restricted domain gets past it', async () => {
  const ada = await app.signIn({ can: [...ALL, 'marketing_leads_add', 'marketing_leads_list'] })
  const { id } = await addDomain(ada, 'Bücher.example')
  const dodges = [
    'bob@BÜCHER.example.',
    'bob@xn--bcher-kva.example',
    'bob@mail.bücher.example',
    'bob@bücher。example',
    'BOB@XN--BCHER-KVA．EXAMPLE',
  ]

  for (const email of dodges) {
    const { data } = await ada.call(addLead.add, { body: { name: 'Bob', email } })
    expect(data).toMatchObject({ status: 'new', quarantined_by: id })
  }
  for (const email of ['bob@[127.0.0.1]', '"bob@bücher.example "@other.example', 'bob@bücher%2eexample'])
    await expect(ada.call(addLead.add, { body: { name: 'Bob', email } })).rejects.toThrow(/^400/)
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ hits: dodges.length, held: dodges.length }])
  expect(await queued(ada)).toEqual([])
})

test('the list tells what each entry caught, holds, and would have cost', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const old = await lead(ada, 'old@spam.example')
  await lead(ada, 'new@x.spam.example')
  await app.sql(ada.companyId, `update restricted_domain_hits set at = now() - interval '40 days' where lead_id = $1`, [
    old,
  ])
  await app.sql(ada.companyId, `update leads set quarantined_by = null where id = $1`, [old])
  const [{ id: verdict }] = await app.sql(
    ada.companyId,
    `insert into lead_verdicts (company_id, lead_id, verdict) values ($1, $2, 'valid') returning id`,
    [ada.companyId, old],
  )
  await app.sql(ada.companyId, `update leads set verdict_id = $1 where id = $2`, [verdict, old])

  const [domain] = (await ada.call(list, firstPage)).data

  expect(domain).toMatchObject({ id, hits_30d: 1, hits: 2, held: 1, valid_leads: 1 })
  expect(Date.now() - Date.parse(domain!.last_hit_at!)).toBeLessThan(60_000)
})

test('the list is searched literally, filtered, sorted and paged under `limit`', async () => {
  const ada = await admin()
  for (const name of ['b.example', 'a-1.example', 'c.example']) await addDomain(ada, name)
  const { id } = await addDomain(ada, 'off.example')
  await ada.call(setStatus, { params: { id }, body: { status: 'inactive' } })
  const names = async (query: object) =>
    (await ada.call(list, { query: { ...query } })).data.map((row) => row.domainName)

  expect(await names({ sort: 'domainName', order: 'asc' })).toEqual([
    'a-1.example',
    'b.example',
    'c.example',
    'off.example',
  ])
  expect(await names({ search: ' A-1 ' })).toEqual(['a-1.example'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ search: '_' })).toEqual([])
  expect(await names({ status: 'inactive' })).toEqual(['off.example'])
  const { json } = await ada.send('GET', '/marketing/restrict_domain_list?page=2&limit=3&sort=hits')
  expect(json.pagination).toEqual({ page: 2, pageSize: 3, total: 4, totalPages: 2 })
  await expect(names({ sort: 'note' })).rejects.toThrow(/^400/)
  await expect(names({ pageSize: 101 })).rejects.toThrow(/^400 limit/)
})

test('an update changes what it names, and a version is counted only for a change', async () => {
  const ada = await admin()
  const { id, version } = await addDomain(ada, 'spam.example', { note: 'bots', effect: 'auto_invalid' })
  const other = await addDomain(ada, 'other.example')

  const { data } = await ada.call(update, {
    params: { id },
    body: { domainName: 'Spam.example', match: 'exact', version },
  })
  expect(data).toMatchObject({ match: 'exact', note: 'bots', effect: 'auto_invalid', version: version + 1 })

  expect((await ada.call(update, { params: { id }, body: { domainName: 'spam.example' } })).data).toEqual(data)
  const taken = ada.call(update, { params: { id: other.id }, body: { domainName: 'spam.example' } })
  await expect(taken).rejects.toThrow('409 spam.example is restricted already.')
  expect((await ada.call(list, firstPage)).data.find((row) => row.id === id)).toEqual(data)
})

test('of two who change an entry at once both win, unless it is the same field', async () => {
  const ada = await admin()
  const { id, version } = await addDomain(ada, 'spam.example', { note: 'bots' })
  const save = (body: object) =>
    ada.call(update, { params: { id }, body: { domainName: 'spam.example', version, ...body } })
  await save({ note: 'many bots', match: 'subdomains' })

  const { data } = await save({ note: 'bots', match: 'exact' })
  expect(data).toMatchObject({ note: 'many bots', match: 'exact', version: version + 2 })

  const late = await save({ note: 'no bots', match: 'exact' }).catch((error) => error)
  expect(late.message).toMatch(/^409 Somebody else has changed this domain/)
  expect(late.failure).toMatchObject({ code: 'version_conflict', details: { fields: ['note'], current: data } })
  expect((await ada.call(list, firstPage)).data).toEqual([data])
})

test('leads that were there already stay as they are; only new ones are held', async () => {
  const ada = await admin()
  const before = await lead(ada, 'bob@spam.example')
  const { id } = await addDomain(ada, 'spam.example')
  const after = await lead(ada, 'bob@spam.example')

  expect(await quarantinedBy(ada, before, after)).toEqual([null, id])
})

test('an entry that no longer applies offers its leads, and released ones go into assignment', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const leads = [
    await lead(ada, 'a@spam.example'),
    await lead(ada, 'b@spam.example'),
    await lead(ada, 'c@spam.example'),
  ]

  const { message } = await ada.call(setStatus, { params: { id }, body: { status: 'inactive' } })
  expect(message).toBe('3 leads wait for release.')
  expect(await quarantinedBy(ada, ...leads)).toEqual([id, id, id])
  expect(await queued(ada)).toEqual([])

  const { data } = await ada.call(release, { body: { leadIds: [leads[1]!, leads[0]!] } })
  expect(data.released).toEqual([leads[0], leads[1]])
  expect(await quarantinedBy(ada, ...leads)).toEqual([null, null, id])
  expect(await queued(ada)).toEqual([leads[0], leads[1]])
  await expect(ada.call(release, { body: { leadIds: [leads[0]!] } })).rejects.toThrow('404 Quarantined lead not found')
})

test('a lead that another entry matches is held by that one from now on', async () => {
  const ada = await admin()
  const wide = await addDomain(ada, 'spam.example')
  const narrow = await addDomain(ada, 'mail.spam.example')
  const held = await lead(ada, 'bob@mail.spam.example')
  expect(await quarantinedBy(ada, held)).toEqual([narrow.id])

  const { message } = await ada.call(remove, { params: { id: narrow.id } })

  expect(message).toBe('mail.spam.example was deleted.')
  expect(await quarantinedBy(ada, held)).toEqual([wide.id])
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ id: wide.id, held: 1, hits: 1 }])
})

test('an entry that becomes exact lets go of the subdomains’ leads', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  await lead(ada, 'a@spam.example')
  await lead(ada, 'b@x.spam.example')

  const { message, data } = await ada.call(update, {
    params: { id },
    body: { domainName: 'spam.example', match: 'exact' },
  })

  expect(message).toBe('1 lead waits for release.')
  expect(data.held).toBe(2)
})

test('a deleted domain is gone from the list, stops nobody, and can be added again', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')

  await ada.call(remove, { params: { id } })

  expect((await ada.call(list, firstPage)).data).toEqual([])
  expect(await matching(ada, 'spam.example')).toBeUndefined()
  await expect(ada.call(remove, { params: { id } })).rejects.toThrow('404 Domain not found')
  await expect(ada.call(setStatus, { params: { id }, body: { status: 'active' } })).rejects.toThrow(
    '404 Domain not found',
  )
  expect((await addDomain(ada, 'spam.example')).id).not.toBe(id)
})

test('each call needs its own key', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const bob = await app.signIn({ colleagueOf: ada, can: ['view_restrict_domain_menu'] })
  const params = { id }

  await expect(bob.call(list, firstPage)).rejects.toThrow('403 You need the permission restrict_domain_list')
  await expect(addDomain(bob, 'x.example')).rejects.toThrow('403 You need the permission restrict_domain_add')
  await expect(bob.call(update, { params, body: { domainName: 'x.example' } })).rejects.toThrow(
    '403 You need the permission restrict_domain_update',
  )
  await expect(bob.call(setStatus, { params, body: { status: 'inactive' } })).rejects.toThrow(
    '403 You need the permission restrict_domain_update_status',
  )
  await expect(bob.call(remove, { params })).rejects.toThrow('403 You need the permission restrict_domain_delete')
  await expect(bob.call(release, { body: { leadIds: [1] } })).rejects.toThrow(
    '403 You need the permission restrict_domain_update_status',
  )
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ domainName: 'spam.example', status: 'active' }])
})

test('another company neither sees nor changes it, and may restrict the same domain', async () => {
  const ada = await admin()
  const eve = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const held = await lead(ada, 'bob@spam.example')
  const params = { id }

  expect((await eve.call(list, firstPage)).data).toEqual([])
  expect(await matching(eve, 'spam.example')).toBeUndefined()
  await expect(eve.call(update, { params, body: { domainName: 'x.example' } })).rejects.toThrow('404 Domain not found')
  await expect(eve.call(setStatus, { params, body: { status: 'inactive' } })).rejects.toThrow('404 Domain not found')
  await expect(eve.call(remove, { params })).rejects.toThrow('404 Domain not found')
  await expect(eve.call(release, { body: { leadIds: [held] } })).rejects.toThrow('404 Quarantined lead not found')
  expect(await addDomain(eve, 'spam.example')).toMatchObject({ hits: 0, held: 0 })
  expect((await ada.call(list, firstPage)).data).toMatchObject([{ id, status: 'active', held: 1 }])
  expect(await quarantinedBy(ada, held)).toEqual([id])
})

const RACES = 500
/** A switch looks at all that its domain holds, so a few companies take a third of the time of one. */
const RACES_IN_A_COMPANY = 50

test(`I11: a domain switched on between the check and the commit of a lead holds it, in ${RACES} of ${RACES} races`, async () => {
  for (let left = RACES; left > 0; left -= RACES_IN_A_COMPANY) {
    const ada = await admin()
    const { id } = await addDomain(ada, 'spam.example')
    const switched = (status: 'active' | 'inactive') => ada.call(setStatus, { params: { id }, body: { status } })
    const leads: number[] = []

    for (let race = 0; race < RACES_IN_A_COMPANY; race++) {
      await switched('inactive')
      let on: Promise<unknown> | undefined
      const stored = await lead(ada, `bob${race}@x.spam.example`, async () => {
        on = switched('active')
        await somebodyWaits()
      })
      leads.push(stored)
      await on
    }

    const count = RACES_IN_A_COMPANY
    expect(await quarantinedBy(ada, ...leads)).toEqual(leads.map(() => id))
    expect((await ada.call(list, firstPage)).data).toMatchObject([{ status: 'active', held: count, hits: count }])
  }
}, 300_000)

const somebodyWaits = async () => {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while (!(await app.owner.query(waiting)).rowCount) await new Promise((resolve) => setTimeout(resolve, 2))
}

test(`I11: leads and switches in any order: none stored after the switch was answered gets through`, async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  for (let race = 0; race < 20; race++) {
    await ada.call(setStatus, { params: { id }, body: { status: 'inactive' } })
    const early = Array.from({ length: 4 }, (_, at) => lead(ada, `early${race}-${at}@spam.example`))
    await ada.call(setStatus, { params: { id }, body: { status: 'active' } })
    const late = Array.from({ length: 2 }, (_, at) => lead(ada, `late${race}-${at}@spam.example`))
    await Promise.all(early)

    expect(await quarantinedBy(ada, ...(await Promise.all(late)))).toEqual([id, id])
  }
})
