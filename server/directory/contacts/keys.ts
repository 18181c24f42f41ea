import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { DirectoryKey } from '#server/directory/directory-upkeep/keys.ts'
import { conflict } from '#server/kit/errors.ts'

interface Owner {
  id: number
  /** It shows on the list. */
  there: boolean
  name: string
  company: string | null
}

/** Whose the key is; undefined: nobody’s. */
export const ownerOf = async ({ db, companyId }: Tenant, { kind, key }: DirectoryKey): Promise<Owner | undefined> => {
  const { rows } = await sql<Owner>`
    select c.id, c.deleted_at is null as there, c.name, c.company_name as company
    from directory_keys k join directory_contacts c on c.company_id = k.company_id and c.id = k.contact_id
    where k.company_id = ${companyId} and k.kind = ${kind} and k.key = ${key}`.execute(db)
  return rows[0]
}

export const belongsTo = (what: string, { name, company }: Pick<Owner, 'name' | 'company'>) =>
  `${what} belongs to ${name}${company ? ` (${company})` : ''}.`

export const taken = (what: string, owner: Owner) => conflict(belongsTo(what, owner), { id: owner.id }, 'taken')

/** Makes the key the contact’s; 409 where somebody on the list has it. */
export const giveKey = async (tenant: Tenant, id: number, key: DirectoryKey, what = key.key): Promise<void> => {
  const owner = await ownerOf(tenant, key)
  if (owner?.id === id) return
  if (owner?.there) throw taken(what, owner)
  await takeKey(tenant, id, key)
}

/** Makes a key that nobody on the list has the contact’s, with all that hangs on it. */
export const takeKey = async ({ db, companyId }: Tenant, id: number, { kind, key }: DirectoryKey): Promise<void> => {
  await sql`
    insert into directory_keys (company_id, kind, key, contact_id, contact_origin) values (${companyId}, ${kind}, ${key}, ${id}, ${id})
    on conflict (company_id, kind, key) do update set contact_id = excluded.contact_id, contact_origin = excluded.contact_origin`.execute(
    db,
  )
}

/** Takes an address away that a person had set, unless an enquiry has said it. */
export const dropAddress = async ({ db, companyId }: Tenant, id: number, email: string): Promise<void> => {
  await sql`
    delete from directory_keys k where k.company_id = ${companyId} and k.kind = 'email' and k.key = ${email} and k.contact_id = ${id}
      and not exists (select from directory_facts f where f.company_id = k.company_id and f.key_id = k.id)
      and not exists (select from directory_leads l where l.company_id = k.company_id and l.contact_key_id = k.id)`.execute(
    db,
  )
}

/** Marks the addresses that people have called wrong, and those that are right after all as mail has found them. */
export const markWrong = async ({ db, companyId }: Tenant, id: number, wrong: readonly string[]): Promise<void> => {
  await sql`
    update directory_keys k set status = m.status from (
      select a.id, case when a.key = any (${wrong}::text[]) then 'wrong' when a.status <> 'wrong' then a.status
        when s.status = 'bounced' then 'bounced' when s.status in ('unsubscribed', 'complained', 'blocked') then 'unsubscribed' else 'ok' end as status
      from directory_keys a left join newsletter_subscribers s on s.company_id = a.company_id and s.email = a.key and s.deleted_at is null
      where a.company_id = ${companyId} and a.contact_id = ${id} and a.kind = 'email') m
    where k.company_id = ${companyId} and k.id = m.id and k.status <> m.status`.execute(db)
}

export const showContact = async ({ db }: Tenant, id: number): Promise<void> => {
  await sql`select show_contacts(array[${id}::bigint])`.execute(db)
}
