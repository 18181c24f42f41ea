import { sql, type RawBuilder } from 'kysely'
import {
  MAILING_NOT_FOUND,
  type MailCounts,
  type Mailing,
  type MailingDetails,
  type mailings,
  type Recipient,
} from '#contract/content/mailings.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { containing, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import { reasonOf } from '#server/content/bounces/classes.ts'
import { SEND_AGAIN_MINUTES } from '#server/platform/outbox/act.ts'
import { UNSUBSCRIBE } from './post-mail.ts'

/** Handed over last, to tell how fast it goes. */
const LAST_HANDED = 1_000

/**
 * All that lists show of a mailing `g` about a post `p`. Its speed is worked out from the last mails it sent. A reader counts as
 * unsubscribed since when they had the mail and left within 30 days.
 */
const COLUMNS = sql`
  g.id, p.post_id, v.title as post_title, p.live_version, p.edition, g.state, t.subject, p.audience, g.total, p.excluded, g.counts,
  nullif(g.releases_at, 'infinity') as releases_at, g.started_at, g.finished_at, g.stopped_code, g.stopped_reason, g.created_at, g.version,
  (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = g.made_by) as made_by,
  case when g.state = 'sending' then (
    select case when count(*) < 2 then count(*)
      else round(count(*) * 60 / greatest(extract(epoch from now() - min(done_at)), 1)) end::int
    from (select m.done_at from mails m where m.company_id = g.company_id and m.mailing_id = g.id and m.state = 'sent'
      order by m.id desc limit ${LAST_HANDED}) last where done_at > now() - interval '1 minute'
  ) else 0 end as rate_per_minute,
  case when g.started_at is not null then (
    select count(*)::int from newsletter_subscribers s
    where s.company_id = g.company_id and s.status = 'unsubscribed' and s.deleted_at is null
      and s.unsubscribed_at between g.started_at and coalesce(g.finished_at, now()) + interval '30 days'
      and exists (select from mails m where m.company_id = g.company_id and m.kind = 'post_update' and m.for_id = s.id
        and m.mailing_id = g.id and m.handed_at <= s.unsubscribed_at)
  ) else 0 end as unsubscribed_since`

const FROM = sql`
  mailings g join post_mailings p on p.company_id = g.company_id and p.mailing_id = g.id
  join mail_texts t on t.company_id = g.company_id and t.id = g.text_id
  join blog_versions v on v.company_id = g.company_id and v.post_id = p.post_id and v.number = p.live_version`

type Stored = Omit<Mailing, 'counts' | 'eta_seconds'> & { counts: Partial<MailCounts> }

const NONE: MailCounts = {
  queued: 0,
  handing: 0,
  sent: 0,
  deferred: 0,
  refused: 0,
  skipped: 0,
  in_doubt: 0,
  cancelled: 0,
}

const shown = ({ counts: stored, ...row }: Stored): Mailing => {
  const counts = { ...NONE, ...stored }
  const waiting = counts.queued + counts.handing + counts.deferred
  const eta_seconds = row.rate_per_minute > 0 ? Math.ceil((waiting * 60) / row.rate_per_minute) : null
  return { ...row, counts, eta_seconds }
}

