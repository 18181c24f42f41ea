import { afterAll, expect, test } from 'vitest'
import { companies } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { companiesShown, contactsShown, DIRECTORY_KEYS } from '#server/test/directory.ts'
import { putLead } from '#server/test/journey.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { findAlikes } from './groups.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...DIRECTORY_KEYS, 'activity_logs_view'] as const
const { mergeContacts, mergeCompanies, unmerge, notSame, duplicates, splitDomain } = directoryMerges

const signIn = (name = 'Ada') => app.signIn({ can: KEYS, name })
/** People who wrote from these addresses, and their ids in the same order. */
const wrote = async (person: TestPerson, leads: Record<string, unknown>[]) => {
  for (const lead of leads) await putLead(app, person, lead)
  const shown = await contactsShown(app, person)
  return leads.map(({ email }) => Number(shown.find((row) => row.email === email)?.id))
}
/** All that is stored of the directory, but for versions and moments. */
const stored = async ({ companyId }: TestPerson) => {
  const without = `- 'version' - 'updated_at' - 'created_at' - 'deleted_at'`
  const rows = (table: string) =>
    app.sql(
      companyId,
      `select to_jsonb(t) ${without} || jsonb_build_object('there', ${table === 'directory_keys' ? 'true' : 't.deleted_at is null'}) as row
       from ${table} t where company_id = $1 order by id`,
      [companyId],
    )
  const tables = ['directory_contacts', 'directory_companies', 'directory_keys']
  return Promise.all(tables.map(async (table) => (await rows(table)).map(({ row }: { row: object }) => row)))
}
/** Kaveri Pumps and Kaveri Valves. */
const firms = async (person: TestPerson) => {
  const shown = await companiesShown(app, person)
  return ['kaveri.example', 'kaveri-valves.example'].map((domain) => shown.find((row) => row.domain === domain))
}
const lookForAlikes = ({ companyId }: TestPerson) => findAlikes(app.services.tenants, companyId)

const TWO = [
  { name: 'Asha Rao', email: 'asha@kaveri.example', phone: '+91 98450 10001', company: 'Kaveri Pumps', country: 'IN' },
  { name: 'A. Rao', email: 'a.rao@gmail.com', phone: '+91 98450 10001', company: 'Kaveri Pumps', country: 'IN' },
]

test('a merge does what its dry run shows, old ids open the one that stays, and unmerge gives both back as they were', async () => {
  const [ada, bob] = [await signIn(), await signIn('Bob')]
  const [asha = 0, rao = 0] = await wrote(ada, TWO)
  await wrote(bob, TWO)
  await ada.call(contacts.update, {
    params: { id: rao },
    body: { designation: 'Buyer', tags: ['Pumps'], note: 'Call late', do_not_contact: true },
  })
  await ada.call(contacts.update, { params: { id: asha }, body: { tags: ['Key account'] } })
  const [before, theirs] = [await stored(ada), await stored(bob)]
  const body = { winner: asha, losers: [rao], picks: { name: rao } }

  const { data: dry } = await ada.call(mergeContacts, { body: { ...body, dryRun: true } })
  expect(dry.contact).toBe(null)
  expect(dry.plan).toMatchObject({
    winner: { id: asha, name: 'Asha Rao' },
    losers: [{ id: rao, name: 'A. Rao' }],
    moves: { leads: 1, emails: 1 },
  })
  expect(dry.plan.emails.toSorted()).toEqual(['a.rao@gmail.com', 'asha@kaveri.example'])
  expect(dry.plan.fields.find(({ field }) => field === 'name')).toMatchObject({ label: 'Name', chosen: rao })
  expect(dry.plan.fields.find(({ field }) => field === 'designation')).toMatchObject({
    chosen: rao,
    choices: [
      { from_id: asha, value: null, from: null },
      { from_id: rao, value: 'Buyer', from: { label: 'Set by Ada' } },
    ],
  })
  expect(await stored(ada)).toEqual(before)

  const { data } = await ada.call(mergeContacts, { body })
  expect(data.plan).toEqual(dry.plan)
  expect(data.contact).toMatchObject({
    id: asha,
    name: 'A. Rao',
    designation: 'Buyer',
    leads_all: 2,
    do_not_contact: true,
    note: 'Call late',
    tags: ['Key account', 'Pumps'],
    merges: [{ name: 'A. Rao', by: 'Ada' }],
  })
  for (const { field, choices, chosen } of dry.plan.fields.filter((each) => each.field !== 'company_id'))
    expect([field, Reflect.get(data.contact!, field) ?? data.contact!.fields.city.value]).toEqual([
      field,
      choices.find(({ from_id }) => from_id === chosen)?.value,
    ])
  expect((await ada.call(contacts.details, { params: { id: rao } })).data).toMatchObject({ id: asha, merged_from: rao })
  const [act] = (await ada.call(changes.list, { query: {} })).data
  expect(act).toMatchObject({
    did: 'Merged duplicates into *',
    not_undoable: 'Merged contacts and companies are taken apart with Unmerge, on what they became.',
  })
  // What the other address says later goes to the one that stays.
  await putLead(app, ada, TWO[1])
  expect((await contactsShown(app, ada)).find(({ id }) => id === asha)).toMatchObject({ leads_all: 3 })

  const id = data.contact!.merges[0]!.id
  await expect(bob.call(unmerge, { body: { id } })).rejects.toThrow('404 Merge not found')
  expect((await ada.call(unmerge, { body: { id } })).data).toEqual({
    kind: 'contact',
    winner_id: asha,
    loser_id: rao,
    kept: [],
  })
  const apart = await contactsShown(app, ada)
  expect(new Map(apart.map(({ id: one, leads_all }) => [one, leads_all]))).toEqual(
    new Map([
      [asha, 1],
      [rao, 2],
    ]),
  )
  await expect(ada.call(unmerge, { body: { id } })).rejects.toThrow('409 They are unmerged already.')
  expect(await stored(bob)).toEqual(theirs)
})

