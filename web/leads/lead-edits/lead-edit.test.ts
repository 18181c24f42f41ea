import { expect, test } from 'vitest'
import type { Lead } from '#contract/leads/lead.ts'
import { editBody, sentValues } from './lead-edit.ts'

const codes = [{ code: 'PK', name: 'Pakistan', calling_code: '+92' }]
const line = (id: number, quantity: number) => ({
  id,
  product_id: null,
  product_name: 'Hose',
  quantity,
  total_quantity: quantity,
})
const lead = {
  id: 7,
  version: 3,
  name: 'Yuki',
  email: null,
  phone: '300 555 0158',
  country: 'PK',
  further: [],
  products: [line(1, 2), line(2, 5)],
} as unknown as Lead

test('a form that nobody touched sends what the lead has, the phone as it came', () => {
  expect(editBody(lead, sentValues(lead, codes), codes)).toMatchObject({
    enquiryId: 7,
    version: 3,
    name: 'Yuki',
    email: '',
    phone: '300 555 0158',
    country: 'PK',
    products: [line(1, 2), line(2, 5)],
  })
})

test('a phone that was typed anew goes with the code in front of it', () => {
  expect(editBody(lead, { ...sentValues(lead, codes), phone: '3005550159' }, codes).phone).toBe('+923005550159')
})
