import { expect, test } from 'vitest'
import { domainOf, fillFrom, newLeadBody } from './new-lead.ts'

const found = {
  company: 'Aziz Textiles',
  domain: 'aziz.example',
  website: 'aziz.example',
  country: 'PK',
  state: null,
  city: 'Faisalabad',
  zipCode: null,
  address: null,
  leads: 3,
}

test('only what was filled in is sent, trimmed, the phone in one piece', () => {
  const body = newLeadBody({
    name: ' Yuki ',
    email: ' ',
    phone_code: '+92',
    phone: '3005550158',
    city: '',
    source: 'phone',
    products: [{ product_name: '', quantity: 1 }],
  })

  expect(body).toEqual({ name: 'Yuki', phone: '+923005550158', source: 'phone' })
})

test('what the domain tells fills the empty fields and replaces nothing', () => {
  expect(fillFrom(found, { company: 'Aziz Ltd', city: '' })).toEqual({
    website: 'aziz.example',
    country: 'PK',
    city: 'Faisalabad',
  })
})

test('a domain is looked up once it looks like one', () => {
  expect(domainOf('yuki@Aziz.Example')).toBe('aziz.example')
  expect(domainOf('yuki@aziz')).toBeUndefined()
  expect(domainOf(undefined)).toBeUndefined()
})
