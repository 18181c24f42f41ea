import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { rotationOf } from '#server/test/rotation.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { company, onQa, enquiry } = rotationOf(app)

const outlookOf = async (person: TestPerson, id: number) => {
  const { data } = await person.call(allLeads.list, { query: {} })
  return data.find((lead) => lead.id === id)?.outlook
}
const tomorrow = () => new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)

test('a lead that waits names the person who gets it then, and from when on', async () => {
  const mara = await company()
  const ana = await onQa(mara, 'Ana', { away_until: tomorrow() })
  const ben = await onQa(mara, 'Ben', { away_until: tomorrow() })
  await app.sql(mara.companyId, 'update assignment_entries set received = 2 where staff_id = $1', [ana.id])
  const id = await enquiry(mara)
  await workOff(app)

  const said = {
    next: { id: ben.id, name: 'Ben' },
    from: expect.stringContaining(tomorrow()),
    reasons: [],
    queued: true,
  }
  expect(await outlookOf(mara, id)).toEqual(said)
  expect((await mara.call(allLeads.outlook, {})).data).toEqual(said)

  for (const { entry } of [ana, ben])
    await mara.call(autoAssignQa.save, { params: { id: entry }, body: { away_until: null } })
  await workOff(app)
  expect(await storedLead(app, id)).toMatchObject({ assigned_qa: ben.id })
})

test('where nobody takes a lead the exact reasons are said, and another company’s people are in none', async () => {
  const [mara, eve] = [await company(), await company()]
  await onQa(eve, 'Rae')
  const empty = await enquiry(mara)
  await workOff(app)
  expect(await outlookOf(mara, empty)).toEqual({ next: null, from: null, reasons: [], queued: true })

  await onQa(mara, 'Ana', { accepts_countries: ['JP'] })
  await workOff(app)
  expect(await outlookOf(mara, empty)).toMatchObject({ next: null, reasons: ['does not accept Germany'] })
  expect(await outlookOf(eve, empty)).toBeUndefined()
})

test('a lead that is in no queue says so', async () => {
  const mara = await company()
  const ana = await onQa(mara, 'Ana')
  const id = await putLead(app, mara)

  expect(await outlookOf(mara, id)).toMatchObject({ next: { id: ana.id }, queued: false })
  expect((await mara.call(allLeads.outlook, {})).data.queued).toBe(false)
})
