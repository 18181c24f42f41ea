import { availability } from '#contract/leads/availability.ts'
import { availabilityOf, setAway } from '#server/leads/assignment/away.ts'
import { implement } from '#server/kit/implement.ts'

export const availabilityRoutes = implement('availability', availability, {
  mine: async ({ tenant, caller }) => ({ data: await availabilityOf(tenant, caller.personId) }),

  setAway: async ({ tenant, caller, body }) => ({ data: await setAway(tenant, caller.personId, body.away_until) }),
})
