import { afterAll, describe, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { LEAD_STATUSES, type LeadStatus } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, LIST_KEYS, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, openForm, putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...QA_KEYS, 'registration_leads_list', 'registration_leads_edit_status'] as const
const qa = await app.signIn({ can: KEYS, name: 'Quinn' })
const eve = await app.signIn({ can: KEYS })
const { list, validate } = registrationLeads

const put = (lead: object = {}) => putLead(app, qa, { kind: 'registration', source: 'registration', ...lead }, [])
const rowOf = async (id: number) => (await qa.call(list, { query: {} })).data.find((row) => row.id === id)

describe('the public form', () => {
  test('brings a registration in: it is pending on its own list and on no other, and QA gets it in turn', async () => {
    const boss = await app.signIn({ can: [...LIST_KEYS, 'valid_leads_assign', 'marketing_leads_reassign', ...KEYS] })
    await putOnList(app, boss, 'qa')
    const form = (await openForm(app, boss, 'register-key')).replace('/enquiry', '/registration')

    const { status, json } = await app.send('POST', form, {
      name: 'Ines Duarte',
      email: 'ines@porto-labs.example',
      company: 'Porto Labs',
      country: 'PT',
      account_type: 'reseller',
    })

    expect([status, json.message]).toEqual([202, 'Thank you. We received your registration and will get back to you.'])
    const { data } = await boss.call(list, { query: {} })
    expect(data).toMatchObject([
      {
        kind: 'registration',
        source: 'registration',
        status: 'new',
        account_type: 'reseller',
        company: 'Porto Labs',
        existing_company: null,
      },
    ])
    await workOff(app)
    expect(await storedLead(app, data[0]!.id)).toMatchObject({ status: 'assigned', assigned_qa: boss.id })
    for (const other of [marketingLeads.list, allLeads.list, assignedLeads.list, validLeads.list])
      expect((await boss.call(other, { query: {} })).data).toEqual([])
  })

  test('asks for the company, and knows a machine', async () => {
    const boss = await app.signIn({ can: KEYS })
    const form = (await openForm(app, boss, 'register-key-2')).replace('/enquiry', '/registration')
    const send = (more: object) => app.send('POST', form, { name: 'Ines', email: 'ines@porto.example', ...more })

    expect(await send({})).toMatchObject({ status: 400, json: { errors: [{ field: 'company' }] } })
    expect(await send({ company: 'P', account_type: 'spy' })).toMatchObject({ status: 400 })
    expect((await boss.call(list, { query: {} })).pagination.total).toBe(0)
    expect((await send({ company: 'P', fax: '1' })).status).toBe(202)
    expect((await boss.call(list, { query: {} })).data).toMatchObject([
      { status: 'invalid', reason_code: 'spam_or_bot' },
    ])
  })

  test('has a page of its own, which asks for what it needs and for no product', async () => {
    const form = (await openForm(app, qa, 'register-key-3')).replace('/enquiry', '/registration')

    const { status, text } = await app.send('GET', form)

    expect(status).toBe(200)
    expect(text).toContain('<h1>Register your company</h1>')
    expect(text).toContain('name="account_type"')
    expect(text).not.toMatch(/name="product"|<!-- (enquiry|registration)|<!-- :/)
  })
})

