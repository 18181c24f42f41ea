import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { acceptancesOf } from '#server/test/acceptances.ts'
import { startTestApp } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, workOff } from '#server/test/leads.ts'

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

test('a lead that had come further than open when its rep got it is looked after all the same, unless its enquiry is over', async () => {
  const { mara, rosa, sam } = await team()
  const further = []
  for (const enquiry_status of ['contacted', 'quoted', 'nurture'])
    further.push(await give(mara, rosa, { enquiry_status, first_response_at: new Date().toISOString() }))
  const over = [await give(mara, rosa, { enquiry_status: 'won' }), await give(mara, rosa, { enquiry_status: 'lost' })]
  const opened = await give(mara, rosa, { enquiry_status: 'quoted' })
  await rosa.call(validLeads.accept, { body: { enquiryId: opened } })
  await putOnList(app, sam, 'sales')

  await late(mara)
  expect(await told(rosa)).toEqual(['3 leads are waiting for you to accept them'])
  await late(mara)

  for (const id of further) expect(await storedLead(app, id)).toMatchObject({ sales_person: sam.id })
  for (const id of [...over, opened]) expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await told(rosa)).toEqual([])
  await late(mara)
  expect(await told(sam)).toEqual(['3 leads are waiting for you to accept them'])
  await sam.call(validLeads.setEnquiryStatus, { body: { enquiryId: further[0]!, enquiry_status: 'quoted' } })
  expect(await told(sam)).toEqual(['2 leads are waiting for you to accept them'])
})

test('a step of the enquiry accepts it whoever makes it, also of one that was further than open', async () => {
  const { mara, rosa, sam } = await team()
  const boss = await app.signIn({
    can: [...MANAGER_KEYS, 'valid_leads_edit_enquiry_status'],
    colleagueOf: mara,
    name: 'Bea',
  })
  const ids = [await give(mara, rosa), await give(mara, rosa, { enquiry_status: 'contacted' })]
  await putOnList(app, sam, 'sales')
  await late(mara)
  expect(await told(rosa)).toEqual(['2 leads are waiting for you to accept them'])

  for (const [at, enquiry_status] of (['contacted', 'quoted'] as const).entries())
    await boss.call(validLeads.setEnquiryStatus, { body: { enquiryId: ids[at]!, enquiry_status } })
  expect(await told(rosa)).toEqual([])
  await late(mara)

  for (const id of ids) expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await rows(mara)).toMatchObject([{ opened: true }, { opened: true }])
  expect(await contradictions(app.owner)).toEqual([])
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
  expect(await told(rosa)).toEqual(['3 leads are waiting for you to accept them'])
  for (const id of ids.slice(0, 2)) await rosa.call(validLeads.accept, { body: { enquiryId: id } })
  expect(await told(rosa)).toEqual(['Yuki Tanabe is waiting for you to accept it'])
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
