import { sql } from 'kysely'
import type { Bounce, bounces } from '#contract/content/bounces.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { containing, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'

const SORTS = new Map([['at', 'b.at']])

export const bounceList = async ({ db, companyId }: Tenant, query: QueryOf<typeof bounces.list>) => {
  const { page, limit, offset } = pageBounds(query)
  const text = query.search?.trim()
  const matching = sql<boolean>`${sql.join(
    [
      sql`b.company_id = ${companyId}`,
      ...(query.class ? [sql`b.class = any (${query.class}::text[])`] : []),
      ...(query.subscriber_id === undefined ? [] : [sql`b.subscriber_id = ${query.subscriber_id}`]),
      ...(query.mailing_id === undefined ? [] : [sql`b.mailing_id = ${query.mailing_id}`]),
      ...(query.about ? [sql`b.subscriber_id is null`] : []),
      ...(text ? [sql`fold(coalesce(s.email, '') || ' ' || b.reply) like fold(${containing(text)})`] : []),
    ],
    sql` and `,
  )}`
  const from = sql`newsletter_bounces b
    left join newsletter_subscribers s on s.company_id = b.company_id and s.id = b.subscriber_id and s.deleted_at is null
    left join mailings g on g.company_id = b.company_id and g.id = b.mailing_id
    left join mail_texts t on t.company_id = g.company_id and t.id = g.text_id`
  const column = sql.ref(sortColumn(query.sort ?? 'at', SORTS))
  const direction = sql.raw(query.order ?? 'desc')
  const [{ rows: data }, { rows }] = await Promise.all([
    sql<Bounce>`
      select b.id, b.class, b.code, b.reply, b.received_by, b.raw, b.at,
        case when s.id is not null then jsonb_build_object('id', s.id, 'email', s.email) end as subscriber,
        case when g.id is not null then jsonb_build_object('id', g.id, 'subject', t.subject) end as mailing
      from ${from} where ${matching} order by ${column} ${direction}, b.id ${direction} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${matching}`.execute(db),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

const KEPT_DAYS = 30
const AT_ONCE = 1_000

/** What came is emptied after 30 days; what it said stays. */
export const forgetRaw = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { rows } = await sql`
    update newsletter_bounces set raw = null where company_id = ${companyId} and id in (
      select id from newsletter_bounces where company_id = ${companyId} and raw is not null
        and at < now() - make_interval(days => ${KEPT_DAYS}::int) order by at limit ${AT_ONCE})
    returning id`.execute(db)
  return rows.length === AT_ONCE
}
