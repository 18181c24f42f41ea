import type { PermissionKey } from '#contract/kit/permissions.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { createLead } from '#server/leads/intake/intake.ts'
import { restrictionsOf } from '#server/leads/restricted-domains/restriction.ts'
import type { TestApp, TestPerson } from './app.ts'

export const DOMAIN_KEYS = [
  'restrict_domain_list',
  'restrict_domain_add',
  'restrict_domain_update',
  'restrict_domain_update_status',
  'restrict_domain_delete',
] as const satisfies readonly PermissionKey[]
export const firstPage = { query: { page: 1, pageSize: 20 } }

export const addDomain = async (person: TestPerson, domainName: string, settings: object = {}) =>
  (await person.call(restrictedDomains.add, { body: { domainName, ...settings } })).data

const intake = { kind: 'system', channel: 'intake', act: 'test' } as const

/** Who keeps a list of restricted domains, and the leads that it looks at. */
export const domainsOf = (app: TestApp) => ({
  admin: () => app.signIn({ can: [...DOMAIN_KEYS, 'marketing_leads_list'] }),

  /** Takes a lead in, with something between its screening and its commit if need be. */
  lead: (person: TestPerson, email: string, between: () => Promise<unknown> = async () => {}) =>
    app.services.tenants.write(person.companyId, intake, async (tenant) => {
      const { id } = await createLead(tenant, { name: 'Bob', email }, { source: 'website_form' })
      await between()
      return id
    }),

  matching: (person: TestPerson, domain: string) =>
    app.services.tenants.write(person.companyId, intake, async (tenant) =>
      (await restrictionsOf(tenant, [domain])).get(domain),
    ),

  quarantinedBy: async (person: TestPerson, ...ids: number[]) =>
    (await app.sql(person.companyId, 'select quarantined_by from leads where id = any($1) order by id', [ids])).map(
      (row) => row.quarantined_by,
    ),
})
