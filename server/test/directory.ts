import type { PermissionKey } from '#contract/kit/permissions.ts'
import { keepDirectory } from '#server/directory/directory-upkeep/fold.ts'
import type { TestApp, TestPerson } from './app.ts'

export const DIRECTORY_KEYS = [
  'contacts_list',
  'contacts_edit',
  'marketing_leads_list',
  'registration_leads_list',
] as const satisfies readonly PermissionKey[]

/** Reads what has changed since the last time, as due work does. */
export const keep = (app: TestApp, { companyId }: Pick<TestPerson, 'companyId'>) =>
  keepDirectory(app.services.tenants, companyId)

/** The contacts that are shown, as they are stored, the oldest first; what has changed is read before. */
export const contactsShown = async (app: TestApp, person: TestPerson): Promise<any[]> => {
  await keep(app, person)
  return app.sql(
    person.companyId,
    `select id::int, name, designation, email, emails, email_status, phone, country, city, directory_company_id::int, company_name, leads_open, leads_all,
      last_lead_id::int, last_contact_at
    from directory_contacts where company_id = $1 and deleted_at is null order by id`,
    [person.companyId],
  )
}

/** The same of companies. */
export const companiesShown = async (app: TestApp, person: TestPerson): Promise<any[]> => {
  await keep(app, person)
  return app.sql(
    person.companyId,
    `select id::int, name, domain, domains, website, phone, country, city, contact_count, leads_open, leads_all, leads_valid, leads_decided, valid_rate
    from directory_companies where company_id = $1 and deleted_at is null order by id`,
    [person.companyId],
  )
}

/** All facts, by the key that they hang on. */
export const factsStored = async (app: TestApp, { companyId }: TestPerson): Promise<string[]> => {
  const rows = await app.sql(
    companyId,
    `select k.kind || ':' || k.key || ' ' || f.field || '=' || f.value || ' (' || f.source || ' ' || f.source_id || ')' as fact
    from directory_facts f join directory_keys k on k.company_id = f.company_id and k.id = f.key_id where f.company_id = $1 order by 1`,
    [companyId],
  )
  return rows.map(({ fact }: { fact: string }) => fact)
}
