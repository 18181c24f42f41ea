import { Type } from 'typebox'
import { Address, Done, Nullable, One, PersonId, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'

/** The fewest characters of a new password; older ones may be shorter. */
export const SHORTEST_PASSWORD = 10
export const Password = Type.String({ minLength: 1, maxLength: 256 })

const Token = Type.String({ minLength: 1, maxLength: 128 })

/** New passwords for people who cannot sign in. */
export const passwordResets = {
  forgot: post('/api/v1/auth/forgot-password/', {
    summary: 'Emails a password reset link if the address has an account; the answer does not say which',
    permission: 'public',
    did: NO_HISTORY,
    body: Type.Object({ email: Address }),
    reply: Done,
    failure: 'No email was sent. Try again.',
    perMinute: 60,
  }),
  offer: post('/api/v1/auth/reset-password/offer/', {
    summary: 'The account of a password reset link',
    permission: 'public',
    effect: 'read',
    body: Type.Object({ token: Token }),
    reply: One(Type.Object({ email: Type.String() })),
    failure: 'This link is not valid any more. Ask for a new one.',
    perMinute: 60,
  }),
  reset: post('/api/v1/auth/reset-password/', {
    summary: 'Sets a new password with a link, and ends the sessions of its accounts',
    permission: 'public',
    did: NO_HISTORY,
    body: Type.Object({ token: Token, password: Password }),
    reply: Done,
    failure: 'The password was not changed. Try again.',
    perMinute: 60,
  }),
  makeLink: post('/api/v1/people/:id/reset-password/', {
    summary: 'Makes a password reset link for a colleague whose address is unverified',
    permission: 'people_manage',
    did: NO_HISTORY,
    params: Type.Object({ id: PersonId }),
    /** The link is answered when no mail server is configured, for the caller to hand over. */
    reply: One(Type.Object({ link: Nullable(Type.String()), mailed: Type.Boolean() })),
    failure: 'No link was made. Try again.',
  }),
}
