import { afterAll, describe, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { checkFile, HEADER, IMPORT_KEYS, storedLeads } from '#server/test/imports.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, openForm } from '#server/test/leads.ts'
import { merge } from '#server/test/merges.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [
  ...MANAGER_KEYS,
  ...IMPORT_KEYS,
  'marketing_leads_edit',
  'leads_merge',
  'registration_leads_edit_status',
  'registration_leads_list',
] as const
const company = () => app.signIn({ can: KEYS })

const NO_CONTACT = { field: 'email', message: 'Enter an email address or a phone number' }
const REACHES_NOBODY = ['N/A', '-', 'none', '0', '12345', 'call me 24/7']
const REACHES = ['0711 123456', '123456', '+49 30 901820', 'tel: 030/90 18 20', '٠٧١١١٢٣٤٥٦']

const errorsOf = async (call: Promise<unknown>) => (await refusal(call)).errors
const inHand = (who: TestPerson, lead: object) =>
  putLead(app, who, { status: 'in-progress', assigned_qa: who.id, email: null, ...lead })

describe('what cannot reach anybody is no contact', () => {
  test.each(REACHES_NOBODY)('neither by hand nor through a public form with the phone %j', async (phone) => {
    const ada = await company()
    const form = await openForm(app, ada, `reach-${REACHES_NOBODY.indexOf(phone)}`)
    const before = await fingerprint(app)

    expect(await errorsOf(ada.call(addLead.add, { body: { name: 'Bob', phone } }))).toEqual([NO_CONTACT])
    const sent = { name: 'Bob', phone, company: 'Mill' }
    for (const path of [form, form.replace('/enquiry', '/registration')])
      expect(await app.send('POST', path, sent)).toMatchObject({ status: 400, json: { errors: [NO_CONTACT] } })

    expect(await fingerprint(app)).toBe(before)
  })

  test('in an imported row, which is left out with that sentence', async () => {
    const ada = await company()
    const rows = [';N/A;Mill;DE;Hose;1', ';0711 123456;Mill;DE;Hose;1', 'bob@mill;-;Mill;DE;Hose;1']

    const { id, counts } = await checkFile(app, ada, [HEADER, ...rows.map((row) => `Bob;${row}`)].join('\n'))

    expect(counts).toMatchObject({ rows: 3, added: 1, rejected: 2 })
    const { rows: noted } = await app.owner.query(
      'select reasons from import_rows where import_id = $1 order by row_no',
      [id],
    )
    expect(noted.map(({ reasons }) => reasons.map(({ message }: { message: string }) => message))).toEqual([
      [NO_CONTACT.message],
      ['Enter an email address like name@example.com'],
    ])
    expect(await storedLeads(app, ada)).toEqual([])
  })

  test('after an edit or a merge', async () => {
    const ada = await company()
    const edit = (enquiryId: number, body: object) => ada.call(leadEdits.update, { body: { enquiryId, ...body } })
    const [byEmail, byPhone] = [
      await putLead(app, ada, { email: 'bob@mill.example', phone_sent: 'N/A' }),
      await putLead(app, ada, { email: null, phone: '+4930901820', phone_sent: '030 901820' }),
    ]

    expect(await errorsOf(edit(byEmail, { email: null }))).toEqual([NO_CONTACT])
    expect(await errorsOf(edit(byPhone, { phone: 'N/A' }))).toEqual([NO_CONTACT])
    expect(await errorsOf(merge(ada, byEmail, byPhone, { choices: { email: 'loser', phone: 'winner' } }))).toEqual([
      { ...NO_CONTACT, field: 'choices.email' },
    ])
    expect(
      await errorsOf(
        ada.call(duplicates.preview, {
          body: { winnerId: byEmail, loserId: byPhone, choices: { email: 'loser', phone: 'winner' } },
        }),
      ),
    ).toEqual([{ ...NO_CONTACT, field: 'choices.email' }])

    await edit(byEmail, { email: null, phone: '030 901821', country: 'DE' })
    expect(await storedLead(app, byEmail)).toMatchObject({ email: null, phone: '+4930901821' })
  })

  test('of a lead that was stored with it: it cannot be validated, but everything else about it can be changed', async () => {
    const ada = await company()
    const lead = await inHand(ada, { phone_sent: 'N/A' })
    const registration = await putLead(app, ada, { kind: 'registration', email: null, phone_sent: '-' }, [])
    const before = await fingerprint(app)

    expect(await errorsOf(ada.call(assignedLeads.validate, { body: { enquiryId: lead } }))).toEqual([NO_CONTACT])
    expect(await errorsOf(ada.call(registrationLeads.validate, { body: { enquiryId: registration } }))).toEqual([
      NO_CONTACT,
    ])
    expect(await fingerprint(app)).toBe(before)
    const { data } = await ada.call(leadDetails.open, { body: { enquiryId: lead } })
    expect(data.checklist.items.slice(0, 2)).toMatchObject([
      { item: 1, blocking: true, suggested: 'no', evidence: 'No email address' },
      { item: 2, blocking: true, suggested: 'no', evidence: 'Phone number is invalid: N/A' },
    ])

    await ada.call(leadEdits.update, { body: { enquiryId: lead, city: 'Leeds' } })
    expect(await storedLead(app, lead)).toMatchObject({ city: 'Leeds', phone_sent: 'N/A' })
    await ada.call(assignedLeads.validate, { body: { enquiryId: lead, phone: '+44 20 7946 0958' } })
    expect(await storedLead(app, lead)).toMatchObject({ status: 'valid' })
  })
})

test.each(REACHES)('the phone %j reaches somebody: it can be read, or dialled', async (phone) => {
  const ada = await company()

  const { data } = await ada.call(addLead.add, { body: { name: 'Bob', phone } })
  const inProgress = await inHand(ada, { phone_sent: phone })
  await ada.call(assignedLeads.validate, { body: { enquiryId: inProgress } })

  expect(await storedLead(app, data.id)).toMatchObject({ phone_sent: phone })
  expect(await storedLead(app, inProgress)).toMatchObject({ status: 'valid' })
})
