import { sql } from 'kysely'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'

// Who hears of what: one rule for each event. Whoever does it calls the rule last, in the same transaction.

/** How a list stood when those who keep it were notified. */
export interface WaitingQueue {
  list: 'qa' | 'sales'
  waiting: number
  /** The longest has waited for longer. */
  minutes: number
  why: string | null
}

/** Leads were given to people: each hears once of all that one act gave them. */
export const tellAssigned = (
  tenant: Tenant,
  given: readonly { lead_id: number; list: 'qa' | 'sales'; chosen: number | null }[],
) => {
  const gifts = Map.groupBy(given, ({ list, chosen }) => `${list} ${chosen}`)
  return notify(
    tenant,
    [...gifts.values()].flatMap((leads) => {
      const [first] = leads
      if (!first || first.chosen === null) return []
      const about = leads.map(({ lead_id }) => lead_id)
      return [{ personId: first.chosen, kind: 'assigned' as const, thing: `list:${first.list}`, entity: 'lead', about }]
    }),
  )
}

/** Verdicts were turned over: whoever holds a lead, sells it or had judged it hears of it. Told before it is written. */
export const tellVerdictTurned = async (tenant: Tenant, leadIds: readonly number[], verdict: 'valid' | 'invalid') => {
  if (leadIds.length === 0) return
  const { rows } = await sql<{ id: number; about: number[] }>`
    select person.id, json_agg(distinct l.id) as about
    from leads l, unnest(array[l.assigned_qa, l.sales_person, l.validated_by]) as person (id)
    where l.company_id = ${tenant.companyId} and l.id = any(${leadIds}::bigint[]) and person.id is not null
    group by person.id`.execute(tenant.db)
  await notify(
    tenant,
    rows.map(({ id, about }) => ({
      personId: id,
      kind: 'verdict',
      thing: `act:${tenant.changeSet}`,
      entity: 'lead',
      about,
      detail: { verdict },
    })),
  )
}

/** Leads wait for somebody of a list for longer than it allows: all who keep the list hear of it. */
export const tellQueueWaits = async (tenant: Tenant, key: PermissionKey, queue: WaitingQueue) =>
  notify(
    tenant,
    (await holdersOf(tenant, key)).map((personId) => ({
      personId,
      kind: 'queue',
      thing: `queue:${queue.list}`,
      detail: { queue },
    })),
  )

/** Leads wait for their reps to accept them: each rep hears once of all of theirs. */
export const tellToAccept = (tenant: Tenant, leads: readonly { lead_id: number; staff_id: number }[]) =>
  notify(
    tenant,
    [...Map.groupBy(leads, ({ staff_id }) => staff_id)].map(([personId, theirs]) => ({
      personId,
      kind: 'acceptance',
      thing: 'acceptance:awaited',
      entity: 'lead',
      about: theirs.map(({ lead_id }) => lead_id),
      detail: { acceptance: 'awaited' },
    })),
  )

/** Nobody has accepted these leads in time: whoever assigns valid leads hears of it. */
export const tellNotAccepted = async (tenant: Tenant, leadIds: readonly number[]) =>
  notify(
    tenant,
    (await holdersOf(tenant, 'valid_leads_assign')).map((personId) => ({
      personId,
      kind: 'acceptance',
      thing: 'acceptance:missed',
      entity: 'lead',
      about: leadIds,
      detail: { acceptance: 'missed' },
    })),
  )

/** Follow-ups are due: each sales person is notified once a day of all of theirs, however often this runs. */
export const tellFollowUpsDue = async (
  tenant: Tenant,
  due: readonly { person: number; day: string; leads: readonly number[] }[],
) => {
  const { rows } = await sql<{ person_id: number; thing: string }>`
    select person_id, thing from notifications
    where company_id = ${tenant.companyId} and kind = 'follow_up' and person_id = any(${due.map(({ person }) => person)}::int[])
      and created_at > now() - interval '3 days'`.execute(tenant.db)
  const told = new Set(rows.map(({ person_id, thing }) => `${person_id} ${thing}`))
  await notify(
    tenant,
    due
      .map(({ person, day, leads }) => ({ personId: person, thing: `day:${day}`, about: leads }))
      .filter(({ personId, thing }) => !told.has(`${personId} ${thing}`))
      .map((each) => ({ ...each, kind: 'follow_up' as const, entity: 'lead' })),
  )
}

const holdersOf = async ({ db }: Tenant, key: PermissionKey) => {
  const { rows } = await sql<{ id: number }>`
    select id from staff where status = 'active' and ${key} = any (permissions) order by id`.execute(db)
  return rows.map(({ id }) => id)
}
