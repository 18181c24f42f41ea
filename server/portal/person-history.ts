import { sql } from 'kysely'
import { access } from '#contract/portal/access.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { found } from '#server/kit/errors.ts'
import { routesOf } from '#server/kit/implement.ts'
import { didOf } from '#server/platform/changes/declared.ts'
import { actorName } from '#server/platform/people/staff-names.ts'

const MOST = 50

/** What was changed about a person's access, for everybody who manages people. */
export const personHistoryRoutes = routesOf(
  'portal.access',
  { history: access.history },
  {
    async history({ tenant, params }) {
      found('Person', await memberOf(tenant, params.id))
      const changes = await changesOf(tenant, params.id)
      return {
        data: changes.map(({ id, at, act, before, after, ...actor }) => ({
          id,
          at,
          by: actorName(actor),
          did: didOf(act),
          granted: without(after, before),
          removed: without(before, after),
        })),
      }
    },
  },
)

const memberOf = ({ db, companyId }: Tenant, id: number) =>
  db.selectFrom('staff').select('id').where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst()

interface Change {
  id: number
  at: string
  act: string
  actor_kind: string
  actor_name: string | null
  before: string[] | null
  after: string[] | null
}

const changesOf = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<Change>`
    select c.id, c.at, c.act, c.actor_kind, s.name as actor_name, c.fields -> 'permissions' -> 0 as before, c.fields -> 'permissions' -> 1 as after
    from changes c left join staff s on s.company_id = c.company_id and s.id = c.actor_id
    where c.company_id = ${companyId} and c.root = 'memberships' and c.root_id = ${id} and c.entity = 'memberships'
    order by c.id desc limit ${MOST}`.execute(db)
  return rows
}

const without = (keys: readonly string[] | null, others: readonly string[] | null) =>
  (keys ?? []).filter((key) => !(others ?? []).includes(key))
