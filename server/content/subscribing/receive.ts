import { sql } from 'kysely'
import type { SubscriberSource, SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Addresses } from '#server/content/subscribers/addresses.ts'
import { askToConfirm, inTurn, type MailSettings } from '#server/content/subscribers/confirmation.ts'
import { noteConsents } from '#server/content/subscribers/status.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { newThrowAways, restrictionsOf } from '#server/leads/published.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { lastHour } from './caps.ts'
import { tellFlooded } from './notified.ts'

/** What somebody sent who wants the newsletter. */
export interface Wish {
  email: string
  name?: string | undefined
  locale?: string | undefined
  /** The words beside the button; undefined: those of our own page. */
  wording?: string | undefined
  page_url?: string | undefined
  utm?: Readonly<Record<string, string>> | undefined
}

export interface Arrival {
  formId: number
  source: Extract<SubscriberSource, 'website_form' | 'contact_us' | 'api'>
  network: string
  browser: string | null
}

/** The words of our own page. */
export const WORDING = 'Get our newsletter. You can unsubscribe with one click in every mail.'

export interface SubscribeTo {
  addresses: Addresses
  config: Pick<MailSettings, 'smtpUrl'>
}

/**
 * Takes the wish, and asks the owner of the address by mail. Until that answers, an address that is here keeps its status: whoever knows
 * an address can send it, so it proves nothing. Nobody is answered what becomes of it.
 */
export const subscribe = async (
  tenant: Tenant,
  { addresses, config }: SubscribeTo,
  wish: Wish,
  arrival: Arrival,
): Promise<void> => {
  const address = parseEmail(wish.email)
  if (!address || (await isUnwanted(tenant, address.domain))) return
  await inTurn(tenant)
  const row = await subscriberOf(tenant, address.email, wish, arrival)
  if (!row) return
  await noteWish(tenant, addresses, row, wish, arrival)
  const { full, flooded } = await lastHour(tenant, arrival)
  if (flooded) await tellFlooded(tenant, arrival.formId)
  if (!full) await askToConfirm(tenant, addresses, config, row)
}

const isUnwanted = async (tenant: Tenant, domain: string) =>
  (await restrictionsOf(tenant, [domain])).size > 0 || (await newThrowAways(tenant, [domain])).size > 0

/** The one that is asked; undefined: it has the newsletter already, or must not be asked. */
const subscriberOf = async (
  { db, companyId }: Tenant,
  email: string,
  { name = '', locale, utm = {} }: Wish,
  { formId, source }: Arrival,
): Promise<{ id: number; email: string } | undefined> => {
  const known = await sql<{ id: number; status: SubscriberStatus; lately: boolean }>`
    select id, status, status_at > now() - interval '30 days' as lately from newsletter_subscribers
    where company_id = ${companyId} and email = ${email} and deleted_at is null for no key update`.execute(db)
  const [row] = known.rows
  if (row) {
    const mayAsk =
      row.status !== 'subscribed' && row.status !== 'blocked' && (row.status !== 'complained' || !row.lately)
    return mayAsk ? { id: row.id, email } : undefined
  }
  const added = await sql<{ id: number }>`
    insert into newsletter_subscribers (company_id, email, name, locale, status_source, source, form_id, utm)
    values (${companyId}, ${email}, ${name}, ${locale || null}, ${source === 'api' ? 'api' : 'form'}, ${source}, ${formId}, ${JSON.stringify(utm)})
    on conflict (company_id, email) where deleted_at is null do nothing returning id`.execute(db)
  const [{ id } = { id: undefined }] = added.rows
  return id === undefined ? undefined : { id, email }
}

/** Notes that it was asked for; the same from the same place within an hour is noted once. */
const noteWish = async (
  tenant: Tenant,
  addresses: Addresses,
  row: { id: number; email: string },
  { wording, page_url }: Wish,
  { formId, network, browser }: Arrival,
) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ noted: boolean }>`
    select exists (select from newsletter_consents c where c.company_id = ${companyId} and c.email_hash = ${addresses.hash(row.email)}
        and c.what = 'asked' and c.form_id = ${formId} and c.network = ${network} and c.at > now() - interval '1 hour') as noted`.execute(
    db,
  )
  if (rows[0]?.noted) return
  await noteConsents(tenant, addresses, [row], 'asked', {
    wording: wording || WORDING,
    form_id: formId,
    page_url: page_url || null,
    network,
    user_agent: browser,
  })
}
