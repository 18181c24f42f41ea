import { sql } from 'kysely'
import { LEGAL_FORMS } from '#server/directory/directory-upkeep/keys.ts'

/** What makes people likely the same: `ids` the newest first, with why and how likely. */
export const alikeContacts = (companyId: number) => sql`
  select reason, score, ids from (
    with people as materialized (
      select id, fold(name) as name, phone, directory_company_id as firm from directory_contacts
      where company_id = ${companyId} and deleted_at is null and (phone is not null or directory_company_id is not null)
    )
    select 'Same phone and name' as reason, 100 as score, array_agg(id order by id desc) as ids from people
    where phone is not null and name <> '' group by phone, name having count(*) > 1
    union all
    select 'Same phone and company', 90, array_agg(id order by id desc) from people
    where phone is not null and firm is not null group by phone, firm having count(*) > 1
    union all
    select 'Same name and company', 80, array_agg(id order by id desc) from people
    where firm is not null and name <> '' group by firm, name having count(*) > 1) alike`

/** The same of companies; a site is known by a domain or by what was given as their website. */
export const alikeCompanies = (companyId: number) => sql`
  select reason, score, ids from (
    with firms as materialized (
      select id, firm_name(name, ${LEGAL_FORMS.join('|')}) as name, phone,
        lower(substring(website from '^(?:[a-zA-Z]+://)?(?:www\\.)?([^/:?#]+)')) as site
      from directory_companies where company_id = ${companyId} and deleted_at is null
    ), sites as (
      select id, site from firms where site is not null
      union
      select firms.id, k.key from firms
      join directory_keys k on k.company_id = ${companyId} and k.directory_company_id = firms.id and k.kind = 'domain'
    )
    select 'Same website' as reason, 100 as score, array_agg(id order by id desc) as ids from sites group by site having count(*) > 1
    union all
    select 'Same name', 90, array_agg(id order by id desc) from firms where name <> '' group by name having count(*) > 1
    union all
    select 'Same phone', 70, array_agg(id order by id desc) from firms where phone is not null group by phone having count(*) > 1) alike`
