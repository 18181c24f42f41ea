import { sql, type RawBuilder } from 'kysely'
import { MOST_FOUND, type PaletteLead } from '#contract/leads/palette.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { numberIn, searchLeads } from '#server/leads/lists/search.ts'
import { staffMatches } from '#server/platform/people/staff-found.ts'
import { inWords } from '#server/kit/page.ts'
import { askedWords, saysAll } from '#server/kit/searched-words.ts'

/** The lead of this number first, then the newest that say all of the words. */
export const leads = async (tenant: Tenant, text: string, visible: RawBuilder<boolean>): Promise<PaletteLead[]> => {
  const [numbered, { ids }] = [
    await ofNumber(tenant, text, visible),
    await searchLeads(tenant, text, {
      matching: sql`l.company_id = ${tenant.companyId} and l.deleted_at is null and ${visible}`,
      among: visible,
      order: sql`l.created_at desc, l.id desc`,
      inUsualOrder: true,
      limit: MOST_FOUND.leads,
      offset: 0,
    }),
  ]
  return brief(tenant, [...new Set([...numbered, ...ids])].slice(0, MOST_FOUND.leads), visible)
}

const ofNumber = async ({ db, companyId }: Tenant, text: string, visible: RawBuilder<boolean>): Promise<number[]> => {
  const number = numberIn(text)
  if (number === undefined) return []
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l
    where l.company_id = ${companyId} and l.lead_no = ${number} and l.deleted_at is null and ${visible}`.execute(db)
  return rows.map(({ id }) => id)
}

/** These leads in this order, but for those that the caller does not see. */
const brief = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  visible: RawBuilder<boolean>,
): Promise<PaletteLead[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<PaletteLead>`
    select l.id, l.lead_no, l.name, l.company, l.country, l.kind, l.status
    from unnest(${ids}::bigint[]) with ordinality as chosen (id, place)
    join leads l on l.company_id = ${companyId} and l.id = chosen.id and l.deleted_at is null and ${visible}
    order by chosen.place`.execute(db)
  return rows
}

export const people = ({ db }: Tenant, text: string) =>
  db
    .selectFrom('staff')
    .select(['id', 'name', 'email'])
    .where(staffMatches(text))
    .orderBy(inWords(sql.ref('name')))
    .orderBy('id')
    .limit(MOST_FOUND.people)
    .execute()

/** By the name of the file or of the person who imported it. */
export const imports = async ({ db, companyId }: Tenant, text: string, entities: readonly string[]) => {
  const asked = await askedWords(db, text)
  if (asked.length === 0 || entities.length === 0) return []
  return db
    .selectFrom('imports as i')
    .innerJoin('staff as s', 's.id', 'i.created_by')
    .select(['i.id', 'i.entity', 'i.file_name', 'i.created_at'])
    .where('i.company_id', '=', companyId)
    .where(sql<boolean>`i.entity = any(${entities}::text[])`)
    .where(saysAll(sql`' ' || searched(i.file_name || ' ' || s.name) || ' '`, asked))
    .orderBy('i.id', 'desc')
    .limit(MOST_FOUND.imports)
    .execute()
}

/** A lead that has become part of another one is that one. */
export const recent = async (tenant: Tenant, personId: number, visible: RawBuilder<boolean>) => {
  const { rows } = await sql<{ id: number }>`
    select lead_now(lead_id) as id from recent_leads
    where company_id = ${tenant.companyId} and person_id = ${personId} order by opened_at desc, lead_id desc`.execute(
    tenant.db,
  )
  const seen = await brief(tenant, [...new Set(rows.map(({ id }) => id))], visible)
  return seen.slice(0, MOST_FOUND.recent)
}

/** The oldest of very many are forgotten: some may be out of the person's sight, so more are stored than shown. */
export const opened = async ({ db, companyId }: Tenant, personId: number, leadId: number) => {
  await sql`
    insert into recent_leads (company_id, person_id, lead_id) values (${companyId}, ${personId}, ${leadId})
    on conflict (company_id, person_id, lead_id) do update set opened_at = now()`.execute(db)
  await sql`
    delete from recent_leads where company_id = ${companyId} and person_id = ${personId} and lead_id in (
      select lead_id from recent_leads where company_id = ${companyId} and person_id = ${personId}
      order by opened_at desc, lead_id desc offset ${MOST_STORED})`.execute(db)
}
const MOST_STORED = 30
