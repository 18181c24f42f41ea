import { sql } from 'kysely'
import type { StatusSource, SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Addresses } from './addresses.ts'

/** All of a subscriber that decides what may become of its status. */
export interface Standing {
  id: number
  email: string
  status: SubscriberStatus
  blocked_from: SubscriberStatus | null
  /** Whether its owner ever confirmed, or an import proved it. */
  confirmed: boolean
  /** It complained less than 30 days ago. */
  complained_lately: boolean
}

/** Every change of a status is one of these. */
export type Step = 'confirm' | 'subscribe_again' | 'unsubscribe' | 'bounce' | 'complain' | 'block' | 'unblock' | 'reset'

/** What is noted of it as consent, where the step is one. */
export interface Proof {
  wording?: string | undefined
  form_id?: number | null
  page_url?: string | null
  network?: string | null
  user_agent?: string | null
  proof?: string
}

export interface How extends Proof {
  /** What did it: a colleague, a page, a mail’s button, or what came back. */
  source: StatusSource
  reason?: string | undefined
  personId?: number
}

export interface Refused {
  id: number
  message: string
}

interface Becomes {
  status: SubscriberStatus
  blocked_from: SubscriberStatus | null
}
const becomes = (status: SubscriberStatus, blocked_from: SubscriberStatus | null = null): Becomes => ({
  status,
  blocked_from,
})
/** What of a step is consent. */
const CONSENTS: Partial<Record<Step, string>> = {
  confirm: 'confirmed',
  subscribe_again: 'confirmed',
  unsubscribe: 'unsubscribed',
  block: 'blocked',
  unblock: 'unblocked',
  reset: 'reset',
}
const BY_OWNER: ReadonlySet<StatusSource> = new Set(['one_click', 'page', 'form'])

/**
 * What a subscriber becomes by a step, or why it stays what it is. Nobody but its owner makes it subscribed, save who gives back what
 * was blocked or bounced; and what its owner said last holds, also behind a block or a bounce.
 */
export const outcomeOf = (
  { status, blocked_from, confirmed, complained_lately }: Standing,
  step: Step,
  source: StatusSource,
): Becomes | string => {
  const byOwner = BY_OWNER.has(source)
  switch (step) {
    case 'confirm':
      if (status === 'blocked') return 'This address is blocked.'
      if (status === 'complained' && complained_lately) return 'Its owner reported a mail as spam.'
      return status === 'subscribed' ? 'This address is subscribed already.' : becomes('subscribed')
    case 'subscribe_again':
      return status === 'unsubscribed' ? becomes('subscribed') : 'This address is not unsubscribed.'
    case 'unsubscribe':
      if (status === 'subscribed' || status === 'unconfirmed') return becomes('unsubscribed')
      if (byOwner && status === 'bounced') return becomes('unsubscribed')
      if (byOwner && status === 'blocked' && blocked_from !== 'complained') return becomes('blocked', 'unsubscribed')
      return NO_MAIL[status]
    case 'bounce':
      return status === 'subscribed' ? becomes('bounced') : NO_MAIL[status]
    case 'complain':
      if (status === 'blocked') return becomes('blocked', 'complained')
      return status === 'complained' ? NO_MAIL.complained : becomes('complained')
    case 'block':
      return status === 'blocked' ? 'This address is blocked already.' : becomes('blocked', status)
    case 'unblock':
      return blocked_from === null ? 'This address is not blocked.' : becomes(blocked_from)
    case 'reset':
      if (status !== 'bounced') return 'Only a bounced address can be reset.'
      return confirmed ? becomes('subscribed') : 'Its owner never confirmed. Only its owner can subscribe again.'
  }
}

const NO_MAIL: Readonly<Record<SubscriberStatus, string>> = {
  unconfirmed: 'This address is not confirmed. It gets no mailings.',
  subscribed: 'This address is subscribed.',
  unsubscribed: 'This address is unsubscribed already.',
  bounced: 'This address gets no mail: it bounced.',
  complained: 'This address gets no mail: its owner reported a mail as spam.',
  blocked: 'This address is blocked. It gets no mail.',
}

/** Those of them that are there, locked in the order of their ids; nobody else changes them until the transaction ends. */
export const lockSubscribers = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select id, email, status, blocked_from, confirmed_at is not null as confirmed,
      status = 'complained' and status_at > now() - interval '30 days' as complained_lately
    from newsletter_subscribers where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null
    order by id for no key update`.execute(db)
  return rows
}

/**
 * Changes the status of subscribers, with its time, source and reason and with what it says of their consent. Every change of a status
 * goes through this. Answers those that stay what they are, and why.
 */
export const takeStep = async (
  tenant: Tenant,
  addresses: Addresses,
  rows: readonly Standing[],
  step: Step,
  how: How,
): Promise<Refused[]> => {
  const refused: Refused[] = []
  const changes: (Becomes & { id: number; email: string })[] = []
  for (const row of rows) {
    const outcome = outcomeOf(row, step, how.source)
    if (typeof outcome === 'string') refused.push({ id: row.id, message: outcome })
    else changes.push({ id: row.id, email: row.email, ...outcome })
  }
  if (changes.length === 0) return refused
  await sql`
    update newsletter_subscribers s set status = c.status, blocked_from = c.blocked_from,
      status_source = ${how.source}, status_reason = ${how.reason ?? ''}
      ${step === 'confirm' || step === 'subscribe_again' ? sql`, confirmed_at = now(), unsubscribed_at = null` : sql``}
      ${step === 'unsubscribe' ? sql`, unsubscribed_at = now()` : sql``}
      ${CLEARS_BOUNCES.has(step) ? sql`, hard_bounces = 0, soft_bounces = 0, soft_since = null` : sql``}
    from json_to_recordset(${JSON.stringify(changes)}::json) as c (id bigint, status text, blocked_from text)
    where s.company_id = ${tenant.companyId} and s.id = c.id`.execute(tenant.db)
  const what = CONSENTS[step]
  if (what !== undefined) await noteConsents(tenant, addresses, changes, what, how)
  return refused
}

const CLEARS_BOUNCES: ReadonlySet<Step> = new Set(['confirm', 'subscribe_again', 'reset'])

/** Notes what was agreed to or taken back, each with a digest of its address. */
export const noteConsents = async (
  { db, companyId }: Tenant,
  addresses: Addresses,
  rows: readonly { id: number; email: string; proof?: string; wording?: string }[],
  what: string,
  how: Proof & { personId?: number },
): Promise<void> => {
  const events = rows.map(({ id, email, proof, wording }) => ({
    id,
    hash: addresses.hash(email).toString('hex'),
    proof: proof ?? how.proof ?? '',
    wording: wording ?? how.wording ?? '',
  }))
  await sql`
    insert into newsletter_consents (company_id, subscriber_id, email_hash, what, wording, form_id, page_url, network, user_agent, proof, person_id)
    select ${companyId}::int, e.id, decode(e.hash, 'hex'), ${what}::text, e.wording, ${how.form_id ?? null}::int, ${how.page_url ?? null}::text,
      ${how.network ?? null}::text, ${how.user_agent ?? null}::text, e.proof, ${how.personId ?? null}::int
    from json_to_recordset(${JSON.stringify(events)}::json) as e (id bigint, hash text, proof text, wording text)`.execute(
    db,
  )
}
