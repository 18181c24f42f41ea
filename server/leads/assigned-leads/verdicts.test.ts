import { afterAll, describe, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { INVALID_REASONS } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp } from '#server/test/app.ts'
import { bytes, fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn' })
const eve = await app.signIn({ can: MANAGER_KEYS })
const { validate, invalidate } = assignedLeads

const inProgress = (lead = {}, products?: { product_name: string; quantity: number }[]) =>
  putLead(app, qa, { status: 'in-progress', assigned_qa: qa.id, ...lead }, products)
const verdicts = (id: number) =>
  app.sql(qa.companyId, 'select * from lead_verdicts where lead_id = $1 order by id', [id])
const fieldsOf = ({ errors = [] }: { errors?: { field: string }[] }) => errors.map(({ field }) => field)

describe('valid', () => {
  test('the payload of the old screen works as it is, and is kept as a snapshot beside what was sent', async () => {
    const id = await inProgress()

    const { data } = await qa.call(validate, {
      body: {
        enquiryId: id,
        company: 'Aziz Textiles (Pvt) Ltd',
        country: 'Pakistan',
        zipCode: '54000',
        city: 'Lahore',
        state: 'Punjab',
        address: '12 Canal Road',
        email: 'Sales@AzizTextiles.example',
        phone: '0300 5550158',
        website: 'aziztextiles.example',
        comments: 'Spoke to Yuki',
        status: 'valid',
        products: [
          { product_name: 'Hose 2 in', quantity: 10 },
          { product_name: 'Clamp', quantity: 4, total_quantity: 40 },
        ],
      },
    })

    expect(data).toMatchObject({
      status: 'valid',
      company: 'Aziz Textiles',
      email: 'yuki@aziztextiles.example',
      validated: { company: 'Aziz Textiles (Pvt) Ltd', country: 'PK', total_quantity: 50 },
    })
    expect(data.products).toMatchObject([{ product_name: 'Hose', quantity: 2 }])
    const [snapshot] = await verdicts(id)
    expect(snapshot).toMatchObject({
      verdict: 'valid',
      by_person: qa.id,
      company: 'Aziz Textiles (Pvt) Ltd',
      country: 'PK',
      zip_code: '54000',
      email: 'sales@aziztextiles.example',
      phone: '+923005550158',
      comments: 'Spoke to Yuki',
      checklist: null,
      products: [
        { product_name: 'Hose 2 in', quantity: 10, total_quantity: 10 },
        { product_name: 'Clamp', quantity: 4, total_quantity: 40 },
      ],
    })
    const { data: shown } = await qa.call(leadDetails.validated, { params: { id } })
    expect(shown.validated).toMatchObject({ zipCode: '54000', checklist: null, by: { id: qa.id, name: 'Quinn' } })
  })

  test('what is missing is named, all of it at once, and nothing is stored', async () => {
    const bare = await inProgress({ company: null, country: null, email: null, phone: null }, [])
    const before = await fingerprint(app)

    const refused = await refusal(qa.call(validate, { body: { enquiryId: bare } }))

    expect([refused.status, fieldsOf(refused), refused.message]).toEqual([
      400,
      ['company', 'country', 'email', 'products'],
      'Fix 4 fields to validate this lead',
    ])
    expect(await fingerprint(app)).toBe(before)
  })

  test('a payload can take away what was sent; then that is missing', async () => {
    const id = await inProgress({ phone: '+923005550158' })
    const full = { enquiryId: id }

    for (const [body, field] of [
      [{ ...full, company: '  ' }, 'company'],
      [{ ...full, company: null }, 'company'],
      [{ ...full, country: null }, 'country'],
      [{ ...full, email: '', phone: null }, 'email'],
      [{ ...full, products: [] }, 'products'],
    ] satisfies [BodyOf<typeof validate>, string][])
      expect(fieldsOf(await refusal(qa.call(validate, { body })))).toEqual([field])
    await qa.call(validate, { body: { ...full, email: null } })
    expect((await verdicts(id))[0]).toMatchObject({ email: null, phone: '+923005550158' })
  })

  test('a number that a spreadsheet has written is stored as it was meant, or refused', async () => {
    const id = await inProgress()
    const shortened = { enquiryId: id, phone: '9.19E+11' }
    expect(fieldsOf(await refusal(qa.call(validate, { body: shortened })))).toEqual(['phone'])

    await qa.call(validate, { body: { enquiryId: id, phone: '+923005550158.0', zipCode: '560001.0' } })
    expect((await verdicts(id))[0]).toMatchObject({ phone: '+923005550158', zip_code: '560001' })
  })

  test('a checklist is kept with its version', async () => {
    const id = await inProgress()
    const answers = [
      { item: 1, answer: 'yes' as const, evidence: 'Domain is not restricted' },
      { item: 6, answer: 'not_sure' as const },
    ]

    await qa.call(validate, { body: { enquiryId: id, checklist: { version: 1, answers } } })

    expect((await verdicts(id))[0]).toMatchObject({ checklist: answers, checklist_version: 1 })
  })

  test.each([
    ['email', { email: 'not an address' }],
    ['country', { country: 'Atlantis' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['company', { company: 'x'.repeat(201) }],
    ['checklist.version', { checklist: { version: 0, answers: [] } }],
    ['checklist.answers.0.answer', { checklist: { version: 1, answers: [{ item: 1, answer: 'maybe' }] } }],
    ['version', { version: 0 }],
    ['enquiryId', { enquiryId: '7' }],
  ])('a %s that cannot be one is refused and named', async (field, body) => {
    const id = await inProgress()
    const before = await fingerprint(app)

    expect(await qa.send('POST', validate.path, { enquiryId: id, ...body })).toMatchObject({
      status: 400,
      json: { errors: [{ field }] },
    })
    expect(await fingerprint(app)).toBe(before)
  })
})

describe('W5: products', () => {
  test.each([
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: -1 }],
    ['quantity', { quantity: 1.5 }],
    ['quantity', { quantity: 1e12 }],
    ['quantity', { quantity: 'NaN' }],
    ['quantity', { quantity: null }],
    ['product_name', { product_name: '  ' }],
    ['product_name', { product_name: undefined }],
    ['total_quantity', { quantity: 5, total_quantity: 4 }],
    ['total_quantity', { total_quantity: 1e10 }],
    ['product_id', { product_id: -1 }],
  ])('a %s like %j is refused and named', async (field, line) => {
    const id = await inProgress()
    const before = await fingerprint(app)

    for (const path of [validate.path, invalidate.path])
      expect(
        await qa.send('POST', path, { enquiryId: id, products: [{ product_name: 'Hose', quantity: 1, ...line }] }),
      ).toMatchObject({ status: 400, json: { errors: [{ field: `products.0.${field}` }] } })
    expect(await fingerprint(app)).toBe(before)
  })

  test('a thousand of them are refused and named, ten thousand are too large a body', async () => {
    const id = await inProgress()
    const sent = (length: number) =>
      qa.send('POST', validate.path, {
        enquiryId: id,
        products: Array.from({ length }, () => ({ product_name: 'Hose', quantity: 1 })),
      })

    expect(await sent(1_000)).toMatchObject({ status: 400, json: { errors: [{ field: 'products' }] } })
    expect(await sent(10_000)).toMatchObject({ status: 413, json: { code: 'too_large' } })
  })

  test('a product of another company is as unknown as one that never was', async () => {
    const id = await inProgress()
    const [foreign] = await app.sql(
      eve.companyId,
      `insert into products (company_id, code, name) values ($1, 'H1', 'Hose') returning id::int`,
      [eve.companyId],
    )
    const [own] = await app.sql(
      qa.companyId,
      `insert into products (company_id, code, name) values ($1, 'H1', 'Hose') returning id::int`,
      [qa.companyId],
    )
    const before = await fingerprint(app)
    const withProduct = (product_id: number) =>
      qa.call(validate, {
        body: {
          enquiryId: id,
          products: [
            { product_name: 'Hose', product_id: own.id, quantity: 1 },
            { product_name: 'Hose', product_id, quantity: 1 },
          ],
        },
      })

    const [of, unknown] = [await refusal(withProduct(foreign.id)), await refusal(withProduct(999_999_999))]
    expect(of).toMatchObject({ status: 404, errors: [{ field: 'products.1.product_id' }] })
    expect({ ...of, request_id: '' }).toEqual({ ...unknown, request_id: '' })
    expect(await fingerprint(app)).toBe(before)

    await withProduct(own.id)
    expect((await verdicts(id))[0].products).toMatchObject([{ product_id: own.id }, { product_id: own.id }])
  })
})

describe('invalid', () => {
  test('the payload of the old screen means “other”, with its comments as the note', async () => {
    const id = await inProgress()

    const { data } = await qa.call(invalidate, {
      body: { enquiryId: id, status: 'invalid', comments: 'Asked for a job' },
    })

    expect(data).toMatchObject({
      status: 'invalid',
      reason_code: 'other',
      reason_note: 'Asked for a job',
      enquiry_status: null,
      validated: null,
    })
    expect((await verdicts(id))[0]).toMatchObject({
      verdict: 'invalid',
      reason_code: 'other',
      reason_note: 'Asked for a job',
    })
  })

  test('an incomplete lead can be invalid, and no word need be said with the bare payload', async () => {
    const id = await inProgress({ company: null, country: null, email: null }, [])

    await qa.call(invalidate, { body: { enquiryId: id, status: 'invalid' } })

    expect(await storedLead(app, id)).toMatchObject({ status: 'invalid', reason_code: 'other', reason_note: null })
  })

  test.each(INVALID_REASONS.filter((reason) => reason !== 'other' && reason !== 'duplicate'))(
    'the reason %s needs no note',
    async (reason) => {
      const id = await inProgress()

      await qa.call(invalidate, { body: { enquiryId: id, reason } })

      expect(await storedLead(app, id)).toMatchObject({ reason_code: reason, reason_note: null, duplicate_of: null })
    },
  )

  test('“other” said on purpose needs a note, a duplicate the lead that it repeats', async () => {
    const id = await inProgress()
    const first = await putLead(app, qa)
    const foreign = await putLead(app, eve)
    const before = await fingerprint(app)
    const refused = async (body: object) => {
      const { status, json } = await qa.send('POST', invalidate.path, { enquiryId: id, ...body })
      return [status, json.errors?.[0]?.field]
    }

    expect(await refused({ reason: 'other' })).toEqual([400, 'note'])
    expect(await refused({ reason: 'other', note: ' ' })).toEqual([400, 'note'])
    expect(await refused({ reason: 'duplicate' })).toEqual([400, 'duplicateOf'])
    expect(await refused({ reason: 'duplicate', duplicateOf: id })).toEqual([400, 'duplicateOf'])
    expect(await refused({ reason: 'duplicate', duplicateOf: foreign })).toEqual([404, undefined])
    expect(await refused({ reason: 'duplicate', duplicateOf: 999_999_999 })).toEqual([404, undefined])
    expect(await refused({ reason: 'bored' })).toEqual([400, 'reason'])
    expect(await fingerprint(app)).toBe(before)

    await qa.call(invalidate, { body: { enquiryId: id, reason: 'duplicate', duplicateOf: first } })
    expect(await storedLead(app, id)).toMatchObject({ reason_code: 'duplicate', duplicate_of: first })
  })

  test('it repeats a lead on one of the caller’s lists; one that is on none is answered like one that is not there', async () => {
    const ben = await app.signIn({ can: ['assigned_leads_list', 'assigned_leads_edit_status'], colleagueOf: qa })
    const id = await inProgress({ assigned_qa: ben.id })
    const [own, others] = [await inProgress({ assigned_qa: ben.id }), await inProgress()]
    const repeats = (duplicateOf: number) =>
      ben.send('POST', invalidate.path, { enquiryId: id, reason: 'duplicate', duplicateOf })
    const before = await fingerprint(app)

    expect(bytes(await repeats(others))).toBe(bytes(await repeats(999_999_999)))
    expect(await fingerprint(app)).toBe(before)

    expect((await repeats(own)).status).toBe(200)
    expect(await storedLead(app, id)).toMatchObject({ status: 'invalid', duplicate_of: own })
  })

  test('an invalid lead shows what was sent and the reason, a valid one refuses that look, and the other way round', async () => {
    const bad = await inProgress()
    const good = await inProgress()
    await qa.call(invalidate, { body: { enquiryId: bad, reason: 'competitor', note: 'Knows our prices' } })
    await qa.call(validate, { body: { enquiryId: good } })

    expect((await qa.call(leadDetails.notValidated, { params: { id: bad } })).data).toMatchObject({
      lead: { id: bad, company: 'Aziz Textiles' },
      reason_code: 'competitor',
      reason_note: 'Knows our prices',
    })
    expect(await refusal(qa.call(leadDetails.validated, { params: { id: bad } }))).toMatchObject({
      status: 409,
      details: { status: 'invalid' },
    })
    expect(await refusal(qa.call(leadDetails.notValidated, { params: { id: good } }))).toMatchObject({
      status: 409,
      details: { status: 'valid' },
    })
  })
})

describe('turning a verdict over', () => {
  test('needs a reason, keeps every earlier verdict as it was, and leaves the lead with its QA person', async () => {
    const colleague = await app.signIn({ can: QA_KEYS, colleagueOf: qa })
    const id = await inProgress()
    await qa.call(validate, { body: { enquiryId: id, comments: 'Looks good' } })
    const before = await fingerprint(app)
    expect(fieldsOf(await refusal(colleague.call(invalidate, { body: { enquiryId: id, comments: 'No' } })))).toEqual([
      'reason',
    ])
    expect(await fingerprint(app)).toBe(before)

    await colleague.call(invalidate, { body: { enquiryId: id, reason: 'unreachable' } })
    expect(await storedLead(app, id)).toMatchObject({
      status: 'invalid',
      enquiry_status: null,
      validated_by: colleague.id,
      assigned_qa: qa.id,
    })
    expect(fieldsOf(await refusal(qa.call(validate, { body: { enquiryId: id } })))).toEqual(['reason'])
    expect(fieldsOf(await refusal(qa.call(validate, { body: { enquiryId: id, reason: ' ' } })))).toEqual(['reason'])
    await qa.call(validate, { body: { enquiryId: id, reason: 'They called back' } })

    const all = await verdicts(id)
    expect(all).toMatchObject([
      { verdict: 'valid', by_person: qa.id, comments: 'Looks good' },
      { verdict: 'invalid', by_person: colleague.id, reason_code: 'unreachable' },
      { verdict: 'valid', by_person: qa.id },
    ])
    expect(await storedLead(app, id)).toMatchObject({
      status: 'valid',
      enquiry_status: 'open',
      reason_code: null,
      verdict_id: all[2].id,
    })
    const { data } = await qa.call(leadDetails.history, { params: { id }, query: {} })
    expect(data.slice(0, 3).map(({ act, reason }) => [act, reason])).toEqual([
      ['assigned-leads.validate', 'They called back'],
      ['assigned-leads.invalidate', 'unreachable'],
      ['assigned-leads.validate', null],
    ])
  })

  test('what a rule had marked invalid becomes whoever validates it', async () => {
    const id = await putLead(app, qa, {
      status: 'invalid',
      reason_code: 'spam_or_bot',
      reason_note: 'Sent by a bot',
    })

    await qa.call(validate, { body: { enquiryId: id, reason: 'A real person after all' } })

    expect(await storedLead(app, id)).toMatchObject({ status: 'valid', assigned_qa: qa.id, assigned_how: 'self' })
    expect(
      await app.sql(qa.companyId, 'select list, mode, chosen from assignment_decisions where lead_id = $1', [id]),
    ).toEqual([{ list: 'qa', mode: 'self', chosen: qa.id }])
  })

  test('an invalid verdict takes the lead out of the wait for a rep, a valid one puts it back once', async () => {
    const id = await inProgress()
    const waiting = () => app.sql(qa.companyId, `select list from assignment_queue where lead_id = $1`, [id])

    await qa.call(validate, { body: { enquiryId: id } })
    expect(await waiting()).toEqual([{ list: 'sales' }])
    await qa.call(invalidate, { body: { enquiryId: id, reason: 'competitor' } })
    expect(await waiting()).toEqual([])
    await qa.call(validate, { body: { enquiryId: id, reason: 'Not a competitor' } })
    expect(await waiting()).toEqual([{ list: 'sales' }])
  })
})
