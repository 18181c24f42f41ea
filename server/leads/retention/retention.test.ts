import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { retention, type Retention } from '#contract/leads/retention.ts'
import { forgetOld } from '#server/app/forget.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, storedLead } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEEPER = [
  'configuration_edit',
  'changes_undo_others',
  'marketing_leads_list',
  'marketing_leads_delete',
  'lead_details_view',
  'marketing_leads_comments',
] as const
const keeper = () => app.signIn({ can: KEEPER })
const keep = async (mara: TestPerson, invalid_months: Retention['invalid_months']) =>
  (await mara.call(retention.change, { body: { invalid_months } })).data
const now = async (who: TestPerson) => (await who.call(retention.now, {})).data
const rows = (mara: TestPerson) =>
  app.sql(mara.companyId, 'select invalid_months from retention_settings where company_id = $1', [mara.companyId])
const history = async (mara: TestPerson) => (await mara.call(changes.list, { query: { section: 'kept' } })).data
const forget = () =>
  forgetOld(app.services.tenants, openIdentity(app.services.workPool), (error) => {
    throw error
  })
/** A lead that became this so many months ago and was last touched so many months ago. */
const putOld = async (mara: TestPerson, status: string, months: number, touched = months) => {
  const id = await putLead(app, mara, { status })
  // As the trigger would not let it: the time of the last change is that of the database.
  await app.owner.query('begin')
  await app.owner.query('set local session_replication_role = replica')
  await app.owner.query(
    `update leads set status_at = now() - make_interval(months => $2) - interval '1 minute',
       updated_at = now() - make_interval(months => $3) - interval '1 minute' where id = $1`,
    [id, months, touched],
  )
  await app.owner.query('commit')
  return id
}
const isDeleted = async (id: number) => (await storedLead(app, id)).deleted_at !== null

test('invalid leads stay until a company says after how long they go; an undo brings the former back', async () => {
  const [mara, eve] = [await keeper(), await keeper()]
  expect(await now(mara)).toEqual({ invalid_months: null })
  await keep(mara, null)
  expect(await rows(mara)).toEqual([])

  expect(await keep(mara, 12)).toEqual({ invalid_months: 12 })
  await keep(mara, 12)
  expect(await keep(mara, 24)).toEqual({ invalid_months: 24 })

  expect(await rows(mara)).toEqual([{ invalid_months: 24 }])
  expect(await now(eve)).toEqual({ invalid_months: null })
  expect(await history(eve)).toEqual([])
  expect((await history(mara)).map(({ act }) => act)).toEqual(['retention.change', 'retention.change'])
  await mara.call(changes.undo, { body: { changeSet: (await history(mara))[0]!.change_set } })
  expect(await rows(mara)).toEqual([{ invalid_months: 12 }])
})

