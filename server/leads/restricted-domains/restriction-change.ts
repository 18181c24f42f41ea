import { sql } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { RestrictedDomain, restrictedDomains } from '#contract/leads/restricted-domains.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { isPublicSuffix, normaliseDomain } from '#server/platform/contact-details/email-address.ts'
import { containingText } from '#server/leads/lists/search.ts'
import { badField, found } from '#server/kit/errors.ts'
import { ownDomain } from '#server/platform/contact-details/own-domain.ts'

/** What an entry does; undefined where it does nothing. */
export type Rule = Pick<RestrictedDomain, 'domainName' | 'match' | 'effect'> | undefined

/** The domains that an entry is about. */
export type Covered = Pick<RestrictedDomain, 'domainName' | 'match'>

/** One entry (`id`; none yet: undefined) as it is and as it would be. */
export interface RestrictionChange {
  id: number | undefined
  domainName: string
  before: Rule
  after: Rule
}

type Entry = NonNullable<Rule> & Pick<RestrictedDomain, 'status'>

/** An entry as it is added when nothing else is said. */
const NEW: Entry = { domainName: '', match: 'subdomains', effect: 'quarantine', status: 'active' }

/** The change that is proposed; 404 for an entry that there is not, 400 for a domain that must not be restricted. */
export const readChange = async (
  tenant: Tenant,
  { id, ...change }: QueryOf<typeof restrictedDomains.impact>,
): Promise<RestrictionChange> => {
  const entry = id === undefined ? NEW : found('Domain', await entryOf(tenant, id))
  const changed = { ...entry, ...change }
  const { match, effect } = changed
  const domainName =
    change.domainName === undefined && id !== undefined
      ? entry.domainName
      : await readDomain(tenant, changed.domainName, match)
  const ruleOf = (rule: Entry) => (rule.status === 'active' ? rule : undefined)
  const before = id === undefined ? undefined : ruleOf(entry)
  return { id, domainName, before, after: ruleOf({ ...changed, domainName, match, effect }) }
}

const entryOf = async ({ db, companyId }: Tenant, id: number): Promise<Entry | undefined> => {
  const { rows } = await sql<Entry>`
    select domain_name as "domainName", match, effect, status from restricted_domains
    where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}

/** The domain as it is kept; 400 for what must not be restricted. */
export const readDomain = async (tenant: Tenant, text: string, match: 'subdomains' | 'exact' = 'subdomains') => {
  const refused = (message: string) => badField('domainName', message)
  const domainName = normaliseDomain(text)
  if (domainName === undefined) throw refused(`“${text.slice(0, 80)}” is not a domain. Write it like example.com`)
  if (isPublicSuffix(domainName))
    throw refused(`${domainName} doesn’t belong to one company. Anyone can register a name below it`)
  const own = await ownDomain(tenant)
  if (own === domainName || (match === 'subdomains' && own?.endsWith(`.${domainName}`)))
    throw refused(`${domainName} is your own company's domain`)
  return domainName
}

/** The leads of so many days from the domains of the change. Those of subdomains come from the index of the search: no other has the ends of domains. */
export const cameFrom = (
  { companyId }: Tenant,
  { before, after }: { before: Covered | undefined; after: Covered | undefined },
  days: number,
) => {
  const known = [before, after].filter((rule) => rule !== undefined)
  const columns = sql`
      select l.id, l.email_domain, l.status, l.created_at from leads l
      where l.company_id = ${companyId} and l.deleted_at is null and l.created_at > now() - ${days} * interval '1 day'`
  const itself = sql`${columns} and l.email_domain = any (${known.map(({ domainName }) => domainName)}::text[])`
  const wide = new Set(known.filter(({ match }) => match === 'subdomains').map(({ domainName }) => `.${domainName}`))
  const subdomains = [...wide].map(
    (below) => sql`${columns} and right(l.email_domain, ${below.length}::int) = ${below} and ${containingText(below)}`,
  )
  return sql.join([itself, ...subdomains], sql` union `)
}

/**
 * What becomes of enquiries of each `email_domain` of a relation, as the entry is (`was`) and as it would be (`becomes`): null, or
 * the effect. Other entries and the allow list say their part as they do when a lead comes in.
 */
export const treatedBy = ({ id, before, after }: RestrictionChange, domains: ReturnType<typeof sql>) => sql`
  select d.email_domain, ${treatment(before)} as was, ${treatment(after)} as becomes
  from (${domains}) d left join restriction_of(d.email_domain, ${id ?? null}::bigint) other on true
  where is_allowed(d.email_domain) is not true`

/** Whether an entry is about a domain. */
export const covers = ({ domainName, match }: Covered, domain: ReturnType<typeof sql>) => {
  const below =
    match === 'subdomains' ? sql`or right(${domain}, ${domainName.length + 1}::int) = ${`.${domainName}`}` : sql``
  return sql`(${domain} = ${domainName} ${below})`
}

/** With `other` as the entry that holds without the rule: the more specific one wins. */
const treatment = (rule: Rule) => {
  if (!rule) return sql`other.effect`
  const { domainName, effect } = rule
  return sql`case when ${covers(rule, sql`d.email_domain`)} and ${domainName.length}::int >= coalesce(length(other.domain_name), 0)
    then ${effect}::text else other.effect end`
}
