import { dashboard, type HomeFigures } from '#contract/leads/dashboard.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { responseTimesOf, tally, withRollups, type Question, type Tally } from '#server/leads/totals/tally.ts'
import { ownOnly } from '#server/leads/lists/scope.ts'
import { personNamed, staffNames } from '#server/platform/people/staff-names.ts'
import type { Caller } from '#server/kit/auth.ts'
import { dayBounds } from '#server/kit/day.ts'
import { implement } from '#server/kit/implement.ts'
import { ownQuality } from './own-quality.ts'
import { managerNow, seesAll } from './manager-now.ts'
import { managerPeriod } from './manager-period.ts'
import { ownSales } from './own-sales.ts'
import { AXIS_OF, countOf, funnelOf, loadOf, reasonsOf, sourcesOf } from './figures.ts'

export const dashboardRoutes = (clock: Pick<Clock, 'now'>) =>
  implement('dashboard', dashboard, {
    async now({ tenant, caller }) {
      return { data: await managerNow(tenant, caller, clock.now()) }
    },

    async period({ tenant, caller, query }) {
      const { timeZone } = caller
      const [today] = daysOfIntake(clock.now(), timeZone)
      const sees = { seesLeads: caller.can('marketing_leads_list'), seesSales: seesAll(caller, 'sales') }
      return { data: await managerPeriod(tenant, { days: Number(query.days ?? '30'), today, timeZone, ...sees }) }
    },

    async home({ tenant, caller, query }) {
      // Bad days are refused, also where no figure asks for them.
      dayBounds(query, caller.timeZone)
      const seesLeads = caller.can('marketing_leads_list')
      const seesSales = caller.can('valid_leads_list')
      const [today, before] = daysOfIntake(clock.now(), caller.timeZone)
      const received = (day: string): Question => ({
        axes: seesLeads ? ['source'] : [],
        days: { from_date: day, to_date: day },
      })
      const lists = listsOfAll(caller)
      const [leads = [], held = [], now = [], then = []] = await withRollups(tenant, (stamp) =>
        tally(
          tenant,
          stamp,
          [
            { axes: [...(seesLeads ? OF_LEADS : []), ...(seesSales ? OF_SALES : [])], days: query },
            { axes: lists.map((list) => AXIS_OF[list]), days: {} },
            received(today),
            received(before),
          ],
          caller.timeZone,
        ),
      )
      const intake = {
        today: { day: today, received: countOf(now, 'source') },
        week_before: { day: before, received: countOf(then, 'source') },
      }
      const funnel = { funnel: funnelOf(leads), sources: sourcesOf(leads), reasons: reasonsOf(leads) }
      const response = seesSales ? responseOf(caller, leads) : null
      return {
        data: {
          ...(seesLeads ? { intake, ...funnel } : NO_LEADS),
          response,
          sales: sells(caller) ? await ownSales(tenant, caller) : null,
          quality: judges(caller) ? await ownQuality(tenant, caller) : null,
          load: await peopleOf(tenant, lists, held),
        },
      }
    },
  })

/** Who takes their own leads further, and sees no others. */
const sells = (caller: Caller) =>
  caller.can('valid_leads_list') &&
  caller.can('valid_leads_edit_enquiry_status') &&
  ownOnly(caller, 'valid') !== undefined

/** Who decides on their own queue, and sees no other. */
const judges = (caller: Caller) =>
  caller.can('assigned_leads_list') &&
  caller.can('assigned_leads_edit_status') &&
  ownOnly(caller, 'assigned') !== undefined

const OF_LEADS = ['source', 'reason'] as const
const OF_SALES = ['sales', 'response'] as const
const NO_LEADS = { intake: null, funnel: null, sources: null, reasons: null }

/** Today, and the same day of the week before. */
const daysOfIntake = (now: number, timeZone: string): [string, string] => {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return [day.toString(), day.subtract({ days: 7 }).toString()]
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

/** The lists on which somebody sees everybody's leads. */
const listsOfAll = (caller: Caller) =>
  (['assigned', 'valid'] as const).filter((list) => caller.can(KEY_OF[list]) && ownOnly(caller, list) === undefined)
const KEY_OF = { assigned: 'assigned_leads_list', valid: 'valid_leads_list' } as const

const peopleOf = async (
  tenant: Tenant,
  lists: ReturnType<typeof listsOfAll>,
  held: readonly Tally[],
): Promise<HomeFigures['load']> => {
  if (lists.length === 0) return null
  const load = loadOf(held, lists)
  const names = await staffNames(
    tenant,
    load.map(({ id }) => id),
  )
  return load.map(({ id, ...rest }) => ({ person: personNamed(id, names), ...rest }))
}
