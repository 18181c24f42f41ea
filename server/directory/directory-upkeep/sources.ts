import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { ownDomain } from '#server/platform/contact-details/own-domain.ts'
import { companyKey, contactKey, mailboxOf, type DirectoryKey } from './keys.ts'

export const SOURCES = ['lead', 'contact_us', 'newsletter', 'vendor'] as const
export type Source = (typeof SOURCES)[number]

/** A value that a source says of who has the key. */
export interface SaidFact extends DirectoryKey {
  field: string
  value: string
  /** A lead speaks as itself, and as what QA has found valid. */
  source: Source | 'verdict'
  source_id: number
  at: string
}

/** An enquiry, and for whom it counts. */
export interface CountedLead {
  lead_id: number
  contact: DirectoryKey | null
  company: DirectoryKey | null
  open: boolean
  decided: boolean
  valid: boolean
  at: string
  last_at: string
}

export interface SaidAll {
  facts: SaidFact[]
  leads: CountedLead[]
}

/** What these say now; one that is gone, spam or emptied says nothing. */
export const readSources = async (tenant: Tenant, source: Source, ids: readonly number[]): Promise<SaidAll> => {
  const said: SaidAll = { facts: [], leads: [] }
  if (ids.length === 0) return said
  const own = await ownDomain(tenant)
  const { rows } = await sql<Row>`${ROWS[source](tenant, ids)}`.execute(tenant.db)
  for (const row of rows) sayOf(source, row, own, said)
  return said
}

/** What is told of a person and their company. */
interface Told {
  name?: string | null
  email?: string | null
  phone?: string | null
  company?: string | null
  website?: string | null
  country?: string | null
  state?: string | null
  city?: string | null
  zip_code?: string | null
  address?: string | null
}

interface Row extends Told {
  id: number
  at: string
  /** What QA has found valid, and when. */
  verdict?: (Told & { at: string }) | null
  counted?: { open: boolean; decided: boolean; valid: boolean; last_at: string } | null
}

const sayOf = (source: Source, row: Row, own: string | undefined, { facts, leads }: SaidAll) => {
  const { verdict } = row
  // The address that QA has put right is the one by which somebody is known.
  const known: Told = { ...row, ...(verdict ? filled(verdict) : {}) }
  const contact = contactKey(known)
  const company = companyKey(known, own)
  const mailbox = contact?.kind === 'email' ? mailboxOf(contact.key) : undefined
  const firm = known.company || company?.key.split('|')[0]
  const name = mailbox ? [mailbox, firm].filter(Boolean).join(', ') : row.name
  const say = (speaker: SaidFact['source'], told: Told, at: string) => {
    const add = (key: DirectoryKey | undefined, values: Readonly<Record<string, string | null | undefined>>) => {
      if (!key) return
      for (const [field, value] of Object.entries(values)) {
        const shown = value?.trim().slice(0, LONGEST)
        if (shown) facts.push({ ...key, field, value: shown, source: speaker, source_id: row.id, at })
      }
    }
    const { phone, country, city, state, zip_code, address, website } = told
    add(contact, {
      name: speaker === 'verdict' ? null : name,
      email: contact?.kind === 'email' ? contact.key : null,
      phone,
      country,
      city,
      company: company && `${company.kind}:${company.key}`,
    })
    add(company, {
      name: told.company,
      website,
      country,
      state,
      city,
      zip_code,
      address,
      phone: mailbox ? phone : null,
    })
  }
  say(source, row, row.at)
  if (verdict) say('verdict', verdict, verdict.at)
  if (row.counted && (contact || company))
    leads.push({ lead_id: row.id, contact: contact ?? null, company: company ?? null, at: row.at, ...row.counted })
}

const LONGEST = 500

const filled = (told: Told): Told => Object.fromEntries(Object.entries(told).filter(([, value]) => value))

type RowsOf = (tenant: Tenant, ids: readonly number[]) => ReturnType<typeof sql>

/** Registrations say who somebody is; enquiries are also counted. */
const leadRows: RowsOf = ({ companyId }, ids) => sql`
  select l.id, l.name, l.email, l.phone, l.company, l.website, l.country, l.state, l.city, l.zip_code, l.address, l.created_at as at,
    (select jsonb_build_object('email', v.email, 'phone', v.phone, 'company', v.company, 'website', v.website, 'country', v.country,
      'state', v.state, 'city', v.city, 'zip_code', v.zip_code, 'address', v.address, 'at', v.at)
      from lead_verdicts v where v.company_id = l.company_id and v.id = l.verdict_id and v.verdict = 'valid' and l.status = 'valid') as verdict,
    case when l.kind = 'enquiry' then jsonb_build_object('open', l.status not in ('valid', 'invalid'), 'decided', l.status in ('valid', 'invalid'),
      'valid', l.status = 'valid', 'last_at', greatest(l.created_at, l.first_response_at,
        case when l.status in ('valid', 'invalid') then l.status_at end,
        (select max(c.created_at) from lead_comments c where c.company_id = l.company_id and c.lead_id = l.id))) end as counted
  from leads l
  where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and l.erased_at is null and l.quarantined_by is null
    and not (l.status = 'invalid' and l.reason_code = 'spam_or_bot')`

const messageRows: RowsOf = ({ companyId }, ids) => sql`
  select id, name, email, phone, company, country, created_at as at from contact_messages
  where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null and erased_at is null and restricted_by is null
    and status <> 'spam'`

/** Somebody else may have typed an address that nobody has confirmed. */
const subscriberRows: RowsOf = ({ companyId }, ids) => sql`
  select id, name, email, created_at as at from newsletter_subscribers
  where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null and erased_at is null and status <> 'unconfirmed'`

const vendorRows: RowsOf = ({ companyId }, ids) => sql`
  select id, contact_name as name, contact_email as email, contact_phone as phone, vendor_name as company, requested_on as at from vendor_updates
  where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null and erased_at is null`

const ROWS: Readonly<Record<Source, RowsOf>> = {
  lead: leadRows,
  contact_us: messageRows,
  newsletter: subscriberRows,
  vendor: vendorRows,
}

/** The table of each source. */
export const TABLE_OF = {
  lead: 'leads',
  contact_us: 'contact_messages',
  newsletter: 'newsletter_subscribers',
  vendor: 'vendor_updates',
} as const satisfies Readonly<Record<Source, string>>
