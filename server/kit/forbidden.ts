import type { PermissionKey } from '#contract/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from './errors.ts'

/** 403 naming the keys of which one is missing, and who in the company may grant them. */
export const forbidden = async (tenant: Tenant, needs: readonly PermissionKey[]) => {
  const granters = await whoMayGrant(tenant)
  const names = granters.map(({ name }) => name).join(', ')
  return new UserError(403, `You need the permission ${needs.join(' or ')}.${names ? ` ${names} can grant it.` : ''}`, {
    code: 'forbidden',
    details: { needs, granted_by: granters },
  })
}

const whoMayGrant = ({ db }: Tenant) =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where(({ eb, val, fn }) => eb(val('people_manage'), '=', fn.any('permissions')))
    .orderBy('name')
    .limit(5)
    .execute()
