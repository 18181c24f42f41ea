import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { KEY_OF_LIST, visibleTo, type Viewer } from './scope.ts'

interface LeadOfAddress {
  id: number
  lead_no: number
  kind: string
  status: string
  enquiry_status: string | null
  /** The first that it asks for. */
  product: { name: string; quantity: number; more: number } | null
  created_at: string
}

const MOST_SHOWN = 10

/** Whether the viewer sees any list of leads. */
export const seesLeads = (viewer: Viewer) => Object.values(KEY_OF_LIST).some((key) => viewer.can(key))

/** The newest leads of an email address that the viewer sees, and how many there are; undefined for people who see no leads. */
export const leadsOfAddress = async ({ db, companyId }: Tenant, viewer: Viewer, email: string) => {
  if (!seesLeads(viewer)) return undefined
  // By the keys of duplicates: they have an index for it.
  const { rows } = await sql<LeadOfAddress & { total: number; won: number }>`
    select l.id, l.lead_no, l.kind, l.status, l.enquiry_status, l.created_at,
      (select jsonb_build_object('name', i.product_name, 'quantity', i.quantity, 'more', count(*) over () - 1)
        from lead_items i where i.company_id = l.company_id and i.lead_id = l.id order by i.id limit 1) as product,
      count(*) over () as total, count(*) filter (where l.enquiry_status = 'won') over () as won
    from duplicate_keys_of(${email}::text, null::text, null::text, null::text) asked
    join duplicate_keys k on k.company_id = ${companyId} and k.key = asked.key
    join leads l on l.company_id = ${companyId} and l.id = k.lead_id and l.deleted_at is null and ${visibleTo(viewer)}
    order by l.created_at desc, l.id desc limit ${MOST_SHOWN}`.execute(db)
  return {
    rows: rows.map(({ total: _, won: __, ...lead }) => lead),
    total: rows[0]?.total ?? 0,
    won: rows[0]?.won ?? 0,
  }
}
