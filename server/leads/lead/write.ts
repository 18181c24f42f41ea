import { sql, type RawBuilder } from 'kysely'
import type { EnquiryStatus, Lead, LeadKind, LeadStatus } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { visibleTo, type Viewer } from '#server/leads/lists/scope.ts'

/** What a rule has to know of a lead before it writes. */
export interface LockedLead {
  id: number
  kind: LeadKind
  status: LeadStatus
  version: number
  assigned_qa: number | null
  sales_person: number | null
  quarantined_by: number | null
  enquiry_status: EnquiryStatus | null
  name: string
  company: string | null
  country: string | null
  zip_code: string | null
  city: string | null
  state: string | null
  address: string | null
  email: string | null
  phone: string | null
  website: string | null
}

/**
 * How leads are locked by whoever changes them: others may go on storing what belongs to one (a comment, a member of a group, who
 * looks at it), which checks that it is there, in an order of its own. Who makes it part of another lead waits for those, too.
 */
export const LOCK = { change: sql`no key update`, merge: sql`update` } as const

/** Locks leads for this transaction, in the order of their ids so that two acts never wait for one another. */
export const lockLeads = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  visible: RawBuilder<boolean>,
  lock: RawBuilder<unknown> = LOCK.change,
): Promise<LockedLead[]> => {
  const { rows } = await sql<LockedLead>`
    select l.id, l.kind, l.status, l.version, l.assigned_qa, l.sales_person, l.quarantined_by, l.enquiry_status, l.name, l.company, l.country,
      l.zip_code, l.city, l.state, l.address, l.email, coalesce(l.phone, l.phone_sent) as phone, l.website
    from leads l
    where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and ${visible}
    order by l.id for ${lock} of l`.execute(db)
  return rows
}

/**
 * The first of two steps to lock leads for a merge: nobody else changes them from now on. Whoever is changing one already may be about
 * to name the other as what it repeats, which asks that the other is there; taken in one step, the two would wait for one another.
 */
export const holdLeads = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  await sql`
    select from leads where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id for ${LOCK.change}`.execute(
    db,
  )
}

/** One lead, locked; 404 when there is none that the caller can see, 409 when it has become part of another. */
export const lockLead = async (tenant: Tenant, id: number, visible: RawBuilder<boolean>): Promise<LockedLead> => {
  const [lead] = await lockLeads(tenant, [id], visible)
  if (!lead) await refuseMerged(tenant, id, visible)
  return found('Lead', lead)
}

/**
 * The lead that something is to be added to: this one, or what it has become part of. Nobody can make it part of another before
 * the transaction ends, so what is added is there when a merge moves it.
 */
export const leadToAddTo = async (
  tenant: Tenant,
  id: number,
  visible: RawBuilder<boolean>,
): Promise<Lead | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l where l.company_id = ${tenant.companyId} and l.id = lead_now(${id}) for key share`.execute(
    tenant.db,
  )
  const lead = await leadRow(tenant, id, visible)
  // It was merged while this waited for it.
  return lead && lead.id !== rows[0]?.id ? leadToAddTo(tenant, id, visible) : lead
}

/** 409 naming the lead that this one has become part of, if it has. */
export const refuseMerged = async (tenant: Tenant, id: number, visible: RawBuilder<boolean>) => {
  const now = await leadRow(tenant, id, visible)
  if (!now || now.id === id) return
  throw conflict(
    `This lead was merged into no. ${now.lead_no}.`,
    { into: { id: now.id, lead_no: now.lead_no } },
    'merged',
  )
}

/** Status, owner, verdict and reason stand or fall together: whoever decides has seen all of them. */
const ONE_FIELD = [
  'status',
  'assigned_qa',
  'sales_person',
  'verdict_id',
  'reason_code',
  'reason_note',
  'quarantined_by',
]

/**
 * Refuses a decision made on an older version if the status, the owner or the verdict has changed since, with the
 * lead as it is now to a caller who still sees it. Other fields may have changed: then both writers win.
 */
export const checkNotDecidedSince = async (
  tenant: Tenant,
  caller: Viewer,
  lead: LockedLead,
  version: number | undefined,
  restsOn: readonly string[] = ONE_FIELD,
) => {
  if (version === undefined || version >= lead.version) return
  const { rows } = await sql<{ field: string }>`
    select distinct field from changes c, jsonb_object_keys(c.fields) field
    where c.company_id = ${tenant.companyId} and c.root = 'leads' and c.root_id = ${lead.id} and c.entity = 'leads'
      and c.version > ${version} and field = any(${restsOn})`.execute(tenant.db)
  if (rows.length === 0) return
  throw conflict(
    'Someone else has changed this lead since you opened it. Review it, then decide.',
    { current: await leadRow(tenant, lead.id, visibleTo(caller)), fields: rows.map(({ field }) => field) },
    'version_conflict',
  )
}
