import { expect, test } from 'vitest'
import type { ChecklistItem } from '#contract/leads/lead-details.ts'
import type { Lead } from '#contract/leads/lead.ts'
import {
  checklistOf,
  differences,
  faultsOf,
  invalidBody,
  mustStart,
  nextWhenNotSure,
  openItems,
  problemsOf,
  validBody,
  valuesOf,
  whyOpen,
  type Desk,
} from './lead-desk.ts'
import { linesOf } from '#web/leads/fields/lead-fields.ts'

const CODES = [{ code: 'IN', name: 'India', calling_code: '+91' }]
const item = (number: number, more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  item: number,
  question: `Question ${number}`,
  blocking: true,
  suggested: 'yes',
  ...more,
})
const lead: Lead = {
  id: 7,
  enquiryId: 7,
  lead_no: 48,
  kind: 'enquiry',
  name: 'Yuki Tanabe',
  email: 'yuki@aziz.example',
  phone: '+919812345678',
  further: [],
  job_title: null,
  tags: [],
  company: 'Aziz Textiles',
  website: null,
  country: 'IN',
  state: null,
  city: 'Kochi',
  zipCode: '38508',
  address: '12 Canal Wharf',
  message: 'A price, please',
  external_id: null,
  source: 'website_form',
  utm: null,
  account_type: null,
  status: 'assigned',
  enquiry_status: null,
  assigned_qa: { id: 1, name: 'Asha Verma' },
  sales_person: null,
  products: [{ id: 3, product_id: 9, product_name: 'Hose', quantity: 10, total_quantity: 10 }],
  total_quantity: 10,
  created_at: '2026-03-12T08:17:00Z',
  duplicates: 0,
  spam_signals: [],
  version: 4,
  domain_state: 'ok',
  quarantined_by: null,
  reason_code: null,
  reason_note: null,
  created_by: null,
  assigned_how: 'auto',
  assigned_at: '2026-03-12T08:18:00Z',
  status_at: '2026-03-12T08:18:00Z',
  on_hold_until: null,
  lost_reason: null,
  nurture_until: null,
  follow_up_on: null,
  sales_note: null,
  reached_by: null,
  validated_at: null,
  validated_by: null,
  validated: null,
  first_response_at: null,
  clock: null,
  updated_at: '2026-03-12T08:18:00Z',
  last_comment: null,
}
const desk: Desk = {
  lead,
  products: lead.products,
  repeats: null,
  evidence: [],
  company_match: null,
  duplicates: [],
  checklist: {
    version: 1,
    items: [item(1, { evidence: 'Domain is not restricted' }), item(2, { unless: 1 }), item(6)],
  },
}

test('a clean lead opens filled and can be sent as it stands', () => {
  const values = valuesOf(desk, CODES)

  expect(values).toMatchObject({ email: 'yuki@aziz.example', phone_code: '+91', phone: '9812345678', country: 'IN' })
  expect(problemsOf(values)).toEqual([])
  expect(openItems(desk.checklist.items, values.answers)).toEqual([])
})

test('the valid verdict sends the seed’s names, the checklist and the version', () => {
  const body = validBody(desk, valuesOf(desk, CODES), 5)

  expect(body).toEqual({
    enquiryId: 7,
    company: 'Aziz Textiles',
    country: 'IN',
    zipCode: '38508',
    city: 'Kochi',
    state: '',
    address: '12 Canal Wharf',
    email: 'yuki@aziz.example',
    phone: '+919812345678',
    website: '',
    comments: '',
    products: [{ id: 3, product_id: 9, product_name: 'Hose', quantity: 10, total_quantity: 10 }],
    checklist: {
      version: 1,
      answers: [
        { item: 1, answer: 'yes', evidence: 'Domain is not restricted' },
        { item: 2, answer: 'yes' },
        { item: 6, answer: 'yes' },
      ],
    },
    version: 5,
    status: 'valid',
  })
})

test('the invalid verdict adds the reason, and the repeated lead only for a duplicate', () => {
  const values = valuesOf(desk, CODES)

  const other = invalidBody(desk, values, { reason: 'other', note: ' office chairs ', duplicateOf: 3 }, 4)
  const duplicate = invalidBody(desk, values, { reason: 'duplicate', note: '', duplicateOf: 3 }, 4)

  expect(other).toMatchObject({ status: 'invalid', reason: 'other', note: 'office chairs', version: 4 })
  expect(other).not.toHaveProperty('duplicateOf')
  expect(duplicate).toMatchObject({ reason: 'duplicate', duplicateOf: 3 })
  expect(duplicate).not.toHaveProperty('note')
})

