import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { containing, hasTrigram, startingWith } from '#server/kit/page.ts'
import type { Wanted } from '#server/platform/counted-lists/page.ts'

/** A page of leads to search for; `l` is a lead. */
export interface Searched extends Wanted {
  /** Whether an index has the leads in this order. */
  inUsualOrder: boolean
}

export interface Found {
  ids: number[]
  total: number
}

/** One page of the leads with a fragment in name, email, company, phone or number, and how many there are; a phone number may be written in any way. */
export const searchLeads = async (tenant: Tenant, text: string, wanted: Searched): Promise<Found> => {
  const into = await mergedInto(tenant, text)
  if (into !== undefined) return pageAndTotal(tenant.db, matchesOr(text, into), wanted)
  return (await isRare(tenant, text)) ? fewFound(tenant, text, wanted) : manyFound(tenant, text, wanted)
}

/** What the lead of this number has become part of, if it was merged. */
const mergedInto = async ({ db, companyId }: Tenant, text: string): Promise<number | undefined> => {
  if (!/^\d{1,15}$/.test(text)) return undefined
  const { rows } = await sql<{ into: number }>`
    select lead_now(id) as into from leads
    where company_id = ${companyId} and lead_no = ${Number(text)} and deleted_at is not null and lead_now(id) <> id`.execute(
    db,
  )
  return rows[0]?.into
}

const matchesOr = (text: string, id: number) =>
  hasTrigram(text)
    ? sql`l.id in (${idsSaying(text)} union all select ${id}::bigint)`
    : sql`(${startsAWord(text)} or l.id = ${id})`

/** Whether the trigram index is the shorter way, by what the database knows of the texts; common words are in most leads. */
const isRare = async ({ db }: Tenant, text: string) => {
  if (!hasTrigram(text)) return false
  const { rows } = await sql<{ rare: boolean }>`select is_rare(fold(${containing(text)})) as rare`.execute(db)
  return rows[0]?.rare ?? false
}

/** The leads `l` that `searchLeads` finds, as a condition for whoever counts or takes all of them. */
export const searching = async (tenant: Tenant, search: string | undefined): Promise<RawBuilder<unknown>[]> => {
  const text = search?.trim()
  if (!text) return []
  const into = await mergedInto(tenant, text)
  return [into === undefined ? saying(text) : matchesOr(text, into)]
}

/**
 * A fragment anywhere in name, email, company, phone or number, as a condition on `l`. Of less than three characters: a word
 * that begins with it.
 */
export const saying = (text: string): RawBuilder<unknown> => (hasTrigram(text) ? inTrigrams(text) : startsAWord(text))

// The database lowers both sides: it and JavaScript do not agree on every letter.
const idsSaying = (text: string) => {
  const said = waysOfWriting(text).map((way) => sql`select search_leads(fold(${containing(way)}))`)
  const unread = idsOfUnread(text)
  return sql.join(unread ? [...said, unread] : said, sql` union all `)
}
const inTrigrams = (text: string) => sql`l.id in (${idsSaying(text)})`

/** What a text that may be of a phone number has of digits; any other has none. */
const digitsOf = (text: string) => (/^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, '') : '')

/** A number of so many digits is meant as a whole: the ways of writing it differ in what stands between them, and in zeros before. */
const WHOLE_NUMBER = 7
const WITHOUT_ZEROS = /^0+(?=\d{3})/
const phoneOf = (text: string) => {
  const digits = digitsOf(text)
  return digits.length >= WHOLE_NUMBER ? digits.replace(WITHOUT_ZEROS, '') : digits
}

/** The text, and a phone number also as those that could be read are stored. */
const waysOfWriting = (text: string) => {
  const phone = phoneOf(text)
  return phone.length < WHOLE_NUMBER || phone === text ? [text] : [text, phone]
}

/** Leads whose number could not be read and is kept as it was sent; undefined where the text cannot be of one. */
const idsOfUnread = (text: string) => {
  const phone = phoneOf(text)
  return hasTrigram(phone) ? sql`select search_unread_phones(${containing(phone)})` : undefined
}

/** Straight from the trigram index: all that match are few. */
const fewFound = ({ db }: Tenant, text: string, wanted: Searched) => pageAndTotal(db, inTrigrams(text), wanted)

/** One page of the matching leads that are `found` besides, and how many there are: all of them are looked at. */
export const pageAndTotal = async (
  db: Tenant['db'],
  found: RawBuilder<unknown>,
  { matching, order, limit, offset }: Wanted,
): Promise<Found> => {
  const { rows } = await sql<Found>`
    with matched as materialized (select l.id, row_number() over (order by ${order}) as place from leads l where ${matching} and ${found})
    select (select count(*) from matched) as total,
      to_json(array(select id from matched where place > ${offset} order by place limit ${limit})) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/**
 * By looking at every text, in an index that holds little else. Where many match, the page comes from the list itself, in
 * whose first rows they are; where it turned out that few do, from those few.
 */
const manyFound = async ({ db }: Tenant, text: string, wanted: Searched): Promise<Found> => {
  const { matching, order, inUsualOrder, limit, offset } = wanted
  const contains = hasTrigram(text) ? inText(text) : startsAWord(text)
  const counted = await sql<{ total: number }>`
    select count(*) as total from leads l where ${matching} and ${contains}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (offset >= total) return { ids: [], total }
  if (total < MANY_TIMES_THE_PAGE * (offset + limit)) return pageAndTotal(db, contains, wanted)
  // The fence (offset 0) keeps the order of the list: the planner would rather look at every text once more, and sort.
  const page = inUsualOrder
    ? sql`from (select l.id, l.search_text from leads l where ${matching} order by ${order} offset 0) l where ${contains}`
    : sql`from leads l where ${matching} and ${contains} order by ${order}`
  const { rows } = await sql<{ id: number }>`select l.id ${page} limit ${limit} offset ${offset}`.execute(db)
  return { ids: rows.map(({ id }) => id), total }
}
const MANY_TIMES_THE_PAGE = 10

const inText = (text: string) => {
  const said = waysOfWriting(text).map((way) => sql`l.search_text like fold(${containing(way)})`)
  const unread = idsOfUnread(text)
  return sql`(${sql.join(unread ? [...said, sql`l.id in (${unread})`] : said, sql` or `)})`
}

/** Too short for a fragment: a word has to begin with it. */
const startsAWord = (text: string) =>
  sql`(l.search_text like fold(${startingWith(text)}) or l.search_text like fold(${`% ${startingWith(text)}`}))`