test('what nobody has touched for as long goes, of this company alone, and comes back by undo or one by one, to stay', async () => {
  const [mara, eve] = [await keeper(), await keeper()]
  const [old, older, touched, young, valid] = [
    await putOld(mara, 'invalid', 12),
    await putOld(mara, 'invalid', 30),
    await putOld(mara, 'invalid', 30, 11),
    await putOld(mara, 'invalid', 11),
    await putOld(mara, 'valid', 30),
  ]
  const others = await putOld(eve, 'invalid', 30)
  const spokenOf = await putOld(mara, 'invalid', 30)
  await mara.call(leadDetails.comment, { body: { leadId: spokenOf, comment: 'They called again' } })
  expect(await mara.call(retention.impact, {}).then(({ data }) => data)).toEqual([
    { months: 3, leads: 4 },
    { months: 6, leads: 4 },
    { months: 12, leads: 2 },
    { months: 24, leads: 1 },
    { months: 36, leads: 0 },
  ])
  await forget()
  expect(await isDeleted(older)).toBe(false)
  await keep(mara, 12)

  await forget()

  expect(await Promise.all([old, older, touched, young, spokenOf, valid, others].map(isDeleted))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  const [act] = (await mara.call(changes.list, { query: { by: 'everybody' } })).data.filter(
    (each) => each.act === 'retention.delete',
  )
  expect(act).toMatchObject({ actor: { kind: 'system' }, touched: [{ entity: 'leads', rows: 2 }], not_undoable: null })

  await mara.call(leadEdits.restore, { body: { enquiryId: old } })
  await forget()
  expect(await isDeleted(old)).toBe(false)

  await mara.call(changes.undo, { body: { changeSet: act!.change_set } })
  await forget()
  expect(await Promise.all([old, older].map(isDeleted))).toEqual([false, false])
})

test('more than one transaction takes all go within one look', async () => {
  const mara = await keeper()
  const ids: number[] = []
  for (let made = 0; made < 210; made++) ids.push(await putOld(mara, 'invalid', 4))
  await keep(mara, 3)

  await forget()

  expect(
    await app.sql(mara.companyId, 'select count(*)::int from leads where id = any($1) and deleted_at is not null', [
      ids,
    ]),
  ).toEqual([{ count: 210 }])
})

test.each([0, 1, 5, -3, 12.5, 'never', undefined])('invalid_months cannot be %j', async (invalid_months) => {
  const mara = await keeper()
  const { status, json } = await mara.send('PUT', '/marketing/update_retention', { invalid_months })
  expect([status, json.errors?.[0]?.field]).toEqual([400, expect.stringContaining('invalid_months')])
  expect(await rows(mara)).toEqual([])
})

test('is read by everybody; having leads deleted takes the right to delete them, and keeping them does not', async () => {
  const mara = await keeper()
  const max = await app.signIn({ colleagueOf: mara, can: [] })
  const lea = await app.signIn({ colleagueOf: mara, can: ['configuration_edit'] })
  expect(await now(max)).toEqual({ invalid_months: null })
  await expect(keep(max, 6)).rejects.toThrow('403 You need the permission configuration_edit')
  await expect(max.call(retention.impact, {})).rejects.toThrow('403')
  await expect(keep(lea, 6)).rejects.toThrow('403 You need the permission marketing_leads_delete')
  expect(await rows(mara)).toEqual([])

  await keep(mara, 6)
  await keep(lea, null)
  expect(await rows(mara)).toEqual([{ invalid_months: null }])
})

test('a lead that somebody asks QC about has been touched: by the question, its answer or a word on it', async () => {
  const [mara, eve] = [await keeper(), await keeper()]
  const quinn = await app.signIn({
    can: ['marketing_leads_list', 'qc_support_ask', 'qc_support_list', 'qc_support_view', 'qc_support_add_comment'],
    colleagueOf: mara,
  })
  const [asked, answered, commented, long, untouched] = [
    await putOld(mara, 'invalid', 12),
    await putOld(mara, 'invalid', 12),
    await putOld(mara, 'invalid', 12),
    await putOld(mara, 'invalid', 12),
    await putOld(mara, 'invalid', 12),
  ]
  const others = await putOld(eve, 'invalid', 12)
  const ask = async (leadId: number) =>
    (await quinn.call(qcSupport.ask, { body: { question: 'Is it food safe?', topic: 'specification', leadId } })).data
      .id
  const [, ...old] = [await ask(asked), await ask(answered), await ask(commented), await ask(long)]
  await app.owner.query('begin')
  await app.owner.query('set local session_replication_role = replica')
  await app.owner.query(`update qc_questions set updated_at = updated_at - interval '13 months' where id = any($1)`, [
    old,
  ])
  await app.owner.query('commit')
  await quinn.call(qcSupport.submit, { body: { id: old[0], answer: 'It is' } })
  await quinn.call(qcSupport.comment, { body: { id: old[1], comment: 'I ask the maker' } })
  await keep(mara, 12)
  await keep(eve, 12)
  expect((await mara.call(retention.impact, {})).data).toContainEqual({ months: 12, leads: 2 })

  await forget()

  expect(await Promise.all([asked, answered, commented, long, untouched, others].map(isDeleted))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})
