import { afterAll, expect, test } from 'vitest'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp } from '#server/test/app.ts'
import { addDomain, domainsOf, firstPage } from '#server/test/restricted-domains.ts'

const { list, add, update, setStatus, remove, release } = restrictedDomains

const app = await startTestApp()
afterAll(() => app.stop())

const { admin, lead, matching, quarantinedBy } = domainsOf(app)

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
  expect(again.message).toBe('409 spam.example is already restricted.')
  expect(again.failure.details.existing).toEqual(domain)
  expect((await ada.call(list, firstPage)).data).toEqual([domain])
})

test.each([
  ['com.ar', /Anyone can register/],
  ['co.uk', /Anyone can register/],
  ['127.0.0.1', /is not a domain/],
  ['[127.0.0.1]', /is not a domain/],
  ['spam', /is not a domain/],
  ['a b.example', /is not a domain/],
  [' ', /Enter domainName/],
  ['/', /is not a domain/],
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

test.each([`${'a'.repeat(5_000)}!`, 'a.'.repeat(2_500), `https://${'a@'.repeat(2_500)}`])(
  'L4: a domain of 5,000 characters is named, one of 50,000 is too large a body; neither is stored',
  async (domainName) => {
    const ada = await admin()
    const refused = (text: string) => ada.call(add, { body: { domainName: text } }).catch((error) => error)

    const long = await refused(domainName)
    expect([long.status, long.failure.errors[0].field]).toEqual([400, 'domainName'])
    expect(await refused(domainName.repeat(10))).toMatchObject({ status: 413, failure: { code: 'too_large' } })
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
  await expect(taken).rejects.toThrow('409 spam.example is already restricted.')
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
  expect(late.message).toMatch(/^409 Someone else has changed this domain/)
  expect(late.failure).toMatchObject({ code: 'version_conflict', details: { fields: ['note'], current: data } })
  expect((await ada.call(list, firstPage)).data).toEqual([data])
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