const rowsOf = async <T extends object = object>(
  { db, companyId }: Tenant,
  where: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<(Mailing & T)[]> => {
  const { rows } = await sql<Stored & T>`
    select ${COLUMNS} ${more} from ${FROM} where g.company_id = ${companyId} and ${where}`.execute(db)
  return rows.map((row) => ({ ...row, ...shown(row) }))
}

const theOne = <T>([row]: readonly T[]): T => {
  if (row === undefined) throw new UserError(404, MAILING_NOT_FOUND)
  return row
}

export const mailingRow = async (tenant: Tenant, id: number): Promise<Mailing> =>
  theOne(await rowsOf(tenant, sql`g.id = ${id}`))

/** Earlier mailings of a post, the newest first. */
export const editionsOf = (tenant: Tenant, postId: number): Promise<Mailing[]> =>
  rowsOf(tenant, sql`p.post_id = ${postId} order by p.edition desc limit 20`)

const SORTS = new Map([
  ['created_at', 'g.created_at'],
  ['total', 'g.total'],
])

export const mailingList = async (tenant: Tenant, query: QueryOf<typeof mailings.list>) => {
  const { page, limit, offset } = pageBounds(query)
  const text = query.search?.trim()
  const matching = sql<boolean>`${sql.join(
    [
      sql`g.company_id = ${tenant.companyId}`,
      ...(query.state ? [sql`g.state = any (${query.state}::text[])`] : []),
      ...(query.needs ? [sql`(g.state = 'stopped' or coalesce((g.counts ->> 'in_doubt')::int, 0) > 0)`] : []),
      ...(query.post_id === undefined ? [] : [sql`p.post_id = ${query.post_id}`]),
      ...(text ? [sql`fold(t.subject || ' ' || v.title) like fold(${containing(text)})`] : []),
    ],
    sql` and `,
  )}`
  const column = sql.ref(sortColumn(query.sort ?? 'created_at', SORTS))
  const direction = sql.raw(query.order ?? 'desc')
  const [data, { rows }] = await Promise.all([
    rowsOf(tenant, sql`${matching} order by ${column} ${direction}, g.id ${direction} limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*)::int as total from ${FROM} where ${matching}`.execute(tenant.db),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

interface Said {
  preheader: string
  html: string
  plain: string
  after: MailingDetails['after']
}

export const mailingDetails = async (tenant: Tenant, id: number): Promise<MailingDetails> => {
  const [row, not_delivered] = await Promise.all([
    rowsOf<Said>(
      tenant,
      sql`g.id = ${id}`,
      sql`, t.preheader, t.html, t.plain, case when g.state in ('held', 'sending') then (
        select jsonb_build_object('id', o.id, 'subject', ot.subject) from mailings o
        join mail_texts ot on ot.company_id = o.company_id and ot.id = o.text_id
        where o.company_id = g.company_id and o.state = 'sending' and o.id < g.id order by o.id limit 1) end as after`,
    ).then(theOne),
    notDelivered(tenant, id),
  ])
  return {
    ...row,
    html: row.html.replaceAll(UNSUBSCRIBE, '#'),
    plain: row.plain.replaceAll(UNSUBSCRIBE, '…'),
    not_delivered,
  }
}

const notDelivered = async ({ db, companyId }: Tenant, id: number): Promise<MailingDetails['not_delivered']> => {
  const { rows } = await sql<Omit<MailingDetails['not_delivered'][number], 'reason'>>`
    select state, code, count(*)::int as count, min(next_at) filter (where state = 'deferred') as next_at from mails
    where company_id = ${companyId} and mailing_id = ${id} and state in ('refused', 'deferred', 'skipped')
    group by state, code order by count(*) desc, state, code limit 20`.execute(db)
  return rows.map((row) => ({ reason: row.state === 'skipped' ? 'No longer subscribed' : reasonOf(row.code), ...row }))
}

const RECIPIENT_SORTS = new Map([
  ['id', 'm.id'],
  ['address', 'm.address'],
])

export const recipientList = async (tenant: Tenant, id: number, query: QueryOf<typeof mailings.recipients>) => {
  await mailingRow(tenant, id)
  const { db, companyId } = tenant
  const { page, limit, offset } = pageBounds(query)
  const text = query.search?.trim()
  const matching = sql<boolean>`${sql.join(
    [
      sql`m.company_id = ${companyId} and m.mailing_id = ${id}`,
      ...(query.state ? [sql`m.state = any (${query.state}::text[])`] : []),
      ...(text ? [sql`fold(m.address) like fold(${containing(text)})`] : []),
    ],
    sql` and `,
  )}`
  const column = sql.ref(sortColumn(query.sort ?? 'id', RECIPIENT_SORTS))
  const direction = sql.raw(query.order ?? 'asc')
  const [{ rows: data }, { rows }] = await Promise.all([
    sql<Recipient>`
      select m.id, s.id as subscriber_id, m.address, coalesce(s.name, '') as name, m.state, m.attempts,
        coalesce(m.done_at, m.handed_at) as at, case when m.state = 'deferred' then m.next_at end as next_at, m.code, m.reply,
        case when m.state = 'in_doubt' then m.done_at + make_interval(mins => ${SEND_AGAIN_MINUTES}::int) end as send_again_from
      from (select * from mails m where ${matching} order by ${column} ${direction}, m.id limit ${limit} offset ${offset}) m
      left join newsletter_subscribers s on s.company_id = m.company_id and s.id = m.for_id and s.deleted_at is null
      order by ${column} ${direction}, m.id`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from mails m where ${matching}`.execute(db),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}
