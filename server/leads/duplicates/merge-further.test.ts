import { afterAll, expect, test } from 'vitest'
import { duplicates } from '#contract/leads/duplicates.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { storedLead } from '#server/test/journey.ts'
import { arrive, everything, merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ada = await app.signIn({ can: MERGE_KEYS, name: 'Ada' })
const eve = await app.signIn({ can: MERGE_KEYS })
const pairOf = async (winner = {}, loser = {}) => [
  await arrive(app, ada, { email: 'noor@pair.example', phone: '+4930901820', message: 'Hoses', ...winner }),
  await arrive(app, ada, { email: 'n.pair@mail.example', phone: '+34912345678', message: 'Pumps', ...loser }),
]
const preview = async (winnerId = 0, loserId = 0, choices = {}) =>
  (await ada.call(duplicates.preview, { body: { winnerId, loserId, choices } })).data

test('a merge keeps the other email, phone and message: shown, found and matched, until it is undone exactly', async () => {
  const [winner = 0, loser = 0] = await pairOf()
  const before = await everything(app, [winner, loser])

  const { fields } = await preview(winner, loser)
  const { data } = await merge(ada, winner, loser)

  expect(fields).toContainEqual({
    field: 'further',
    winner: null,
    loser: 'n.pair@mail.example, +34912345678',
    chosen: 'both',
  })
  expect(data.lead).toMatchObject({
    email: 'noor@pair.example',
    phone: '+4930901820',
    message: 'Hoses\n\nPumps',
    further: [
      { kind: 'email', value: 'n.pair@mail.example', label: null },
      { kind: 'phone', value: '+34912345678', label: null },
    ],
  })
  for (const search of ['n.pair@mail', '912 345 678']) {
    const query = { query: { search } }
    expect((await ada.call(marketingLeads.list, query)).data.map(({ id }) => id)).toEqual([winner])
    expect((await eve.call(marketingLeads.list, query)).data).toEqual([])
  }
  const { data: known } = await ada.call(duplicates.check, { body: { email: 'n.pair@mail.example' } })
  expect(known.leads.map(({ id }) => id)).toEqual([winner])

  const { data: apart } = await unmerge(ada, data.merge.id)
  expect(apart.kept).toEqual([])
  expect(await everything(app, [winner, loser])).toEqual(before)
})

test('of an email that is chosen from the other lead, the own one stays beside it', async () => {
  const [winner = 0, loser = 0] = await pairOf({}, { phone: '+4930901820' })

  const { data } = await merge(ada, winner, loser, { choices: { email: 'loser', message: 'winner' } })

  expect(data.lead).toMatchObject({
    email: 'n.pair@mail.example',
    message: 'Hoses',
    further: [{ kind: 'email', value: 'noor@pair.example', label: null }],
  })
})

test('further values can be left with the lead that is merged', async () => {
  const [winner = 0, loser = 0] = await pairOf()

  const { data } = await merge(ada, winner, loser, { choices: { further: 'winner' } })

  expect(data.lead.further).toEqual([])
})

test('an address is one block: the more complete one, and never filled field by field', async () => {
  const chennai = { country: 'IN', state: 'Tamil Nadu', zip_code: '600001', city: null, address: null }
  const lagos = { country: 'NG', state: null, zip_code: null, city: 'Lagos', address: null }
  const [winner = 0, loser = 0] = await pairOf(lagos, chennai)
  const [other = 0, less = 0] = await pairOf(chennai, lagos)

  await merge(ada, winner, loser)
  await merge(ada, other, less)

  expect(await storedLead(app, winner)).toMatchObject(chennai)
  expect(await storedLead(app, other)).toMatchObject(chennai)
  const [third = 0, fourth = 0] = await pairOf(lagos, chennai)
  await merge(ada, third, fourth, { choices: { address: 'winner' } })
  expect(await storedLead(app, third)).toMatchObject(lagos)
})

test('a list of further values that was changed after the merge stays, and is told', async () => {
  const [winner = 0, loser = 0] = await pairOf()
  const { data } = await merge(ada, winner, loser)
  await app.sql(ada.companyId, `update leads set further = null where id = $1`, [winner])

  const { data: apart } = await unmerge(ada, data.merge.id)

  expect(apart.kept).toEqual([
    { field: 'further', message: 'The list of other emails and phones was changed after the merge' },
  ])
  expect(apart.winner).toMatchObject({ message: 'Hoses', further: [] })
})

test('a lead that is called as its company takes the name of a person from the other one', async () => {
  const [winner = 0, loser = 0] = await pairOf(
    { name: 'Pair', company: 'Pair', name_is_company: true },
    { name: 'Noor Pair', company: 'Pair' },
  )
  const before = await everything(app, [winner, loser])

  const { data } = await merge(ada, winner, loser)

  expect(await storedLead(app, winner)).toMatchObject({ name: 'Noor Pair', name_is_company: null })
  await unmerge(ada, data.merge.id)
  expect(await everything(app, [winner, loser])).toEqual(before)
})
