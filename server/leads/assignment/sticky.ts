import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { domainState } from '#server/platform/contact-details/email-address.ts'
import type { AssignmentList } from './queue.ts'
import { listSettings } from './settings.ts'

interface Sender {
  email_domain: string | null
}

/** The email domain if it says which company somebody writes from; mail for anyone says nothing. */
export const companyDomain = ({ email_domain }: Sender) =>
  domainState(email_domain) === 'ok' && email_domain ? email_domain : undefined

/** Who has the newest valid lead of each domain, of those that came before a moment; undefined where the list does not go by that. */
export const holdersByDomain = async (
  tenant: Tenant,
  list: AssignmentList,
  leads: readonly Sender[],
  before = 'infinity',
): Promise<Map<string, number> | undefined> => {
  if (list === 'qa' || !(await listSettings(tenant, list)).sticky) return undefined
  const domains = [...new Set(leads.flatMap((lead) => companyDomain(lead) ?? []))]
  if (domains.length === 0) return new Map()
  const { rows } = await sql<{ domain: string; holder: number }>`
    select domain, holder.sales_person as holder from unnest(${domains}::text[]) domain, lateral (
      select l.sales_person from leads l
      where l.company_id = ${tenant.companyId} and l.email_domain = domain and l.deleted_at is null
        and l.status = 'valid' and l.sales_person is not null and l.created_at < ${before}::timestamptz
      order by l.created_at desc, l.id desc limit 1) holder`.execute(tenant.db)
  return new Map(rows.map(({ domain, holder }) => [domain, holder]))
}
