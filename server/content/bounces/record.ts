import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BounceClass } from '#contract/content/bounces.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Addresses } from '#server/content/subscribers/addresses.ts'
import { lockSubscribers, takeStep } from '#server/content/subscribers/status.ts'
import { resolveMails, stopMailing } from '#server/platform/outbox/act.ts'
import type { EndedMail } from '#server/platform/outbox/kind.ts'

/** What came back for a mail. */
export interface Answered {
  /** The mail that it surely is about; undefined: nobody knows. */
  mailId: number | undefined
  class: BounceClass
  code: string | undefined
  reply: string
  receivedBy: 'smtp' | 'http'
  raw: Buffer | undefined
  /** Of all that came: what comes again counts once. */
  digest: Buffer
}

/** So many a day about nobody known are stored: whoever posts them shall not fill the disk. */
const MOST_UNMATCHED = 200
const LONGEST_RAW = 65_536

/** Stores what came back for a mail, and does what follows from it for whom the mail was to. */
export const recordAnswer = async (tenant: Tenant, addresses: Addresses, answered: Answered): Promise<void> => {
  const mail = answered.mailId === undefined ? undefined : await mailOf(tenant, answered.mailId)
  if (!mail && (await isEnough(tenant))) return
  const { class: is, code, reply, receivedBy, raw, digest } = answered
  const { rows } = await sql`
    insert into newsletter_bounces (company_id, subscriber_id, mail_id, mailing_id, class, code, reply, received_by, raw, digest)
    values (${tenant.companyId}, ${mail?.subscriber_id ?? null}, ${mail?.id ?? null}, ${mail?.mailing_id ?? null}, ${is},
      ${code ?? null}, ${reply}, ${receivedBy}, ${raw ? readable(raw) : null}, ${digest})
    on conflict do nothing returning id`.execute(tenant.db)
  if (rows.length === 0 || !mail) return
  // What came back had arrived somewhere.
  if (mail.state === 'in_doubt' && mail.mailing_id !== null && is !== 'auto_reply')
    await resolveMails(tenant, mail.mailing_id, [mail.id], 'sent')
  if (mail.subscriber_id !== null) await FOLLOWS[is]?.(tenant, addresses, mail.subscriber_id, answered)
  if (is === 'complaint') await stopIfMany(tenant, mail.mailing_id)
}

/** Refusals by the mail server as mails were handed over are bounces like any other. */
export const recordRefusals = async (tenant: Tenant, addresses: Addresses, mails: readonly EndedMail[]) => {
  const refused = mails.filter(({ state }) => state === 'refused')
  for (const mail of refused.toSorted((one, other) => (one.forId ?? 0) - (other.forId ?? 0)))
    await recordAnswer(tenant, addresses, {
      mailId: mail.id,
      class: mail.class ?? 'unclear',
      code: mail.code ?? undefined,
      reply: mail.reply ?? '',
      receivedBy: 'smtp',
      raw: undefined,
      digest: createHash('sha256').update(`smtp:${mail.companyId}:${mail.id}`).digest(),
    })
}

interface Mail {
  id: number
  mailing_id: number | null
  state: string
  subscriber_id: number | null
}

/** Locked, but for those that are about no subscriber. */
const mailOf = async ({ db, companyId }: Tenant, id: number): Promise<Mail | undefined> => {
  const { rows } = await sql<Mail>`
    select m.id, m.mailing_id, m.state, case when m.kind in ('post_update', 'confirmation') then m.for_id end as subscriber_id
    from mails m where m.company_id = ${companyId} and m.id = ${id}`.execute(db)
  return rows[0]
}

