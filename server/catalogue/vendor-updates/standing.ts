import { sql } from 'kysely'
import type { UpdateStatus } from '#contract/catalogue/vendor-request.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { isOpen } from './list.ts'

/** A request as far as it matters to who decides on it. */
export interface Standing {
  id: number
  status: UpdateStatus
  version: number
  vendor_id: number
  vendor_name: string
  product_id: number
  product_version: number
  asked_id: number | null
  reviewer: number | null
  reviewer_name: string | null
}

/** The requests, locked in the order of their ids; before their products, as everybody does. */
export const lockUpdates = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select u.id, u.status, u.version, u.vendor_id, u.vendor_name, u.product_id, u.product_version, u.asked_id, u.reviewer,
      (select s.name from staff s where s.company_id = u.company_id and s.id = u.reviewer) as reviewer_name
    from vendor_updates u where u.company_id = ${companyId} and u.id = any (${ids}::bigint[]) and u.deleted_at is null
    order by u.id for no key update`.execute(db)
  return rows
}

/** Why nobody can decide on it any more; undefined while somebody can. */
export const decidedAlready = ({ status, reviewer, reviewer_name }: Standing, me?: number): string | undefined => {
  if (isOpen(status)) return undefined
  if (status === 'superseded') return 'The vendor sent a newer request, which replaced this one.'
  if (status === 'withdrawn') return 'The vendor withdrew this request.'
  if (reviewer === me) return `You decided this already: ${status}.`
  return `Another person has just decided this: ${status} by ${reviewer_name ?? 'Leadroom'}.`
}
