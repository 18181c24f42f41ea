import { sql } from 'kysely'
import type { Contact, ContactRow } from '#contract/directory/contacts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { contactsAlike, mergesInto, newestLeads, standsFor, timelineOf } from '#server/directory/provenance/around.ts'
import { saidOf, settersOf, sourcedOf, type SaidFrom, type Shown } from '#server/directory/provenance/provenance.ts'
import type { Caller } from '#server/kit/auth.ts'
import { OF_COMPANY, ROW } from './list.ts'

type Row = ContactRow & Omit<Shown, 'shown'> & Pick<Contact, 'note' | 'emails' | 'phones'> & { city: string | null }

/** A contact with all that is known of it, or what it has become; undefined: there is none. */
export const contactDetails = async (tenant: Tenant, caller: Caller, asked: number): Promise<Contact | undefined> => {
  const id = await standsFor(tenant, { kind: 'contact', id: asked })
  const row = id === undefined ? undefined : await contactShown(tenant, id)
  if (!row || id === undefined) return undefined
  const subject = { kind: 'contact', id } as const
  const [said, setters, leads, lookalikes, merges] = await Promise.all([
    saidOf(tenant, caller, subject),
    settersOf(tenant, subject),
    newestLeads(tenant, caller, subject),
    contactsAlike(tenant, id),
    mergesInto(tenant, subject),
  ])
  const timeline = await timelineOf(tenant, caller, subject, said)
  const { own: _own, pinned: _pinned, updated_at: _updatedAt, city: _city, ...shown } = row
  const one = sourcedOf(shownOf(row), said, setters)
  return {
    ...shown,
    fields: {
      name: one('name'),
      email: one('email'),
      phone: one('phone'),
      designation: one('designation'),
      department: one('department'),
      country: one('country'),
      city: one('city'),
    },
    company_from: row.company && companyFrom(said, row.own, setters.get('company_id')?.label),
    leads,
    timeline,
    lookalikes,
    merges,
    merged_from: id === asked ? null : asked,
  }
}

export const shownOf = (row: Row): Shown => {
  const { own, pinned, updated_at, name, email, phone, designation, department, country, city } = row
  return { own, pinned, updated_at, shown: { name, email, phone, designation, department, country, city } }
}

const companyFrom = (said: readonly SaidFrom[], own: Shown['own'], set: string | undefined): string | null => {
  if (Object.hasOwn(own, 'company_id')) return set ?? 'Set by a colleague'
  const best = said.find(({ field }) => field === 'company')
  if (!best) return null
  const [kind, ...key] = best.value.split(':')
  return kind === 'domain' ? `Domain ${key.join(':')}, ${best.from.label}` : `Named by ${best.from.label}`
}

export const contactShown = async ({ db, companyId }: Tenant, id: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select ${ROW}, c.city, c.note, c.own, c.pinned, c.updated_at,
      coalesce((select json_agg(json_build_object('email', k.key, 'status', k.status, 'primary', k.key = c.email)
          order by k.key = c.email desc nulls last, k.id)
        from directory_keys k where k.company_id = c.company_id and k.contact_id = c.id and k.kind = 'email'
          and k.key = any (string_to_array(c.emails, ' '))), '[]') as emails,
      array(select p.phone from (
        select c.phone, 1 as place where c.phone is not null
        union all select f.value, 2 from directory_keys k join directory_facts f on f.company_id = k.company_id and f.key_id = k.id
        where k.company_id = c.company_id and k.contact_id = c.id and f.field = 'phone' and (c.erased_at is null or f.at > c.erased_at)) p (phone, place)
        group by p.phone order by min(p.place), p.phone limit 20) as phones
    from directory_contacts c ${OF_COMPANY} where c.company_id = ${companyId} and c.id = ${id} and c.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}
