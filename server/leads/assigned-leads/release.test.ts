import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { release } = assignedLeads
const reason = 'They write in Japanese'

const company = async () => {
  const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn' })
  const manager = await app.signIn({ can: MANAGER_KEYS, colleagueOf: qa, name: 'Mara' })
  return { qa, manager }
}

test('a released lead is unassigned again, with the reason in its history, and its clocks begin anew', async () => {
  const { qa } = await company()
  const id = await putLead(app, qa, {
    status: 'in-progress',
    assigned_qa: qa.id,
    assigned_how: 'self',
    in_progress_at: '2026-01-01T00:00:00Z',
  })

  const { data } = await qa.call(release, { body: { enquiryId: id, reason } })

  expect(data).toMatchObject({ status: 'new', assigned_qa: null, assigned_at: null })
  expect(await storedLead(app, id)).toMatchObject({ in_progress_at: null, assigned_how: null })
  const { data: waiting } = await qa.call(allLeads.list, { query: {} })
  expect(waiting.map((row) => row.id)).toEqual([id])
  const { data: history } = await qa.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[0]).toMatchObject({ act: 'assigned-leads.release', reason })
})

test('it goes back into rotation', async () => {
  const { qa, manager } = await company()
  await putOnList(app, qa, 'qa', 5)
  await putOnList(app, manager, 'qa')
  const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })

  await qa.call(release, { body: { enquiryId: id, reason } })
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: manager.id, assigned_how: 'auto' })
  const { data: history } = await qa.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[0]?.decision?.considered).toContainEqual(
    expect.objectContaining({ staff: { id: qa.id, name: 'Quinn' }, eligible: false, reason: 'has given it back' }),
  )
})

test('where nobody else is on the list it waits and says why, and other leads are given meanwhile', async () => {
  const { qa, manager } = await company()
  await putOnList(app, qa, 'qa')
  const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })
  await qa.call(release, { body: { enquiryId: id, reason } })
  const another = await putLead(app, qa)
  await app.sql(qa.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
    qa.companyId,
    another,
  ])

  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })
  expect(await storedLead(app, another)).toMatchObject({ status: 'assigned', assigned_qa: qa.id })
  const { data: waiting } = await qa.call(allLeads.list, { query: {} })
  expect(waiting[0]?.why_unassigned).toBe('Nobody on the list is eligible: has given it back')

  await putOnList(app, manager, 'qa')
  await app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'assign')`, [qa.companyId])
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: manager.id })
})

/** A lead that Quinn has given back, and that nobody but Quinn could take now. */
const givenBack = async () => {
  const { qa } = await company()
  const manager = await app.signIn({ can: [...MANAGER_KEYS, 'changes_undo_others'], colleagueOf: qa, name: 'Mara' })
  const keeper = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_delete'], colleagueOf: qa })
  await putOnList(app, qa, 'qa')
  const id = await putLead(app, qa)
  await manager.call(marketingLeads.assign, { body: { leadIds: [id], staffId: qa.id } })
  await qa.call(release, { body: { enquiryId: id, reason } })
  return { qa, manager, keeper, id }
}
const waitsWithout = async (person: TestPerson, id: number) => {
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })
  const { data: waiting } = await person.call(allLeads.list, { query: {} })
  expect(waiting).toMatchObject([{ id, why_unassigned: 'Nobody on the list is eligible: has given it back' }])
  const { data: why } = await person.call(leadDetails.decisions, { params: { id } })
  expect(why.waiting[0]?.considered).toMatchObject([{ eligible: false, reason: 'has given it back' }])
  expect(await contradictions(app.owner)).toEqual([])
}

test('whoever gave it back does not get it again when what became of it then is undone', async () => {
  const { manager, id } = await givenBack()
  await manager.call(allLeads.assignToMe, { body: { leadIds: [id] } })

  await undoLast(manager)
  // As if the hour had gone by for which an undone assignment waits for people.
  await app.sql(manager.companyId, 'update assignment_queue set paused_until = null where company_id = $1', [
    manager.companyId,
  ])
  await app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'assign')`, [manager.companyId])

  await waitsWithout(manager, id)
})

test('nor when it was given back, that was undone, and is done again', async () => {
  const { qa, manager, id } = await givenBack()
  await undoLast(qa)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: qa.id })

  await undoLast(qa)

  await waitsWithout(manager, id)
})

test('nor when it is deleted and restored', async () => {
  const { manager, keeper, id } = await givenBack()

  await keeper.call(leadEdits.remove, { body: { enquiryId: id } })
  await workOff(app)
  await keeper.call(leadEdits.restore, { body: { enquiryId: id } })

  await waitsWithout(manager, id)
})

test('whoever gave it back may have it again once somebody else has', async () => {
  const { qa, manager, id } = await givenBack()
  const rui = await app.signIn({ can: QA_KEYS, colleagueOf: qa, name: 'Rui' })
  await manager.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rui.id } })

  await rui.call(release, { body: { enquiryId: id, reason } })
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: qa.id, assigned_how: 'auto' })
})

test('its owner or whoever may reassign releases it, nobody else; it needs a reason', async () => {
  const { qa, manager } = await company()
  const other = await app.signIn({ can: QA_KEYS, colleagueOf: qa })
  const eve = await app.signIn({ can: MANAGER_KEYS })
  const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })
  const before = await fingerprint(app)

  expect(await refusal(other.call(release, { body: { enquiryId: id, reason } }))).toMatchObject({
    status: 409,
    code: 'held',
    message: 'Quinn owns this lead.',
  })
  expect(await refusal(eve.call(release, { body: { enquiryId: id, reason } }))).toMatchObject({ status: 404 })
  expect(await refusal(qa.call(release, { body: { enquiryId: id, reason: '  ' } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'reason' }],
  })
  expect(await fingerprint(app)).toBe(before)
  await manager.call(release, { body: { enquiryId: id, reason } })
  expect(await storedLead(app, id)).toMatchObject({ status: 'new' })
})
