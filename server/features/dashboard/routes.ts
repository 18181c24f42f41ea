import { dashboard, type HomeFigures } from '#contract/dashboard.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tenant } from '#server/db/tenant.ts'
import {
  askForRollups,
  receivedOn,
  responseTimesOf,
  tally,
  type Axis,
  type Tally,
} from '#server/domain/leads/rollups.ts'
import { ownOnly } from '#server/domain/leads/scope.ts'
import { LEFT, staffNames } from '#server/domain/staff-names.ts'
import type { Caller } from '#server/kit/auth.ts'
import { dayBounds } from '#server/kit/day.ts'
import { implement } from '#server/kit/implement.ts'
import { countOf, funnelOf, loadOf, reasonsOf, sourcesOf } from './figures.ts'

export const dashboardRoutes = (clock: Pick<Clock, 'now'>) =>
  implement('dashboard', dashboard, {
    async home({ tenant, caller, query }) {
      // Bad days are refused, also where no figure asks for them.
      dayBounds(query, caller.timeZone)
      await askForRollups(tenant)
      const seesLeads = caller.can('marketing_leads_list')
      const seesSales = caller.can('valid_leads_list')
      const axes: Axis[] = [...(seesLeads ? OF_LEADS : []), ...(seesSales ? OF_SALES : [])]
      const [intake, leads, load] = await Promise.all([
        seesLeads ? intakeOf(tenant, caller, clock.now()) : null,
        axes.length > 0 ? tally(tenant, axes, query, caller.timeZone) : [],
        peopleOf(tenant, caller),
      ])
      const funnel = { funnel: funnelOf(leads), sources: sourcesOf(leads), reasons: reasonsOf(leads) }
      const response = seesSales ? responseOf(caller, leads) : null
      return { data: { intake, ...(seesLeads ? funnel : NO_FUNNEL), response, load } }
    },
  })

const OF_LEADS = ['source', 'reason'] as const
const OF_SALES = ['sales', 'response'] as const
const NO_FUNNEL = { funnel: null, sources: null, reasons: null }

const intakeOf = async (tenant: Tenant, { timeZone }: Caller, now: number): Promise<HomeFigures['intake']> => {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const [today, before] = [day.toString(), day.subtract({ days: 7 }).toString()]
  const received = await receivedOn(tenant, [today, before], timeZone)
  return {
    today: { day: today, received: received.get(today) ?? 0 },
    week_before: { day: before, received: received.get(before) ?? 0 },
  }
}

const responseOf = (caller: Caller, tallies: readonly Tally[]): HomeFigures['response'] => {
  const own = ownOnly(caller, 'valid')
  const count = (enquiry_status?: 'open' | 'won' | 'lost') =>
    countOf(tallies, 'sales', enquiry_status ? { enquiry_status: [enquiry_status] } : {}, own?.toString())
  return {
    own: own !== undefined,
    ...responseTimesOf(tallies, own),
    received: count(),
    open: count('open'),
    won: count('won'),
    lost: count('lost'),
  }
}

/** For whoever sees everybody's leads on a list. */
const peopleOf = async (tenant: Tenant, caller: Caller): Promise<HomeFigures['load']> => {
  const lists = (
    [
      ['assigned', 'qa'],
      ['valid', 'sales'],
    ] as const
  ).filter(([list]) => caller.can(KEY_OF[list]) && ownOnly(caller, list) === undefined)
  if (lists.length === 0) return null
  const axes = lists.map(([, axis]): Axis => axis)
  const tallies = await tally(tenant, axes, {}, caller.timeZone)
  const found = lists.flatMap(([list]) => loadOf(tallies, list))
  const names = await staffNames(
    tenant,
    found.map(({ id }) => id),
  )
  return found.map(({ id, ...rest }) => ({ person: { id, name: names.get(id) ?? LEFT }, ...rest }))
}
const KEY_OF = { assigned: 'assigned_leads_list', valid: 'valid_leads_list' } as const
