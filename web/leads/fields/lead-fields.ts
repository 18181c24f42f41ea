import { ENQUIRY_LABELS } from '#contract/leads/enquiry-fields.ts'
import type { Lead, LeadProduct } from '#contract/leads/lead.ts'
import { formats } from '#web/kit/look/format.ts'
import { countryName } from '#web/leads/words/lead-words.ts'
import { splitPhone, type CallingCode } from './phone-parts.ts'

/** Whom to reach and where, as forms hold it: nothing is null, and the phone is in two parts. */
export interface ContactValues {
  email: string
  phone_code: string | undefined
  phone: string
  company: string
  website: string
  address: string
  zipCode: string
  city: string
  state: string
  country: string | undefined
}

export const PHONE_FIELDS: readonly string[] = ['phone_code', 'phone'] satisfies (keyof ContactValues)[]

export const contactValues = (lead: Lead, codes: readonly CallingCode[]): ContactValues => {
  const { code, rest } = splitPhone(lead.phone, lead.country, codes)
  return {
    email: lead.email ?? '',
    phone_code: code,
    phone: rest,
    company: lead.company ?? '',
    website: lead.website ?? '',
    address: lead.address ?? '',
    zipCode: lead.zipCode ?? '',
    city: lead.city ?? '',
    state: lead.state ?? '',
    country: lead.country ?? undefined,
  }
}

export interface ProductValues {
  id?: number | undefined
  product_id?: number | null | undefined
  product_name?: string | undefined
  quantity?: number | null | undefined
  total_quantity?: number | null | undefined
}

/** Lines that name a product; the total is the quantity where none was given. */
export const linesOf = (products: readonly ProductValues[]) =>
  products.flatMap(({ id, product_id, product_name = '', quantity, total_quantity }) =>
    product_name.trim()
      ? [
          {
            ...(id !== undefined && { id }),
            product_id: product_id ?? null,
            product_name: product_name.trim(),
            quantity: quantity ?? 1,
            total_quantity: total_quantity ?? quantity ?? 1,
          },
        ]
      : [],
  )

/** The fields that what was sent and what was validated have in common. */
export type Facts = Pick<
  Lead,
  'email' | 'phone' | 'company' | 'website' | 'address' | 'zipCode' | 'city' | 'state' | 'country'
> & {
  products: readonly LeadProduct[]
}

export const PRODUCTS = 'Products'

/** Each fact by its name, as people read it. */
export const FACTS: readonly (readonly [string, (facts: Facts) => string | null])[] = [
  [ENQUIRY_LABELS.email, ({ email }) => email],
  [ENQUIRY_LABELS.phone, ({ phone }) => phone],
  [ENQUIRY_LABELS.company, ({ company }) => company],
  [ENQUIRY_LABELS.website, ({ website }) => website],
  [ENQUIRY_LABELS.address, ({ address }) => address],
  [ENQUIRY_LABELS.zipCode, ({ zipCode }) => zipCode],
  [ENQUIRY_LABELS.city, ({ city }) => city],
  [ENQUIRY_LABELS.state, ({ state }) => state],
  [ENQUIRY_LABELS.country, ({ country }) => countryName(country)],
  [PRODUCTS, ({ products }) => products.map(lineWords).join('\n')],
]

export const lineWords = ({ product_name, quantity, total_quantity }: LeadProduct) =>
  `${formats().number(quantity)} × ${product_name}${total_quantity === quantity ? '' : `, ${formats().number(total_quantity)} in total`}`
