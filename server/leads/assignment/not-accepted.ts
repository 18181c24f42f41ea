import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { tellNotAccepted, tellToAccept } from '#server/leads/notified/events.ts'
import { duesOf, lookWhenDue, NOT_ACCEPTED } from './acceptance.ts'
import { membersToGive } from './candidates.ts'
import { lockList } from './entry-queries.ts'
import { giveOut, type ToGive } from './give-out.ts'
import { listSettings } from './settings.ts'
import { BATCH, TRAITS } from './waiting.ts'

/**
 * Looks after the leads that a rep has neither opened nor acted upon in time: the rep is reminded, then the lead goes on to
 * somebody else, once, then the managers are told and it stays where it is. Each step is taken in the transaction that notes it.
 */
export const remindOfAcceptances = async (tenants: Tenants, companyId: number) => {
  for (const [act, step] of STEPS) {
    let more = true
    while (more)
      more = await tenants.write(
        companyId,
        { kind: 'rule', channel: 'auto-assign', act: `auto-assign-sales.${act}` },
        async (tenant) => {
          await lockList(tenant, 'sales')
          const { acceptance_minutes: minutes } = await listSettings(tenant, 'sales')
          const due = await dueNow(tenant, act)
          const waiting = minutes === null ? [] : due.filter((each) => each.waiting)
          await (minutes === null ? nothingIsDue(tenant) : settle(tenant, due))
          if (minutes !== null && waiting.length) {
            await step(tenant, waiting, minutes)
            crashPoint('acceptance.after_step')
          }
          await lookWhenDue(tenant)
          return due.length === BATCH
        },
      )
  }
}

interface Due extends ToGive {
  /** Of the acceptance. */
  id: number
  staff_id: number
  /** Still theirs, and neither opened nor acted upon. */
  waiting: boolean
}

type Step = (tenant: Tenant, due: readonly Due[], minutes: number) => Promise<void>

const remind: Step = async (tenant, due, minutes) => {
  const { db, companyId } = tenant
  const dues = await duesOf(
    tenant,
    due.map(({ staff_id }) => staff_id),
    minutes,
  )
  const rows = due.map(({ id, staff_id }) => ({ id, due_at: dues.get(staff_id) ?? null }))
  await sql`
    update lead_acceptances a set reminded_at = now(), due_at = d.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as d (id bigint, due_at timestamptz)
    where a.company_id = ${companyId} and a.id = d.id`.execute(db)
  await tellToAccept(tenant, due)
}

const passOn: Step = async (tenant, due) => {
  await tenant.setReason('It was not accepted in time')
  const leads = due.map((lead) => ({
    ...lead,
    replaced: lead.staff_id,
    released_by: lead.staff_id,
    released_how: 'did not accept it in time',
  }))
  const { given } = await giveOut(tenant, 'sales', await membersToGive(tenant, 'sales'), leads, 'not_accepted')
  // Nobody else can take it: better with somebody who is late than with nobody.
  const left = due.filter(({ lead_id }) => !given.has(lead_id))
  if (left.length) await escalate(tenant, left, 0)
}

const escalate: Step = async (tenant, due) => {
  const { db, companyId } = tenant
  await sql`
    update lead_acceptances set escalated_at = now() where company_id = ${companyId} and id = any(${due.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  await tellNotAccepted(
    tenant,
    due.map(({ lead_id }) => lead_id),
  )
}

const STEPS = [
  ['escalate', escalate],
  ['passOn', passOn],
  ['remind', remind],
] as const

const WHICH = {
  remind: sql`a.reminded_at is null`,
  passOn: sql`a.reminded_at is not null and not a.passed_on`,
  escalate: sql`a.reminded_at is not null and a.passed_on`,
}

/** The leads locked as everybody locks them, by their ids; then it is looked again how they stand. */
const dueNow = async ({ db, companyId }: Tenant, act: keyof typeof WHICH): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select a.id, a.lead_id, a.staff_id, null::int as released_by, l.email_domain, ${TRAITS},
      ${NOT_ACCEPTED} as waiting
    from lead_acceptances a join leads l on l.company_id = ${companyId} and l.id = a.lead_id
    where a.company_id = ${companyId} and a.due_at <= now() and ${WHICH[act]}
    order by l.id, a.id limit ${BATCH} for no key update of l, a`.execute(db)
  return rows
}

/** Switched off: what was given holds for good, also when it is switched on again. */
const nothingIsDue = async ({ db, companyId }: Tenant) => {
  await sql`update lead_acceptances set due_at = null where company_id = ${companyId} and due_at is not null`.execute(
    db,
  )
}

/** None of these is due any more, unless a step sets it anew. */
const settle = async ({ db, companyId }: Tenant, due: readonly Due[]) => {
  if (due.length === 0) return
  await sql`
    update lead_acceptances set due_at = null where company_id = ${companyId} and id = any(${due.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
}
