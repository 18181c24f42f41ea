import { ACCOUNT_TYPES } from '#contract/leads/lead.ts'
import { COUNTRIES } from '#server/platform/contact-details/countries.ts'
import { enquiryFaults } from './enquiry-faults.ts'
import type { FormField } from './form-fields.ts'
import type { FormPage } from './page.ts'

const NAME: FormField = { name: 'name', label: 'Name', autocomplete: 'name', maxLength: 200 }
const COMPANY: FormField = { name: 'company', label: 'Company', autocomplete: 'organization', maxLength: 200 }
const EMAIL: FormField = { name: 'email', label: 'Work email', type: 'email', autocomplete: 'email', maxLength: 320 }
const PHONE: FormField = {
  name: 'phone',
  label: 'Phone',
  type: 'tel',
  autocomplete: 'tel',
  maxLength: 50,
  optional: true,
}
const COUNTRY: FormField = {
  name: 'country',
  label: 'Country',
  type: 'choice',
  autocomplete: 'country',
  optional: true,
  options: COUNTRIES.map(({ code, name }) => [code, name]),
}
const CITY: FormField = {
  name: 'city',
  label: 'City',
  autocomplete: 'address-level2',
  maxLength: 120,
  optional: true,
}
const MESSAGE: FormField = {
  name: 'message',
  label: 'Message',
  type: 'lines',
  rows: 5,
  maxLength: 10_000,
  optional: true,
}

export const ENQUIRY_PAGE: FormPage = {
  path: 'enquiry',
  title: (name) => name,
  lead: 'Tell us what you need. We answer within one working day.',
  button: 'Send enquiry',
  faults: enquiryFaults,
  rows: [
    { layout: 'two', fields: [NAME, { ...COMPANY, optional: true }, EMAIL, PHONE, COUNTRY, CITY] },
    {
      layout: 'wide-narrow',
      fields: [
        { name: 'products.0.product_name', label: 'Product', maxLength: 300, optional: true },
        { name: 'products.0.quantity', label: 'Quantity', type: 'number', value: '1' },
      ],
    },
    { layout: 'one', fields: [MESSAGE] },
  ],
}

const KINDS: Readonly<Record<(typeof ACCOUNT_TYPES)[number], string>> = {
  buyer: 'A buyer',
  reseller: 'A reseller',
  supplier: 'A supplier',
  other: 'Something else',
}

export const REGISTRATION_PAGE: FormPage = {
  path: 'registration',
  title: () => 'Register your company',
  lead: 'Tell us who you are. We open your account as soon as we have looked at it.',
  button: 'Register',
  faults: enquiryFaults,
  rows: [
    { layout: 'two', fields: [NAME, COMPANY, EMAIL, PHONE, COUNTRY, CITY] },
    {
      layout: 'one',
      fields: [
        {
          name: 'account_type',
          label: 'You are',
          type: 'choice',
          optional: true,
          options: ACCOUNT_TYPES.map((code) => [code, KINDS[code]]),
        },
        MESSAGE,
      ],
    },
  ],
}
