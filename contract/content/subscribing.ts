import { Type } from 'typebox'
import { Address, FreeText, Named, post } from '#contract/kit/endpoint.ts'
import type { Act } from '#contract/kit/history.ts'
import { SUBSCRIBER_LIMITS } from './subscribers.ts'

/** The same whatever becomes of the address: nobody learns here who is on the list. */
export const SUBSCRIBE_THANKS = 'Thank you. If the address is right, a mail to confirm it is on its way.'

export const subscribing = {
  subscribe: post('/intake/:form_key/newsletter', {
    summary: 'Asks through a public form to get the newsletter; a mail to the address asks its owner to confirm',
    permission: 'public',
    // Counted per form and address by the intake itself.
    perMinute: 1_000_000,
    form: true,
    did: 'Received a subscription of *',
    undo: 'never',
    params: Type.Object({ form_key: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }) }),
    body: Type.Object({
      email: Address,
      name: Type.Optional(FreeText(SUBSCRIBER_LIMITS.name)),
      locale: Type.Optional(Type.String({ maxLength: 35, pattern: '^[A-Za-z0-9-]*$' })),
      /** The words beside the button, as the page of the sender shows them; without it, those of our page. */
      consent_text: Type.Optional(FreeText(1_000)),
      page_url: Type.Optional(FreeText(500)),
      utm: Type.Optional(Named(FreeText(300), 40, 10)),
      /** A field that people do not see; whoever fills it is a machine. */
      fax: Type.Optional(Type.String({ maxLength: 200 })),
      form_token: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    reply: Type.Object({ success: Type.Boolean(), message: Type.String() }),
    failure: 'This was not sent. Try again.',
  }),
}

/** What people do on the pages behind the links of their mails, and what is done for them without a call. */
export const acts = {
  confirm: { did: 'Confirmed the subscription of *', undo: 'never' },
  unsubscribe: { did: 'Unsubscribed *', undo: 'never' },
  subscribeAgain: { did: 'Subscribed * again', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>
