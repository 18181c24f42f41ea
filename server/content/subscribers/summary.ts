import { sql } from 'kysely'
import { SUBSCRIBER_STATUSES, type NewsletterSummary } from '#contract/content/subscribers.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { readTotal, totalOf } from '#server/platform/counted-lists/counts.ts'
import { SUBSCRIBER_LIST } from './list.ts'

const DAYS = 30

/** The figures over the list. Days are those of the caller. */
export const newsletterSummary = async (
  tenant: Tenant,
  { timeZone }: Pick<Caller, 'timeZone'>,
  mailOn: boolean,
): Promise<NewsletterSummary> => {
  const [counts, days, rates, last_mailing] = await Promise.all([
    countsByStatus(tenant),
    movesByDay(tenant, timeZone),
    bounceRates(tenant),
    lastMailing(tenant),
  ])
  // Back from now: who came since a day's end was not there then, and who left was.
  let then = counts.subscribed
  const growth = days.toReversed().map(({ day, joined, gone }) => {
    const at = { day, subscribed: then }
    then += gone - joined
    return at
  })
  const sum = (of: 'joined' | 'quit') => days.reduce((all, day) => all + day[of], 0)
  return {
    subscribed: counts.subscribed,
    growth: growth.toReversed(),
    joined: sum('joined'),
    left: sum('quit'),
    unconfirmed: counts.unconfirmed,
    ...rates,
    last_mailing,
    by_status: counts,
    mail_on: mailOn,
  }
}

const countsByStatus = async (tenant: Tenant) => {
  const count = async (status: string) => {
    const filter = { status: [status] }
    return totalOf(tenant, SUBSCRIBER_LIST, filter, await readTotal(tenant, SUBSCRIBER_LIST, filter, tenant.slot()))
  }
  const [unconfirmed, subscribed, unsubscribed, bounced, complained, blocked] = await Promise.all(
    SUBSCRIBER_STATUSES.map(count),
  )
  const known = (total: number | undefined) => total ?? 0
  return {
    unconfirmed: known(unconfirmed),
    subscribed: known(subscribed),
    unsubscribed: known(unsubscribed),
    bounced: known(bounced),
    complained: known(complained),
    blocked: known(blocked),
  }
}

/** Who became subscribed on each of the last days, who ceased to be, and who left on their own account; today last. */
const movesByDay = async ({ db, companyId }: Tenant, timeZone: string) => {
  const { rows } = await sql<{ day: string; joined: number; gone: number; quit: number }>`
    with days as (
      select ((now() at time zone ${timeZone})::date - back) as day from generate_series(0, ${sql.lit(DAYS - 1)}) back
    ), lately as (
      select s.status, (greatest(s.confirmed_at, s.created_at) at time zone ${timeZone})::date as joined_on,
        (s.status_at at time zone ${timeZone})::date as changed_on, s.confirmed_at is not null
          and (s.status in ('unsubscribed', 'bounced', 'complained') or s.blocked_from = 'subscribed') as gone
      from newsletter_subscribers s
      where s.company_id = ${companyId} and s.deleted_at is null
        and s.status_at >= (select min(day) from days)::timestamp at time zone ${timeZone}
    ), moves as (
      select joined_on as day, 1 as joined, 0 as gone, 0 as quit from lately where status = 'subscribed' or gone
      union all
      select changed_on, 0, case when gone then 1 else 0 end, case when status in ('unsubscribed', 'complained') then 1 else 0 end from lately
      where gone or status in ('unsubscribed', 'complained')
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(m.joined), 0) as joined, coalesce(sum(m.gone), 0) as gone, coalesce(sum(m.quit), 0) as quit
    from days d left join moves m on m.day = d.day group by d.day order by d.day`.execute(db)
  return rows
}

/** Hard bounces of each mail that was taken or refused, of the mailings of the last 30 days and of the 30 before. */
const bounceRates = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ bounce_rate: number | null; bounce_rate_before: number | null }>`
    with lately as (
      select m.id, m.started_at >= now() - interval '30 days' as now,
        coalesce((m.counts ->> 'sent')::int, 0) + coalesce((m.counts ->> 'refused')::int, 0) as mails
      from mailings m
      where m.company_id = ${companyId} and m.kind = 'post_update' and m.started_at >= now() - interval '60 days'
    ), bounced as (
      select l.now, l.mails, (select count(*) from newsletter_bounces b where b.company_id = ${companyId} and b.mailing_id = l.id and b.class = 'hard') as hard
      from lately l
    )
    select sum(hard) filter (where now)::float8 / nullif(sum(mails) filter (where now), 0) as bounce_rate,
      sum(hard) filter (where not now)::float8 / nullif(sum(mails) filter (where not now), 0) as bounce_rate_before
    from bounced`.execute(db)
  return rows[0] ?? { bounce_rate: null, bounce_rate_before: null }
}

const lastMailing = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<NonNullable<NewsletterSummary['last_mailing']>>`
    select m.id, t.subject, m.started_at as at, coalesce((m.counts ->> 'sent')::int, 0) as sent, coalesce((m.counts ->> 'refused')::int, 0) as refused
    from mailings m join mail_texts t on t.company_id = m.company_id and t.id = m.text_id
    where m.company_id = ${companyId} and m.kind = 'post_update' and m.started_at is not null
    order by m.created_at desc, m.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
