import { Type } from 'typebox'
import { FreeLines, FreeText, Named, Text } from '#contract/kit/endpoint.ts'
import { ContactFields } from './further-contacts.ts'
import { ProductLines } from './lead.ts'

/** What led somebody here, as advertisements and mails write it into the addresses that they name. */
export const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmName = (typeof UTM_NAMES)[number]
export const UTM_LABELS = {
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
} as const satisfies Record<UtmName, string>

/** What an enquirer says of themselves, on the way in; every path into the product takes these names. */
export const EnquiryFields = {
  name: Text(200),
  ...ContactFields,
  company: Type.Optional(FreeText(200)),
  job_title: Type.Optional(FreeText(120)),
  website: Type.Optional(FreeText(500)),
  country: Type.Optional(FreeText(60)),
  state: Type.Optional(FreeText(120)),
  city: Type.Optional(FreeText(120)),
  zipCode: Type.Optional(FreeText(20)),
  message: Type.Optional(FreeLines(10_000)),
  products: Type.Optional(ProductLines),
  utm: Type.Optional(Named(FreeText(300), 40, 10)),
}

/** The texts among them, and how they are called on forms, in files and in comparisons. */
export const ENQUIRY_TEXTS = [
  'name',
  'email',
  'phone',
  'company',
  'job_title',
  'website',
  'country',
  'state',
  'city',
  'zipCode',
  'address',
  'message',
] as const
export type EnquiryText = (typeof ENQUIRY_TEXTS)[number]
export const ENQUIRY_LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  job_title: 'Job title',
  website: 'Website',
  country: 'Country',
  state: 'State',
  city: 'City',
  zipCode: 'Zip code',
  address: 'Address',
  message: 'Message',
} as const satisfies Record<EnquiryText, string>
