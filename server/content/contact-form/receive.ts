import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { contactForm } from '#contract/content/contact-form.ts'
import type { ContactSource } from '#contract/content/contact-message.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { readPhone } from '#server/platform/contact-details/phone.ts'
import { lockRestrictions, readCountry, readEmail, restrictionsAtDoor } from '#server/leads/published.ts'
import { tellArrived } from '#server/content/contact-messages/notified.ts'

type Sent = Omit<BodyOf<typeof contactForm.send>, 'fax' | 'form_token' | 'newsletter'>

interface Arrival {
  formId: number
  source: ContactSource
  /** Why it is certain spam. */
  spam: readonly string[]
}

/** A message as it is stored. */
interface Read {
  name: string
  email: string
  domain: string
  phone: string | null
  phone_as_written: string | null
  company: string
  subject: string
  message: string
  country: string | null
  page_url: string | null
  utm: string
}

/** Reads a message; 400 naming the field where something can’t be what it says it is. `phoneCountry` is where numbers without a country code are from. */
export const readMessage = (sent: Sent, phoneCountry: string | null): Read => {
  const { email, domain } = readEmail(sent.email) ?? { email: '', domain: '' }
  const said = readCountry(sent.country)
  const written = sent.phone?.trim() || null
  const phone = written === null ? undefined : readPhone(written, said ?? phoneCountry ?? undefined)
  return {
    name: sent.name,
    email,
    domain,
    phone: phone?.e164 ?? null,
    phone_as_written: phone ? null : written,
    company: sent.company ?? '',
    subject: sent.subject ?? '',
    message: sent.message,
    country: said ?? phone?.country ?? countryOf(domain),
    page_url: sent.page_url?.trim() || null,
    utm: JSON.stringify(sent.utm ?? {}),
  }
}

/** By the end of a domain that is a country’s. */
const countryOf = (domain: string) => {
  const end = domain.slice(domain.lastIndexOf('.') + 1).toUpperCase()
  if (end.length !== 2) return null
  return countryCode(end === 'UK' ? 'GB' : end) ?? null
}

/** Stores a message, and answers its number. The same of the same address within a day is the same message, and is counted. */
export const receive = async (tenant: Tenant, read: Read, { formId, source, spam }: Arrival): Promise<number> => {
  const { db, companyId } = tenant
  const hash = createHash('sha256').update(`${read.email}\n${read.subject}\n${read.message}`).digest()
  // Of two that come at once, the second finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact_messages:${hash.toString('base64')}`}, ${companyId}))`.execute(
    db,
  )
  const same = await sql<{ contact_no: number }>`
    update contact_messages set repeats = repeats + 1 where company_id = ${companyId} and id = (
      select id from contact_messages where company_id = ${companyId} and message_hash = ${hash} and deleted_at is null
        and created_at > now() - interval '24 hours' order by created_at desc limit 1)
    returning contact_no`.execute(db)
  const [known] = same.rows
  if (known) return known.contact_no

  await lockRestrictions(tenant, 'shared')
  const restriction = (await restrictionsAtDoor(tenant, [read.domain])).get(read.domain)
  const isSpam = spam.length > 0
  if (isSpam) await tenant.setReason(`Spam: ${spam.join(', ')}`)
  else if (restriction) await tenant.setReason(`From the restricted domain ${restriction.domainName}`)
  const { id, contact_no } = await db
    .insertInto('contact_messages')
    .values({
      company_id: companyId,
      name: read.name,
      email: read.email,
      email_domain: read.domain,
      phone: read.phone,
      phone_as_written: read.phone_as_written,
      company: read.company,
      subject: read.subject,
      message: read.message,
      country: read.country,
      page_url: read.page_url,
      utm: read.utm,
      form_id: formId,
      source,
      status: isSpam ? 'spam' : 'new',
      spam_reasons: [...spam],
      restricted_by: restriction?.id ?? null,
      message_hash: hash,
    })
    .returning(['id', 'contact_no'])
    .executeTakeFirstOrThrow()
  if (!isSpam && !restriction) await tellArrived(tenant, id)
  return contact_no
}
