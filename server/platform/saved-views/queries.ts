import { sql } from 'kysely'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { ListPreference, SavedView } from '#contract/platform/saved-views.ts'
import type { Tenant } from '#server/db/tenant.ts'

interface Values {
  name?: string | undefined
  params?: SavedView['params'] | undefined
  columns?: string[] | null | undefined
  shared?: boolean
  deleted?: boolean
}

const all = ({ db, companyId }: Tenant, me: number) =>
  db
    .selectFrom('saved_views as v')
    .where('v.company_id', '=', companyId)
    .where('v.deleted_at', 'is', null)
    .select([
      'v.id',
      'v.screen',
      'v.name',
      'v.shared',
      sql<boolean>`v.owner_id = ${me}`.as('mine'),
      sql<PersonRef | null>`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = v.owner_id)`.as(
        'owner',
      ),
      sql<SavedView['params']>`v.params`.as('params'),
      'v.columns',
      'v.version',
    ])

/** The caller's own, and those that are shared; the caller's first, each group by name. */
const views = (tenant: Tenant, me: number) =>
  all(tenant, me)
    .where((eb) => eb.or([eb('v.owner_id', '=', me), eb('v.shared', '=', true)]))
    .orderBy(sql`v.owner_id = ${me}`, 'desc')
    .orderBy(sql`fold(v.name)`)
    .orderBy('v.id')

export const list = (tenant: Tenant, me: number) => views(tenant, me).limit(2_000).execute()

export const get = (tenant: Tenant, me: number, id: number) =>
  views(tenant, me).where('v.id', '=', id).executeTakeFirst()

/** As it is stored, whoever sees it. */
export const stored = (tenant: Tenant, me: number, id: number) =>
  all(tenant, me).where('v.id', '=', id).executeTakeFirst()

/** One at a time changes a view: each sees what the one before has stored. */
export const lock = ({ db, companyId }: Tenant, id: number) =>
  db
    .selectFrom('saved_views')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .execute()

export const add = async (
  { db, companyId }: Tenant,
  me: number,
  { screen, name, params, columns }: Required<Pick<Values, 'params' | 'columns'>> & { screen: string; name: string },
) => {
  const { id } = await db
    .insertInto('saved_views')
    .values({
      company_id: companyId,
      owner_id: me,
      screen,
      name,
      params: JSON.stringify(params ?? {}),
      columns: columns ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const update = async ({ db, companyId }: Tenant, id: number, { name, params, columns, shared }: Values) => {
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(params === undefined ? {} : { params: JSON.stringify(params) }),
    ...(columns === undefined ? {} : { columns }),
    ...(shared === undefined ? {} : { shared }),
  }
  if (Object.keys(changes).length === 0) return
  await db.updateTable('saved_views').set(changes).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Deletes the caller's own view or brings it back; undefined when it is not there to be. */
export const setDeleted = ({ db, companyId }: Tenant, me: number, id: number, deleted: boolean) =>
  db
    .updateTable('saved_views')
    .set({ deleted_at: deleted ? sql<string>`now()` : null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('owner_id', '=', me)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .where((eb) => (deleted ? eb.lit(true) : eb('deleted_at', '>', sql<string>`now() - interval '30 days'`)))
    .returning(['id', 'name'])
    .executeTakeFirst()

const preferenceColumns = [
  'screen',
  'default_view',
  'columns',
  'sort',
  sql<ListPreference['order']>`list_preferences."order"`.as('order'),
] as const

export const preferences = ({ db, companyId }: Tenant, me: number): Promise<ListPreference[]> =>
  db
    .selectFrom('list_preferences')
    .select(preferenceColumns)
    .where('company_id', '=', companyId)
    .where('person_id', '=', me)
    .orderBy('screen')
    .limit(200)
    .execute()

/** Keeps what the request names of a preference; the rest stays as it was. */
export const prefer = (
  { db, companyId }: Tenant,
  me: number,
  { screen, ...values }: Pick<ListPreference, 'screen'> & Partial<Omit<ListPreference, 'screen'>>,
): Promise<ListPreference> =>
  db
    .insertInto('list_preferences')
    .values({ company_id: companyId, person_id: me, screen, ...values })
    .onConflict((existing) =>
      existing.columns(['company_id', 'person_id', 'screen']).doUpdateSet({ screen, ...values }),
    )
    .returning(preferenceColumns)
    .executeTakeFirstOrThrow()
