import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { addDomain, DOMAIN_KEYS, domainsOf, firstPage } from '#server/test/restricted-domains.ts'
import { somebodyWaits } from '#server/test/waiting.ts'
import { howMany } from '../../../scripts/scope.mjs'

const { list, update, setStatus, remove, release } = restrictedDomains

const app = await startTestApp()
afterAll(() => app.stop())

const { admin, lead, matching, quarantinedBy } = domainsOf(app)
const queued = async (person: TestPerson) =>
  (
    await app.sql(
      person.companyId,
      `select lead_id from assignment_queue where company_id = $1 and list = 'qa' order by id`,
      [person.companyId],
    )
  ).map((row) => Number(row.lead_id))

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
  const ada = await app.signIn({ can: [...DOMAIN_KEYS, 'marketing_leads_add', 'marketing_leads_list'] })
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
  expect(message).toBe('3 leads can be released.')
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

  expect(message).toBe('1 lead can be released.')
  expect(data.held).toBe(2)
})

const RACES = howMany(30, 500)
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
        await somebodyWaits(app)
      })
      leads.push(stored)
      await on
    }

    const count = RACES_IN_A_COMPANY
    expect(await quarantinedBy(ada, ...leads)).toEqual(leads.map(() => id))
    expect((await ada.call(list, firstPage)).data).toMatchObject([{ status: 'active', held: count, hits: count }])
  }
})

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
