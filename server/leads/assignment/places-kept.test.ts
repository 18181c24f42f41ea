import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { forgetOld } from '#server/app/forget.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { putOnList, workOff } from '#server/test/leads.ts'
import { rotationOf } from '#server/test/rotation.ts'
import { undoing, undoLast, UNDO_KEYS } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { enquiry, qaOf } = rotationOf(app)

/** Three leads that nobody can take, in the order in which they came. */
const waiting = async () => {
  const can = [...UNDO_KEYS, 'marketing_leads_delete', 'changes_undo_others'] as const
  const mara = await app.signIn({ can, name: 'Mara' })
  const ids = [await enquiry(mara), await enquiry(mara), await enquiry(mara)] as const
  await workOff(app)
  return { mara, ids, first: ids[0] }
}
const places = async ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select lead_id::int, waiting_since, tx::text from assignment_queue where company_id = $1 order by id',
    [companyId],
  )
const assign = (mara: TestPerson, id: number) =>
  mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: mara.id } })
const remove = (mara: TestPerson, id: number) => mara.call(leadEdits.remove, { body: { enquiryId: id } })
const removeMany = async (mara: TestPerson, id: number) => {
  const { data } = await mara.call(bulk.select, { body: { list: 'marketing', leadIds: [id] } })
  await mara.call(bulk.remove, { body: { selection: data.id } })
  await workOff(app)
}
/** Given by the rotation, to somebody who is on the list for no longer than that. */
const rotate = async (mara: TestPerson) => {
  await app.sql(
    mara.companyId,
    `insert into assignment_entries (company_id, list, staff_id, open_cap) values ($1, 'qa', $2, 1)`,
    [mara.companyId, mara.id],
  )
  await app.sql(mara.companyId, `select mark_due('assign')`)
  await workOff(app)
  await app.sql(mara.companyId, 'delete from assignment_entries where company_id = $1', [mara.companyId])
}
/** The last act by which the lead was changed. */
const lastOf = async (id: number) =>
  (
    await app.owner.query(
      `select change_set from changes where root = 'leads' and root_id = $1 order by id desc limit 1`,
      [id],
    )
  ).rows[0].change_set
/** Given, undone and given again by that. */
const assignAnew = async (mara: TestPerson, id: number) => {
  await assign(mara, id)
  await undoLast(mara)
  await undoLast(mara)
}

test.each([
  ['was given by hand', assign],
  ['was given by the undo of an undo', assignAnew],
  ['was given by the rotation', rotate],
  ['was deleted', remove],
  ['was deleted with many', removeMany],
])('a lead that %s waits where it waited before when that is undone', async (_, act) => {
  const [{ mara, ids, first }, theirs] = [await waiting(), await waiting()]
  const before = await places(mara)
  const untouched = await places(theirs.mara)

  await act(mara, first)
  expect(await places(mara)).toEqual(before.slice(1))
  await undoing(mara, await lastOf(first))
  await workOff(app)

  expect(await places(mara)).toEqual(before)
  // The hour is over for which the rotation leaves undone assignments alone.
  await app.sql(mara.companyId, 'update assignment_queue set paused_until = null where company_id = $1', [
    mara.companyId,
  ])
  await putOnList(app, mara, 'qa')
  await app.sql(mara.companyId, `update assignment_entries set open_cap = 1 where company_id = $1`, [mara.companyId])
  await app.sql(mara.companyId, `select mark_due('assign')`)
  await workOff(app)
  expect(await qaOf(ids)).toEqual([mara.id, null, null])
  expect(await places(theirs.mara)).toEqual(untouched)
})

test('where leads waited is kept for as long as the act can be taken back', async () => {
  const [{ mara, ids }, theirs] = [await waiting(), await waiting()]
  await assign(mara, ids[0])
  await assign(mara, ids[1])
  await assign(theirs.mara, theirs.first)
  await app.owner.query(
    `update assignment_places set left_at = now() - case lead_id when $1 then interval '31 days 1 minute' else interval '30 days' end`,
    [ids[0]],
  )

  await forgetOld(app.services.tenants, openIdentity(app.services.workPool), (error) => {
    throw error
  })

  const { rows } = await app.owner.query(
    'select lead_id::int from assignment_places where lead_id = any($1) order by lead_id',
    [[...ids, theirs.first]],
  )
  expect(rows.map(({ lead_id }) => lead_id)).toEqual([ids[1], theirs.first])
  expect(await contradictions(app.owner)).toEqual([])
})
