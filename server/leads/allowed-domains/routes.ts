import { allowedDomains } from '#contract/leads/allowed-domains.ts'
import { normaliseDomain } from '#server/platform/contact-details/email-address.ts'
import { recheckHeld, whileNoneComesIn } from '#server/leads/restricted-domains/quarantine.ts'
import { lockRestrictions } from '#server/leads/restricted-domains/restriction.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

export const allowedDomainRoutes = implement('allowed-domains', allowedDomains, {
  list: ({ tenant, query }) => queries.list(tenant, query),

  async impact({ tenant, caller, query: { id, domainName = '', match = 'subdomains' } }) {
    if (id === undefined)
      return { data: await queries.impactOfAdding(tenant, caller, { domainName: readName(domainName), match }) }
    return { data: await queries.impactOfRemoving(tenant, caller, found('Domain', await queries.get(tenant, id))) }
  },

  async add({ tenant, body: { domainName: text, match = 'subdomains', note = null }, caller }) {
    const domainName = readName(text)
    await lockRestrictions(tenant, 'exclusive')
    const existing = await queries.getByName(tenant, domainName)
    if (existing) throw conflict(`${domainName} is already allowed.`, { existing })
    const id = await queries.add(tenant, { domain_name: domainName, match, note, created_by: caller.personId })
    return { data: found('Domain', await queries.get(tenant, id)) }
  },

  async remove({ tenant, params: { id } }) {
    const { domainName } = await whileNoneComesIn(tenant, async () => found('Domain', await queries.remove(tenant, id)))
    // Held all the while by an entry that is gone by now, they are another one's.
    await recheckHeld(tenant)
    return { message: `${domainName} is no longer on the list of allowed domains.` }
  },
})

/** The domain as it is kept; 400 for what is none. */
const readName = (text: string) => {
  const domainName = normaliseDomain(text)
  if (domainName === undefined)
    throw badField('domainName', `“${text.slice(0, 80)}” is not a domain. Write it like example.com`)
  return domainName
}
