import { sql } from 'kysely'
import type { Company, CompanyRow } from '#contract/directory/companies.ts'
import type { ContactRow } from '#contract/directory/contacts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { contactRows } from '#server/directory/contacts/list.ts'
import { companiesAlike, mergesInto, newestLeads, standsFor, timelineOf } from '#server/directory/provenance/around.ts'
import { saidOf, settersOf, sourcedOf, type Shown } from '#server/directory/provenance/provenance.ts'
import type { Caller } from '#server/kit/auth.ts'
import { idsOf } from '#server/platform/counted-lists/page.ts'
import { ROW } from './list.ts'

type Row = CompanyRow &
  Omit<Shown, 'shown'> &
  Pick<Company, 'note' | 'description' | 'all_domains'> & {
    state: string | null
    city: string | null
    zip_code: string | null
    address: string | null
  }

/** A company with all that is known of it, or what it has become; undefined: there is none. */
export const companyDetails = async (tenant: Tenant, caller: Caller, asked: number): Promise<Company | undefined> => {
  const id = await standsFor(tenant, { kind: 'company', id: asked })
  const row = id === undefined ? undefined : await companyShown(tenant, id)
  if (!row || id === undefined) return undefined
  const subject = { kind: 'company', id } as const
  const [said, setters, leads, people, lookalikes, merges] = await Promise.all([
    saidOf(tenant, caller, subject),
    settersOf(tenant, subject),
    newestLeads(tenant, caller, subject),
    peopleOf(tenant, id),
    companiesAlike(tenant, id),
    mergesInto(tenant, subject),
  ])
  const timeline = await timelineOf(tenant, caller, subject, said)
  const {
    own: _,
    pinned: __,
    updated_at: ___,
    state: ____,
    city: _____,
    zip_code: ______,
    address: _______,
    ...shown
  } = row
  const one = sourcedOf(shownOf(row), said, setters)
  return {
    ...shown,
    fields: {
      name: one('name'),
      website: one('website'),
      phone: one('phone'),
      country: one('country'),
      state: one('state'),
      city: one('city'),
      zip_code: one('zip_code'),
      address: one('address'),
    },
    people,
    leads,
    timeline,
    lookalikes,
    merges,
    merged_from: id === asked ? null : asked,
  }
}

export const shownOf = (row: Row): Shown => {
  const { own, pinned, updated_at, name, website, phone, country, state, city, zip_code, address } = row
  return { own, pinned, updated_at, shown: { name, website, phone, country, state, city, zip_code, address } }
}

const MOST_PEOPLE = 20

const peopleOf = async (tenant: Tenant, id: number): Promise<ContactRow[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from directory_contacts c
    where c.company_id = ${tenant.companyId} and c.directory_company_id = ${id} and c.deleted_at is null
    order by c.last_contact_at desc nulls last, c.id desc limit ${MOST_PEOPLE}`.execute(tenant.db)
  return contactRows(tenant, idsOf(rows.map((row) => row.id)))
}

export const companyShown = async ({ db, companyId }: Tenant, id: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select ${ROW}, f.state, f.city, f.zip_code, f.address, f.description, f.note, f.own, f.pinned, f.updated_at,
      coalesce((select json_agg(json_build_object('domain', d.key, 'leads', d.leads, 'contacts', d.contacts) order by d.id) from (
        select k.id, k.key, (select count(*) from directory_leads l where l.company_id = k.company_id and l.company_key_id = k.id) as leads,
          (select count(distinct p.contact_id) from directory_facts s
            join directory_keys p on p.company_id = s.company_id and p.id = s.key_id
            join directory_contacts c on c.company_id = p.company_id and c.id = p.contact_id and c.deleted_at is null
            where s.company_id = k.company_id and s.field = 'company' and s.value = 'domain:' || k.key) as contacts
        from directory_keys k where k.company_id = f.company_id and k.directory_company_id = f.id and k.kind = 'domain'
        order by k.id limit 100) d), '[]') as all_domains
    from directory_companies f where f.company_id = ${companyId} and f.id = ${id} and f.deleted_at is null`.execute(db)
  return rows[0]
}
