import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { markDue, storedLead } from '#server/test/journey.ts'
import { putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'
import { rotationOf } from '#server/test/rotation.ts'
import { actsOf, UNDO_KEYS, undoing } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { enquiry } = rotationOf(app)
const { madeBy, newestSet } = actsOf(app)
const PAUSED = 'Its assignment was undone, so automatic assignment waits for one hour'

/** A manager with some unassigned leads, and a QA person who is to be put on the list. */
const team = async (count: number) => {
  const mara = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others'], name: 'Mara' })
  const quinn = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Quinn' })
  const ids: number[] = []
  for (let at = 0; at < count; at++) ids.push(await enquiry(mara))
  await workOff(app)
  return { mara, quinn, ids }
}
const owners = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await storedLead(app, id)).assigned_qa))
const reasons = async (mara: TestPerson) =>
  (await mara.call(allLeads.list, { query: {} })).data.map(({ why_unassigned }) => why_unassigned)
/** As if an hour had gone by. */
const anHourLater = async ({ companyId }: TestPerson) => {
  await app.owner.query(
    `update assignment_queue set paused_until = paused_until - interval '1 hour' where company_id = $1`,
    [companyId],
  )
  await app.owner.query(
    `update identity.due set at = at - interval '1 hour' where company_id = $1 and kind = 'assign'`,
    [companyId],
  )
}

test('leads of an undone bulk assignment wait for people for an hour, then for the rotation', async () => {
  const { mara, quinn, ids } = await team(3)
  const { data: chosen } = await mara.call(bulk.select, { body: { list: 'marketing', leadIds: ids } })
  const { data: begun } = await mara.call(bulk.assign, { body: { selection: chosen.id, staffId: mara.id } })
  await workOff(app)
  expect(await owners(ids)).toEqual(ids.map(() => mara.id))
  await putOnList(app, quinn, 'qa')
  const assigned = (await mara.call(jobs.one, { params: { id: begun.job! } })).data
  expect(assigned).toMatchObject({ can_undo: true, undone: null })

  await undoing(mara, assigned.change_set)
  await workOff(app)
  expect(await owners(ids)).toEqual([null, null, null])
  expect(await reasons(mara)).toEqual([PAUSED, PAUSED, PAUSED])
  expect((await mara.call(jobs.one, { params: { id: begun.job! } })).data).toMatchObject({
    can_undo: false,
    undone: { by: { id: mara.id, name: 'Mara' } },
  })
  const late = await enquiry(mara)
  await workOff(app)
  expect(await owners([late, ...ids])).toEqual([quinn.id, null, null, null])

  await anHourLater(mara)
  await workOff(app)
  expect(await owners(ids)).toEqual(ids.map(() => quinn.id))
  expect(await contradictions(app.owner)).toEqual([])
})

test('one lead waits in the same way, whether a person or the rotation had assigned it', async () => {
  const { mara, quinn, ids } = await team(1)
  const [id = 0] = ids
  const byHand = await madeBy(mara, mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: mara.id } }))
  await putOnList(app, quinn, 'qa')
  await undoing(mara, byHand)
  await workOff(app)
  expect(await owners([id])).toEqual([null])

  await anHourLater(mara)
  await workOff(app)
  expect(await owners([id])).toEqual([quinn.id])
  await undoing(mara, await newestSet(mara))
  await workOff(app)
  expect(await owners([id])).toEqual([null])
  expect(await reasons(mara)).toEqual([PAUSED])
})

test('people assign such a lead at any time; another company’s leads are not paused', async () => {
  const { mara, quinn, ids } = await team(1)
  const { mara: eve, quinn: other, ids: theirs } = await team(1)
  await undoing(
    mara,
    await madeBy(mara, mara.call(marketingLeads.assign, { body: { leadIds: ids, staffId: mara.id } })),
  )
  await putOnList(app, other, 'qa')
  await markDue(app, eve)
  await workOff(app)
  expect(await owners(theirs)).toEqual([other.id])
  await expect(undoing(eve, await newestSet(mara))).rejects.toThrow('404 Change not found')

  await mara.call(marketingLeads.assign, { body: { leadIds: ids, staffId: quinn.id } })
  expect(await owners(ids)).toEqual([quinn.id])
  const { rows } = await app.owner.query('select 1 from assignment_queue where company_id = $1', [mara.companyId])
  expect(rows).toEqual([])
  expect(await contradictions(app.owner)).toEqual([])
})
