import { Type } from 'typebox'
import { Address, FreeText, Lines, Named, post, Text } from '#contract/kit/endpoint.ts'
import { CONTACT_LIMITS } from './contact-message.ts'

/** The same whatever becomes of the message: nobody learns here who is restricted or taken for a machine. */
export const CONTACT_THANKS = 'Thank you. Your message has arrived.'

export const contactForm = {
  send: post('/intake/:form_key/contact-us', {
    summary: 'Sends a message through a public form',
    permission: 'public',
    // Counted per form and address by the call itself.
    perMinute: 1_000_000,
    form: true,
    did: 'Received a message from *',
    undo: 'contact_us_edit',
    params: Type.Object({ form_key: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }) }),
    body: Type.Object({
      name: Text(CONTACT_LIMITS.name),
      email: Address,
      phone: Type.Optional(FreeText(50)),
      company: Type.Optional(FreeText(CONTACT_LIMITS.company)),
      subject: Type.Optional(FreeText(CONTACT_LIMITS.subject)),
      message: Lines(CONTACT_LIMITS.message),
      country: Type.Optional(FreeText(60)),
      /** The page that the form stands on. */
      page_url: Type.Optional(FreeText(CONTACT_LIMITS.page)),
      utm: Type.Optional(Named(FreeText(300), 40, 10)),
      /** Whether the sender wants the newsletter, too: the address gets a mail that asks. */
      newsletter: Type.Optional(Type.Boolean()),
      /** A field that people do not see; whoever fills it is a machine. */
      fax: Type.Optional(Type.String({ maxLength: 200 })),
      /** Given out with the form page; tells how long the form was open. */
      form_token: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      message: Type.String(),
      data: Type.Object({ reference: Type.String() }),
    }),
    failure: 'Your message was not sent. Try again.',
  }),
}
