import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'

/** The part of a network address that is kept: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const networkOf = (ip: string): string => {
  const block = addressBlock(ip)
  if (!isIPv6(block.replace(/\/64$/, ''))) return `${block.split('.').slice(0, 3).join('.')}.0/24`
  return `${block.split(':').slice(0, 3).join(':')}::/48`
}

/** The browser’s family: enough to tell a person from a script later. */
export const browserOf = (agent: string | undefined): string | null => {
  if (!agent) return null
  const family = FAMILIES.find(([sign]) => agent.includes(sign))
  return family ? family[1] : 'Other'
}
// Each names those that it descends from, too.
const FAMILIES = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

/** So many addresses an hour: by one form from one network, from one network, and in all. */
const CAPS = { form: 5, network: 20, company: 300 }
/** From so many an hour on it is asked what a form usually gets. */
const MANY = 30
const TIMES_USUAL = 3

export interface Hour {
  /** A mail more is too many. */
  full: boolean
  /** Many times what this form usually gets. */
  flooded: boolean
}

/** What was asked for in the last hour, the present one among it; counted in the database, so on all nodes together. */
export const lastHour = async (
  { db, companyId }: Tenant,
  { formId, network }: { formId: number; network: string },
): Promise<Hour> => {
  const { rows } = await sql<{ by_form: number; by_network: number; in_form: number; mails: number }>`
    select count(distinct email_hash) filter (where network = ${network} and form_id = ${formId}) as by_form,
      count(distinct email_hash) filter (where network = ${network}) as by_network,
      count(*) filter (where form_id = ${formId}) as in_form,
      (select count(*) from newsletter_confirmations c where c.company_id = ${companyId} and c.created_at > now() - interval '1 hour') as mails
    from newsletter_consents where company_id = ${companyId} and what = 'asked' and at > now() - interval '1 hour'`.execute(
    db,
  )
  const { by_form = 0, by_network = 0, in_form = 0, mails = 0 } = rows[0] ?? {}
  return {
    full: by_form > CAPS.form || by_network > CAPS.network || mails >= CAPS.company,
    flooded: in_form >= MANY && in_form >= TIMES_USUAL * (await usualHour({ db, companyId }, formId)),
  }
}

const usualHour = async ({ db, companyId }: Pick<Tenant, 'db' | 'companyId'>, formId: number) => {
  const { rows } = await sql<{ usual: number }>`
    select count(*)::float8 / (7 * 24) as usual from newsletter_consents
    where company_id = ${companyId} and what = 'asked' and form_id = ${formId}
      and at between now() - interval '8 days' and now() - interval '1 day'`.execute(db)
  return rows[0]?.usual ?? 0
}
