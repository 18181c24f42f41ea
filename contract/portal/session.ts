import { Type, type Static } from 'typebox'
import { Address, get, Nullable, One, PersonId, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { Password } from './password-resets.ts'

/** A person as the token verification describes them. `company_id` is encrypted; `/api/decrypt/` opens it. */
export const Profile = Type.Object({
  user_id: Type.Integer(),
  firstname: Type.String(),
  lastname: Type.String(),
  email: Type.String(),
  profile_image: Nullable(Type.String()),
  logo_url: Nullable(Type.String()),
  company_id: Type.String(),
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  countryid: Nullable(Type.Integer()),
  FS_type: Nullable(Type.String()),
  currency: Type.String(),
  company_name: Type.String(),
  company_base_currency: Type.String(),
  currency_symbol: Type.String(),
  date_format: Type.String(),
  timezone: Type.String(),
  /** Only where the session's owner looks through this person's eyes, and changes nothing. */
  view_only: Type.Optional(Type.Literal(true)),
})
export type Profile = Static<typeof Profile>

export const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  logo_url: Nullable(Type.String()),
  current: Type.Boolean(),
})
export type Company = Static<typeof Company>

const SignedIn = Type.Object({
  success: Type.Boolean(),
  /** The access token: a signed JWT that lives 15 minutes. */
  token: Type.String(),
  user: Profile,
})

/** The parent app's calls; the seed gives their shapes, which are not wrapped in `data`. */
export const session = {
  verify: post('/api/v1/token/verify/', {
    summary: 'Checks a token, and returns its user',
    permission: 'public',
    effect: 'read',
    body: Type.Object({ token: Type.String({ maxLength: 65_536 }) }),
    reply: Profile,
    failure: 'Token verification failed',
  }),
  decrypt: post('/api/decrypt/', {
    summary: 'Decrypts a company id',
    permission: 'signed-in',
    effect: 'read',
    body: Type.Object({ encrypt_id: Type.String({ maxLength: 65_536 }) }),
    bodyLimit: 64 * 1024,
    reply: Type.Object({ status: Type.String(), decrypted_value: Type.String() }),
    failure: 'Token verification failed',
  }),
  signIn: post('/api/v1/auth/sign-in/', {
    summary: 'Signs a person in; 409 lists the companies when the password fits several accounts',
    permission: 'public',
    did: NO_HISTORY,
    body: Type.Object({
      email: Address,
      password: Password,
      /** Chosen from those that `choose_company` named. */
      company_id: Type.Optional(PersonId),
    }),
    reply: SignedIn,
    failure: 'You are not signed in. Try again.',
    perMinute: 300,
  }),
  refresh: post('/api/v1/auth/refresh/', {
    summary: 'Gives a new access token for the refresh cookie',
    permission: 'public',
    did: NO_HISTORY,
    reply: SignedIn,
    failure: 'Sign in again.',
  }),
  signOut: post('/api/v1/auth/sign-out/', {
    summary: 'Ends the session',
    permission: 'public',
    did: NO_HISTORY,
    reply: Type.Object({ success: Type.Boolean() }),
    failure: 'You are still signed in. Try again.',
  }),
  companies: get('/api/v1/auth/companies/', {
    summary: 'The caller’s companies',
    permission: 'signed-in',
    reply: One(Type.Array(Company)),
    failure: 'Failed to fetch companies',
  }),
  switchCompany: post('/api/v1/auth/switch-company/', {
    summary: 'Switches to another company',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({
      company_id: PersonId,
      /** The tab that switches; every other tab of the session is told. */
      tab_id: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    reply: SignedIn,
    failure: 'The company was not switched. Try again.',
    answeredAnew: true,
  }),
  sessions: get('/api/v1/auth/sessions/', {
    summary: 'The caller’s sessions on all devices',
    permission: 'signed-in',
    reply: One(
      Type.Array(
        Type.Object({
          id: Type.String(),
          current: Type.Boolean(),
          company_name: Type.String(),
          user_agent: Type.String(),
          address: Type.String(),
          created_at: Type.String(),
          last_seen_at: Type.String(),
        }),
      ),
    ),
    failure: 'Failed to fetch data',
  }),
  endSession: post('/api/v1/auth/end-session/', {
    summary: 'Ends one of the caller’s sessions',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: Type.Object({ success: Type.Boolean() }),
    failure: 'The session was not ended. Try again.',
  }),
}
