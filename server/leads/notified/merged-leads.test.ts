import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { acceptancesOf } from '#server/test/acceptances.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { QA_KEYS } from '#server/test/leads.ts'
import { merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'

// What people were told of a lead is told of what it has become, and of itself again once it is taken out.

const app = await startTestApp()
afterAll(() => app.stop())

const acceptances = acceptancesOf(app)
const team = async () => {
  const people = await acceptances.team()
  const meg = await app.signIn({ can: MERGE_KEYS, colleagueOf: people.mara, name: 'Meg' })
  return { ...people, meg }
}
/** What the list says, which the bell counts. */
const told = async (person: TestPerson) => {
  const lines = (await person.call(notifications.list, { query: {} })).data
  expect((await person.call(notifications.unread, {})).data.count).toBe(lines.filter(({ unread }) => unread).length)
  return lines.map(({ words }) => words.map(({ text }) => text).join(''))
}
const sold = (mara: TestPerson, name: string, more = {}) => putLead(app, mara, { name, status: 'valid', ...more }, [])
const give = (mara: TestPerson, rep: TestPerson, ...leadIds: number[]) =>
  mara.call(marketingLeads.assign, { body: { leadIds, staffId: rep.id } })

test('a rep is told of a lead that waits for them, and was given to them, as what it has become, however often, and as itself once it is out again', async () => {
  const { mara, rosa, meg } = await team()
  const [one, two, three] = [
    await sold(mara, 'One'),
    await putLead(app, mara, { name: 'Two' }),
    await putLead(app, mara, { name: 'Three' }),
  ]
  await give(mara, rosa, one)
  await acceptances.late(mara)
  const lines = (name: string) => [`${name} is waiting for you to accept it`, `${name} was assigned to you by Mara`]
  expect(await told(rosa)).toEqual(lines('One'))

  const inner = await merge(meg, two, one)
  expect(await told(rosa)).toEqual(lines('Two'))
  const outer = await merge(meg, three, two)
  expect(await told(rosa)).toEqual(lines('Three'))
  await unmerge(meg, outer.data.merge.id)
  expect(await told(rosa)).toEqual(lines('Two'))
  await unmerge(meg, inner.data.merge.id)
  expect(await told(rosa)).toEqual(lines('One'))
  await merge(meg, two, one)
  expect(await told(rosa)).toEqual(lines('Two'))

  expect(await acceptances.rows(mara)).toMatchObject([{ staff_id: rosa.id, reminded: true, opened: false }])
})

test('two leads of one line that became one are one', async () => {
  const { mara, rosa, meg } = await team()
  const [one, two] = [await sold(mara, 'One'), await sold(mara, 'Two')]
  await give(mara, rosa, one, two)
  await acceptances.late(mara)
  expect(await told(rosa)).toEqual([
    '2 leads are waiting for you to accept them',
    '2 leads were assigned to you by Mara',
  ])

  await merge(meg, two, one)

  expect(await told(rosa)).toEqual(['Two is waiting for you to accept it', 'Two was assigned to you by Mara'])
})

test('whoever has it no more after a merge is told of it no more, and again once it is theirs', async () => {
  const { mara, rosa, sam, meg } = await team()
  const [one, two] = [await sold(mara, 'One'), await sold(mara, 'Two')]
  await give(mara, rosa, one)
  await give(mara, sam, two)

  const { data } = await merge(meg, two, one, { choices: { sales_person: 'winner' } })
  expect([await told(rosa), await told(sam)]).toEqual([[], ['Two was assigned to you by Mara']])

  await unmerge(meg, data.merge.id)
  expect([await told(rosa), await told(sam)]).toEqual([
    ['One was assigned to you by Mara'],
    ['Two was assigned to you by Mara'],
  ])
})

test('a verdict holds of what the lead has become, and a mention leads to it', async () => {
  const { mara, rosa, meg } = await team()
  const ada = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ada' })
  const turned = { status: 'valid', assigned_qa: ada.id, sales_person: rosa.id }
  const [one, two] = [await sold(mara, 'One', turned), await sold(mara, 'Two', turned)]
  await mara.call(assignedLeads.invalidate, { body: { enquiryId: one, status: 'invalid', reason: 'unreachable' } })
  await mara.call(leadDetails.comment, { body: { leadId: one, comment: '@Ada look', mentions: [ada.id] } })
  expect(await told(ada)).toEqual(['Mara mentioned you on One', 'Mara changed One to invalid'])

  const { data } = await merge(meg, two, one)
  expect(await told(ada)).toEqual(['Mara mentioned you on Two'])

  await unmerge(meg, data.merge.id)
  expect(await told(ada)).toEqual(['Mara mentioned you on One', 'Mara changed One to invalid'])
})

test('what was read is told of what the lead has become, and never of another company’s', async () => {
  const { mara, rosa, meg } = await team()
  const eve = await team()
  const [one, two] = [await sold(mara, 'One'), await putLead(app, mara, { name: 'Two' })]
  await give(mara, rosa, one)
  await give(eve.mara, eve.rosa, await sold(eve.mara, 'Theirs'))
  const { data, seen } = await rosa.call(notifications.list, { query: {} })
  await rosa.call(notifications.read, { params: { id: data[0]!.id }, body: { seen } })

  await merge(meg, two, one)

  expect((await rosa.call(notifications.list, { query: {} })).data).toMatchObject([
    { unread: false, subjects: [{ id: two, label: 'Two' }], total: 1, gone: 0 },
  ])
  expect(await told(eve.rosa)).toEqual(['Theirs was assigned to you by Mara'])
})
