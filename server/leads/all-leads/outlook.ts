import { sql } from 'kysely'
import type { Outlook } from '#contract/leads/outlook.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { membersOf, type Passed } from '#server/leads/assignment/candidates.ts'
import { reasonInWords, type LeadTraits } from '#server/leads/assignment/eligibility.ts'
import { outlookFor, type Outlook as Known } from '#server/leads/assignment/outlook.ts'
import { PASSED_OVER } from '#server/leads/assignment/queue.ts'
import { TRAITS } from '#server/leads/assignment/waiting.ts'
import { labelsOf } from '#server/leads/company-words/choices.ts'
import { personNamed, staffNames } from '#server/platform/people/staff-names.ts'

/** Who is next in line for any lead of QA’s queue, and whether one waits there. */
export const outlookOfList = async (tenant: Tenant) => {
  const { rows } = await sql`
    select from assignment_queue where company_id = ${tenant.companyId} and list = 'qa' limit 1`.execute(tenant.db)
  const [outlook] = await named(tenant, [outlookFor(await membersOf(tenant, 'qa'), 'qa')])
  if (!outlook) throw new Error('One outlook went in and none came out')
  return { ...outlook, queued: rows.length > 0 }
}

/** Who is next in line for each of these leads, as if its turn were now. */
export const outlooksOf = async (tenant: Tenant, ids: readonly number[]): Promise<Map<number, Outlook>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LeadTraits & Passed & { id: number; queued: boolean }>`
    select l.id, q.id is not null as queued, ${PASSED_OVER} as released_by, l.released_how, ${TRAITS}
    from leads l left join assignment_queue q on q.company_id = l.company_id and q.list = 'qa' and q.lead_id = l.id
    where l.company_id = ${tenant.companyId} and l.id = any(${ids}::bigint[])`.execute(tenant.db)
  const members = await membersOf(tenant, 'qa')
  const outlooks = await named(
    tenant,
    rows.map((lead) => outlookFor(members, 'qa', lead)),
  )
  return new Map(
    rows.flatMap(({ id, queued }, at): [number, Outlook][] => {
      const outlook = outlooks[at]
      return outlook ? [[id, { ...outlook, queued }]] : []
    }),
  )
}

const named = async (tenant: Tenant, outlooks: readonly Known[]) => {
  const names = await staffNames(
    tenant,
    outlooks.flatMap(({ next }) => next ?? []),
  )
  const source = await labelsOf(tenant, 'source')
  return outlooks.map(({ next, from, reasons }) => ({
    next: next === null ? null : personNamed(next, names),
    from,
    reasons: reasons.map((reason) => reasonInWords(reason, source)),
  }))
}
