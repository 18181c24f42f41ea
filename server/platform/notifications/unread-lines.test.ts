import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'

// An unread line says what still holds, whichever way it came to hold or ceased to; the bell counts what the list shows.

const app = await startTestApp()
afterAll(() => app.stop())

const team = async () => {
  const mia = await app.signIn({
    can: [...MANAGER_KEYS, 'marketing_leads_comments', 'changes_undo_others', 'leads_merge'],
    name: 'Mia',
  })
  const [ada, ben, rob] = await Promise.all([
    app.signIn({ can: QA_KEYS, colleagueOf: mia, name: 'Ada' }),
    app.signIn({ can: MANAGER_KEYS, colleagueOf: mia, name: 'Ben' }),
    app.signIn({ can: REP_KEYS, colleagueOf: mia, name: 'Rob' }),
  ])
  return { mia, ada, ben, rob }
}
/** What the list says, which the bell counts. */
const told = async (person: TestPerson) => {
  const lines = (await person.call(notifications.list, { query: {} })).data
  expect((await person.call(notifications.unread, {})).data.count).toBe(lines.length)
  return lines.map(({ words }) => words.map(({ text }) => text).join(''))
}
const newestAct = async ({ companyId }: TestPerson): Promise<string> =>
  (
    await app.sql(companyId, 'select change_set from changes where company_id = $1 order by id desc limit 1', [
      companyId,
    ])
  )[0].change_set
const undo = async (person: TestPerson, changeSet: string, dependents?: 'all') =>
  (await person.call(changes.undo, { body: { changeSet, ...(dependents && { dependents }) } })).data
const sold = (mia: TestPerson, rob: TestPerson, name = 'Yuki') =>
  putLead(app, mia, { name, status: 'valid', sales_person: rob.id })
/** A rep does not see what is invalid: its name is left out. */
const INVALID = expect.stringMatching(/^Mia changed a lead you can no longer see to invalid$/)
const VALUES = { company: 'Aziz Textiles', country: 'PK', email: 'y@aziztextiles.example' }
const validate = (by: TestPerson, enquiryId: number, reason?: string) =>
  by.call(assignedLeads.validate, { body: { enquiryId, status: 'valid', ...VALUES, ...(reason && { reason }) } })
const invalidate = (by: TestPerson, enquiryId: number) =>
  by.call(assignedLeads.invalidate, { body: { enquiryId, status: 'invalid', reason: 'unreachable' } })

test('a lead that another rep has by now was given in vain, though its reader had judged it', async () => {
  const { mia, rob } = await team()
  const cleo = await app.signIn({ can: [...new Set([...QA_KEYS, ...REP_KEYS])], colleagueOf: mia, name: 'Cleo' })
  const id = await putLead(app, mia, { status: 'valid', assigned_qa: cleo.id })
  await mia.call(marketingLeads.assign, { body: { leadIds: [id], staffId: cleo.id } })
  expect(await told(cleo)).toHaveLength(1)
  await mia.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rob.id } })
  expect(await told(cleo)).toEqual([])
  expect(await told(rob)).toHaveLength(1)
})

test('whoever is not mentioned any more is not told of it, nor when the change that mentioned them was undone', async () => {
  const { mia, ada, ben } = await team()
  const leadId = await putLead(app, mia)
  const { data } = await mia.call(leadDetails.comment, { body: { leadId, comment: '@Ada look', mentions: [ada.id] } })
  const mentioned = (...people: TestPerson[]) =>
    mia.call(leadDetails.editComment, {
      params: { id: data.id },
      body: { comment: 'Look', mentions: people.map(({ id }) => id) },
    })
  await mentioned(ben)
  expect([await told(ada), await told(ben)]).toEqual([[], [expect.anything()]])
  await undo(mia, await newestAct(mia))
  expect([await told(ada), await told(ben)]).toEqual([[expect.anything()], []])
})

test('a verdict that was turned over, undone and put into force again is told', async () => {
  const { mia, rob } = await team()
  await invalidate(mia, await sold(mia, rob))
  expect(await told(rob)).toHaveLength(1)
  const { change_set } = await undo(mia, await newestAct(mia))
  expect(await told(rob)).toEqual([])
  await undo(mia, change_set)
  expect(await told(rob)).toEqual([INVALID])
})

