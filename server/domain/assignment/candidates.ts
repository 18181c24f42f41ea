import { sql } from 'kysely'
import type { PermissionKey } from '#contract/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Candidate } from './choose.ts'
import type { AssignmentList } from './queue.ts'

/** What a person must be allowed to do to work what the list gives them. */
export const KEY_FOR_LIST: Readonly<Record<AssignmentList, PermissionKey>> = {
  qa: 'assigned_leads_edit_status',
  sales: 'valid_leads_list',
}

/** Who is on the list and who of them can take a lead now; whoever cannot comes with the exact reason. */
export const candidatesOf = async ({ db, companyId }: Tenant, list: AssignmentList): Promise<Candidate[]> => {
  const rows = await db
    .selectFrom('assignment_entries as e')
    .leftJoin('staff as s', 's.id', 'e.staff_id')
    .select([
      'e.staff_id',
      'e.weight',
      'e.expected',
      'e.received',
      'e.last_assigned_at',
      'e.status',
      's.status as staff_status',
      sql<boolean>`coalesce(${KEY_FOR_LIST[list]} = any(s.permissions), false)`.as('permitted'),
    ])
    .where('e.company_id', '=', companyId)
    .where('e.list', '=', list)
    .orderBy('e.staff_id')
    .execute()
  return rows.map(({ status, staff_status, permitted, ...candidate }) => ({
    ...candidate,
    reason: ineligibility({ status, staffStatus: staff_status, permitted, weight: candidate.weight }, list),
  }))
}

interface Standing {
  status: string
  staffStatus: string | null
  permitted: boolean
  weight: number
}

/** The exact reason why somebody cannot take a lead; null when they can. */
export const ineligibility = (
  { status, staffStatus, permitted, weight }: Standing,
  list: AssignmentList,
): string | null => {
  if (staffStatus !== 'active') return 'deactivated'
  if (!permitted) return `no permission: ${KEY_FOR_LIST[list]}`
  if (status !== 'active') return 'paused on the list'
  return weight > 0 ? null : 'weight is 0'
}
