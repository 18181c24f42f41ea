import { Type, type Static } from 'typebox'
import {
  Address,
  del,
  Done,
  FreeText,
  get,
  LARGEST_INTEGER,
  ListQuery,
  Nullable,
  One,
  PageOf,
  PersonId,
  post,
  put,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity, Act } from '#contract/kit/history.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { Password } from './password-resets.ts'

/** Area → function → allowed. */
export const AccessControls = Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean()))

const Keys = Type.Array(Type.Enum([...PERMISSION_KEYS]), { maxItems: PERMISSION_KEYS.length })

export const Person = Type.Object({
  id: Type.Integer(),
  /** Until they accept, what whoever invited them calls them. */
  name: Type.String(),
  email: Type.String(),
  status: Type.Enum(['invited', 'active', 'deactivated']),
  is_primary: Type.Boolean(),
  department: Nullable(Type.String()),
  designation: Nullable(Type.String()),
  permissions: Type.Array(Type.String()),
  /** Whether the company may replace their password: it is theirs here alone, and its address was never proven. */
  resettable: Type.Boolean(),
  last_seen_at: Nullable(Type.String()),
  /** The link that they were sent last, until they join: one that was revoked has ended. */
  invitation: Nullable(
    Type.Object({ sent_at: Timestamp, sent_by: Type.String(), ends_at: Timestamp, mailed: Type.Boolean() }),
  ),
})
export type Person = Static<typeof Person>

/** What was done to somebody’s place in the company, with the permissions that it granted and removed. */
export const PersonChange = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  by: Type.String(),
  /** The act in words, with a star for the person; null for one that no area declares. */
  did: Nullable(Type.String()),
  granted: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
})
export type PersonChange = Static<typeof PersonChange>

const ByPerson = Type.Object({ id: PersonId })
/** The link is answered when no mail server is configured, for the inviter to hand over. */
const Invited = One(Type.Object({ person: Person, link: Nullable(Type.String()), mailed: Type.Boolean() }))

/** What the web app calls the permissions service with, unless the server is configured with another key. */
export const BROWSER_API_KEY = 'leadroom-browser'

export const access = {
  permissions: post('/api/v1/permissions/', {
    summary: 'The permissions service of the parent app; its API key identifies the caller and authorises nothing',
    permission: 'public',
    effect: 'read',
    body: Type.Object({
      product_code: Type.Integer({ minimum: 1, maximum: LARGEST_INTEGER }),
      token: Type.String({ maxLength: 65_536 }),
    }),
    reply: Type.Object({
      statusCode: Type.String(),
      body: Type.Object({ success: Type.Boolean(), access_controls: AccessControls }),
    }),
    failure: 'Error fetching permissions',
  }),
  people: get('/api/v1/people/', {
    summary: 'The people of the company, and their permissions',
    permission: 'people_manage',
    query: ListQuery({ status: Type.Optional(Type.Enum(['invited', 'active', 'deactivated'])) }),
    reply: PageOf(Person),
    failure: 'Failed to fetch data',
  }),
  person: get('/api/v1/people/:id/', {
    summary: 'A person of the company, and their permissions',
    permission: 'people_manage',
    params: ByPerson,
    reply: One(Person),
    failure: 'Failed to fetch data',
  }),
  history: get('/api/v1/people/:id/history/', {
    summary: 'The last fifty changes to a person’s access, newest first',
    permission: 'people_manage',
    params: ByPerson,
    reply: One(Type.Array(PersonChange)),
    failure: 'Failed to fetch data',
  }),
  invite: post('/api/v1/people/invite/', {
    summary: 'Invites a person into the company',
    permission: 'people_manage',
    did: 'Invited *',
    undo: 'never',
    body: Type.Object({
      email: Address,
      firstname: Text(100),
      lastname: FreeText(100),
      permissions: Keys,
    }),
    reply: Invited,
    failure: 'The invitation was not sent. Try again.',
  }),
  /** Never undone: a link that was sent can’t be unsent, only revoked. */
  resendInvitation: post('/api/v1/people/:id/invitation/', {
    summary: 'Sends a person who has not joined a fresh invitation; the older link stops',
    permission: 'people_manage',
    did: 'Sent * a new invitation',
    undo: 'never',
    params: ByPerson,
    reply: Invited,
    failure: 'The invitation was not sent. Try again.',
  }),
  /** Never undone: a link that was revoked stays so; a new invitation is the way back. */
  revokeInvitation: del('/api/v1/people/:id/invitation/', {
    summary: 'Revokes the invitation of a person who has not joined',
    permission: 'people_manage',
    did: 'Revoked the invitation of *',
    undo: 'never',
    params: ByPerson,
    reply: One(Person),
    failure: 'The invitation was not revoked. Try again.',
  }),
  invitation: post('/api/v1/invitation/', {
    summary: 'The details of an invitation before it is accepted',
    permission: 'public',
    effect: 'read',
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 128 }) }),
    reply: One(
      Type.Object({
        email: Type.String(),
        company_name: Type.String(),
        /** As whoever invited them calls them. */
        name: Type.String(),
        /** Whether it is for an account whose address was proven, and which keeps its password. */
        has_password: Type.Boolean(),
      }),
    ),
    failure: 'This invitation is not valid any more. Ask for a new one.',
    perMinute: 60,
  }),
  acceptInvitation: post('/api/v1/invitation/accept/', {
    summary: 'Accepts an invitation, with a password for a new account',
    permission: 'public',
    did: 'Joined',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 128 }),
      email: Address,
      password: Password,
    }),
    reply: Done,
    failure: 'The invitation was not accepted. Try again.',
    perMinute: 60,
  }),
  setPermissions: put('/api/v1/people/:id/permissions/', {
    summary: 'Changes the permissions of a person',
    permission: 'people_manage',
    did: 'Changed the permissions of *',
    params: ByPerson,
    body: Type.Object({
      permissions: Keys,
      /** Those that the person who saves has seen: a later change by somebody else is reported, not overwritten. */
      seen: Type.Optional(Keys),
    }),
    reply: One(Person),
    failure: 'The permissions were not saved. Try again.',
  }),
  viewAs: post('/api/v1/people/:id/view_as/', {
    summary: 'Starts viewing as a colleague: the session is read-only until it stops',
    permission: 'people_manage',
    did: 'Viewed as *',
    undo: 'never',
    params: ByPerson,
    reply: One(Person),
    failure: 'You could not view as this person. Try again.',
  }),
  /** Changes nothing that is the company’s: who views as somebody else has to be able to stop. */
  stopViewing: post('/api/v1/view_as/stop/', {
    summary: 'Stops viewing as a colleague',
    permission: 'signed-in',
    effect: 'read',
    reply: Done,
    failure: 'You are still viewing as someone else. Try again.',
  }),
  setStatus: put('/api/v1/people/:id/status/', {
    summary: 'Deactivates or reactivates a person',
    permission: 'people_manage',
    did: 'Changed the access of *',
    params: ByPerson,
    body: Type.Object({ status: Type.Enum(['active', 'deactivated']) }),
    reply: One(Person),
    failure: 'Network error: Failed to update status',
  }),
}

/** What happens to people without a call of that name. */
export const acts = {
  /** `makeLink` of the password resets. */
  resetPassword: { did: 'Made a password reset link for *', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  memberships: {
    noun: { one: 'person', many: 'people' },
    fields: {
      invited_at: 'time of the invitation',
      reset_by: 'password link made by',
      reset_at: 'time of the password link',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