test('merges are refused of nothing, of oneself, of the merged, of others, and of what is too much', async () => {
  const [ada, bob] = [await signIn(), await signIn('Bob')]
  const [asha = 0, rao = 0, kim = 0] = await wrote(ada, [
    ...TWO,
    { name: 'Kim', email: 'kim@hanbit.example', company: 'Hanbit', country: 'KR' },
  ])
  const merge = (winner: number, losers: number[], more: object = {}) =>
    ada.call(mergeContacts, { body: { winner, losers, ...more } })
  const before = await stored(ada)
  await expect(merge(asha, [asha])).rejects.toThrow('400 A contact can’t be merged with itself.')
  await expect(merge(asha, [999_999])).rejects.toThrow('404 Contact not found')
  await expect(bob.call(mergeContacts, { body: { winner: asha, losers: [rao] } })).rejects.toThrow(
    '404 Contact not found',
  )
  await expect(merge(asha, [rao], { picks: { name: kim } })).rejects.toThrow('400 Choose one of those that are merged.')
  await expect(merge(asha, [rao], { picks: { shoes: rao } })).rejects.toThrow('400 There is nothing to choose there.')
  await expect(merge(asha, [rao], { picks: { country: rao } })).rejects.toThrow('400 All of them have the same there.')
  expect(await stored(ada)).toEqual(before)

  const { data: first } = await merge(rao, [asha])
  const { data: second } = await merge(kim, [rao])
  expect((await ada.call(contacts.details, { params: { id: asha } })).data).toMatchObject({ id: kim, leads_all: 3 })
  await expect(merge(asha, [kim])).rejects.toThrow('409 Asha Rao was merged into')
  await expect(merge(kim, [rao])).rejects.toThrow('409 A. Rao was merged into')
  await expect(ada.call(unmerge, { body: { id: first.contact!.merges[0]!.id } })).rejects.toThrow('Unmerge that first.')
  await ada.call(unmerge, { body: { id: second.contact!.merges[0]!.id } })
  expect((await ada.call(contacts.details, { params: { id: asha } })).data).toMatchObject({ id: rao, leads_all: 2 })
  await ada.call(unmerge, { body: { id: first.contact!.merges[0]!.id } })
  expect(await stored(ada)).toEqual(before)
})

test('what was changed after a merge stays when it is taken apart, and is named', async () => {
  const ada = await signIn()
  const [asha = 0, rao = 0] = await wrote(ada, TWO)
  await ada.call(contacts.update, { params: { id: rao }, body: { designation: 'Buyer' } })
  const { data } = await ada.call(mergeContacts, { body: { winner: asha, losers: [rao] } })
  await ada.call(contacts.update, { params: { id: asha }, body: { designation: 'Head of buying' } })

  const { data: apart } = await ada.call(unmerge, { body: { id: data.contact!.merges[0]!.id } })

  expect(apart.kept).toEqual([{ field: 'designation', message: 'Designation was changed after the merge.' }])
  expect((await ada.call(contacts.details, { params: { id: asha } })).data.designation).toBe('Head of buying')
  expect((await ada.call(contacts.details, { params: { id: rao } })).data.designation).toBe('Buyer')
})

