import { sql } from 'kysely'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { OLDEST } from './heads.ts'

/** So many of a person's rows are looked at for their acts. */
const LOOKED_AT = 5_000
/** So many people are offered. */
const MOST_PEOPLE = 500

/** The acts in a company's recent history: from one act to the next in the index, past all the rows of each. */
export const actsOfAll = async ({ db, companyId }: Tenant): Promise<string[]> => {
  const { rows } = await sql<{ act: string }>`
    with recursive acts as (
      (select act from changes where company_id = ${companyId} order by act limit 1)
      union all
      select next.act from acts cross join lateral (
        select c.act from changes c where c.company_id = ${companyId} and c.act > acts.act order by c.act limit 1) next
    )
    select act from acts where exists (
      select from (
        select c.at from changes c where c.company_id = ${companyId} and c.act = acts.act order by c.id desc limit 1
      ) newest where newest.at > ${OLDEST})
    order by act`.execute(db)
  return rows.map(({ act }) => act)
}

/** The acts among a person's last changes. */
export const actsOf = async ({ db, companyId }: Tenant, person: number): Promise<string[]> => {
  const { rows } = await sql<{ act: string }>`
    select distinct act from (
      select act, at from changes where company_id = ${companyId} and actor_id = ${person} order by id desc limit ${LOOKED_AT}
    ) c where at > ${OLDEST} order by act`.execute(db)
  return rows.map(({ act }) => act)
}

/** The people whose changes are in the recent history, by name. */
export const peopleWhoActed = async ({ db, companyId }: Tenant): Promise<PersonRef[]> => {
  const { rows } = await sql<PersonRef>`
    select s.id, s.name from staff s where exists (
      select from (
        select c.at from changes c where c.company_id = ${companyId} and c.actor_id = s.id order by c.id desc limit 1
      ) newest where newest.at > ${OLDEST})
    order by s.name, s.id limit ${MOST_PEOPLE}`.execute(db)
  return rows
}
