import type { Client } from 'pg'
import { hashPassword } from '#server/portal/passwords.ts'
import { COMPANIES, DEMO_PASSWORD, permissionsOf, type DemoCompany, type DemoPerson } from './people.ts'

export interface Staffed {
  companyId: number
  company: DemoCompany
  /** Ids of people by account. */
  staff: ReadonlyMap<string, number>
}

/** The companies of the demo with their people, departments and the digests of their forms' keys. */
export const makeCompanies = async (client: Client): Promise<Staffed[]> => {
  const password = await hashPassword(DEMO_PASSWORD)
  const made: Staffed[] = []
  for (const company of COMPANIES) made.push(await makeCompany(client, company, password))

  // One person works for both, so that changing the company can be tried.
  const [first, second] = made
  const traveller = first?.staff.get('admin')
  const [adminOfFirst] = first?.company.people ?? []
  if (second && traveller !== undefined && adminOfFirst) await join(client, second.companyId, traveller, adminOfFirst)
  return made
}

/** The companies as an earlier run has left them; undefined when there are none of ours. */
export const findCompanies = async (client: Client): Promise<Staffed[] | undefined> => {
  const found: Staffed[] = []
  for (const company of COMPANIES) {
    const { rows } = await client.query<{ companyId: number; account: string; id: number }>(
      `select c.id as "companyId", split_part(p.email, '@', 1) as account, p.id from identity.companies c
       join identity.memberships m on m.company_id = c.id join identity.people p on p.id = m.id and split_part(p.email, '@', 2) = c.domain
       where c.domain = $1`,
      [company.domain],
    )
    const [first] = rows
    if (first)
      found.push({ companyId: first.companyId, company, staff: new Map(rows.map(({ account, id }) => [account, id])) })
  }
  return found.length === COMPANIES.length ? found : undefined
}

const makeCompany = async (client: Client, company: DemoCompany, password: string): Promise<Staffed> => {
  const { name, domain, currency, currencySymbol } = company
  const companyId = await idOf(
    client,
    'insert into identity.companies (name, domain, currency, currency_symbol) values ($1, $2, $3, $4) returning id',
    [name, domain, currency, currencySymbol],
  )
  await client.query(
    `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.actor_id', '', true),
      set_config('leadroom.channel', 'demo', true), set_config('leadroom.act', 'demo.fill', true), set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
    [String(companyId)],
  )
  const staff = new Map<string, number>()
  for (const person of company.people) {
    const id = await idOf(
      client,
      `insert into identity.people (email, password_hash, first_name, last_name, currency, time_zone, date_format)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        `${person.account}@${domain}`,
        password,
        person.firstName,
        person.lastName,
        currency,
        person.timeZone,
        person.dateFormat,
      ],
    )
    await join(client, companyId, id, person)
    staff.set(person.account, id)
  }
  return { companyId, company, staff }
}

const join = async (client: Client, companyId: number, id: number, person: DemoPerson) => {
  const department = await idOf(
    client,
    'insert into identity.departments (company_id, name) values ($1, $2) on conflict (company_id, name) do update set name = excluded.name returning id',
    [companyId, person.department],
  )
  const known = await client.query<{ id: number }>(
    'select id from identity.designations where company_id = $1 and department_id = $2 and name = $3',
    [companyId, department, person.designation],
  )
  const designation =
    known.rows[0]?.id ??
    (await idOf(
      client,
      'insert into identity.designations (company_id, department_id, name) values ($1, $2, $3) returning id',
      [companyId, department, person.designation],
    ))
  const isAdmin = person.sets.includes('Admin')
  await client.query(
    `insert into identity.memberships (company_id, id, is_primary, is_admin, department_id, designation_id, permissions)
     values ($1, $2, $3, $3, $4, $5, $6)`,
    [companyId, id, isAdmin, department, designation, permissionsOf(person)],
  )
}

const idOf = async (client: Client, text: string, values: unknown[]) => {
  const { rows } = await client.query<{ id: string }>(text, values)
  if (!rows[0]) throw new Error('The insert answered no id')
  return Number(rows[0].id)
}
