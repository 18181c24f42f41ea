import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { sealHistory } from '#server/db/seal.ts'
import { verifyHistory } from '#server/db/verify-history.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl, othersEnded } from '#server/test/database.ts'
import { forgettingOf, PERSONAL } from '#server/test/forgetting.ts'
import { putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
const owner = new pg.Client(databaseUrl(app.database))
await owner.connect()
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const KEYS = [...MANAGER_KEYS, 'marketing_leads_edit', 'marketing_leads_delete', 'leads_merge'] as const
const { forget, select, age, deletedLead, allOf } = forgettingOf(app)

test('what people told of themselves in a lead that was deleted for longer than it can be restored is gone, in its history too', async () => {
  const ada = await app.signIn({ can: KEYS })
  const old = await deletedLead(ada, 31)
  const younger = await deletedLead(ada, 30)
  const kept = await putLead(app, ada, { duplicate_of: old, status: 'invalid', reason_code: 'duplicate' })
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const before = await storedLead(app, old)

  await forget()
  await forget()

  expect(await allOf(old)).not.toMatch(PERSONAL)
  expect(await storedLead(app, old)).toMatchObject({
    id: old,
    lead_no: before.lead_no,
    status: before.status,
    deleted_at: before.deleted_at,
    erased_at: expect.anything(),
    version: before.version + 1,
  })
  expect(await allOf(younger)).toMatch(PERSONAL)
  expect(await storedLead(app, kept)).toMatchObject({ name: 'Yuki Tanabe', duplicate_of: expect.anything() })
  expect(await refusal(ada.call(leadEdits.restore, { body: { enquiryId: old } }))).toMatchObject({ status: 410 })
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const verified = await verifyHistory(owner, ada.companyId, [])
  expect(verified).toMatchObject({ faults: [] })
  expect(verified.erased).toBeGreaterThan(0)
})

test('a lead that became part of another is emptied after that one only, since until then it can be taken out again', async () => {
  const ada = await app.signIn({ can: KEYS })
  const winner = await putLead(app, ada)
  const loser = await putLead(app, ada)
  await ada.call(duplicates.merge, { body: { winnerId: winner, loserId: loser } })
  await age(ada, 'leads', 'deleted_at', loser, 90)

  await forget()
  expect(await allOf(loser)).toMatch(PERSONAL)

  await ada.call(leadEdits.remove, { body: { enquiryId: winner } })
  await age(ada, 'leads', 'deleted_at', winner, 31)
  await forget()
  await forget()
  for (const id of [winner, loser]) expect(await allOf(id)).not.toMatch(PERSONAL)
})

test('a lead that was taken out of another again is emptied there, too: in what the merge and its end had told of it', async () => {
  const ada = await app.signIn({ can: KEYS })
  const winner = await putLead(app, ada, {
    name: 'Iris Bohm',
    email: 'iris@bohm.example',
    phone: null,
    message: 'Bohm asks',
  })
  const loser = await putLead(app, ada, { name: 'Yuki Tanabe', email: 'tanabe@mill.example', message: 'Please call' })
  const { data } = await ada.call(duplicates.merge, {
    body: { winnerId: winner, loserId: loser, choices: { email: 'loser', message: 'loser' } },
  })
  await ada.call(duplicates.unmerge, { body: { mergeId: data.merge.id } })
  await ada.call(leadEdits.remove, { body: { enquiryId: loser } })
  await age(ada, 'leads', 'deleted_at', loser, 30)
  await forget()
  expect(await allOf(winner)).toMatch(PERSONAL)

  await age(ada, 'leads', 'deleted_at', loser, 31)
  await forget()
  for (const id of [winner, loser]) expect(await allOf(id)).not.toMatch(PERSONAL)
  expect(await storedLead(app, winner)).toMatchObject({ name: 'Iris Bohm', email: 'iris@bohm.example' })
  expect(await allOf(winner)).toMatch(/Iris Bohm.*Iris Bohm/)
})

test('a reason that somebody typed goes with the last lead that it was said of, and the history stays as it was sealed', async () => {
  const ada = await app.signIn({ can: KEYS })
  const [one, other] = [
    await putLead(app, ada, { assigned_qa: ada.id, status: 'assigned' }),
    await putLead(app, ada, { assigned_qa: ada.id, status: 'assigned' }),
  ]
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await ada.call(bulk.hold, { body: { selection: await select(ada), until, reason: 'Tanabe is away' } })
  await workOff(app)
  await ada.call(assignedLeads.wake, { body: { enquiryId: one } })
  await ada.call(assignedLeads.hold, { body: { enquiryId: one, until, reason: 'Yuki asked for it' } })
  const reasons = async (leadId: number) =>
    (await ada.call(leadDetails.history, { params: { id: leadId }, query: {} })).data
      .map(({ reason }) => reason)
      .filter((reason) => reason !== null)
  expect(await reasons(one)).toEqual(['Yuki asked for it', 'Tanabe is away'])
  expect(await reasons(other)).toEqual(['Tanabe is away'])
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const erase = async (id: number) => {
    await ada.call(leadEdits.remove, { body: { enquiryId: id } })
    await age(ada, 'leads', 'deleted_at', id, 31)
    await forget()
  }
  const stored = async () =>
    JSON.stringify(
      await app.sql(
        ada.companyId,
        `select c.reason, v.fields from changes c left join change_values v on v.company_id = c.company_id
          and (v.digest = c.personal or v.digest = reason_digest(c.reason)) where c.company_id = $1`,
        [ada.companyId],
      ),
    )

  await erase(one)
  expect(await stored()).not.toMatch('Yuki asked')
  expect(await reasons(other)).toEqual(['Tanabe is away'])

  await erase(other)
  expect(await stored()).not.toMatch('Tanabe is away')
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  expect(await verifyHistory(owner, ada.companyId, [])).toMatchObject({ faults: [] })
})
