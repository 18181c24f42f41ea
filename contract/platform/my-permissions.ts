import { Type, type Static } from 'typebox'
import { get, One, PersonRef } from '#contract/kit/endpoint.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'

/** Who can give a key: whoever manages people and holds it. The first of them by name, and how many there are. */
export const KeyGranters = Type.Object({
  key: Type.Enum([...PERMISSION_KEYS]),
  people: Type.Array(PersonRef, { maxItems: 5 }),
  total: Type.Integer(),
})
export type KeyGranters = Static<typeof KeyGranters>

export const myPermissions = {
  granters: get('/marketing/permission_granters', {
    summary: 'The people who can grant each permission',
    permission: 'signed-in',
    reply: One(Type.Array(KeyGranters, { maxItems: PERMISSION_KEYS.length })),
    failure: 'The people who can grant permissions did not load. Try again.',
  }),
}
