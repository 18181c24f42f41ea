import { Type } from 'typebox'
import { post } from '#contract/kit/endpoint.ts'
import { Text } from '#contract/kit/endpoint.ts'
import type { Act } from '#contract/kit/history.ts'
import { EnquiryFields } from './enquiry-fields.ts'
import { ACCOUNT_TYPES } from './lead.ts'

/** 43 characters of base64url carry 256 bits; the demo keys are words. */
export const FormKey = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

const publicForm = {
  permission: 'public',
  // Counted per form and address by the intake itself.
  perMinute: 1_000_000,
  form: true,
  params: Type.Object({ form_key: FormKey }),
  reply: Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    data: Type.Object({ reference: Type.String() }),
  }),
} as const

/** What gives a machine away. */
const traps = {
  /** A field that people do not see; whoever fills it is a machine. */
  fax: Type.Optional(Type.String({ maxLength: 200 })),
  /** Given out with the form page; tells how long the form was open. */
  form_token: Type.Optional(Type.String({ maxLength: 300 })),
}

export const intake = {
  enquiry: post('/intake/:form_key/enquiry', {
    summary: 'Sends an enquiry through a public form',
    ...publicForm,
    did: 'Received an enquiry from *',
    undo: 'marketing_leads_delete',
    body: Type.Object({ ...EnquiryFields, ...traps }),
    failure: 'Your enquiry was not sent. Try again.',
  }),
  registration: post('/intake/:form_key/registration', {
    summary: 'Registers a company through a public form',
    ...publicForm,
    did: 'Received a registration from *',
    undo: 'marketing_leads_delete',
    body: Type.Object({
      ...EnquiryFields,
      company: Text(200),
      account_type: Type.Optional(Type.Enum([...ACCOUNT_TYPES])),
      ...traps,
    }),
    failure: 'Your registration was not sent. Try again.',
  }),
}

/** What comes in by another way than the two forms. */
export const acts = {
  contactUs: { did: 'Received a message from *', undo: 'marketing_leads_delete' },
} as const satisfies Readonly<Record<string, Act>>
