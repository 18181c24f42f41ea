import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/changes.ts'
import { configuration } from '#contract/configuration.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { marketingLeads } from '#contract/marketing-leads.ts'
import { validLeads } from '#contract/valid-leads.ts'
import { acceptancesOf } from '#server/test/acceptances.ts'
import { startTestApp } from '#server/test/app.ts'
import { storedLead } from '#server/test/journey.ts'
import { putOnList, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { team, give, late, told, rows } = acceptancesOf(app)

test('whoever has accepted it by a comment is told no more that it waits, and managers not that nobody has', async () => {
  const { mara, rosa } = await team()
  const id = await give(mara, rosa)
  await late(mara)
  expect(await told(rosa)).toHaveLength(1)
  await late(mara)
  expect(await told(mara)).toHaveLength(1)
  await rosa.call(leadDetails.comment, { body: { leadId: id, comment: 'I have called them' } })
  expect([await told(rosa), await told(mara)]).toEqual([[], []])
  expect(await rows(mara)).toMatchObject([{ opened: true }])
})

test('a step that was undone has accepted it all the same', async () => {
  const { mara, rosa, sam } = await team()
  const id = await give(mara, rosa)
  await putOnList(app, sam, 'sales')
  await rosa.call(validLeads.setEnquiryStatus, { body: { enquiryId: id, enquiry_status: 'contacted' } })
  const [act] = (await mara.call(leadDetails.history, { params: { id }, query: {} })).data
  await rosa.call(changes.undo, { body: { changeSet: act!.change_set } })
  await late(mara)
  await late(mara)
  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id, enquiry_status: 'open' })
})

test('a comment that comes while the worker waits for another lead accepts it', async () => {
  const { mara, rosa, sam } = await team()
  const [first, second] = [await give(mara, rosa), await give(mara, rosa)]
  await putOnList(app, sam, 'sales')
  await late(mara)
  let working: Promise<unknown> | undefined
  await app.holding(mara.companyId, 'select from leads where id = $1 for update', [first], async () => {
    working = late(mara)
    await sleep(700)
    await rosa.call(leadDetails.comment, { body: { leadId: second, comment: 'I have them on the phone' } })
  })
  await working
  expect(await storedLead(app, first)).toMatchObject({ sales_person: sam.id })
  expect(await storedLead(app, second)).toMatchObject({ sales_person: rosa.id })
})

test('who had it before, has it again and opens it is told no more that it waits', async () => {
  const { mara, rosa, sam } = await team()
  const id = await give(mara, rosa)
  await putOnList(app, sam, 'sales')
  await late(mara)
  await late(mara)
  expect(await storedLead(app, id)).toMatchObject({ sales_person: sam.id })
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rosa.id } })
  await rosa.call(validLeads.accept, { body: { enquiryId: id } })
  expect(await told(rosa)).toEqual([])
})

test('a line names those alone that still wait', async () => {
  const { mara, rosa } = await team()
  const ids = [await give(mara, rosa), await give(mara, rosa), await give(mara, rosa)]
  await late(mara)
  expect(await told(rosa)).toEqual(['3 leads wait for you to accept them'])
  for (const id of ids.slice(0, 2)) await rosa.call(validLeads.accept, { body: { enquiryId: id } })
  expect(await told(rosa)).toEqual(['Yuki Tanabe waits for you to accept it'])
})

test('switched off and on again, what was given before is due no more', async () => {
  const { mara, rosa, sam } = await team()
  const id = await give(mara, rosa)
  await putOnList(app, sam, 'sales')
  for (const minutes of [null, 30]) {
    await mara.call(configuration.setRouting, { body: { acceptance_minutes: minutes } })
    await workOff(app)
  }
  await late(mara)
  await late(mara)
  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await rows(mara)).toMatchObject([{ due: false, reminded: false }])
})
