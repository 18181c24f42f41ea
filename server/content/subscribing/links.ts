import { sql } from 'kysely'
import type { SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Addresses } from '#server/content/subscribers/addresses.ts'
import { lockSubscribers, takeStep, type Proof, type Standing } from '#server/content/subscribers/status.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { resolveMails } from '#server/platform/outbox/act.ts'
import type { MailTokens } from '#server/platform/outbox/tokens.ts'

interface Doors {
  tenants: Tenants
  tokens: MailTokens
  addresses: Addresses
}

/** Who pressed a button, as far as it is kept. */
export interface Visitor {
  requestId: string
  network: string
  browser: string | null
}

const AGAIN_DAYS = 30

/** What the links of mails do. A token that was not signed here, or not for this, or for what is gone, does nothing. */
export const openLinks = ({ tenants, tokens, addresses }: Doors) => {
  const write = <T>(companyId: number, act: string, { requestId }: Visitor, work: (tenant: Tenant) => Promise<T>) =>
    tenants.write(companyId, { kind: 'system', channel: 'intake', act: `subscribing.${act}`, requestId }, work)
  const proofOf = (wording: string, { network, browser }: Visitor): Proof => ({ wording, network, user_agent: browser })
  const confirmation = (token: string) => {
    const link = tokens.read('confirm', token)
    const [subscriberId, mailId] = link?.ids ?? []
    return link && subscriberId && mailId ? { companyId: link.companyId, subscriberId, mailId } : undefined
  }
  const unsubscription = (token: string) => {
    const link = tokens.read('unsubscribe', token)
    const [subscriberId, mailingId = 0] = link?.ids ?? []
    return link && subscriberId ? { companyId: link.companyId, subscriberId, mailingId } : undefined
  }

  return {
    /** The company whose newsletter can be confirmed by this link now; undefined: it can’t. */
    async toConfirm(token: string): Promise<string | undefined> {
      const place = confirmation(token)
      if (!place) return undefined
      return tenants.read(place.companyId, async ({ db, companyId }) => {
        const { rows } = await sql<{ company: string }>`
          select (select name from company) as company from newsletter_confirmations c
          join newsletter_subscribers s on s.company_id = c.company_id and s.id = c.subscriber_id and s.deleted_at is null
          where c.company_id = ${companyId} and c.mail_id = ${place.mailId} and c.subscriber_id = ${place.subscriberId}
            and ${IS_GOOD}`.execute(db)
        return rows[0]?.company
      })
    },

    /** Puts the owner of the address on the list, once; whether they are on it by this link. */
    async confirm(token: string, visitor: Visitor): Promise<boolean> {
      const place = confirmation(token)
      if (!place) return false
      return write(place.companyId, 'confirm', visitor, async (tenant) => {
        const [row] = await lockSubscribers(tenant, [place.subscriberId])
        const used = row && (await useConfirmation(tenant, place))
        if (!row || used === undefined) return false
        if (used === 'before' || row.status === 'subscribed') return row.status === 'subscribed'
        const [refused] = await takeStep(tenant, addresses, [row], 'confirm', {
          source: 'page',
          ...proofOf('Confirmed by the link in the mail', visitor),
        })
        if (!refused) await allowAgain(tenant, addresses, row)
        return refused === undefined
      })
    },

    /** Whose newsletters end by this link, masked; `gone`: they have ended already. */
    async toUnsubscribe(token: string): Promise<{ masked: string; gone: boolean } | undefined> {
      const place = unsubscription(token)
      if (!place) return undefined
      return tenants.read(place.companyId, async ({ db, companyId }) => {
        const { rows } = await sql<{ email: string; status: SubscriberStatus }>`
          select email, status from newsletter_subscribers
          where company_id = ${companyId} and id = ${place.subscriberId} and deleted_at is null`.execute(db)
        const [row] = rows
        return row && { masked: maskedAddress(row.email), gone: row.status === 'unsubscribed' }
      })
    },

    /** Takes the owner of the address off the list at once; a second time changes nothing. Whoever has the link has had its mail. */
    async unsubscribe(token: string, source: 'one_click' | 'page', visitor: Visitor): Promise<void> {
      const place = unsubscription(token)
      if (!place) return
      await write(place.companyId, 'unsubscribe', visitor, async (tenant) => {
        // First of all: a mail that is being handed over waits for its subscriber.
        await noteArrived(tenant, place)
        const rows = await lockSubscribers(tenant, [place.subscriberId])
        await takeStep(tenant, addresses, rows, 'unsubscribe', {
          source,
          ...proofOf(source === 'page' ? 'Unsubscribe' : 'List-Unsubscribe=One-Click', visitor),
        })
      })
    },

    /** Takes an unsubscription of the last 30 days back, by who made it; whether that was possible. */
    async subscribeAgain(token: string, visitor: Visitor): Promise<boolean> {
      const place = unsubscription(token)
      if (!place) return false
      return write(place.companyId, 'subscribeAgain', visitor, async (tenant) => {
        const [row] = await lockSubscribers(tenant, [place.subscriberId])
        if (!row || !(await leftLately(tenant, row))) return false
        const how = { source: 'page', ...proofOf('Subscribe again', visitor) } as const
        return (await takeStep(tenant, addresses, [row], 'subscribe_again', how)).length === 0
      })
    },
  }
}

const IS_GOOD = sql<boolean>`c.used_at is null and c.expires_at > now() and s.status not in ('subscribed', 'blocked')`

/** Uses up what was asked of a subscriber by mail; `before`: this link was used already; undefined: it does not exist, or has expired. */
const useConfirmation = async (
  { db, companyId }: Tenant,
  { subscriberId, mailId }: { subscriberId: number; mailId: number },
): Promise<'now' | 'before' | undefined> => {
  const { rows } = await sql<{ before: boolean }>`
    select used_at is not null as before from newsletter_confirmations
    where company_id = ${companyId} and mail_id = ${mailId} and subscriber_id = ${subscriberId}
      and (used_at is not null or expires_at > now())`.execute(db)
  const [link] = rows
  if (!link || link.before) return link && 'before'
  // One answer is the answer to all of them: no older mail subscribes again who has left since.
  await sql`
    update newsletter_confirmations set used_at = now()
    where company_id = ${companyId} and subscriber_id = ${subscriberId} and used_at is null`.execute(db)
  return 'now'
}

/** The mail of a mailing to a subscriber is in doubt no longer. */
const noteArrived = async (
  tenant: Tenant,
  { subscriberId, mailingId }: { subscriberId: number; mailingId: number },
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select id from mails where company_id = ${tenant.companyId} and mailing_id = ${mailingId} and state = 'in_doubt'
      and for_id = ${subscriberId}`.execute(tenant.db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await resolveMails(tenant, mailingId, ids, 'sent')
}

/** Of an address that was erased here: its owner has asked for mail again. */
const allowAgain = ({ db, companyId }: Tenant, addresses: Addresses, { email }: Standing) =>
  sql`delete from newsletter_suppressed where company_id = ${companyId} and email_hash = ${addresses.hash(email)}`.execute(
    db,
  )

/** It unsubscribed lately, and had confirmed before. */
const leftLately = async ({ db, companyId }: Tenant, { id }: Standing) => {
  const { rows } = await sql`
    select from newsletter_subscribers where company_id = ${companyId} and id = ${id} and status = 'unsubscribed'
      and confirmed_at is not null and status_at > now() - make_interval(days => ${sql.lit(AGAIN_DAYS)})`.execute(db)
  return rows.length > 0
}

/** `a…@firm.example`: enough for its owner to know it by. */
const maskedAddress = (email: string) => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
