import { domainSuggestions } from '#contract/leads/domain-suggestions.ts'
import { ownDomain } from '#server/platform/contact-details/own-domain.ts'
import { isPublicSuffix, normaliseDomain } from '#server/platform/contact-details/email-address.ts'
import { badField } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

const MOST = 20

export const domainSuggestionRoutes = implement('domain-suggestions', domainSuggestions, {
  async list({ tenant }) {
    const own = await ownDomain(tenant)
    const found = await queries.suggestions(tenant)
    const data = found.filter(
      ({ domainName }) => !isPublicSuffix(domainName) && !(own && `.${domainName}`.endsWith(`.${own}`)),
    )
    return { data: data.slice(0, MOST) }
  },

  async dismiss({ tenant, body, caller }) {
    const domainName = normaliseDomain(body.domainName)
    if (domainName === undefined) throw badField('domainName', `“${body.domainName.slice(0, 80)}” is not a domain`)
    await queries.dismiss(tenant, domainName, caller.personId)
    return { data: { domainName } }
  },
})
