import { afterAll, expect, test } from 'vitest'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { acceptancesOf } from '#server/test/acceptances.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { team, give, told, late } = acceptancesOf(app)

const bossOf = (mara: TestPerson) =>
  app.signIn({ can: ['marketing_leads_list', 'marketing_leads_delete', 'valid_leads_list'], colleagueOf: mara })
const remove = (boss: TestPerson, id: number) => boss.call(leadEdits.remove, { body: { enquiryId: id } })
const restore = (boss: TestPerson, id: number) => boss.call(leadEdits.restore, { body: { enquiryId: id } })
/** As if an hour had passed. */
const anHour = async ({ companyId }: TestPerson) => {
  await app.sql(
    companyId,
    `update lead_acceptances set due_at = due_at - interval '1 hour' where company_id = $1 and due_at is not null`,
    [companyId],
  )
  await app.sql(companyId, `select mark_due('acceptance')`)
  await workOff(app)
}
const minutesLeft = async ({ companyId }: TestPerson) =>
  (
    await app.sql(
      companyId,
      `select round(extract(epoch from due_at - now()) / 60)::int as minutes from lead_acceptances where company_id = $1 order by lead_id`,
      [companyId],
    )
  ).map(({ minutes }) => minutes)

const removeAnew = async (boss: TestPerson, id: number) => {
  await remove(boss, id)
  await undoLast(boss)
  await undoLast(boss)
}

test.each([
  ['restored', remove, restore],
  ['undone', remove, (boss: TestPerson) => undoLast(boss)],
  ['deleted by an undo and restored', removeAnew, restore],
])(
  'the time in which a lead is deleted is none to accept it in; %s, the rep has the whole time again',
  async (_, away, back) => {
    const [ours, theirs] = [await team(), await team()]
    const boss = await bossOf(ours.mara)
    const id = await give(ours.mara, ours.rosa)
    await give(theirs.mara, theirs.rosa)
    const untouched = await minutesLeft(theirs.mara)

    await away(boss, id)
    await anHour(ours.mara)
    await back(boss, id)
    await workOff(app)

    expect(await told(ours.rosa)).toEqual([])
    expect(await minutesLeft(ours.mara)).toEqual([30])
    expect(await minutesLeft(theirs.mara)).toEqual(untouched)
    expect((await ours.mara.call(leadDetails.decisions, { params: { id } })).data.acceptance?.due_at).not.toBeNull()
    await anHour(ours.mara)
    expect(await told(ours.rosa)).toEqual(['Yuki Tanabe is waiting for you to accept it'])
    expect(await contradictions(app.owner)).toEqual([])
  },
)

test('what nobody waits for to be accepted is not looked after because it was deleted', async () => {
  const { mara, rosa } = await team()
  const boss = await bossOf(mara)
  const [opened, off] = [await give(mara, rosa), await give(mara, rosa)]
  await rosa.call(leadDetails.comment, { body: { leadId: opened, comment: 'I call them' } })
  await remove(boss, opened)
  await restore(boss, opened)
  expect(await minutesLeft(mara)).toEqual([null, 30])

  await remove(boss, off)
  await mara.call(configuration.setRouting, { body: { acceptance_minutes: null } })
  await workOff(app)
  await restore(boss, off)
  await mara.call(configuration.setRouting, { body: { acceptance_minutes: 30 } })
  await late(mara)

  expect(await minutesLeft(mara)).toEqual([null, null])
  expect(await told(rosa)).toEqual([])
  expect(await storedLead(app, off)).toMatchObject({ sales_person: rosa.id, deleted_at: null })
})

const takeOff = async (boss: TestPerson) => {
  const [{ id }] = await app.sql(
    boss.companyId,
    `select id::int from assignment_entries where company_id = $1 and list = 'sales'`,
    [boss.companyId],
  )
  await boss.call(autoAssignSales.remove, { body: { id, open_work: 'redistribute' } })
}
const giveAndUndo = async (boss: TestPerson, id: number, rep: TestPerson) => {
  // Else the rotation gives it to them anew.
  await app.sql(boss.companyId, 'delete from assignment_entries where company_id = $1', [boss.companyId])
  await boss.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rep.id } })
  await undoLast(boss)
}

test.each([
  ['was given away', false],
  ['was given by an act that was undone', true],
])('nor is the time in which nobody has a lead that %s', async (_, undone) => {
  const { mara, rosa } = await team()
  const boss = await app.signIn({
    can: [...MANAGER_KEYS, 'salesrep_auto_assign_delete', 'salesrep_auto_assign_list'],
    colleagueOf: mara,
  })
  const id = undone ? await putLead(app, mara, { status: 'valid' }, []) : await give(mara, rosa)

  await (undone ? giveAndUndo(boss, id, rosa) : takeOff(boss))
  expect(await storedLead(app, id)).toMatchObject({ sales_person: null })
  await anHour(mara)
  await undoLast(boss)
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await told(rosa)).toEqual([])
  expect(await minutesLeft(mara)).toEqual([30])
  await anHour(mara)
  expect(await told(rosa)).toEqual(['Yuki Tanabe is waiting for you to accept it'])
  expect(await contradictions(app.owner)).toEqual([])
})