test('companies take domains, people and leads along, those too that a person put there, and give them back', async () => {
  const ada = await signIn()
  await wrote(ada, [
    { name: 'Asha Rao', email: 'asha@kaveri.example', company: 'Kaveri Pumps', country: 'IN' },
    { name: 'Ben Iyer', email: 'ben@kaveri-valves.example', company: 'Kaveri Valves', country: 'IN' },
    { name: 'Kim', email: 'kim.kavery@gmail.com' },
  ])
  const [pumps, valves] = await firms(ada)
  const kim = (await contactsShown(app, ada)).find(({ name }) => name === 'Kim')
  await ada.call(contacts.update, { params: { id: kim.id }, body: { company_id: valves.id } })
  const before = await stored(ada)

  const { data } = await ada.call(mergeCompanies, { body: { winner: pumps.id, losers: [valves.id] } })

  expect(data.plan.moves).toMatchObject({ leads: 1, domains: 1, contacts: 2 })
  expect(data.company).toMatchObject({ id: pumps.id, contacts: 3, domains: 2, leads_all: 2 })
  const people = await contactsShown(app, ada)
  expect(people.map(({ directory_company_id }) => directory_company_id)).toEqual([pumps.id, pumps.id, pumps.id])
  expect((await ada.call(companies.details, { params: { id: valves.id } })).data).toMatchObject({ id: pumps.id })
  await ada.call(unmerge, { body: { id: data.company!.merges[0]!.id } })
  expect(await stored(ada)).toEqual(before)
})

test('a domain that is split off takes people and leads along, stays there when a merge is taken apart, and can go back', async () => {
  const ada = await signIn()
  await wrote(ada, [
    { name: 'Asha Rao', email: 'asha@kaveri.example', company: 'Kaveri Pumps', country: 'IN' },
    { name: 'Ben Iyer', email: 'ben@kaveri-valves.example', company: 'Kaveri Valves', country: 'IN' },
  ])
  const [pumps, valves] = await firms(ada)
  const split = (company_id: number, domain: string, more: object = {}) =>
    ada.call(splitDomain, { body: { company_id, domain, ...more } })
  await expect(split(pumps.id, 'kaveri.example')).rejects.toThrow('409 It is the only domain of this company.')
  await expect(split(pumps.id, 'kaveri-valves.example')).rejects.toThrow(
    '400 kaveri-valves.example is no domain of this company.',
  )
  const { data: merged } = await ada.call(mergeCompanies, { body: { winner: pumps.id, losers: [valves.id] } })

  const { data } = await split(pumps.id, 'kaveri-valves.example', { name: 'Kaveri Valves (new)' })

  expect(data.from).toMatchObject({ id: pumps.id, domains: 1, contacts: 1, leads_all: 1 })
  expect(data.to).toMatchObject({
    name: 'Kaveri Valves (new)',
    domain: 'kaveri-valves.example',
    contacts: 1,
    leads_all: 1,
  })
  const [act] = (await ada.call(changes.list, { query: {} })).data
  expect(act?.not_undoable).toBe(
    'A domain that was split off goes back when you split it off to the first company again.',
  )
  await ada.call(unmerge, { body: { id: merged.company!.merges[0]!.id } })
  expect((await ada.call(companies.details, { params: { id: data.to.id } })).data.leads_all).toBe(1)
  await split(data.to.id, 'kaveri-valves.example', { to_company_id: pumps.id })
  expect((await ada.call(companies.details, { params: { id: pumps.id } })).data).toMatchObject({
    domains: 2,
    leads_all: 2,
  })
})

test('those who are likely the same are groups until they are merged or marked as different, which can be undone', async () => {
  const [ada, bob] = [await signIn(), await signIn('Bob')]
  const twins = [TWO[0]!, { ...TWO[1]!, name: 'Asha Rao' }]
  const [asha = 0, rao = 0] = await wrote(ada, twins)
  const groups = async (kind: 'contact' | 'company') => (await ada.call(duplicates, { query: { kind } })).data
  await lookForAlikes(ada)
  expect((await groups('contact')).groups).toMatchObject([
    { reason: 'Same phone and name', score: 100, total: 2, members: [{ leads_all: 1 }, { leads_all: 1 }] },
  ])
  expect((await groups('company')).totals.contact).toBe(1)
  await expect(bob.call(notSame, { body: { kind: 'contact', ids: [asha, rao] } })).rejects.toThrow(
    '404 Contact not found',
  )
  expect((await bob.call(duplicates, { query: { kind: 'contact' } })).data).toMatchObject({ groups: [], more: false })

  await ada.call(notSame, { body: { kind: 'contact', ids: [rao, asha] } })
  expect((await groups('contact')).groups).toEqual([])
  await lookForAlikes(ada)
  expect((await groups('contact')).groups).toEqual([])
  const [last] = (await ada.call(changes.list, { query: {} })).data
  await ada.call(changes.undo, { body: { changeSet: last!.change_set } })
  await lookForAlikes(ada)
  expect((await groups('contact')).groups).toHaveLength(1)

  await ada.call(mergeContacts, { body: { winner: asha, losers: [rao] } })
  expect((await groups('contact')).totals.contact).toBe(0)
})