test('the total is the quantity where none was given, and a line without a product is left out', () => {
  const lines = linesOf([
    { product_name: ' Pump ', quantity: 4, total_quantity: null },
    { product_name: '  ', quantity: 4 },
  ])

  expect(lines).toEqual([{ product_id: null, product_name: 'Pump', quantity: 4, total_quantity: 4 }])
})

test('each thing that is missing is named, in the order of the form', () => {
  const values = { ...valuesOf(desk, CODES), email: '', phone: '', company: ' ', country: undefined, products: [] }

  expect(problemsOf(values).map(({ errors }) => errors[0])).toEqual([
    'Enter an email address or a phone number',
    'Enter the company',
    'Choose the country',
    'Add at least one product',
  ])
})

test('a phone that cannot be dialled is no contact, and one that was typed as text is', () => {
  const contact = (email: string, phone: string) =>
    problemsOf({ ...valuesOf(desk, CODES), email, phone, phone_code: undefined }).map(({ name }) => name.join('.'))

  expect(contact('', 'N/A')).toEqual(['email', 'phone'])
  expect(contact('', '12345')).toEqual(['email', 'phone'])
  expect(contact('', '030 901820')).toEqual([])
  expect(contact('yuki@mill.example', '')).toEqual([])
})

test('a phone has 6 to 15 digits, an address an @, a line a product and a quantity', () => {
  const values = {
    ...valuesOf(desk, CODES),
    email: 'yuki',
    phone: '12',
    phone_code: undefined,
    products: [{ product_name: '', quantity: null }],
  }

  expect(problemsOf(values).map(({ name }) => name.join('.'))).toEqual([
    'email',
    'phone',
    'products.0.product_name',
    'products.0.quantity',
  ])
})

test('a blocking item that is not answered yes stays open, with what to do about it', () => {
  const answers = { '1': 'yes', '2': 'not_sure', '6': 'no' } as const
  const open = openItems(desk.checklist.items, answers)

  expect(open.map((one) => one.item)).toEqual([6])
  expect(whyOpen(open[0]!, answers)).toContain('mark the lead invalid')
  expect(whyOpen(item(9), { 9: 'not_sure' })).toBe('“Question 9” is answered Not sure')
  expect(nextWhenNotSure()).toBe('To go on, answer Yes or mark it invalid (I)')
})

test('the phone has to be right only where the email is not', () => {
  const items = [item(1), item(2, { blocking: false, unless: 1 })]

  expect(openItems(items, { '1': 'yes', '2': 'no' }).map((one) => one.item)).toEqual([])
  expect(openItems(items, { '1': 'no', '2': 'no' }).map((one) => one.item)).toEqual([1, 2])
})

test('an unanswered item is not sent', () => {
  expect(checklistOf(desk, { '1': 'yes', '2': undefined }).answers.map((one) => one.item)).toEqual([1])
})

test('only an assigned lead has to be started first', () => {
  expect(mustStart({ status: 'assigned' })).toBe(true)
  expect(mustStart({ status: 'in-progress' })).toBe(false)
})

test('a conflict names what differs, and nothing else', () => {
  const taken = { status: 'in-progress', assigned_qa: { id: 2, name: 'Olu Ade' } } as const
  const now: Lead = { ...lead, ...taken, message: 'Twelve of them', version: 6 }

  expect(differences({ ...lead, message: null }, now)).toEqual([
    { field: 'Status', before: 'Assigned', now: 'In progress' },
    { field: 'QA', before: 'Asha Verma', now: 'Olu Ade' },
    { field: 'Message', before: '', now: 'Twelve of them' },
  ])
})

test('a verdict is kept back by every field and every open item at once, until each is right', () => {
  const values = { ...valuesOf(desk, CODES), company: ' ' }
  const items = [item(1), item(2)]

  const unanswered = faultsOf({ ...values, answers: {} }, 'enquiry', items)
  expect(unanswered.map(({ name }) => name.join('.'))).toEqual(['company', 'answers.1', 'answers.2'])
  expect(faultsOf({ ...values, company: 'Mill', answers: { 1: 'yes', 2: 'yes' } }, 'enquiry', items)).toEqual([])
})
