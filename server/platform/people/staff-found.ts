import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { containing, inWords, startingWith } from '#server/kit/page.ts'

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
 * A fragment of the name or the email; one or two letters only begin a word of the name. Everybody without one. The
 * database lowers both sides: it and JavaScript do not agree on every letter.
 */
export const staffMatches = (search = '') => {
  const text = search.trim()
  if (!text) return sql<boolean>`true`
  return text.length < 3
    ? sql<boolean>`(fold(name) like fold(${startingWith(text)}) or fold(name) like fold(${containing(` ${text}`)}))`
    : sql<boolean>`(fold(name) like fold(${containing(text)}) or fold(email) like fold(${containing(text)}))`
}
