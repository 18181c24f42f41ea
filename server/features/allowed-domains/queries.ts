import { sql } from 'kysely'
import type { allowedDomains } from '#contract/allowed-domains.ts'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
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
