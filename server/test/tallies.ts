import type { Tenant } from '#server/db/tenant.ts'
import { tally, withRollups, type Axis, type Tally } from '#server/leads/totals/tally.ts'
import type { DayRange } from '#server/kit/day.ts'

export const AXES = ['source', 'reason', 'qa', 'sales', 'response', 'sla'] as const

/** Among other questions, which have no part in its answer. */
export const tallyOf = async (
  tenant: Tenant,
  axes: readonly Axis[],
  days: DayRange,
  zone: string,
): Promise<Tally[]> => {
  const others = [
    { axes: [], days: {} },
    { axes: AXES, days: {} },
  ]
  const questions = [...others, { axes, days }]
  return (await withRollups(tenant, (stamp) => tally(tenant, stamp, questions, zone)))[2] ?? []
}

/** What tallies add up to. */
export const told = (tallies: readonly Tally[]) => {
  const sums = new Map<string, number>()
  for (const { axis, key, part, n } of tallies) {
    const place = `${axis} ${key} ${part}`
    sums.set(place, (sums.get(place) ?? 0) + n)
  }
  return [...sums].flatMap(([place, n]) => (n === 0 ? [] : [`${place} ${n}`])).toSorted()
}
