import { lookups } from '#contract/leads/lookups.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { callingCode, COUNTRIES } from '#server/platform/contact-details/countries.ts'
import { domainState, normaliseDomain } from '#server/platform/contact-details/email-address.ts'
import { allowedOf } from '#server/leads/restricted-domains/restriction.ts'
import { staffWithIds } from '#server/platform/people/staff-found.ts'
import { badField, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'
import { staffInOrder } from './loads.ts'
import { departments, hasDepartment, holders, keysForLead, TAKES_LEADS } from './staff.ts'

const MARKETING = 'Marketing'

export const lookupRoutes = implement('lookups', lookups, {
  async currentUser({ tenant, caller }) {
    const company = await queries.company(tenant)
    return {
      data: {
        user_name: caller.name,
        email: caller.email,
        is_primary: caller.isPrimary ? 1 : 0,
        user_id: caller.personId,
        company_id: caller.companyId,
        company_name: company.name,
        logo_url: company.logo_url,
      },
    }
  },

  countries: async () => ({ data: [...COUNTRIES] }),

  callingCode: async ({ params }) => ({ calling_code: found('Country', callingCode(params.country)) }),

  products: ({ tenant, query }) => queries.products(tenant, query),

  productSearch: ({ tenant, query }) =>
    queries.products(tenant, query.query === undefined ? {} : { search: query.query }),

  async autoProductSearch({ tenant, query }) {
    if (query.search_keyword.trim().length < 3)
      throw badField('search_keyword', 'search_keyword needs at least 3 characters')
    return queries.products(tenant, { search: query.search_keyword })
  },

  productSuggestions: async ({ tenant, query }) => ({ data: await queries.productSuggestions(tenant, query.text) }),

  productCategories: async ({ tenant }) => ({ data: await queries.productCategories(tenant) }),

  async companyByDomain({ tenant, caller, body }) {
    const domain = normaliseDomain(body.domain)
    // Mail for anyone names no company, and one's own colleagues are no customers.
    if (domain === undefined || !(await namesCompany(tenant, domain))) return { data: null }
    const own = normaliseDomain((await queries.company(tenant)).domain ?? '')
    if (own !== undefined && `.${domain}`.endsWith(`.${own}`)) return { data: null }
    return { data: (await queries.companyOfDomain(tenant, caller, domain)) ?? null }
  },

  departments: async ({ tenant }) => ({ data: await departments(tenant) }),

  async marketingDepartment({ tenant, caller, query: { leadId, search = '', order = 'name' } }) {
    const holding = leadId === undefined ? TAKES_LEADS : found('Lead', await keysForLead(tenant, caller, leadId))
    const there = await hasDepartment(tenant, MARKETING)
    return staffInOrder(tenant, caller, { search, order, holding, ...(there ? { department: MARKETING } : {}) })
  },

  marketingStaff: ({ tenant, caller, query }) => staffInOrder(tenant, caller, { ...query, holding: TAKES_LEADS }),

  allStaff: ({ tenant, caller, query }) => staffInOrder(tenant, caller, query),

  async filterOptions({ tenant, query: { search, ids } }) {
    if (ids?.length) {
      const people = await staffWithIds(tenant, ids)
      return { data: { assigned_qa: people, sales_person: people } }
    }
    const [assigned_qa, sales_person] = await Promise.all([
      holders(tenant, 'assigned_qa', search),
      holders(tenant, 'sales_person', search),
    ])
    return { data: { assigned_qa, sales_person } }
  },
})

const namesCompany = async (tenant: Tenant, domain: string) => {
  const state = domainState(domain)
  return state === 'ok' || (state === 'disposable' && (await allowedOf(tenant, [domain])).has(domain))
}
