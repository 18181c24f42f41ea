import { sql } from 'kysely'
import type { AllowedDomain, allowedDomains } from '#contract/leads/allowed-domains.ts'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import { IMPACT_DAYS, type DomainImpact } from '#contract/leads/restricted-domains.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { throwAwayOf } from '#server/platform/contact-details/email-address.ts'
import { cameFrom, covers, type Covered } from '#server/leads/restricted-domains/restriction-change.ts'
import { impactOf } from '#server/leads/restricted-domains/restriction-impact.ts'
import type { Caller } from '#server/kit/auth.ts'
import { page } from '#server/kit/page.ts'

const entries = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('allowed_domains as a')
    .where('a.company_id', '=', companyId)
    .where('a.deleted_at', 'is', null)
    .select([
      'a.id',
      'a.domain_name as domainName',
      sql<'subdomains' | 'exact'>`a.match`.as('match'),
      'a.note',
      sql<number>`(select count(*) from leads l where l.company_id = a.company_id and l.email_domain = a.domain_name
        and l.deleted_at is null and l.created_at > now() - interval '30 days')`.as('leads_30d'),
      sql<PersonRef | null>`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = a.created_by)`.as(
        'created_by',
      ),
      'a.created_at',
    ])

const SORTS = new Map([
  ['domainName', 'a.domain_name'],
  ['created_at', 'a.created_at'],
])

export const list = (tenant: Tenant, query: QueryOf<typeof allowedDomains.list>) =>
  page(entries(tenant), query, { searchIn: ['a.domain_name', 'a.note'], sorts: SORTS, newestBy: 'a.id' })

export const get = (tenant: Tenant, id: number) => entries(tenant).where('a.id', '=', id).executeTakeFirst()

export const getByName = (tenant: Tenant, domainName: string) =>
  entries(tenant).where('a.domain_name', '=', domainName).executeTakeFirst()

interface Entry {
  domain_name: string
  match: 'subdomains' | 'exact'
  note: string | null
  created_by: number
}

export const add = async ({ db, companyId }: Tenant, entry: Entry): Promise<number> => {
  const { id } = await db
    .insertInto('allowed_domains')
    .values({ ...entry, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The entry as it was; undefined when there is none. */
export const remove = ({ db, companyId }: Tenant, id: number) =>
  db
    .updateTable('allowed_domains')
    .set({ deleted_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('domain_name as domainName')
    .executeTakeFirst()

/** Nothing holds its enquiries back then, and what is held of them can be released. */
export const impactOfAdding = (tenant: Tenant, caller: Caller, entry: Covered): Promise<DomainImpact> =>
  impactOf(tenant, caller, {
    domainName: entry.domainName,
    came: cameFrom(tenant, { before: undefined, after: entry }, IMPACT_DAYS),
    held: sql`
      select l.email_domain from leads l
      where l.company_id = ${tenant.companyId} and l.quarantined_by is not null and l.status = 'new' and l.deleted_at is null
        and ${covers(entry, sql`l.email_domain`)}`,
    treated: (domains) => sql`
      select d.email_domain, now.effect as was, case when ${covers(entry, sql`d.email_domain`)} then null else now.effect end as becomes
      from (${domains}) d left join restriction_of(d.email_domain) now on true`,
  })

/** Restricted domains hold its enquiries back again; a throw-away one that was never among them comes to be so with the first. */
export const impactOfRemoving = (
  tenant: Tenant,
  caller: Caller,
  { id, domainName, match }: Pick<AllowedDomain, 'id' | 'domainName' | 'match'>,
): Promise<DomainImpact> => {
  const thrownAway = throwAwayOf(domainName) ?? null
  return impactOf(tenant, caller, {
    domainName,
    came: cameFrom(tenant, { before: { domainName, match }, after: undefined }, IMPACT_DAYS),
    held: sql`select null::text as email_domain where false`,
    treated: (domains) => sql`
      select d.email_domain, now.effect as was, case when is_allowed(d.email_domain, ${id}::bigint) then null else coalesce(then_on.effect,
        case when ${thrownAway}::text is not null and not exists (select from restricted_domains r
          where r.company_id = ${tenant.companyId} and r.domain_name = ${thrownAway}) then 'quarantine' end) end as becomes
      from (${domains}) d left join restriction_of(d.email_domain) now on true
      left join restriction_of(d.email_domain, null, ${id}::bigint) then_on on true`,
  })
}
