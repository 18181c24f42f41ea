import { sql, type RawBuilder } from 'kysely'
import type { FurtherContact } from '#contract/leads/further-contacts.ts'
import type { LeadStatus } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { SentFields } from './fields.ts'
import type { KeptLine } from './lines-history.ts'

const FIELDS = [
  'version',
  'name',
  'email',
  'phone',
  'phone_sent',
  'company',
  'job_title',
  'tags',
  'website',
  'country',
  'state',
  'city',
  'zip_code',
  'address',
  'message',
] as const

/** What was sent, as it is now, with the version that it is of. */
export const fieldsOf = ({ db, companyId }: Tenant, id: number): Promise<SentFields & { version: number }> =>
  db
    .selectFrom('leads')
    .select(FIELDS)
    .select(sql<FurtherContact[] | null>`further`.as('further'))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const linesOf = ({ db, companyId }: Tenant, leadId: number): Promise<KeptLine[]> =>
  db
    .selectFrom('lead_items')
    .select(['id', 'product_id', 'product_name', 'quantity', 'total_quantity'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .orderBy('id')
    .execute()

/** Undefined for a line of a lead that is not `visible`, as for none; `l` is the lead. */
export const leadOfItem = async (
  { db, companyId }: Tenant,
  itemId: number,
  visible: RawBuilder<boolean>,
): Promise<number | undefined> => {
  const item = await db
    .selectFrom('lead_items as i')
    .innerJoin('leads as l', (join) => join.onRef('l.company_id', '=', 'i.company_id').onRef('l.id', '=', 'i.lead_id'))
    .select('i.lead_id')
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', itemId)
    .where(visible)
    .executeTakeFirst()
  return item?.lead_id
}

export const update = async ({ db, companyId }: Tenant, id: number, { further, ...fields }: Partial<SentFields>) => {
  if (further === undefined && Object.keys(fields).length === 0) return
  const list = further === undefined ? {} : { further: sql<string>`${further && JSON.stringify(further)}::jsonb` }
  await db
    .updateTable('leads')
    .set({ ...fields, ...list })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

interface DeletedLead {
  id: number
  status: LeadStatus
  too_late: boolean
  /** It has become part of another, and comes back by being unmerged. */
  merged: boolean
}

/** A deleted lead, locked; undefined when it is none that the caller could see. */
export const lockDeleted = async (
  { db, companyId }: Tenant,
  id: number,
  visible: RawBuilder<boolean>,
): Promise<DeletedLead | undefined> => {
  const { rows } = await sql<DeletedLead>`
    select l.id, l.status, l.deleted_at < now() - interval '30 days' as too_late,
      exists (select from lead_merges m where m.company_id = ${companyId} and m.loser_id = l.id and m.unmerged_at is null) as merged
    from leads l
    where l.company_id = ${companyId} and l.id = ${id} and l.deleted_at is not null and ${visible} for no key update of l`.execute(
    db,
  )
  return rows[0]
}

export const restore = async ({ db, companyId }: Tenant, id: number) => {
  await sql`update leads set deleted_at = null where company_id = ${companyId} and id = ${id}`.execute(db)
}
