import { sql } from 'kysely'
import { configuration } from '#contract/leads/configuration.ts'
import { inIdentity } from '#server/db/identity/door.ts'
import { changePlaceIn, type Wanted } from '#server/db/identity/people.ts'
import { lockCompany, lockPlaces } from '#server/db/identity/rights.ts'
import type { Auth } from '#server/kit/auth.ts'
import { refusal } from '#server/platform/people/people-refusal.ts'
import { keyOf, type Row } from '#server/platform/changes/rows.ts'
import type { EntityRules } from '#server/platform/changes/rules.ts'

/** What somebody may do, and whether they may come in: put back as anybody changes it who manages people, by the same rules. */
export const membershipRules = ({ auth }: { auth: Pick<Auth, 'forgetAll'> }): EntityRules => ({
  name: () => sql`(select s.name from staff s where s.id = r.root_id)`,
  section: 'permissions',
  readBy: configuration.holders.permission,
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
  after(tenant) {
    tenant.afterCommit(auth.forgetAll)
    return Promise.resolve()
  },
})

const wantedOf = ({ permissions, status }: Row): Wanted => ({
  ...(Array.isArray(permissions) && { permissions: permissions.filter((key) => typeof key === 'string') }),
  ...((status === 'active' || status === 'invited' || status === 'deactivated') && { status }),
})
