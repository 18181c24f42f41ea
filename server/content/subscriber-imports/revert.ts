import { sql } from 'kysely'
import type { KeptSubscriber } from '#contract/content/subscriber-imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { page, type PageQuery } from '#server/kit/page.ts'

/** What a colleague has done to the subscriber `s` since it was imported. */
const WORK = sql`changes c where c.company_id = s.company_id and c.root = 'newsletter_subscribers' and c.root_id = s.id and c.actor_kind = 'person'`
/** Its owner or a colleague has said something since: that stays, above all that it left. */
const TOUCHED = sql<boolean>`(s.status <> 'subscribed' or s.status_source <> 'import' or exists (select from ${WORK}))`

/** Takes away those that nobody has touched, with what was said of their consent; answers the others. */
export const takeBack = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from newsletter_subscribers s where s.company_id = ${companyId} and s.id = any (${ids}::bigint[]) and ${TOUCHED}`.execute(
    db,
  )
  const touched = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !touched.has(id))
  if (gone.length > 0) {
    await sql`
      delete from newsletter_consents where company_id = ${companyId} and subscriber_id = any (${gone}::bigint[])`.execute(
      db,
    )
    await sql`
      update newsletter_subscribers set deleted_at = now() where company_id = ${companyId} and id = any (${gone}::bigint[])`.execute(
      db,
    )
  }
  return touched
}

/** Subscribers that reverting left, with the time and the person of the last change. */
export const kept = async ({ db, companyId }: Tenant, _caller: Caller, importId: number, query: PageQuery) => {
  const { data, pagination } = await page(
    db
      .selectFrom('newsletter_subscribers as s')
      .innerJoin('imports as i', (join) =>
        join.onRef('i.company_id', '=', 's.company_id').onRef('i.id', '=', 's.import_id'),
      )
      .select([
        's.id',
        's.email',
        's.name',
        's.updated_at as touched_at',
        sql<
          KeptSubscriber['touched_by']
        >`(select json_build_object('id', p.id, 'name', p.name) from (select max(c.id) as id from ${WORK}) last
          join changes c on c.company_id = s.company_id and c.id = last.id join staff p on p.id = c.actor_id)`.as(
          'touched_by',
        ),
      ])
      .where('s.company_id', '=', companyId)
      .where('s.import_id', '=', importId)
      .where('i.state', '=', 'reverted')
      .where('s.deleted_at', 'is', null),
    query,
    { newestBy: 's.id', usualOrder: 'asc' },
  )
  return { data, pagination }
}
