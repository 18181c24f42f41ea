import { sql } from 'kysely'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import { IMPACT_DAYS, type DomainImpact, type restrictedDomains } from '#contract/leads/restricted-domains.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { cameFrom, treatedBy, type RestrictionChange } from './restriction-change.ts'
import { impactOf } from './restriction-impact.ts'
import type { Caller } from '#server/kit/auth.ts'
import { page } from '#server/kit/page.ts'

const entries = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('restricted_domains as r')
    .where('r.company_id', '=', companyId)
    .where('r.deleted_at', 'is', null)
    .select([
      'r.id',
      'r.domain_name as domainName',
      sql<'active' | 'inactive'>`r.status`.as('status'),
      sql<'subdomains' | 'exact'>`r.match`.as('match'),
      sql<'quarantine' | 'auto_invalid'>`r.effect`.as('effect'),
      'r.note',
      'r.source',
      sql<PersonRef | null>`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = r.created_by)`.as(
        'created_by',
      ),
      sql<boolean>`is_allowed(r.domain_name)`.as('allowed'),
      'r.created_at',
      'r.version',
    ])

const hits = sql`from restricted_domain_hits h where h.company_id = r.company_id and h.domain_id = r.id`
const HITS = {
  hits_30d: sql<number>`(select count(*) ${hits} and h.at > now() - interval '30 days')`,
  hits: sql<number>`(select count(*) ${hits})`,
  last_hit_at: sql<string | null>`(select max(h.at) ${hits})`,
}

/** Counted for the rows that are shown alone: leads held now, and leads of the domain itself that were ever valid. */
const countsOf = ({ db, companyId }: Tenant, ids: readonly number[]) =>
  db
    .selectFrom('restricted_domains as r')
    .where('r.company_id', '=', companyId)
    .where('r.id', '=', sql<number>`any (${ids}::bigint[])`)
    .select([
      'r.id',
      HITS.hits_30d.as('hits_30d'),
      HITS.hits.as('hits'),
      HITS.last_hit_at.as('last_hit_at'),
      sql<number>`(select count(*) from leads l where l.company_id = r.company_id and l.quarantined_by = r.id
        and l.status = 'new' and l.deleted_at is null)`.as('held'),
      sql<number>`(select count(*) from leads l where l.company_id = r.company_id and l.email_domain = r.domain_name
        and l.verdict_id is not null and l.deleted_at is null and exists (
          select from lead_verdicts v where v.company_id = l.company_id and v.lead_id = l.id and v.verdict = 'valid'
        ))`.as('valid_leads'),
    ])
    .execute()

const NOTHING_COUNTED = { hits_30d: 0, hits: 0, last_hit_at: null, held: 0, valid_leads: 0 }

const withCounts = async <Row extends { id: number }>(tenant: Tenant, rows: readonly Row[]) => {
  const counts = new Map(
    (
      await countsOf(
        tenant,
        rows.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return rows.map((row) => ({ ...NOTHING_COUNTED, ...counts.get(row.id), ...row }))
}

const SORTS = new Map([
  ['domainName', 'r.domain_name'],
  ['status', 'r.status'],
  ['match', 'r.match'],
  ['effect', 'r.effect'],
  ['created_at', 'r.created_at'],
  ['hits_30d', 'counted'],
  ['hits', 'counted'],
  ['last_hit_at', 'counted'],
])

export const list = async (tenant: Tenant, query: QueryOf<typeof restrictedDomains.list>) => {
  let wanted = entries(tenant)
  if (query.status) wanted = wanted.where('r.status', '=', query.status)
  if (query.sort === 'hits' || query.sort === 'hits_30d' || query.sort === 'last_hit_at')
    wanted = wanted.select(sql`${HITS[query.sort]}`.as('counted'))
  const { data, pagination } = await page(wanted, query, {
    searchIn: ['r.domain_name'],
    sorts: SORTS,
    newestBy: 'r.id',
  })
  return { data: await withCounts(tenant, data), pagination }
}

export const get = async (tenant: Tenant, id: number) =>
  (await withCounts(tenant, await entries(tenant).where('r.id', '=', id).execute()))[0]

export const getByName = async (tenant: Tenant, domainName: string) =>
  (await withCounts(tenant, await entries(tenant).where('r.domain_name', '=', domainName).execute()))[0]

export interface Changes {
  domain_name?: string
  status?: 'active' | 'inactive'
  match?: 'subdomains' | 'exact'
  effect?: 'quarantine' | 'auto_invalid'
  note?: string | null
}

export const add = async (
  tenant: Tenant,
  entry: Changes & { domain_name: string; created_by: number },
): Promise<number> => {
  const { id } = await tenant.db
    .insertInto('restricted_domains')
    .values({ ...entry, company_id: tenant.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const update = async ({ db, companyId }: Tenant, id: number, changes: Changes) => {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('restricted_domains')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The entry as it was; undefined when there is none. */
export const remove = ({ db, companyId }: Tenant, id: number) =>
  db
    .updateTable('restricted_domains')
    .set({ deleted_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('domain_name as domainName')
    .executeTakeFirst()

/** What the change would touch, with the leads that the entry holds now. */
export const impact = (tenant: Tenant, caller: Caller, change: RestrictionChange): Promise<DomainImpact> =>
  impactOf(tenant, caller, {
    domainName: change.domainName,
    came: cameFrom(tenant, change, IMPACT_DAYS),
    held: sql`
      select l.email_domain from leads l
      where l.company_id = ${tenant.companyId} and l.quarantined_by = ${change.id ?? null}::bigint and l.status = 'new' and l.deleted_at is null`,
    treated: (domains) => treatedBy(change, domains),
  })
