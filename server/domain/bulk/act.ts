import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { lockLeads, type LockedLead } from '#server/domain/leads/write.ts'
import { keepResults } from '#server/kit/jobs/start.ts'
import { nextOf } from './selection.ts'

/** All of a lead that decides whether an act may be done to it: leads that are alike in it are judged alike. */
export type Standing = Pick<LockedLead, 'kind' | 'status' | 'assigned_qa' | 'sales_person' | 'quarantined_by'>

/** Names of the people who hold leads. */
export type Names = ReadonlyMap<number, string>

/** An act on many leads, made ready for one caller: what it may be done to, and how it is done to those. */
export interface ReadyAct {
  /** The leads that the caller may ask it for; `l` is the lead. */
  visible: RawBuilder<boolean>
  /** What the job is called: "Assign 49 leads to Priya Sharma". */
  title(count: number): string
  /** What became of a lead to which it was done: `assigned`. */
  outcome: string
  /** Why it cannot be done to such a lead, for the person who asks; undefined when it can. */
  refusal(lead: Standing, names: Names): string | undefined
  /** Does it to leads that are locked and were not refused. */
  apply(leads: readonly LockedLead[], names: Names): Promise<void>
}

/** How many rows would end, or ended, in the same way. */
export interface OutcomeCount {
  outcome: string
  message: string | null
  count: number
}

const SKIPPED = 'skipped'
const GONE = 'This lead is not there any more, or not for you to see'
/** So many leads are changed in one transaction: few enough that nobody waits long for one of them. */
const CHUNK = 1_000

/** What would become of a selection now, by the same rule that the run follows; nothing is changed. */
export const foresee = async (tenant: Tenant, act: ReadyAct, selectionId: number): Promise<OutcomeCount[]> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ count: number } & { [Field in keyof Standing]: Standing[Field] | null }>`
    select l.kind, l.status, l.assigned_qa, l.sales_person, l.quarantined_by, count(*)
    from selection_rows r
    left join (select * from leads l where l.company_id = ${companyId} and l.deleted_at is null and ${act.visible}) l on l.id = r.lead_id
    where r.company_id = ${companyId} and r.selection_id = ${selectionId}
    group by 1, 2, 3, 4, 5`.execute(db)
  const names = await namesOf(tenant, rows)
  const counts = new Map<string, OutcomeCount>()
  for (const { count, kind, status, ...rest } of rows) {
    const refusal = kind && status ? act.refusal({ kind, status, ...rest }, names) : GONE
    const outcome = refusal === undefined ? act.outcome : SKIPPED
    const key = refusal ?? ''
    counts.set(key, { outcome, message: refusal ?? null, count: count + (counts.get(key)?.count ?? 0) })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)
}

/** Does the act to the next leads of a selection: those that refuse it are named with their reason. */
export const doNext = async (
  tenant: Tenant,
  act: ReadyAct,
  job: { id: number; selectionId: number; cursor: number },
) => {
  const chosen = await nextOf(tenant, job.selectionId, job.cursor, CHUNK)
  const leads = await lockLeads(
    tenant,
    chosen.map(({ lead_id }) => lead_id),
    act.visible,
  )
  const names = await namesOf(tenant, leads)
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  const able: LockedLead[] = []
  const refused = chosen.flatMap(({ lead_id: subject }) => {
    const lead = byId.get(subject)
    const message = lead ? act.refusal(lead, names) : GONE
    if (message !== undefined) return { subject, outcome: SKIPPED, message }
    if (lead) able.push(lead)
    return []
  })
  if (able.length) await act.apply(able, names)
  await keepResults(tenant, job.id, refused)
  return {
    cursor: chosen.at(-1)?.place ?? job.cursor,
    done: chosen.length,
    outcomes: { [act.outcome]: able.length, [SKIPPED]: refused.length },
    last: chosen.length < CHUNK,
  }
}

const namesOf = async ({ db }: Tenant, leads: readonly Partial<Nullables<Standing>>[]): Promise<Names> => {
  const ids = new Set(leads.flatMap(({ assigned_qa, sales_person }) => [assigned_qa ?? [], sales_person ?? []].flat()))
  if (ids.size === 0) return new Map()
  const people = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}
type Nullables<T> = { [Field in keyof T]: T[Field] | null }
