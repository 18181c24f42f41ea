import { afterAll, describe, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { LEAD_STATUSES, type LeadStatus } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn' })
const manager = await app.signIn({ can: MANAGER_KEYS, colleagueOf: qa, name: 'Mara' })
const eve = await app.signIn({ can: MANAGER_KEYS })

const WORDS: Record<LeadStatus, string> = {
  new: 'new',
  assigned: 'assigned',
  'in-progress': 'in progress',
  on_hold: 'on hold',
  valid: 'valid',
  invalid: 'invalid',
}
const ACTS = {
  start: {
    from: ['assigned'],
    to: 'in-progress',
    words: 'be set in progress',
    run: (id: number) => qa.call(assignedLeads.start, { body: { enquiryId: id, status: 'in-progress' } }),
  },
  hold: {
    from: ['assigned', 'in-progress'],
    to: 'on_hold',
    words: 'be put on hold',
    run: (id: number) => qa.call(assignedLeads.hold, { body: { enquiryId: id, until: dayIn(3) } }),
  },
  wake: {
    from: ['on_hold'],
    to: 'assigned',
    words: 'be taken off hold',
    run: (id: number) => qa.call(assignedLeads.wake, { body: { enquiryId: id } }),
  },
  release: {
    from: ['assigned', 'in-progress'],
    to: 'new',
    words: 'be released',
    run: (id: number) => qa.call(assignedLeads.release, { body: { enquiryId: id, reason: 'Not my language' } }),
  },
  validate: {
    from: ['in-progress', 'invalid'],
    to: 'valid',
    words: 'be validated',
    run: (id: number) =>
      qa.call(assignedLeads.validate, { body: { enquiryId: id, status: 'valid', reason: 'Checked again' } }),
  },
  invalidate: {
    from: ['assigned', 'in-progress', 'valid'],
    to: 'invalid',
    words: 'be marked invalid',
    run: (id: number) =>
      qa.call(assignedLeads.invalidate, { body: { enquiryId: id, status: 'invalid', reason: 'competitor' } }),
  },
} as const

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const putIn = (status: LeadStatus) => putLead(app, qa, { status, ...(status === 'new' ? {} : { assigned_qa: qa.id }) })

describe.each(Object.entries(ACTS))('W4: %s', (_, { from, to, words, run }) => {
  const allowed: readonly LeadStatus[] = from

  test.each(LEAD_STATUSES.filter((status) => allowed.includes(status)))('from %s it happens', async (status) => {
    const id = await putIn(status)

    await run(id)

    const assigned_qa = to === 'new' ? null : qa.id
    expect(await storedLead(app, id)).toMatchObject({ status: to, assigned_qa, version: 2 })
  })

  test.each(LEAD_STATUSES.filter((status) => !allowed.includes(status)))(
    'from %s it is refused with that status, and nothing is stored',
    async (status) => {
      const id = await putIn(status)
      const before = await fingerprint(app)

      expect(await refusal(run(id))).toMatchObject({
        status: 409,
        code: 'wrong_status',
        message: `This lead is ${WORDS[status]} and can’t ${words}.`,
        details: { status },
      })
      expect(await fingerprint(app)).toBe(before)
    },
  )
})

describe('W4: assigning to staff', () => {
  const assign = (id: number) => manager.call(marketingLeads.assign, { body: { leadIds: [id], staffId: manager.id } })

  test.each([
    ['new', 'assigned'],
    ['assigned', 'assigned'],
    ['in-progress', 'in-progress'],
    ['on_hold', 'on_hold'],
  ] as const)('a lead that is %s gets a QA person and is %s', async (status, after) => {
    const id = await putIn(status)

    await assign(id)

    expect(await storedLead(app, id)).toMatchObject({
      status: after,
      assigned_qa: manager.id,
      assigned_how: 'staff',
      sales_person: null,
    })
  })

  test('a valid lead gets a sales person, and keeps its QA person', async () => {
    const id = await putIn('valid')

    await assign(id)

    expect(await storedLead(app, id)).toMatchObject({ status: 'valid', assigned_qa: qa.id, sales_person: manager.id })
  })

  test('an invalid lead is refused with its status', async () => {
    const id = await putIn('invalid')

    expect(await refusal(assign(id))).toMatchObject({
      status: 409,
      code: 'wrong_status',
      message: 'This lead is invalid and can’t be assigned',
    })
    expect(await storedLead(app, id)).toMatchObject({ version: 1 })
  })

  test('a registration takes a QA person, and no sales person once it is valid', async () => {
    const registrar = await app.signIn({ can: [...MANAGER_KEYS, 'registration_leads_list'], colleagueOf: qa })
    const pending = await putLead(app, qa, { kind: 'registration' })
    const valid = await putLead(app, qa, { kind: 'registration', status: 'valid', assigned_qa: qa.id })

    await registrar.call(marketingLeads.assign, { body: { leadIds: [pending], staffId: registrar.id } })
    expect(
      await refusal(registrar.call(marketingLeads.assign, { body: { leadIds: [valid], staffId: manager.id } })),
    ).toMatchObject({ status: 409, code: 'wrong_kind' })

    expect(await storedLead(app, pending)).toMatchObject({ assigned_qa: registrar.id })
    expect(await storedLead(app, valid)).toMatchObject({ sales_person: null })
  })
})

test('whoever works another’s lead needs the reassign key; then the lead is theirs, and the history says from whom', async () => {
  const other = await app.signIn({ can: QA_KEYS, colleagueOf: qa })
  for (const [status, act] of [
    ['assigned', (who: typeof qa, enquiryId: number) => who.call(assignedLeads.start, { body: { enquiryId } })],
    ['in-progress', (who: typeof qa, enquiryId: number) => who.call(assignedLeads.validate, { body: { enquiryId } })],
    ['in-progress', (who: typeof qa, enquiryId: number) => who.call(assignedLeads.invalidate, { body: { enquiryId } })],
  ] as const) {
    const id = await putLead(app, qa, {
      status,
      assigned_qa: qa.id,
      assigned_how: 'auto',
      assigned_at: '2026-01-01T00:00:00Z',
    })
    const before = await fingerprint(app)
    expect(await refusal(act(other, id))).toMatchObject({
      status: 409,
      code: 'held',
      message: 'Quinn owns this lead.',
      details: { holder: { id: qa.id, name: 'Quinn' }, needs: ['marketing_leads_reassign'] },
    })
    expect(await fingerprint(app)).toBe(before)

    await act(manager, id)

    const lead = await storedLead(app, id)
    expect(lead).toMatchObject({ assigned_qa: manager.id, assigned_how: 'self' })
    expect(Date.parse(lead.assigned_at)).toBeGreaterThan(Date.parse('2026-01-02'))
    const { data } = await manager.call(leadDetails.history, { params: { id }, query: {} })
    expect(data[0]).toMatchObject({
      reason: 'Taken over from Quinn',
      actor: { id: manager.id },
      decision: { list: 'qa', mode: 'self', chosen: { id: manager.id }, why: 'You took it.' },
    })
    const [decision] = await app.sql(
      qa.companyId,
      'select chosen, replaced from assignment_decisions where lead_id = $1',
      [id],
    )
    expect(decision).toEqual({ chosen: manager.id, replaced: qa.id })
  }
})

test('each act refuses whoever lacks its key, and another company as if the lead were not there', async () => {
  const id = await putIn('assigned')
  const reader = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_reassign'], colleagueOf: qa })
  const before = await fingerprint(app)

  for (const act of [assignedLeads.start, assignedLeads.validate, assignedLeads.invalidate] as const) {
    expect(await refusal(reader.call(act, { body: { enquiryId: id } }))).toMatchObject({
      status: 403,
      details: { needs: ['assigned_leads_edit_status'] },
    })
    expect(await refusal(eve.call(act, { body: { enquiryId: id } }))).toMatchObject({
      status: 404,
      message: 'Lead not found',
    })
  }
  expect(await fingerprint(app)).toBe(before)
})

test('a status in the payload that is not the call’s own is refused and named', async () => {
  const id = await putIn('in-progress')
  const before = await fingerprint(app)

  for (const [path, wrong] of [
    ['add_inprogress_status', ['in_progress', 'valid', 'assigned']],
    ['add_valid_status', ['invalid', 'in-progress']],
    ['add_invalid_status', ['valid', 'VALID', '']],
  ] as const)
    for (const status of wrong)
      expect(await qa.send('POST', `/marketing/${path}`, { enquiryId: id, status })).toMatchObject({
        status: 400,
        json: { errors: [{ field: 'status' }] },
      })
  expect(await fingerprint(app)).toBe(before)
})

test('starting sets the clock of the work, validating that of the verdict and opens the enquiry', async () => {
  const id = await putIn('assigned')

  await qa.call(assignedLeads.start, { body: { enquiryId: id } })
  const started = await storedLead(app, id)
  await qa.call(assignedLeads.validate, { body: { enquiryId: id } })
  const valid = await storedLead(app, id)

  expect(started.in_progress_at).toEqual(started.status_at)
  expect(valid).toMatchObject({ enquiry_status: 'open', validated_by: qa.id, in_progress_at: started.in_progress_at })
  expect(valid.validated_at).toEqual(valid.status_at)
})