describe('W4: validating a registration', () => {
  const from: readonly LeadStatus[] = ['new', 'assigned', 'in-progress', 'invalid']
  const owned = (status: LeadStatus) => ({ status, ...(status === 'new' ? {} : { assigned_qa: qa.id }) })

  test.each(from)(
    'from %s it is valid at once, whoever validates has it, and no sales person gets it',
    async (status) => {
      const rep = await app.signIn({ can: ['valid_leads_list'], colleagueOf: qa })
      await putOnList(app, rep, 'sales')
      const id = await put(owned(status))

      const { data } = await qa.call(validate, { body: { enquiryId: id, reason: 'They called' } })
      await workOff(app)

      expect(data).toMatchObject({
        status: 'valid',
        enquiry_status: null,
        assigned_qa: { id: qa.id },
        validated_by: { id: qa.id },
      })
      expect(await storedLead(app, id)).toMatchObject({ sales_person: null })
    },
  )

  test.each(LEAD_STATUSES.filter((status) => !from.includes(status) && status !== 'valid'))(
    'from %s it is refused with that status',
    async (status) => {
      const id = await put(owned(status))
      const before = await fingerprint(app)

      expect(await refusal(qa.call(validate, { body: { enquiryId: id } }))).toMatchObject({
        status: 409,
        code: 'wrong_status',
        details: { status },
      })
      expect(await fingerprint(app)).toBe(before)
    },
  )

  test('a second time it is answered alike, and nothing more is stored', async () => {
    const id = await put()
    await qa.call(validate, { body: { enquiryId: id } })
    const before = await fingerprint(app)

    const { data } = await qa.call(validate, { body: { enquiryId: id, status: 'valid', version: 1 } })

    expect(data).toMatchObject({ id, status: 'valid' })
    expect(await fingerprint(app)).toBe(before)
  })

  test('needs the company, its country and a way to reach it, but no product', async () => {
    const id = await put({ company: null, country: null })

    const refused = await refusal(qa.call(validate, { body: { enquiryId: id } }))

    expect(refused).toMatchObject({ status: 400 })
    expect(refused.errors?.map(({ field }) => field)).toEqual(['company', 'country'])
  })

  test('an enquiry is not validated by this call, nor a registration that a restricted domain holds back', async () => {
    const reader = await app.signIn({ can: [...KEYS, 'marketing_leads_list'], colleagueOf: qa })
    const enquiry = await putLead(app, qa, { status: 'in-progress', assigned_qa: reader.id })
    const [entry] = await app.sql(
      qa.companyId,
      `insert into restricted_domains (company_id, domain_name) values ($1, 'held.example') returning id`,
      [qa.companyId],
    )
    const held = await put({ email: 'a@held.example', quarantined_by: entry.id })
    const before = await fingerprint(app)

    expect(await refusal(reader.call(validate, { body: { enquiryId: enquiry } }))).toMatchObject({ code: 'wrong_kind' })
    expect(await refusal(reader.call(validate, { body: { enquiryId: held } }))).toMatchObject({ code: 'quarantined' })
    expect(await fingerprint(app)).toBe(before)
  })

  test('the desk asks nothing about products, and its checklist can be answered', async () => {
    const id = await put()

    const { data } = await qa.call(leadDetails.open, { body: { enquiryId: id } })

    expect(data.checklist.items.map(({ item }) => item)).toEqual([1, 2, 3, 4, 5, 8, 9, 10])
    expect(data.evidence.map(({ check }) => check)).not.toContain('products')
  })
})

test('the list and the answer name the company that is known by the same domain, from this company’s leads alone', async () => {
  const domain = 'known-firm.example'
  await putLead(app, eve, { status: 'valid', email: `x@${domain}`, company: 'Of another tenant' })
  const first = await put({ email: `a@${domain}`, company: 'Known Firm' })
  expect((await rowOf(first))?.existing_company).toBeNull()
  await putLead(app, qa, { email: `b@${domain}`, company: 'known firm gmbh' })
  await putLead(app, qa, { status: 'invalid', email: `c@${domain}`, company: 'Spam Ltd' })
  await putLead(app, qa, { email: 'd@gmail.com', company: 'Of anyone' })
  const free = await put({ email: 'e@gmail.com' })

  expect((await rowOf(first))?.existing_company).toEqual({ company: 'known firm gmbh', leads: 1 })
  expect((await rowOf(free))?.existing_company).toBeNull()
  const { data } = await qa.call(validate, { body: { enquiryId: first } })
  expect(data.existing_company).toEqual({ company: 'known firm gmbh', leads: 1 })
})

test('who holds it is asked first, the key is needed, and another company finds nothing', async () => {
  const other = await app.signIn({ can: KEYS, colleagueOf: qa })
  const reader = await app.signIn({ can: [...MANAGER_KEYS, 'registration_leads_list'], colleagueOf: qa })
  const id = await put({ status: 'assigned', assigned_qa: qa.id })
  const before = await fingerprint(app)

  expect(await refusal(other.call(validate, { body: { enquiryId: id } }))).toMatchObject({ status: 409, code: 'held' })
  expect(await refusal(reader.call(validate, { body: { enquiryId: id } }))).toMatchObject({ status: 403 })
  expect(await refusal(eve.call(validate, { body: { enquiryId: id } }))).toMatchObject({ status: 404 })
  expect(await fingerprint(app)).toBe(before)
})

test('whoever works registrations comments on them', async () => {
  const id = await put()

  await qa.call(leadDetails.comment, { body: { leadId: id, comment: 'Called them' } })

  expect((await qa.call(leadDetails.comments, { params: { id } })).data).toMatchObject([{ comment: 'Called them' }])
})
