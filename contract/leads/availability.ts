import { Type } from 'typebox'
import { Day, get, Nullable, One, put } from '#contract/kit/endpoint.ts'

/** On which assignment lists a person is, and until when they are away. */
export const Availability = Type.Object({
  lists: Type.Array(Type.Enum(['qa', 'sales'])),
  /** The first day back, where the person is; null for whoever is not away. */
  away_until: Nullable(Day),
})

/** Each person's own: nobody else's is named. */
export const availability = {
  mine: get('/marketing/my_availability', {
    summary: 'The caller’s absence from their lists',
    permission: 'signed-in',
    reply: One(Availability),
    failure: 'Failed to fetch data',
  }),
  setAway: put('/marketing/my_availability', {
    summary: 'Sets or ends the caller’s absence',
    permission: 'signed-in',
    did: 'Changed the absence of *',
    body: Type.Object({ away_until: Nullable(Day) }),
    reply: One(Availability),
    failure: 'Your absence was not saved. Try again.',
  }),
}
