import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { withCalendar } from '#server/test/calendars.ts'
import { contradictions } from '#server/test/checker.ts'
import { markDue, putLead, storedLead, workOffTogether } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'
import { undoing } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** A manager, and two on the QA list, of whom one has nothing to do with new leads yet. */
const team = async () => {
  const { person: mara } = await withCalendar(app)
  const quinn = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Quinn' })
  const rui = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Rui' })
  return { mara, quinn, rui }
}
const switchOn = async (mara: TestPerson) => {
  await mara.call(configuration.setRouting, { body: { release_overdue: true } })
  await workOff(app)
}
const give = async (mara: TestPerson, taker: TestPerson) => {
  const id = await putLead(app, mara)
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: taker.id } })
  return id
}
/** As if the target of the company's leads had gone by. */
const late = async (person: TestPerson, work: () => Promise<unknown> = () => workOff(app)) => {
  await app.owner.query(
    `update lead_clocks set started_at = started_at - interval '2 hours', due_at = due_at - interval '2 hours'
     where company_id = $1 and due_at is not null`,
    [person.companyId],
  )
  await look(person, work)
}
/** Whatever the time at which it would be looked. */
const look = async ({ companyId }: TestPerson, work: () => Promise<unknown> = () => workOff(app)) => {
  await app.owner.query(`delete from identity.due where company_id = $1 and kind = 'overdue'`, [companyId])
  await app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'overdue')`, [companyId])
  await work()
}
const looks = async ({ companyId }: TestPerson) =>
  (await app.owner.query(`select at from identity.due where company_id = $1 and kind = 'overdue'`, [companyId])).rows

test('an overdue lead stays until the company wants it otherwise; then it goes to somebody else, who is told why', async () => {
  const [ours, theirs] = [await team(), await team()]
  await putOnList(app, ours.quinn, 'qa')
  await putOnList(app, ours.rui, 'qa')
  const id = await give(ours.mara, ours.quinn)
  const foreign = await give(theirs.mara, theirs.quinn)
  expect(await looks(ours.mara)).toEqual([])
  await late(ours.mara)
  await late(theirs.mara)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: ours.quinn.id })

  await switchOn(ours.mara)

  expect(await storedLead(app, id)).toMatchObject({
    status: 'assigned',
    assigned_qa: ours.rui.id,
    assigned_how: 'auto',
  })
  expect(await storedLead(app, foreign)).toMatchObject({ status: 'assigned', assigned_qa: theirs.quinn.id })
  const { data: why } = await ours.rui.call(leadDetails.decisions, { params: { id } })
  expect(why.decisions[0]?.considered).toContainEqual(expect.objectContaining({ reason: 'did not start it in time' }))
  const { data: history } = await ours.mara.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[1]).toMatchObject({ act: 'auto-assign-qa.overdue', reason: 'It was not started in time' })
  const { rows: clocks } = await app.owner.query(
    `select due_at > now() as running from lead_clocks where lead_id = $1`,
    [id],
  )
  expect(clocks).toEqual([{ running: true }])
  expect(await contradictions(app.owner)).toEqual([])
})

test('it is looked when the first of them is over its target, and again when the next one is', async () => {
  const { mara, quinn } = await team()
  await switchOn(mara)
  const first = await give(mara, quinn)
  await give(mara, quinn)
  const { rows } = await app.owner.query(`select due_at as at from lead_clocks where lead_id = $1`, [first])
  expect(await looks(mara)).toEqual(rows)

  await app.owner.query(`update lead_clocks set due_at = now() where lead_id = $1`, [first])
  await app.owner.query(`update identity.due set at = now() where company_id = $1 and kind = 'overdue'`, [
    mara.companyId,
  ])
  await workOff(app)

  expect(await storedLead(app, first)).toMatchObject({ status: 'new', assigned_qa: null })
  const { rows: next } = await app.owner.query(
    `select due_at as at from lead_clocks where company_id = $1 order by due_at`,
    [mara.companyId],
  )
  expect(await looks(mara)).toEqual(next)
})

test('what has been begun, waits on hold, is deleted or was given back is nobody’s to take', async () => {
  const { mara, quinn } = await team()
  await switchOn(mara)
  const [begun, held] = [await give(mara, quinn), await give(mara, quinn)]
  await quinn.call(assignedLeads.start, { body: { enquiryId: begun } })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await quinn.call(assignedLeads.hold, { body: { enquiryId: held, until: tomorrow } })
  const deleted = await give(mara, quinn)
  const boss = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_delete'], colleagueOf: mara })
  await boss.call(leadEdits.remove, { body: { enquiryId: deleted } })

  await late(mara)

  expect(await storedLead(app, begun)).toMatchObject({ status: 'in-progress', assigned_qa: quinn.id })
  expect(await storedLead(app, held)).toMatchObject({ status: 'on_hold', assigned_qa: quinn.id })
  expect(await storedLead(app, deleted)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
})

test('where nobody else can take it, it waits and says why; who may reassign leads can undo it', async () => {
  const { mara, quinn } = await team()
  await putOnList(app, quinn, 'qa')
  await switchOn(mara)
  const id = await give(mara, quinn)

  await late(mara)

  const { data: waiting } = await mara.call(allLeads.list, { query: {} })
  expect(waiting[0]).toMatchObject({
    id,
    why_unassigned: 'Nobody on the list is eligible: did not start it in time',
  })
  const { data: history } = await mara.call(leadDetails.history, { params: { id }, query: {} })
  const eve = await app.signIn({ can: [...MANAGER_KEYS, 'changes_undo_others'], colleagueOf: mara })
  await eve.call(changes.undo, { body: { changeSet: history[0]!.change_set } })
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
})

/** A lead that was taken from Quinn, since it was overdue, and who may undo that. */
const takenBack = async () => {
  const { mara, quinn, rui } = await team()
  const eve = await app.signIn({ can: [...MANAGER_KEYS, 'changes_undo_others'], colleagueOf: mara })
  await putOnList(app, quinn, 'qa')
  await switchOn(mara)
  const id = await give(mara, quinn)
  const other = await give(mara, rui)
  await rui.call(assignedLeads.start, { body: { enquiryId: other } })
  const before = await clockOf(id)
  await late(mara)
  expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })
  return { mara, quinn, rui, eve, id, before }
}
/** When it started, or would have without the hours that have gone by, and whether it is over. */
const clockOf = async (id: number, later = 0): Promise<any> =>
  (
    await app.owner.query(
      `select started_at + $2 * interval '1 hour' as started_at, due_at <= now() as over from lead_clocks where lead_id = $1 and clock = 'handling'`,
      [id, later],
    )
  ).rows[0]
/** Takes back the newest act about the lead, with what only rules have made of it. */
const undoNewest = async (eve: TestPerson, id: number, act = 0) => {
  const { data: history } = await eve.call(leadDetails.history, { params: { id }, query: {} })
  await undoing(eve, history[act]!.change_set, 'automatic')
}

test('whoever undoes it wants the lead to stay where it was: overdue as it is, nothing takes it again for that clock', async () => {
  const { mara, quinn, eve, id, before } = await takenBack()

  await undoNewest(eve, id)
  await look(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
  expect(await clockOf(id, 2)).toEqual({ ...before, over: true })
  expect(await looks(mara)).toEqual([])
  const another = await give(mara, quinn)
  await late(mara)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
  expect(await storedLead(app, another)).toMatchObject({ status: 'new', assigned_qa: null })
  expect(await contradictions(app.owner)).toEqual([])
})

test('given to somebody anew it has a clock of its own, and may be taken back again', async () => {
  const { mara, quinn, rui, eve, id } = await takenBack()
  await undoNewest(eve, id)
  await eve.call(assignedLeads.release, { body: { enquiryId: id, reason: 'After all' } })
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rui.id } })
  await look(mara)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: rui.id })

  await late(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id, assigned_how: 'auto' })
})

test('with that undone in its turn it waits for somebody else; undone once more it stays again', async () => {
  const { mara, quinn, eve, id } = await takenBack()
  await undoNewest(eve, id)

  await undoNewest(eve, id)
  await look(mara)

  const { data: waiting } = await mara.call(allLeads.list, { query: {} })
  expect(waiting).toMatchObject([{ id, why_unassigned: 'Nobody on the list is eligible: did not start it in time' }])
  expect(await clockOf(id)).toBeUndefined()

  await undoNewest(eve, id)
  await look(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
  expect(await contradictions(app.owner)).toEqual([])
})

test('undone when somebody else has the lead by the rotation, each has the clock that was theirs', async () => {
  const { mara, quinn, rui, eve, id, before } = await takenBack()
  await putOnList(app, rui, 'qa')
  await markDue(app, mara)
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: rui.id })
  const ruis = await clockOf(id)

  await undoNewest(eve, id, 1)
  await look(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
  expect(await clockOf(id, 2)).toEqual({ ...before, over: true })

  await undoNewest(eve, id)
  await look(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: rui.id })
  expect(await clockOf(id)).toEqual(ruis)
  expect(await contradictions(app.owner)).toEqual([])
})

test('two nodes that look at the same moment take each lead back once', async () => {
  const { mara, quinn } = await team()
  await switchOn(mara)
  const ids = await Promise.all(Array.from({ length: 20 }, () => give(mara, quinn)))
  await late(mara, () => workOffTogether(app, 2))
  const rows = await app.sql(
    mara.companyId,
    `select root_id::int as id, count(*)::int as times from changes where company_id = $1 and act = 'auto-assign-qa.overdue' and entity = 'leads' group by 1 order by 1`,
    [mara.companyId],
  )
  expect(rows).toEqual(ids.toSorted((one, other) => one - other).map((id) => ({ id, times: 1 })))
})
