import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...MANAGER_KEYS, 'marketing_leads_delete'] as const
const ada = await app.signIn({ can: KEYS, name: 'Ada' })
const eve = await app.signIn({ can: KEYS })
const { remove, restore } = leadEdits

const total = async () => (await ada.call(marketingLeads.list, { query: {} })).pagination.total

test.each(['new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid'])(
  'a lead that is %s is gone from every list and look-up, and comes back as it was',
  async (status) => {
    const id = await putLead(app, ada, {
      status,
      ...(status === 'new' ? {} : { assigned_qa: ada.id }),
      ...(status === 'on_hold' ? { on_hold_until: '2099-01-01' } : {}),
    })
    const before = await total()

    await ada.call(remove, { body: { enquiryId: id } })

    expect(await total()).toBe(before - 1)
    expect(await refusal(ada.call(leadDetails.lead, { params: { id } }))).toMatchObject({ status: 404 })
    expect(await refusal(ada.call(assignedLeads.start, { body: { enquiryId: id } }))).toMatchObject({ status: 404 })
    expect(await refusal(ada.call(remove, { body: { enquiryId: id } }))).toMatchObject({ status: 404 })

    const { data } = await ada.call(restore, { body: { enquiryId: id } })

    expect(data).toMatchObject({ id, status, products: [{ product_name: 'Hose' }] })
    expect(await total()).toBe(before)
    const { data: history } = await ada.call(leadDetails.history, { params: { id }, query: {} })
    expect(history.slice(0, 2).map(({ act }) => act)).toEqual(['lead-edits.restore', 'lead-edits.remove'])
  },
)

test('a deleted lead is given to nobody; restored, it takes its turn', async () => {
  const id = await putLead(app, ada)
  await app.sql(ada.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
    ada.companyId,
    id,
  ])
  await ada.call(remove, { body: { enquiryId: id } })
  await putOnList(app, ada, 'qa')
  await app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'assign')`, [ada.companyId])
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })

  await ada.call(restore, { body: { enquiryId: id } })
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: ada.id })
})

test('a domain that was restricted meanwhile holds back what is restored', async () => {
  const id = await putLead(app, ada, { email: 'yuki@later-restricted.example' })
  await ada.call(remove, { body: { enquiryId: id } })
  await app.sql(
    ada.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'later-restricted.example')`,
    [ada.companyId],
  )

  await ada.call(restore, { body: { enquiryId: id } })
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'new', quarantined_by: expect.anything() })
})

test('a lead on hold whose day came while it was deleted wakes when it is restored', async () => {
  const id = await putLead(app, ada, { status: 'on_hold', assigned_qa: ada.id, on_hold_until: '2026-01-05' })
  await ada.call(remove, { body: { enquiryId: id } })
  await app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'wake')`, [ada.companyId])
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ status: 'on_hold' })

  await ada.call(restore, { body: { enquiryId: id } })
  await workOff(app)

  expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', on_hold_until: null })
})

test('after 30 days it stays deleted', async () => {
  const id = await putLead(app, ada)
  await ada.call(remove, { body: { enquiryId: id } })
  await app.sql(ada.companyId, `update leads set deleted_at = now() - interval '30 days 1 minute' where id = $1`, [id])

  expect(await refusal(ada.call(restore, { body: { enquiryId: id } }))).toMatchObject({ status: 410 })
  expect((await storedLead(app, id)).deleted_at).not.toBeNull()
})

test('a restore that is undone deletes the lead anew: it can be had back for 30 days from then on', async () => {
  const id = await putLead(app, ada)
  await ada.call(remove, { body: { enquiryId: id } })
  await app.sql(ada.companyId, `update leads set deleted_at = now() - interval '29 days' where id = $1`, [id])
  await ada.call(restore, { body: { enquiryId: id } })

  await undoLast(ada)

  const { rows } = await app.owner.query(
    `select deleted_at > now() - interval '1 minute' as just_now from leads where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ just_now: true }])
})

test('whoever deletes by what they saw is told when somebody has decided on it meanwhile', async () => {
  const id = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
  await ada.call(assignedLeads.validate, { body: { enquiryId: id } })

  expect(await refusal(ada.call(remove, { body: { enquiryId: id, version: 1 } }))).toMatchObject({
    status: 409,
    code: 'version_conflict',
    details: { current: { status: 'valid' } },
  })
  expect((await storedLead(app, id)).deleted_at).toBeNull()
})

test('deleting and restoring need the key; another company finds nothing', async () => {
  const id = await putLead(app, ada)
  const gone = await putLead(app, ada)
  await ada.call(remove, { body: { enquiryId: gone } })
  const reader = await app.signIn({ can: MANAGER_KEYS, colleagueOf: ada })
  const before = await fingerprint(app)

  for (const [person, status] of [
    [reader, 403],
    [eve, 404],
  ] as const) {
    expect(await refusal(person.call(remove, { body: { enquiryId: id } }))).toMatchObject({ status })
    expect(await refusal(person.call(restore, { body: { enquiryId: gone } }))).toMatchObject({ status })
  }
  expect(await fingerprint(app)).toBe(before)
})