test('firms of one name, however it is written, with one website or one phone are likely the same', async () => {
  const ada = await signIn()
  await wrote(ada, [
    { name: 'Asha Rao', email: 'asha@kaveri.example', company: 'Kaveri Pumps Pvt. Ltd.', country: 'IN' },
    { name: 'Ben Iyer', email: 'ben@kaveri-india.example', company: 'KAVERI Pumps', country: 'IN' },
  ])
  await lookForAlikes(ada)
  const { data } = await ada.call(duplicates, { query: { kind: 'company' } })
  expect(data.groups).toMatchObject([{ reason: 'Same name', score: 90, total: 2 }])
})

test('of two merges at once, each of the other’s contacts, one is refused with a sentence', async () => {
  const ada = await signIn()
  const [asha = 0, rao = 0] = await wrote(ada, TWO)

  const ends = await Promise.allSettled([
    ada.call(mergeContacts, { body: { winner: asha, losers: [rao] } }),
    ada.call(mergeContacts, { body: { winner: rao, losers: [asha] } }),
  ])

  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [refused] = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason.message)] : []))
  expect(refused).toMatch(/^409 .* was merged into .* already\.$/)
  expect(await contactsShown(app, ada)).toHaveLength(1)
})

test('a note that came from several is taken back piece by piece, and what a later merge brought again stays', async () => {
  const ada = await signIn()
  const people = ['ann', 'ben', 'cleo', 'dan'].map((name) => ({ name, email: `${name}@${name}-works.example` }))
  const [ann = 0, ben = 0, cleo = 0, dan = 0] = await wrote(ada, people)
  const noted = async (id: number, note: string) => ada.call(contacts.update, { params: { id }, body: { note } })
  await noted(ben, 'Call late')
  await noted(cleo, 'Pays early')
  await noted(dan, 'Pays early')
  const merged = async (winner: number, loser: number) =>
    (await ada.call(mergeContacts, { body: { winner, losers: [loser] } })).data.contact!.merges[0]!.id
  const apart = async (id: number) => (await ada.call(unmerge, { body: { id } })).data.kept
  const noteOf = async (id: number) => (await ada.call(contacts.details, { params: { id } })).data.note

  await merged(ben, cleo)
  const chain = await merged(ann, ben)
  const later = await merged(ann, dan)
  expect(await noteOf(ann)).toBe('Call late\n\n—\n\nPays early')

  expect(await apart(chain)).toEqual([])
  expect([await noteOf(ann), await noteOf(ben)]).toEqual(['Pays early', 'Call late\n\n—\n\nPays early'])
  expect(await apart(later)).toEqual([])
  expect([await noteOf(ann), await noteOf(dan)]).toEqual(['', 'Pays early'])
})

test('K2: whatever is merged and taken apart, in any order, all is as it was in the end', async () => {
  const random = randomFrom(SEED)
  const ada = await signIn()
  const people = Array.from({ length: 8 }, (_, at) => ({
    name: `Person ${at % 3}`,
    email: `person${at}@firm${at % 4}.example`,
    phone: `+91 98450 1000${at % 2}`,
    company: `Firm ${at % 4}`,
    country: 'IN',
  }))
  const ids = await wrote(ada, people)
  for (const [at, id] of ids.entries())
    if (at % 2 === 0)
      await ada.call(contacts.update, {
        params: { id },
        body: {
          designation: `Role ${at % 4}`,
          tags: [`tag ${at % 3}`, 'all'],
          note: `Note ${at % 3}`,
          do_not_contact: at % 4 === 0,
        },
      })
  const before = await stored(ada)
  const merged: number[] = []
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const takeApart = async (id: number) => {
    const ok = await ada.call(unmerge, { body: { id } }).then(
      ({ data }) => {
        expect(data.kept).toEqual([])
        return true
      },
      (error: Error) => {
        expect(error.message).toMatch('Unmerge that first')
        return false
      },
    )
    if (ok) merged.splice(merged.indexOf(id), 1)
  }
  for (let step = 0; step < howMany(25, 120); step++)
    if (random() < 0.6 || merged.length === 0) {
      const [winner, loser] = [any(ids), any(ids)]
      if (winner === loser) continue
      const picks = random() < 0.5 ? {} : { designation: loser }
      await ada.call(mergeContacts, { body: { winner, losers: [loser], picks } }).then(
        ({ data }) => void merged.push(data.contact!.merges[0]!.id),
        (error: Error) => expect(error.message).toMatch(/^409 .* already\.$|^400 /),
      )
    } else await takeApart(any(merged))
  while (merged.length > 0) for (const id of merged.slice()) await takeApart(id)
  expect(await stored(ada), `seed ${SEED}`).toEqual(before)
})
