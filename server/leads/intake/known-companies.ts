import { sql } from 'kysely'
import type { Lead } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo, type Viewer } from '#server/leads/lists/scope.ts'

export interface KnownCompany {
  company: string
  /** How many leads have come from its domain, of those that the viewer sees. */
  leads: number
}

/**
 * What other leads of the same domain that the viewer sees say of the company, as it was validated if it was. Mail for anyone
 * names no company, nor does what is invalid or held back.
 */
export const knownCompanies = async (
  { db, companyId }: Tenant,
  viewer: Viewer,
  leads: readonly Pick<Lead, 'id' | 'email' | 'domain_state'>[],
): Promise<ReadonlyMap<number, KnownCompany>> => {
  const telling = leads.flatMap(({ id, email, domain_state }) => {
    const domain = email?.split('@')[1]
    return domain && domain_state === 'ok' ? [{ id, domain }] : []
  })
  if (telling.length === 0) return new Map()
  const { rows } = await sql<KnownCompany & { id: number }>`
    select asked.id, known.company, known.leads
    from unnest(${telling.map(({ id }) => id)}::bigint[], ${telling.map(({ domain }) => domain)}::text[]) as asked (id, domain),
      lateral (
        select coalesce(v.company, l.company) as company, count(*) over () as leads
        from leads l left join lead_verdicts v on v.company_id = l.company_id and v.id = l.verdict_id and v.verdict = 'valid'
        where l.company_id = ${companyId} and l.email_domain = asked.domain and l.id <> asked.id and l.deleted_at is null and ${visibleTo(viewer)}
          and l.status <> 'invalid' and l.quarantined_by is null and coalesce(v.company, l.company) <> ''
        order by (l.status = 'valid') desc, l.created_at desc limit 1
      ) known`.execute(db)
  return new Map(rows.map(({ id, ...company }) => [id, company]))
}
