import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { CALENDAR_KEYS, setHandlingTarget, withCalendar } from '#server/test/calendars.ts'
import { contradictions } from '#server/test/checker.ts'
import { HEADER, IMPORT_KEYS, importFile } from '#server/test/imports.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { putOnList, workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const HOUR = 3_600_000

/** A company where what QA does not take in hand within an hour goes to somebody else. */
const team = async () => {
  const { person } = await withCalendar(app)
  const keys = [...CALENDAR_KEYS, ...IMPORT_KEYS, 'marketing_leads_delete', 'changes_undo_others'] as const
  const mara = await app.signIn({ can: keys, colleagueOf: person, name: 'Mara' })
  await mara.call(configuration.setRouting, { body: { release_overdue: true } })
  return mara
}
const storedClock = async (id: number, clock = 'handling'): Promise<any> =>
  (await app.owner.query('select * from lead_clocks where lead_id = $1 and clock = $2', [id, clock])).rows[0]
const give = async (mara: TestPerson) => {
  const id = await putLead(app, mara)
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: mara.id } })
  return id
}
/** As if the lead had been deleted ten hours ago, half an hour after its clock began. */
const later = (id: number) =>
  app.owner.query(
    `update lead_clocks set started_at = started_at - interval '630 minutes', due_at = due_at - interval '630 minutes',
       paused_at = paused_at - interval '10 hours', pauses = (
         select coalesce(jsonb_agg(jsonb_build_array((p ->> 0)::timestamptz - interval '630 minutes', (p ->> 1)::timestamptz - interval '630 minutes')), '[]')
         from jsonb_array_elements(pauses) p)
     where lead_id = $1`,
    [id],
  )
const look = async ({ companyId }: TestPerson) => {
  await app.owner.query(`delete from identity.due where company_id = $1 and kind = 'overdue'`, [companyId])
  await app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'overdue')`, [companyId])
  await workOff(app)
}
const inHours = (at: string) => (Date.parse(at) - Date.now()) / HOUR
const remove = (mara: TestPerson, id: number) => mara.call(leadEdits.remove, { body: { enquiryId: id } })
const restore = (mara: TestPerson, id: number) => mara.call(leadEdits.restore, { body: { enquiryId: id } })
const removeMany = async (mara: TestPerson, id: number) => {
  const { data } = await mara.call(bulk.select, { body: { list: 'marketing', leadIds: [id] } })
  await mara.call(bulk.remove, { body: { selection: data.id } })
  await workOff(app)
}
/** Undone and deleted by that again. */
const removeAnew = async (mara: TestPerson, id: number) => {
  await remove(mara, id)
  await undoLast(mara)
  await undoLast(mara)
}

test.each([
  ['deleted and restored', remove, restore],
  ['whose deletion is undone', remove, (mara: TestPerson) => undoLast(mara)],
  ['deleted with many, which is undone', removeMany, (mara: TestPerson) => undoLast(mara)],
  ['deleted by the undo of an undo, and restored', removeAnew, restore],
])('the time while a lead is deleted does not count: %s', async (_, away, back) => {
  const [mara, other] = [await team(), await team()]
  const [id, theirs] = [await give(mara), await give(other)]
  const untouched = await storedClock(theirs)

  await away(mara, id)
  await later(id)
  await look(mara)
  expect((await storedClock(id)).due_at).toBeNull()
  await back(mara, id)
  await look(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: mara.id, deleted_at: null })
  const clock = await storedClock(id)
  expect(inHours(clock.due_at)).toBeCloseTo(0.5, 1)
  expect(Number(clock.paused_ms) / HOUR).toBeCloseTo(10, 1)
  expect((await mara.call(assignedLeads.list, { query: { clock: 'overdue' } })).data).toEqual([])
  expect(await storedClock(theirs)).toEqual(untouched)
  expect(await contradictions(app.owner)).toEqual([])
})

test('nor does it when an import was reverted and one of its leads is restored', async () => {
  const mara = await team()
  await putOnList(app, mara, 'qa')
  const { id: imported } = await importFile(app, mara, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  const [{ id }] = await app.sql(mara.companyId, 'select id::int from leads where company_id = $1', [mara.companyId])
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: mara.id })

  await mara.call(leadImports.revert, { body: { id: imported } })
  await workOff(app)
  await later(id)
  await restore(mara, id)
  await look(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: mara.id, deleted_at: null })
  expect(inHours((await storedClock(id)).due_at)).toBeCloseTo(0.5, 1)
})

test('nor for sales, who go on with an open enquiry where they were', async () => {
  const mara = await team()
  const id = await putLead(app, mara, { status: 'in-progress', assigned_qa: mara.id })
  await mara.call(assignedLeads.validate, { body: { enquiryId: id } })
  const validated = `update leads set validated_at = validated_at - interval '630 minutes' where id = $1`
  await app.holding(mara.companyId, validated, [id], () => Promise.resolve())

  await remove(mara, id)
  await later(id)
  await restore(mara, id)

  expect(inHours((await storedClock(id, 'response')).due_at)).toBeCloseTo(0.5, 1)
  expect(await contradictions(app.owner)).toEqual([])
})

test('a lead that is deleted while it is on hold stands still once', async () => {
  const mara = await team()
  const id = await give(mara)
  const until = new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10)
  await mara.call(assignedLeads.hold, { body: { enquiryId: id, until } })
  const { paused_at } = await storedClock(id)

  await remove(mara, id)
  await restore(mara, id)
  expect(await storedClock(id)).toMatchObject({ paused_at, due_at: null, pauses: [] })
  await mara.call(assignedLeads.wake, { body: { enquiryId: id } })

  expect((await storedClock(id)).pauses).toHaveLength(1)
  expect(await contradictions(app.owner)).toEqual([])
})

test('a clock whose target comes while its lead is deleted, or after that, knows that time', async () => {
  const mara = await team()
  await setHandlingTarget(mara, null)
  const [back, away] = [await give(mara), await give(mara)]
  const until = new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10)
  await mara.call(assignedLeads.hold, { body: { enquiryId: back, until } })
  const { status_at } = await storedLead(app, back)
  for (const id of [back, away]) await remove(mara, id)
  const { deleted_at } = await storedLead(app, away)
  await restore(mara, back)
  await mara.call(assignedLeads.wake, { body: { enquiryId: back } })
  const { status_at: woken_at } = await storedLead(app, back)

  await setHandlingTarget(mara, 60)
  await workOff(app)
  await restore(mara, away)

  const pauses = async (id: number) => (await storedClock(id)).pauses.flat().map((at: string) => Date.parse(at))
  expect(await pauses(back)).toEqual([status_at, woken_at].map((at) => Date.parse(String(at))))
  expect((await pauses(away))[0]).toBe(Date.parse(String(deleted_at)))
  expect(await contradictions(app.owner)).toEqual([])
})
