import { sql } from 'kysely'
import {
  SUGGESTED_DAYS,
  SUGGESTED_FROM,
  WASTED_REASONS,
  type DomainSuggestion,
} from '#contract/leads/domain-suggestions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { FREE_MAIL } from '#server/platform/contact-details/email-address.ts'

/** So many of the newest are looked at, so that a company which gets much is not kept waiting. */
const LOOKED_AT = 20_000
const CANDIDATES = 200
const MOST = 100

/** Spelt out as in the index, which answers only to that. */
const WASTED = sql.raw(`(${WASTED_REASONS.map((reason) => `'${reason}'`).join(', ')})`)

/** Domains that several leads came from which were thrown away lately, none ever valid, and that nothing is said of yet. */
export const suggestions = async ({ db, companyId }: Tenant): Promise<DomainSuggestion[]> => {
  const { rows } = await sql<DomainSuggestion>`
    with lately as materialized (
      select l.email_domain, l.reason_code, l.status_at from leads l
      where l.company_id = ${companyId} and l.status = 'invalid' and l.deleted_at is null and l.reason_code in ${WASTED}
        and l.status_at > now() - ${SUGGESTED_DAYS} * interval '1 day'
      order by l.status_at desc limit ${LOOKED_AT}
    ), by_reason as (
      select email_domain, reason_code, count(*) as leads, max(status_at) as last_at
      from lately where email_domain <> all (${[...FREE_MAIL]}::text[]) group by email_domain, reason_code
    ), many as materialized (
      select email_domain, sum(leads)::bigint as leads, max(last_at) as last_at,
        json_agg(json_build_object('reason', reason_code, 'leads', leads) order by leads desc, reason_code) as reasons
      from by_reason group by email_domain having sum(leads) >= ${SUGGESTED_FROM}
      order by sum(leads) desc, max(last_at) desc limit ${CANDIDATES}
    )
    select m.email_domain as "domainName", m.leads, m.reasons, m.last_at from many m
    where not exists (
        select from leads l where l.company_id = ${companyId} and l.email_domain = m.email_domain and l.verdict_id is not null
          and l.deleted_at is null and exists (
            select from lead_verdicts v where v.company_id = l.company_id and v.lead_id = l.id and v.verdict = 'valid'))
      and not exists (
        select from leads l where l.company_id = ${companyId} and l.email_domain = m.email_domain and l.status = 'valid' and l.deleted_at is null)
      and not exists (
        select from restricted_domains r where r.company_id = ${companyId} and r.deleted_at is null
          and r.domain_name = any (domain_suffixes(m.email_domain)) and (r.match = 'subdomains' or r.domain_name = m.email_domain))
      and not exists (
        select from dismissed_suggestions d where d.company_id = ${companyId} and d.domain_name = m.email_domain)
      and not is_allowed(m.email_domain)
    order by m.leads desc, m.last_at desc, m.email_domain limit ${MOST}`.execute(db)
  return rows
}

export const dismiss = async ({ db, companyId }: Tenant, domainName: string, personId: number) => {
  await db
    .insertInto('dismissed_suggestions')
    .values({ company_id: companyId, domain_name: domainName, created_by: personId })
    .onConflict((known) => known.doNothing())
    .execute()
}
