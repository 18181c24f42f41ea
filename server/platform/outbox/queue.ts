import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { cleanAddress, cleanLine } from '#server/kit/clean-text.ts'
import { conflict } from '#server/kit/errors.ts'

/** The due kind of everything that goes out by mail. */
export const MAIL_DUE = 'mail'

/** What a mail says. Subject and names become one line each, whatever they come with. */
export interface MailText {
  subject: string
  preheader?: string
  plain: string
  html?: string
  /** Of the sender; else that of MAIL_FROM. */
  fromName?: string | null
  replyTo?: string | null
  /** Written by nobody: what answers mails by itself is told not to answer it. */
  autoSubmitted?: boolean
}

export interface NewMail extends MailText {
  kind: string
  forId?: number | null
  to: string
}

export interface NewMailing {
  kind: string
  text: MailText
  /** A select of the `id` of everybody whom it goes to. */
  audience: RawBuilder<unknown>
  /** Until then it can be called off as if it had never been. */
  releasesAt: string | RawBuilder<unknown>
  madeBy: number | null
  /** At most so many mails a minute. */
  perMinute?: number | null
}

export const MAIL_OFF = 'No mail server is set up. Ask the person who runs Leadroom to set SMTP_URL.'

/** For calls that cannot do without a mail. */
export const refuseWithoutMail = ({ smtpUrl }: { smtpUrl: string | undefined }) => {
  if (smtpUrl === undefined) throw conflict(MAIL_OFF, undefined, 'mail_off')
}

/** Stores one mail in the caller's transaction; it goes out after the commit. Answers the mail's id. */
export const queueMail = async (tenant: Tenant, { kind, forId = null, to, ...text }: NewMail): Promise<number> => {
  const { companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    with said as (${insertText(companyId, text)})
    insert into mails (company_id, kind, text_id, for_id, address)
    select ${companyId}, ${kind}, said.id, ${forId}, ${cleanAddress(to)} from said returning id`.execute(tenant.db)
  await tenant.due(MAIL_DUE)
  return Number(rows[0]?.id)
}

/** So many of the frozen audience stand in one row. */
export const BLOCK = 1_000

/** A mailing to everybody whom the audience has now, held until it is released. Answers its id, and how many these are. */
export const holdMailing = async (
  tenant: Tenant,
  { kind, text, audience, releasesAt, madeBy, perMinute = null }: NewMailing,
): Promise<{ id: number; total: number }> => {
  const { companyId, db } = tenant
  const { rows } = await sql<{ id: number; total: number }>`
    with said as (${insertText(companyId, text)}),
    frozen as materialized (
      select no, array_agg(id order by id) as ids
      from (select id, (row_number() over (order by id) - 1) / ${BLOCK}::int as no from (${audience}) audience) numbered
      group by no
    ),
    held as (
      insert into mailings (company_id, kind, text_id, total, blocks, releases_at, made_by, per_minute, counts)
      select ${companyId}, ${kind}, said.id, f.total, f.blocks, (${releasesAt})::timestamptz, ${madeBy}, ${perMinute},
        jsonb_build_object('queued', f.total)
      from said, (select coalesce(sum(cardinality(ids)), 0)::int as total, count(*)::int as blocks from frozen) f
      returning id, total
    ),
    stored as (
      insert into mailing_blocks (company_id, mailing_id, no, ids) select ${companyId}, held.id, no, ids from held, frozen
    )
    select id, total from held`.execute(db)
  const [held] = rows
  if (!held) throw new Error('The mailing was not stored')
  await tenant.due(MAIL_DUE)
  await tenant.due(MAIL_DUE, sql`(${releasesAt})::timestamptz`)
  return held
}

const insertText = (companyId: number, text: MailText) => sql`
  insert into mail_texts (company_id, subject, preheader, plain, html, from_name, reply_to, automatic)
  values (${companyId}, ${cleanLine(text.subject)}, ${cleanLine(text.preheader ?? '')}, ${text.plain}, ${text.html ?? ''},
    ${lineOrNull(text.fromName)}, ${addressOrNull(text.replyTo)}, ${text.autoSubmitted ?? false})
  returning id`

const lineOrNull = (text: string | null | undefined) => (text ? cleanLine(text) || null : null)
const addressOrNull = (text: string | null | undefined) => (text ? cleanAddress(text) || null : null)
