import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { CALENDAR_KEYS, setHandlingTarget, withCalendar } from '#server/test/calendars.ts'
import { contradictions } from '#server/test/checker.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { undoing, undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const HOUR = 3_600_000

const team = async () => {
  const { person } = await withCalendar(app)
  const can = [...CALENDAR_KEYS, 'changes_undo_others'] as const
  const mara = await app.signIn({ can, colleagueOf: person, name: 'Mara' })
  return { mara, ana: await app.signIn({ can, colleagueOf: mara, name: 'Ana' }) }
}
const storedClock = async (id: number, clock = 'handling'): Promise<any> =>
  (
    await app.owner.query('select to_jsonb(k) as clock from lead_clocks k where lead_id = $1 and clock = $2', [
      id,
      clock,
    ])
  ).rows[0]?.clock
const assign = (mara: TestPerson, to: TestPerson, id: number) =>
  mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: to.id } })
const release = (person: TestPerson, id: number) =>
  person.call(assignedLeads.release, { body: { enquiryId: id, reason: 'Not mine' } })
const give = async (mara: TestPerson) => {
  const id = await putLead(app, mara)
  await assign(mara, mara, id)
  return id
}
/** As if so many hours had passed since what has happened to the lead's clocks so far. */
const later = async (id: number, hours: number) => {
  const ago = `interval '${hours} hours'`
  await app.owner.query(
    `update lead_clocks set started_at = started_at - ${ago}, due_at = due_at - ${ago}, pauses = (
       select coalesce(jsonb_agg(jsonb_build_array((p ->> 0)::timestamptz - ${ago}, (p ->> 1)::timestamptz - ${ago})), '[]')
       from jsonb_array_elements(pauses) p)
     where lead_id = $1`,
    [id],
  )
  await app.owner.query(
    `update lead_clocks_taken set taken_at = taken_at - ${ago}, was = was || jsonb_build_object(
       'started_at', (was ->> 'started_at')::timestamptz - ${ago}, 'due_at', (was ->> 'due_at')::timestamptz - ${ago})
     where lead_id = $1`,
    [id],
  )
}
const hoursLeft = async (id: number, clock = 'handling') =>
  (Date.parse((await storedClock(id, clock)).due_at) - Date.now()) / HOUR

test('the time in which nobody has a lead does not count when giving it back is undone', async () => {
  const [{ mara }, theirs] = [await team(), await team()]
  const [id, other] = [await give(mara), await give(theirs.mara)]
  await later(id, 0.5)
  const untouched = await storedClock(other)

  await release(mara, id)
  await later(id, 10)
  await undoLast(mara)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: mara.id })
  expect(await hoursLeft(id)).toBeCloseTo(0.5, 1)
  expect((await storedClock(id)).paused_ms / HOUR).toBeCloseTo(10, 1)
  expect((await mara.call(assignedLeads.list, { query: { clock: 'overdue' } })).data).toEqual([])
  expect(await storedClock(other)).toEqual(untouched)
  expect(await contradictions(app.owner)).toEqual([])
})

test('that in which somebody else has had it does', async () => {
  const { mara, ana } = await team()
  const id = await give(mara)
  await release(mara, id)
  const { data } = await mara.call(changes.list, { query: { limit: 1 } })
  await later(id, 10)
  await assign(mara, ana, id)
  await later(id, 0.25)

  await undoing(mara, data[0]!.change_set, 'all')

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: mara.id })
  expect(await hoursLeft(id)).toBeCloseTo(0.75, 1)

  await later(id, 0.25)
  await undoLast(mara)
  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: ana.id })
  expect(await hoursLeft(id)).toBeCloseTo(0.5, 1)
  expect(await contradictions(app.owner)).toEqual([])
})

test('nor does that in which an enquiry was not sales’, since its verdict was turned over', async () => {
  const { mara } = await team()
  const id = await putLead(app, mara, { status: 'in-progress', assigned_qa: mara.id })
  await mara.call(assignedLeads.validate, { body: { enquiryId: id } })
  await mara.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'competitor' } })
  await later(id, 10)

  await undoLast(mara)

  expect((await storedClock(id, 'response')).paused_ms / HOUR).toBeCloseTo(10, 1)
  expect(await contradictions(app.owner)).toEqual([])
})

test('a clock whose target comes after that knows the time', async () => {
  const { mara } = await team()
  await setHandlingTarget(mara, null)
  await workOff(app)
  const id = await give(mara)
  await release(mara, id)
  await undoLast(mara)

  await setHandlingTarget(mara, 60)
  await workOff(app)

  const { rows } = await app.owner.query(
    `select at from changes where root = 'leads' and root_id = $1 and fields ? 'status' order by id desc limit 2`,
    [id],
  )
  const { pauses } = await storedClock(id)
  expect(pauses.flat().map((at: string) => Date.parse(at))).toEqual(rows.map(({ at }) => Date.parse(at)).reverse())
})
