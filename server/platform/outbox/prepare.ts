import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Watched } from './breaker.ts'
import { recount } from './counts.ts'
import { emptyText } from './hand-over.ts'
import type { EndedMail, MailCounts, MailKinds } from './kind.ts'

/** A mailing that is being sent, as a turn finds it. */
export interface Found {
  id: number
  kind: string
  textId: number
  perMinute: number | null
  counts: MailCounts
  watched: Partial<Watched>
  updatedAt: string
}

/** So many blocks of an audience become mails in one transaction. */
const BLOCKS = 10
/** So many rows are set right at once. */
const MOST_ROWS = 10_000
const DOUBT = 'Sending broke off after this mail was handed over, so nobody knows whether it arrived'
const SILENT_HOURS = 1

/** Makes the next mails of the frozen audiences; false when all are made. */
export const expand = async ({ db, companyId }: Tenant, kinds: MailKinds): Promise<boolean> => {
  const { rows } = await sql<{ id: number; kind: string; expanded: number; blocks: number }>`
    select id, kind, expanded, blocks from mailings
    where company_id = ${companyId} and state in ('held', 'sending') and expanded < blocks and kind = any(${Object.keys(kinds)})
    order by id limit 1 for update`.execute(db)
  const [mailing] = rows
  if (!mailing) return false
  const addresses = kinds[mailing.kind]?.addresses
  if (!addresses) throw new Error(`No addresses are known for mails of the kind ${mailing.kind}`)
  const until = Math.min(mailing.expanded + BLOCKS, mailing.blocks)
  // Who has no address any more stays a line of the ledger.
  await sql`
    with ids as materialized (
      select unnest(ids) as id from mailing_blocks
      where company_id = ${companyId} and mailing_id = ${mailing.id} and no >= ${mailing.expanded} and no < ${until}
    ), known as materialized (${addresses(sql`array(select id from ids)`)})
    insert into mails (company_id, kind, mailing_id, for_id, address, state, done_at)
    select ${companyId}, ${mailing.kind}, ${mailing.id}, ids.id, coalesce(known.address, ''),
      case when known.address is null then 'skipped' else 'queued' end, case when known.address is null then now() end
    from ids left join known on known.id = ids.id order by ids.id`.execute(db)
  await sql`update mailings set expanded = ${until} where company_id = ${companyId} and id = ${mailing.id}`.execute(db)
  crashPoint('mail.in_expansion')
  return true
}

/**
 * Takes over: what somebody who is gone had handed over is in doubt, what they had not summed is summed, what is due is released, and what
 * nobody has looked at for an hour stops. Answers the mailings that go on in this turn.
 */
export const prepare = async (tenant: Tenant, kinds: MailKinds, token: string): Promise<Found[]> => {
  const { db, companyId } = tenant
  const { rows: lost } = await sql<EndedMail & { kind: string; textId: number | null }>`
    update mails m set state = 'in_doubt', done_at = now(), reply = ${DOUBT} where company_id = ${companyId} and state = 'handing'
    returning ${MAIL}, kind, text_id as "textId"`.execute(db)
  for (const { kind, textId, ...mail } of lost) {
    if (mail.mailingId !== null) continue
    if (textId !== null) await emptyText(tenant, textId)
    await kinds[kind]?.ended?.(tenant, [mail])
  }
  await sumUp(tenant, kinds)
  await sql`
    update mails set state = 'cancelled', done_at = now() where company_id = ${companyId} and id in (
      select m.id from mailings g join mails m on m.company_id = g.company_id and m.mailing_id = g.id and m.state in ('queued', 'deferred')
      where g.company_id = ${companyId} and g.state = 'cancelled' limit ${MOST_ROWS})`.execute(db)
  await queueDeferred(tenant)
  await stopSilent(tenant, kinds)
  await sql`
    update mailings set state = 'sending', started_at = now(), updated_at = now()
    where company_id = ${companyId} and state = 'held' and releases_at <= now() and expanded = blocks`.execute(db)
  crashPoint('mail.before_release')
  const { rows } = await sql<Found>`
    update mailings set token = ${token}::uuid, seen_at = now() where company_id = ${companyId} and state = 'sending' and expanded = blocks
      and kind = any(${Object.keys(kinds)})
    returning id, kind, text_id as "textId", per_minute as "perMinute", counts, watched, updated_at as "updatedAt"`.execute(
    db,
  )
  return rows.sort((one, other) => one.id - other.id)
}

/** Those of mailings are counted as they move. */
const queueDeferred = ({ db, companyId }: Tenant) =>
  sql`
    with moved as (
      update mails set state = 'queued', next_at = null where company_id = ${companyId} and id in (
        select id from mails where company_id = ${companyId} and state = 'deferred' and next_at <= now() order by next_at limit ${MOST_ROWS})
      returning mailing_id
    )
    update mailings g set counts = counts || jsonb_build_object(
      'deferred', coalesce((counts->>'deferred')::int, 0) - many.n, 'queued', coalesce((counts->>'queued')::int, 0) + many.n)
    from (select mailing_id, count(*)::int as n from moved group by mailing_id) many
    where g.company_id = ${companyId} and g.id = many.mailing_id`.execute(db)

const MAIL = sql`m.company_id as "companyId", m.id, m.mailing_id as "mailingId", m.for_id as "forId", m.address, m.state, m.class, m.code, m.reply`

/** What a turn has left behind that ended before its end: its mails are told of and counted. */
const sumUp = async (tenant: Tenant, kinds: MailKinds) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number; kind: string; token: string }>`
    select id, kind, token from mailings where company_id = ${companyId} and token is not null order by id for update`.execute(
    db,
  )
  for (const { id, kind, token } of rows) {
    const { rows: mails } = await sql<EndedMail>`
      select ${MAIL} from mails m where m.company_id = ${companyId} and m.mailing_id = ${id} and m.token = ${token}
        and m.state in ('sent', 'refused', 'in_doubt', 'skipped') order by m.id`.execute(db)
    if (mails.length > 0) await kinds[kind]?.ended?.(tenant, mails)
    await recount(tenant, id)
    await sql`update mailings set token = null where company_id = ${companyId} and id = ${id}`.execute(db)
  }
}

/** Nobody knows what has happened meanwhile: the machine may have been copied, or put back to an earlier day. */
const stopSilent = async (tenant: Tenant, kinds: MailKinds) => {
  const { db, companyId } = tenant
  const longAgo = sql`now() - make_interval(hours => ${SILENT_HOURS})`
  const { rows } = await sql<{ id: number; kind: string; reason: string; counts: MailCounts }>`
    update mailings set state = 'stopped', stopped_code = 'silent', updated_at = now(),
      stopped_reason = 'Nothing was sent for an hour or longer. Look at what has gone out before you go on.'
    where company_id = ${companyId} and (state = 'sending' and seen_at < ${longAgo} or state = 'held' and releases_at < ${longAgo})
    returning id, kind, stopped_reason as reason, counts`.execute(db)
  for (const { id, kind, reason, counts } of rows)
    await kinds[kind]?.mailingEnded?.(tenant, { id, state: 'stopped', reason, counts })
}