const isEnough = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from newsletter_bounces where company_id = ${companyId} and subscriber_id is null and at > now() - interval '1 day'
      limit ${MOST_UNMATCHED}) lately`.execute(db)
  return (rows[0]?.n ?? 0) >= MOST_UNMATCHED
}

/** As a text of the database, which holds no NUL. */
const readable = (raw: Buffer) => raw.subarray(0, LONGEST_RAW).toString('latin1').replaceAll('\0', '\uFFFD')

type Follow = (tenant: Tenant, addresses: Addresses, id: number, answered: Answered) => Promise<unknown>

const bounced: Follow = async (tenant, addresses, id, { code, reply }) => {
  const rows = await lockSubscribers(tenant, [id])
  await sql`
    update newsletter_subscribers set hard_bounces = hard_bounces + 1, last_bounce_at = now()
    where company_id = ${tenant.companyId} and id = ${id} and deleted_at is null`.execute(tenant.db)
  await takeStep(tenant, addresses, rows, 'bounce', { source: 'bounce', reason: reasonFor(code, reply) })
}

/** Five from at least three mailings within 60 days, and no mail in between that did not come back. */
const SOFT = { times: 5, mailings: 3, days: 60 }

const bouncedSoftly: Follow = async (tenant, addresses, id, { code, reply }) => {
  const { db, companyId } = tenant
  const standing = await lockSubscribers(tenant, [id])
  const { rows } = await sql<{ times: number; mailings: number }>`
    with delivered as (
      select max(m.done_at) as at from mails m
      where m.company_id = ${companyId} and m.kind = 'post_update' and m.for_id = ${id} and m.state = 'sent'
        and not exists (select from newsletter_bounces b where b.company_id = m.company_id and b.subscriber_id = ${id} and b.mail_id = m.id)
    ), run as (
      select case when s.soft_since is null or s.soft_since < d.at then now() else s.soft_since end as since
      from newsletter_subscribers s, delivered d where s.company_id = ${companyId} and s.id = ${id}
    ), counted as (
      select count(*)::int as times, count(distinct b.mailing_id)::int as mailings from newsletter_bounces b, run
      where b.company_id = ${companyId} and b.subscriber_id = ${id} and b.class in ('soft', 'unclear')
        and b.at >= greatest(run.since, now() - make_interval(days => ${SOFT.days}))
    )
    update newsletter_subscribers s set soft_since = run.since, soft_bounces = counted.times, last_bounce_at = now()
    from run, counted where s.company_id = ${companyId} and s.id = ${id} and s.deleted_at is null
    returning counted.times, counted.mailings`.execute(db)
  const [counted] = rows
  if (!counted || counted.times < SOFT.times || counted.mailings < SOFT.mailings) return
  await takeStep(tenant, addresses, standing, 'bounce', { source: 'bounce', reason: reasonFor(code, reply) })
}

const complained: Follow = async (tenant, addresses, id) =>
  takeStep(tenant, addresses, await lockSubscribers(tenant, [id]), 'complain', {
    source: 'feedback',
    reason: 'Reported a mail as spam',
  })

const FOLLOWS: Partial<Record<BounceClass, Follow>> = {
  hard: bounced,
  soft: bouncedSoftly,
  unclear: bouncedSoftly,
  complaint: complained,
}

const LONGEST_REASON = 200
const reasonFor = (code: string | undefined, reply: string) =>
  (code === undefined || reply.includes(code) ? reply : `${code} ${reply}`).trim().slice(0, LONGEST_REASON)

/** More than 0.3 % of the last mails: whoever goes on is refused everywhere before long. */
const WATCHED = { mails: 5_000, complaints: 15 }

const stopIfMany = async (tenant: Tenant, mailingId: number | null) => {
  if (mailingId === null) return
  const { db, companyId } = tenant
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from newsletter_bounces b where b.company_id = ${companyId} and b.class = 'complaint'
      and b.mail_id >= coalesce((select m.id from mails m where m.company_id = ${companyId} and m.kind = 'post_update' and m.state = 'sent'
        order by m.id desc offset ${WATCHED.mails} limit 1), 0)`.execute(db)
  if ((rows[0]?.n ?? 0) <= WATCHED.complaints) return
  const { rows: sending } = await sql<{ id: number }>`
    select id from mailings where company_id = ${companyId} and kind = 'post_update' and state = 'sending' order by id`.execute(
    db,
  )
  for (const { id } of sending)
    await stopMailing(tenant, id, 'complaints', 'More than 0.3% of readers reported the last mails as spam.')
}
