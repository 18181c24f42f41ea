import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { beginsWith, contains, inWords } from '#server/kit/page.ts'

/** The people of the company with these ids, deactivated ones too, whatever they hold. */
export const staffWithIds = ({ db }: Tenant, ids: readonly number[]) =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy(inWords(sql.ref('name')))
    .orderBy('id')
    .execute()

/**
 * A fragment of the name or the email; one or two letters only begin a word of the name. Everybody without one.
 */
export const staffMatches = (search = '') => {
  const text = search.trim()
  if (!text) return sql<boolean>`true`
  return text.length < 3
    ? sql<boolean>`(${beginsWith(sql.ref('name'), text)} or ${contains(sql.ref('name'), ` ${text}`)})`
    : sql<boolean>`(${contains(sql.ref('name'), text)} or ${contains(sql.ref('email'), text)})`
}
