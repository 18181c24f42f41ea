import { configuration } from '#contract/leads/configuration.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ROUTING } from './notification-defaults.ts'

/** How leads find their people as it is set, and what sets it. */
export const useRouting = () => {
  const { data } = useOne(configuration.routing, {})
  const set = useAction(configuration.setRouting, { done: 'Setting saved', refreshes: ROUTING })
  return { now: data?.data, set, disabled: !data || !can(configuration.setRouting.permission) }
}
