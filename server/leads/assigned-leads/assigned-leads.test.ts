import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { ENQUIRY, openForm, putOnList, QA_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('an enquiry goes from the form to QA, is validated, goes to a rep, and its history tells why each got it', async () => {
  const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn' })
  const rep = await app.signIn({ can: REP_KEYS, colleagueOf: qa, name: 'Remy' })
  await putOnList(app, qa, 'qa')
  await putOnList(app, rep, 'sales')
  const form = await openForm(app, qa, 'journey-key')

  const sent = await app.send('POST', form, ENQUIRY)
  expect(sent.status).toBe(202)
  await workOff(app)
  const { data: assigned } = await qa.call(assignedLeads.list, { query: {} })
  expect(assigned).toHaveLength(1)
  const [lead] = assigned
  expect(lead).toMatchObject({
    status: 'assigned',
    assigned_qa: { id: qa.id, name: 'Quinn' },
    assigned_how: 'auto',
    phone: '+923005550158',
  })

  await qa.call(assignedLeads.start, { body: { enquiryId: lead!.id, status: 'in-progress' } })
  const { data: valid } = await qa.call(assignedLeads.validate, { body: { enquiryId: lead!.id, status: 'valid' } })
  expect(valid).toMatchObject({
    status: 'valid',
    enquiry_status: 'open',
    validated: { company: 'Aziz Textiles', total_quantity: 10 },
  })
  await workOff(app)

  const { data: mine } = await rep.call(validLeads.list, { query: {} })
  expect(mine).toMatchObject([
    { id: lead!.id, sales_person: { id: rep.id, name: 'Remy' }, validated_by: { id: qa.id } },
  ])
  const { data: history } = await qa.call(leadDetails.history, { params: { id: lead!.id }, query: {} })
  expect(history.map(({ act }) => act)).toEqual([
    'auto-assign-sales.choose',
    'assigned-leads.validate',
    'assigned-leads.start',
    'auto-assign-qa.choose',
    'intake.enquiry',
  ])
  expect(history[0]!.decision!.why).toBe('Remy was the only eligible person.')
  expect(history[3]!.decision!.why).toBe('You were the only eligible person.')
  const { data: detail } = await rep.call(leadDetails.validated, { params: { id: lead!.id } })
  expect(detail.validated).toMatchObject({ verdict: 'valid', company: 'Aziz Textiles', by: { id: qa.id } })
})

test('a lead that is not in progress cannot be validated, and the answer names its real status', async () => {
  const qa = await app.signIn({ can: [...QA_KEYS, 'marketing_leads_add'] })
  const form = await openForm(app, qa, 'status-key')
  await app.send('POST', form, ENQUIRY)
  const {
    data: [lead],
  } = await qa.call(allLeads.list, { query: {} })

  await expect(qa.call(assignedLeads.validate, { body: { enquiryId: lead!.id } })).rejects.toThrow(
    '409 This lead is new and can’t be validated.',
  )
  await qa.call(allLeads.assignToMe, { body: { leadIds: [lead!.id] } })
  await expect(qa.call(assignedLeads.validate, { body: { enquiryId: lead!.id } })).rejects.toThrow(
    '409 This lead is assigned and can’t be validated.',
  )
})
