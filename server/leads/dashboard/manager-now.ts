import { sql } from 'kysely'
import { WAITING, type ManagerNow } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { LEAD_LISTS, leadFilter } from '#server/leads/lists/filter.ts'
import { KEY_OF_LIST, LIST_SCOPES, ownOnly, type LeadList } from '#server/leads/lists/scope.ts'
import { readTotal, totalOf } from '#server/platform/counted-lists/counts.ts'
import type { Caller } from '#server/kit/auth.ts'
import { lateOf, lateWork, type Side } from './late-work.ts'
import { qaTeam, salesTeam } from './team.ts'

const LIST_OF_SIDE = { qa: 'assigned', sales: 'valid' } as const

/** Whether the caller sees everybody's leads of a side. */
export const seesAll = (caller: Caller, side: Side) => {
  const list = LIST_OF_SIDE[side]
  return caller.can(KEY_OF_LIST[list]) && ownOnly(caller, list) === undefined
}

/** What waits for the team, as far as the caller sees everybody's. */
export const managerNow = async (tenant: Tenant, caller: Caller, now: number): Promise<ManagerNow> => {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(caller.timeZone).toPlainDate()
  const [today, month] = [here.toString(), here.with({ day: 1 }).toString()]
  const sides = (['qa', 'sales'] as const).filter((side) => seesAll(caller, side))
  const seesLeads = caller.can(KEY_OF_LIST.marketing)
  const late = await lateWork(tenant, sides)
  const total = (list: LeadList, query: LeadQuery) => totalFor(tenant, caller, list, query)
  const waiting = async (list: 'marketing' | 'unassigned', query: LeadQuery, statuses: readonly string[]) => {
    const leads = await total(list, query)
    return { leads, oldest_at: leads > 0 ? await oldestOf(tenant, list, statuses) : null }
  }
  return {
    today,
    month,
    waiting: seesLeads ? await waiting('marketing', WAITING, WAITING.status) : null,
    unassigned: caller.can(KEY_OF_LIST.unassigned) ? await waiting('unassigned', {}, ['new']) : null,
    quarantined: seesLeads ? await total('marketing', { quarantined: 'yes' }) : null,
    qa: sides.includes('qa') ? await lateOf(tenant, late, 'qa') : null,
    sales: sides.includes('sales') ? await lateOf(tenant, late, 'sales') : null,
    team: {
      qa: sides.includes('qa') ? await qaTeam(tenant, late, today, caller.timeZone) : null,
      sales: sides.includes('sales') ? await salesTeam(tenant, late, month, caller.timeZone) : null,
    },
  }
}

/** As the list counts, from the stored totals. */
const totalFor = async (tenant: Tenant, caller: Caller, list: LeadList, query: LeadQuery) => {
  const filter = leadFilter(caller, list, query)
  return totalOf(tenant, LEAD_LISTS, filter, await readTotal(tenant, LEAD_LISTS, filter, tenant.slot()))
}

/** When the first of the leads came that are not quarantined: of each status from the index, since most of the old ones are decided. */
const oldestOf = async ({ db, companyId }: Tenant, list: 'marketing' | 'unassigned', statuses: readonly string[]) => {
  const { rows } = await sql<{ at: string | null }>`
    select min(l.created_at) as at from unnest(${[...statuses]}::text[]) status cross join lateral (
      select l.created_at from leads l
      where l.company_id = ${companyId} and l.status = status and l.deleted_at is null and l.quarantined_by is null and ${LIST_SCOPES[list]()}
      order by l.created_at limit 1
    ) l`.execute(db)
  return rows[0]?.at ?? null
}
