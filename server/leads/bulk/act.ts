import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { lockLeads, type LockedLead } from '#server/leads/lead/write.ts'
import { staffNames, type StaffNames } from '#server/platform/people/staff-names.ts'
import { keepResults } from '#server/platform/jobs/start.ts'
import { nextOf } from '#server/platform/selections/select.ts'

/** All of a lead that decides whether an act may be done to it: leads that are alike in it are judged alike. */
export type Standing = Pick<LockedLead, 'kind' | 'status' | 'assigned_qa' | 'sales_person' | 'quarantined_by'>

/** An act on many leads, made ready for one caller: what it may be done to, and how it is done to those. */
export interface ReadyAct {
  /** The leads that the caller may ask it for; `l` is the lead. */
  visible: RawBuilder<boolean>
  /** What the job is called: "Assign 49 leads to Priya Sharma". */
  title(count: number): string
  /** What became of a lead to which it was done: `assigned`. */
  outcome: string
  /** Why it cannot be done to such a lead, for the person who asks; undefined when it can. */
  refusal(lead: Standing, names: StaffNames): string | undefined
  /** Does it to leads that are locked and were not refused. */
  apply(leads: readonly LockedLead[], names: StaffNames): Promise<void>
}

/** How many rows would end, or ended, in the same way. */
export interface OutcomeCount {
  outcome: string
  message: string | null
  count: number
}

const SKIPPED = 'skipped'
const GONE = 'This lead no longer exists, or you can’t see it'
/** So many leads are changed in one transaction: few enough that nobody waits long for one of them. */
const CHUNK = 1_000

/** What would become of the next leads of a selection, by the same rule that the run follows; nothing is changed. */
export const foreseeNext = async (
  tenant: Tenant,
  act: ReadyAct,
  { selectionId, cursor, most }: { selectionId: number; cursor: number; most: number },
) => {
  const { ids, place, last } = await nextOf(tenant, selectionId, cursor, most)
  const groups = await standingsOf(tenant, act, ids)
  const names = await namesOf(tenant, groups)
  const each = groups.map(({ rows, ...standing }): OutcomeCount => {
    const message = act.refusal(standing, names)
    return message === undefined
      ? { outcome: act.outcome, message: null, count: rows }
      : { outcome: SKIPPED, message, count: rows }
  })
  const gone = ids.length - each.reduce((sum, { count }) => sum + count, 0)
  return {
    foreseen: [...each, { outcome: SKIPPED, message: GONE, count: gone }],
    cursor: place,
    done: ids.length,
    last,
  }
}

/** The same ends together, the most first. */
export const summed = (counts: readonly OutcomeCount[]): OutcomeCount[] =>
  fromOutcomes(toOutcomes(counts)).sort((one, other) => other.count - one.count)

/** As a job adds up how its rows end; the reason is part of how. */
export const toOutcomes = (counts: readonly OutcomeCount[]): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const { outcome, message, count } of counts) {
    const end = JSON.stringify([outcome, message])
    if (count > 0) sums.set(end, count + (sums.get(end) ?? 0))
  }
  return Object.fromEntries(sums)
}

export const fromOutcomes = (sums: Readonly<Record<string, number>>): OutcomeCount[] =>
  Object.entries(sums).map(([end, count]) => {
    const [outcome, message]: [string, string | null] = JSON.parse(end)
    return { outcome, message, count }
  })

/** How the leads stand that are there: how many alike. By their ids, since nothing is known yet of a selection just made. */
const standingsOf = async ({ db, companyId }: Tenant, act: ReadyAct, ids: readonly number[]) => {
  const { rows } = await sql<Standing & { rows: number }>`
    select l.kind, l.status, l.assigned_qa, l.sales_person, l.quarantined_by, count(*) as rows from leads l
    where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and ${act.visible}
    group by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

/** Does the act to the next leads of a selection: those that refuse it are named with their reason. */
export const doNext = async (
  tenant: Tenant,
  act: ReadyAct,
  job: { id: number; selectionId: number; cursor: number },
) => {
  const chosen = await nextOf(tenant, job.selectionId, job.cursor, CHUNK)
  const leads = await lockLeads(tenant, chosen.ids, act.visible)
  const names = await namesOf(tenant, leads)
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  const able: LockedLead[] = []
  const refused = chosen.ids.flatMap((subject) => {
    const lead = byId.get(subject)
    const message = lead ? act.refusal(lead, names) : GONE
    if (message !== undefined) return { subject, outcome: SKIPPED, message }
    if (lead) able.push(lead)
    return []
  })
  if (able.length) await act.apply(able, names)
  await keepResults(tenant, job.id, refused)
  return {
    cursor: chosen.place,
    done: chosen.ids.length,
    outcomes: { [act.outcome]: able.length, [SKIPPED]: refused.length },
    last: chosen.last,
  }
}

const namesOf = (tenant: Tenant, leads: readonly Pick<Standing, 'assigned_qa' | 'sales_person'>[]) =>
  staffNames(
    tenant,
    leads.flatMap(({ assigned_qa, sales_person }) => [assigned_qa, sales_person].filter((id) => id !== null)),
  )
