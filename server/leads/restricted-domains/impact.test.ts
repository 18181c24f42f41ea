import { afterAll, expect, test } from 'vitest'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { addDomain, domainsOf } from '#server/test/restricted-domains.ts'

const { update, setStatus, remove } = restrictedDomains

const app = await startTestApp()
afterAll(() => app.stop())

const { admin, lead, quarantinedBy } = domainsOf(app)

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
  await expect(impact('co.uk')).rejects.toThrow('400 co.uk doesn’t belong to one compa')
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
