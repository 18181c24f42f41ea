import { inIdentity } from '#server/db/identity/door.ts'
import { changePlaceIn, type Wanted } from '#server/db/identity/people.ts'
import { lockCompany, lockPlaces } from '#server/db/identity/rights.ts'
import { refusal } from '#server/platform/people/people-refusal.ts'
import { keyOf, type Row } from './rows.ts'
import type { EntityRules } from './rules.ts'

/** What somebody may do, and whether they may come in: put back as anybody changes it who manages people, by the same rules. */
export const membershipRules: EntityRules = {
  together: new Set(['permissions']),
  async lock(tenant) {
    await inIdentity(tenant, (db) => lockCompany(db, tenant.companyId))
  },
  elsewhere: {
    lockRows: (tenant, ids) =>
      inIdentity(tenant, async (db) => {
        const rows = await lockPlaces(db, tenant.companyId, ids)
        return rows.map(({ id, row }) => [keyOf({ entity: 'memberships', entity_id: id }), row])
      }),
    async putBack(tenant, callerId, id, values) {
      const asking = { companyId: tenant.companyId, callerId }
      const changed = await inIdentity(tenant, (db) => changePlaceIn(db, asking, id, wantedOf(values)))
      if ('refused' in changed) throw refusal(changed)
    },
  },
}

const wantedOf = ({ permissions, status }: Row): Wanted => ({
  ...(Array.isArray(permissions) && { permissions: permissions.filter((key) => typeof key === 'string') }),
  ...((status === 'active' || status === 'invited' || status === 'deactivated') && { status }),
})
