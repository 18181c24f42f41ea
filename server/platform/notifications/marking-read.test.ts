import { afterAll, expect, test } from 'vitest'
import type { Reply } from '#contract/kit/endpoint.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { tellAssigned } from '#server/leads/notified/events.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, unread, read, readAll } = notifications
const team = async () => {
  const mia = await app.signIn({ can: MANAGER_KEYS, name: 'Mia' })
  const [ada, ben] = await Promise.all(
    ['Ada', 'Ben'].map((name) => app.signIn({ can: QA_KEYS, colleagueOf: mia, name })),
  )
  return { mia, ada: ada!, ben: ben! }
}
const sentences = async (person: TestPerson) =>
  (await person.call(list, { query: {} })).data.map(
    (line) => `${line.unread ? 'new' : 'read'}: ${line.words.map(({ text }) => text).join('')}`,
  )
const count = async (person: TestPerson) => (await person.call(unread, {})).data.count
const assign = (mia: TestPerson, person: TestPerson, leadId: number) =>
  mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: person.id } })
/** Somebody is told that a lead is theirs by an act that is stored when `meanwhile` is over. */
const beforeItIsStored = async (person: TestPerson, leadId: number, meanwhile: () => Promise<void>) => {
  const told = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const act = { kind: 'rule', channel: 'auto-assign', act: 'test' } as const
  const storing = app.services.tenants.write(person.companyId, act, async (tenant) => {
    await tellAssigned(tenant, [{ lead_id: leadId, list: 'qa', chosen: person.id }])
    told.resolve()
    await go.promise
  })
  await told.promise
  await meanwhile().finally(() => go.resolve())
  await storing
}

for (const [what, mark] of [
  ['all', (person: TestPerson, { seen }: Reply<typeof list>) => person.call(readAll, { body: { seen } })],
  [
    'a line',
    (person: TestPerson, { data: [line], seen }: Reply<typeof list>) =>
      person.call(read, { params: { id: line!.id }, body: { seen } }),
  ],
] as const)
  test(`reading ${what} marks nothing that was told earlier and stored later than the list was read`, async () => {
    const { mia, ada } = await team()
    const late = await putLead(app, mia, { name: 'Late', status: 'assigned', assigned_qa: ada.id })
    let seen: Reply<typeof list>
    await beforeItIsStored(ada, late, async () => {
      await assign(mia, ada, await putLead(app, mia, { name: 'Early' }))
      expect(await sentences(ada)).toEqual(['new: Early was assigned to you by Mia'])
      seen = await ada.call(list, { query: {} })
    })

    await mark(ada, seen!)

    expect(await sentences(ada)).toEqual([
      'read: Early was assigned to you by Mia',
      'new: Late was assigned to you by auto-assign',
    ])
    expect(await count(ada)).toBe(1)
  })

test('what has dropped out of the lines is not marked with them: it stays away, and is news when it holds again', async () => {
  const { mia, ada, ben } = await team()
  const [kept, moved] = [await putLead(app, mia, { name: 'Kept' }), await putLead(app, mia, { name: 'Moved' })]
  await assign(mia, ada, moved)
  await assign(mia, ada, kept)
  await assign(mia, ben, moved)
  expect(await sentences(ada)).toEqual(['new: Kept was assigned to you by Mia'])

  await ada.call(readAll, { body: { seen: (await ada.call(list, { query: {} })).seen } })
  expect(await sentences(ada)).toEqual(['read: Kept was assigned to you by Mia'])
  expect(await count(ada)).toBe(0)

  await app.sql(mia.companyId, 'update leads set assigned_qa = $1 where id = $2', [ada.id, moved])
  expect(await sentences(ada)).toEqual([
    'read: Kept was assigned to you by Mia',
    'new: Moved was assigned to you by Mia',
  ])
})

test('what another database server has numbered is marked, and what is no mark of a list is refused or marks nothing', async () => {
  const { mia, ada } = await team()
  await assign(mia, ada, await putLead(app, mia, { name: 'Yuki' }))
  for (const seen of ['', 'x', '1', '1:2', '1:2:3,', "1:2:3'", '1'.repeat(19) + ':1:', `1:1:${'9,'.repeat(26_000)}9`])
    expect(await refusal(ada.call(readAll, { body: { seen } }))).toMatchObject({
      status: 400,
      errors: [{ field: 'seen' }],
    })
  for (const seen of ['0:0:', '9:1:', '1:1:9,9,3'])
    expect(await ada.call(readAll, { body: { seen } })).toEqual({ success: true })
  expect(await count(ada)).toBe(1)

  await app.sql(ada.companyId, `update notifications set tx = '900000000000' where person_id = $1`, [ada.id])
  await ada.call(readAll, { body: { seen: (await ada.call(list, { query: {} })).seen } })
  expect(await count(ada)).toBe(0)
})
