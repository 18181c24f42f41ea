import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/**
 * Takes all that was said of these people from their rows and the history; their leads stay counted. What the sources said until now counts
 * no more, so that a change of an old enquiry brings nothing back.
 */
export const forgetContacts = async (tenant: Tenant, chosen: readonly number[]): Promise<void> => {
  const { db, companyId } = tenant
  const ids = await withMerged(tenant, chosen)
  const of = sql`company_id = ${companyId} and contact_id = any (${ids}::bigint[])`
  await sql`
    update directory_contacts set own = '{}', pinned = '{}', tags = '{}', note = '', added_by = null, erased_at = now(), removed_at = now()
    where company_id = ${companyId} and id = any (${ids}::bigint[])`.execute(db)
  await sql`
    delete from directory_facts where company_id = ${companyId} and key_id in (select id from directory_keys where ${of})`.execute(
    db,
  )
  // An address by which nothing came in is nobody's any more; the others stay as long as there is the enquiry that has them, too.
  await sql`
    delete from directory_keys k where ${of}
      and not exists (select from directory_leads l where l.company_id = k.company_id and l.contact_key_id = k.id)`.execute(
    db,
  )
  await sql`
    update directory_merges set before = '{}', taken = '{}' where company_id = ${companyId} and kind = 'contact'
      and (winner_id = any (${ids}::bigint[]) or loser_id = any (${ids}::bigint[]))`.execute(db)
  await sql`select show_contacts(${ids}::bigint[])`.execute(db)
  await sql`select forget_contacts(${ids}::bigint[])`.execute(db)
}

/** With all that has become part of them: these keep what people had set of them. */
const withMerged = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive parts as (
      select id from directory_contacts where company_id = ${companyId} and id = any (${ids}::bigint[])
      union select c.id from parts join directory_contacts c on c.company_id = ${companyId} and c.merged_into = parts.id
    )
    select id from parts order by id`.execute(db)
  return rows.map(({ id }) => id)
}
