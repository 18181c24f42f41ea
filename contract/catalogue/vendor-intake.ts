import { Type } from 'typebox'
import { FreeAddress, FreeLines, FreeText, Id, Lines, post, Text } from '#contract/kit/endpoint.ts'
import { FieldName, LONGEST_RAW, MOST_FIELDS, MOST_PRODUCTS } from './vendor-request.ts'

const Reply = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  data: Type.Object({ reference: Type.String() }),
})

const publicCall = {
  permission: 'public',
  // Counted per link or form and address by the calls themselves.
  perMinute: 1_000_000,
  bodyLimit: 256 * 1024,
  reply: Reply,
  undo: 'vendor_data_update_decide',
} as const

const sender = {
  contact_name: Type.Optional(FreeText(200)),
  contact_email: Type.Optional(FreeAddress),
  contact_phone: Type.Optional(FreeText(50)),
  note: Type.Optional(FreeLines(2_000)),
}
/** Of all products of a link. */
const MOST_VALUES = 2_000
/** A field that people do not see; whoever fills it is a machine. */
const fax = Type.Optional(Type.String({ maxLength: 200 }))

/** What vendors send without an account. */
export const vendorIntake = {
  answer: post('/intake/vendor/:token', {
    summary: 'Answers what a vendor was asked by a link, or withdraws what was sent by it',
    ...publicCall,
    did: 'Received *',
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }) }),
    body: Type.Object({
      ...sender,
      values: Type.Array(Type.Object({ product_id: Id, field: FieldName, text: FreeLines(LONGEST_RAW) }), {
        maxItems: MOST_VALUES,
      }),
      /** Requests that were sent by this link. */
      withdraw: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_PRODUCTS })),
    }),
    failure: 'This was not sent. Try again.',
  }),
  request: post('/intake/:form_key/vendor-update', {
    summary: 'Asks through a public form to have a product changed',
    ...publicCall,
    did: 'Received *',
    params: Type.Object({
      form_key: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
    }),
    body: Type.Object({
      ...sender,
      vendor_name: Text(200),
      /** Of a product that public forms offer. */
      product_code: Text(64),
      fields: Type.Array(Type.Object({ field: FieldName, text: Lines(LONGEST_RAW) }), {
        minItems: 1,
        maxItems: MOST_FIELDS,
      }),
      fax,
      form_token: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    failure: 'This was not sent. Try again.',
  }),
}
