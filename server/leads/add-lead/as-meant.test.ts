import { afterAll, describe, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { savedViews } from '#contract/platform/saved-views.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint } from '#server/test/journey.ts'
import { openForm } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS: readonly PermissionKey[] = [
  'marketing_leads_add',
  'marketing_leads_list',
  'marketing_leads_edit',
  'marketing_leads_comments',
]
const ada = await app.signIn({ can: KEYS })
const form = await openForm(app, ada, 'as-meant')
let people = 0
const email = () => `person${++people}@meant.example`
const add = async (more: object) => (await ada.call(addLead.add, { body: { name: 'A', email: email(), ...more } })).data
const stored = async (id: number, columns: string) =>
  (
    await app.sql(ada.companyId, `select ${columns} from leads where company_id = $1 and id = $2`, [ada.companyId, id])
  )[0]

describe('a number that a spreadsheet has written', () => {
  test.each([
    ['9876543210.0', 'IN', '+919876543210'],
    ['919876543211.0', 'IN', '+919876543211'],
    ['919876543211.0', undefined, null],
    ['+919876543213.0', 'IN', '+919876543213'],
    ['+91 9876543214.0', undefined, '+919876543214'],
    ['9876543215,00', 'IN', '+919876543215'],
    ['01.23.45.67.10', 'FR', '+33123456710'],
    ['98.76.54.32.10', 'IN', '+919876543210'],
    ['9876543210.5', 'IN', null],
    ['9876543210.25', 'IN', null],
    ['+919876543210,75', 'IN', null],
  ])('as %s (%s) is read as %s', async (phone, country, read) => {
    const { id } = await add({ phone, country })

    expect(await stored(id, 'phone, phone_sent')).toEqual({ phone: read, phone_sent: phone })
  })

  test.each(['9.19E+11', '9,19E+11', '9.19876E+11', '9E+11', '+9.2e11'])(
    'as %s has lost digits, and no path takes it',
    async (phone) => {
      const { id, version } = await add({ country: 'IN' })
      const before = await fingerprint(app)
      const refused = {
        status: 400,
        json: {
          message: `The spreadsheet shortened this number: ${phone}. Format the column as text and export it again.`,
          errors: [{ field: 'phone' }],
        },
      }

      expect(await ada.send('POST', addLead.add.path, { name: 'A', email: email(), phone })).toMatchObject(refused)
      expect(await ada.send('POST', form, { name: 'A', email: email(), phone })).toMatchObject(refused)
      expect(await ada.send('POST', leadEdits.update.path, { enquiryId: id, version, phone })).toMatchObject(refused)
      expect(await fingerprint(app)).toBe(before)
    },
  )

  test('keeps its zip code whole', async () => {
    const { id, version } = await add({ zipCode: '560001.0' })
    expect(await stored(id, 'zip_code')).toEqual({ zip_code: '560001' })

    await ada.call(leadEdits.update, { body: { enquiryId: id, version, zipCode: '10115,0' } })
    expect(await stored(id, 'zip_code')).toEqual({ zip_code: '10115' })
  })
})

describe('a text', () => {
  const FAMILY = '👩‍👩‍👧‍👦 e\u0301 مرحبا שלום 𝒳 ❤️ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
  const NAMES: readonly (readonly [sent: string, read: string])[] = [
    ['Ann\u200b Unseen', 'Ann Unseen'],
    ['Inj\r\nBcc: x@y.example', 'Inj Bcc: x@y.example'],
    ['\u202eAnn\u202c \u2066Lee\u2069', 'Ann Lee'],
    ['\ufeff Ann\u0007\u0085Lee\u2028 ', 'Ann Lee'],
    ['می‌خواهم', 'می‌خواهم'],
    [FAMILY, FAMILY],
  ]

  test.each(NAMES)('%j is stored as it reads, whichever way it comes', async (sent, read) => {
    const { id } = await add({ name: sent, company: sent })
    expect(await stored(id, 'name, company')).toEqual({ name: read, company: read })

    const { json } = await ada.send('POST', form, { name: sent, email: email(), products: [] })
    const [last] = await app.sql(ada.companyId, 'select name from leads where company_id = $1 and lead_no = $2', [
      ada.companyId,
      json.data.reference,
    ])
    expect(last).toEqual({ name: read })

    const edited = await add({})
    await ada.call(leadEdits.update, { body: { enquiryId: edited.id, version: edited.version, name: sent } })
    expect(await stored(edited.id, 'name')).toEqual({ name: read })
  })

  test('that shows nothing is no name', async () => {
    for (const name of ['\u200b', ' \u200b\ufeff ', '\u202e\u202c', '\u0007'])
      expect(await ada.send('POST', addLead.add.path, { name, email: email() })).toMatchObject({
        status: 400,
        json: { errors: [{ field: 'name', message: 'Enter name' }] },
      })
  })

  test('is measured by what is stored of it', async () => {
    const { id } = await add({ name: `${'\u200b'.repeat(150)}${'x'.repeat(200)}` })
    expect(await stored(id, 'length(name) as letters')).toEqual({ letters: 200 })
  })

  test('of several lines keeps its lines, and nothing unseen', async () => {
    const { id } = await add({ message: 'One\u200b\r\n\tTwo\u2028Three\u0007' })
    expect(await stored(id, 'message')).toEqual({ message: 'One\r\n\tTwo\nThree' })

    await ada.call(leadDetails.comment, { body: { leadId: id, comment: '  first\n\u202esecond\u202c' } })
    const { data } = await ada.call(leadDetails.comments, { params: { id } })
    expect(data[0]?.comment).toBe('  first\nsecond')
  })

  test('of an address is freed of what stands around it; within it, a mark that shows nothing is named', async () => {
    const { id } = await add({ email: '\u200b Around@meant.example\ufeff\n' })
    expect(await stored(id, 'email')).toEqual({ email: 'around@meant.example' })

    expect(await ada.send('POST', addLead.add.path, { name: 'A', email: 'a\u200b@meant.example' })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'email', message: expect.stringContaining('invisible character') }] },
    })
  })

  test('that names a view is one line', async () => {
    const { data } = await ada.call(savedViews.add, {
      body: { screen: 'marketing-all-leads', name: 'My\n view\u200b', params: {} },
    })
    expect(data.name).toBe('My view')
  })
})