test('a verdict that a colleague has turned back is told no more; what it is now is', async () => {
  const { mia, ben, rob } = await team()
  const id = await sold(mia, rob)
  await invalidate(mia, id)
  await validate(ben, id, 'They answered')
  expect(await told(rob)).toEqual(['Ben changed Yuki to valid'])
})

test('a verdict that went along with the undo of an earlier act is told no more', async () => {
  const { mia, rob } = await team()
  const id = await putLead(app, mia, { name: 'Yuki', status: 'in-progress', assigned_qa: mia.id })
  await validate(mia, id)
  const valid = await newestAct(mia)
  await mia.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rob.id } })
  await invalidate(mia, id)
  expect(await told(rob)).toContainEqual(INVALID)
  await undo(mia, valid, 'all')
  expect(await told(rob)).toEqual([])
})

test('of a bulk act that was undone in part, what stays turned over is told', async () => {
  const { mia, rob } = await team()
  const one = await sold(mia, rob, 'One')
  const two = await sold(mia, rob, 'Two')
  const { data } = await mia.call(bulk.select, { body: { list: 'marketing', filter: {} } })
  await mia.call(bulk.invalidate, { body: { selection: data.id, reason: 'unreachable', note: 'Nobody answers' } })
  await workOff(app)
  const act = await newestAct(mia)
  expect(await told(rob)).toEqual([expect.stringContaining('2 leads')])
  // One of them goes on, so that the undo leaves it alone.
  await validate(mia, one, 'They answered')
  await invalidate(mia, one)
  await undo(mia, act)
  const stored = await app.sql(mia.companyId, 'select status from leads where id = any($1) order by id', [[one, two]])
  expect(stored).toEqual([{ status: 'invalid' }, { status: 'valid' }])
  // Of the act and of what came after it, each about the one lead.
  expect(await told(rob)).toEqual([INVALID, INVALID])
})

test('a verdict that a merge turns over is told to the rep', async () => {
  const { mia, rob } = await team()
  const winnerId = await sold(mia, rob)
  const loserId = await putLead(app, mia, { name: 'Yuki', status: 'invalid', reason_code: 'competitor' })
  await mia.call(duplicates.merge, { body: { winnerId, loserId, choices: { decision: 'loser' } } })
  expect(await told(rob)).toEqual([INVALID])
})

test('the bell counts what the lists show behind however much came later, and what is beyond what is kept no more than they', async () => {
  const { mia, ada } = await team()
  const leadId = await putLead(app, mia)
  await mia.call(leadDetails.comment, { body: { leadId, comment: '@Ada look', mentions: [ada.id] } })
  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: ada.id } })
  const assignedAgain = (times: number) =>
    app.sql(
      mia.companyId,
      `insert into notifications (company_id, person_id, kind, thing, entity, subject_ids, actor_id, change_set)
       select company_id, person_id, kind, thing, entity, subject_ids, actor_id, change_set from notifications, generate_series(1, $3)
       where company_id = $1 and person_id = $2 and kind = 'assigned' and id = (select max(id) from notifications)`,
      [mia.companyId, ada.id, times],
    )
  const shown = async () => {
    const lines = async (view: 'unread' | 'mentions') => (await ada.call(notifications.list, { query: { view } })).data
    return { count: (await lines('unread')).length, mentions: (await lines('mentions')).length }
  }
  const counted = async () => (await ada.call(notifications.unread, {})).data

  await assignedAgain(1_000)
  expect(await told(ada)).toHaveLength(2)
  expect(await shown()).toEqual({ count: 2, mentions: 1 })
  expect(await counted()).toEqual(await shown())

  await assignedAgain(4_000)
  expect(await told(ada)).toHaveLength(1)
  expect(await shown()).toEqual({ count: 1, mentions: 0 })
  expect(await counted()).toEqual(await shown())
})

test('what is too old for the list does not count at the bell, before it is forgotten', async () => {
  const { mia, ada } = await team()
  await mia.call(marketingLeads.assign, { body: { leadIds: [await putLead(app, mia)], staffId: ada.id } })
  expect(await told(ada)).toHaveLength(1)
  await app.sql(ada.companyId, `update notifications set created_at = now() - interval '90 days 1 hour'`)
  expect(await told(ada)).toEqual([])
})
