import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { containing } from '#server/kit/page.ts'
import { askedWords, saysAll, type Asked } from '#server/kit/searched-words.ts'
import type { Wanted } from '#server/platform/counted-lists/page.ts'

/** A page of leads to search for; `l` is a lead. */
export interface Searched extends Wanted {
  /** What the list shows, of `l` as a row of the company’s `lead_texts`: they have all that lists are filtered by. */
  among: RawBuilder<boolean>
  /** Whether an index has the leads in this order, and their texts say it. */
  inUsualOrder: boolean
}

export interface Found {
  ids: number[]
  total: number
}

/**
 * One page of the leads that say all of the words, and how many there are: in name, email, company, phone, number, city, products
 * or message.
 */
export const searchLeads = async (tenant: Tenant, text: string, wanted: Searched): Promise<Found> => {
  const { asked, into } = await askedFor(tenant, text)
  if (into !== undefined) return pageAndTotal(tenant.db, matches(asked, into), wanted)
  if (asked.length === 0) return NOTHING
  return (await isRare(tenant, asked))
    ? pageOf(tenant, sql`find_leads(${JSON.stringify(asked)}::jsonb) l where ${wanted.among}`, wanted)
    : manyFound(tenant, saying(asked), wanted)
}
const NOTHING: Found = { ids: [], total: 0 }

interface AskedFor {
  asked: Asked
  /** What the lead of this number has become part of, if it was merged. */
  into: number | undefined
}

const askedFor = async (tenant: Tenant, text: string): Promise<AskedFor> => {
  const [asked, into] = await Promise.all([askedWords(tenant.db, text), mergedInto(tenant, text)])
  return { asked, into }
}

/** The number of a lead that the text is: `1801`, `No. 1801` or `#1801`. */
export const numberIn = (text: string): number | undefined => {
  const digits = /^(?:no\.?\s*|#)?(\d{1,15})$/i.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const mergedInto = async ({ db, companyId }: Tenant, text: string): Promise<number | undefined> => {
  const number = numberIn(text)
  if (number === undefined) return undefined
  const { rows } = await sql<{ into: number }>`
    select lead_now(id) as into from leads
    where company_id = ${companyId} and lead_no = ${number} and deleted_at is not null and lead_now(id) <> id`.execute(
    db,
  )
  return rows[0]?.into
}

/** Whether the trigram index is the shorter way, by what the database knows of the texts; common words are in most leads. */
const isRare = async ({ db }: Tenant, asked: Asked) => {
  const { rows } = await sql<{
    rare: boolean
  }>`select leads_are_rare(${JSON.stringify(asked)}::jsonb) as rare`.execute(db)
  return rows[0]?.rare ?? false
}

/** The leads `l` that `searchLeads` finds, as a condition for whoever counts or takes all of them. */
export const searching = async (tenant: Tenant, search: string | undefined): Promise<RawBuilder<unknown>[]> => {
  const text = search?.trim()
  if (!text) return []
  const { asked, into } = await askedFor(tenant, text)
  return [matches(asked, into)]
}

/** Leads with an ASCII text in small letters, as a condition on `l`. */
export const containingText = (text: string): RawBuilder<unknown> => matches([[containing(text)]])

const matches = (asked: Asked, into?: number) =>
  sql`l.id in (select f.id from find_leads(${JSON.stringify(asked)}::jsonb) f${into === undefined ? sql`` : sql` union all select ${into}::bigint`})`

/** All words, of `l` as a row of `lead_texts`. */
const saying = (asked: Asked) => saysAll(sql`l.text`, asked)

/** One page of the leads that are found so, and how many there are, in one pass. Another order than the usual one is that of the leads themselves. */
const pageOf = async (
  { db, companyId }: Tenant,
  from: RawBuilder<unknown>,
  { order, inUsualOrder, limit, offset }: Searched,
): Promise<Found> => {
  const leads = inUsualOrder ? sql`found l` : sql`found join leads l on l.company_id = ${companyId} and l.id = found.id`
  const { rows } = await sql<Found>`
    with found as materialized (select l.id, l.created_at, l.validated_at from ${from})
    select (select count(*) from found) as total,
      to_json(array(select l.id from ${leads} order by ${order} limit ${limit} offset ${offset})) as ids`.execute(db)
  return rows[0] ?? NOTHING
}

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
  return rows[0] ?? NOTHING
}

/**
 * By reading the texts one after the other. Where it turns out that few match, the page comes from those few; where many do, from
 * the list itself, in whose first rows they are.
 */
const manyFound = async (tenant: Tenant, contains: RawBuilder<unknown>, wanted: Searched): Promise<Found> => {
  const { db, companyId } = tenant
  const { matching, among, order, inUsualOrder, limit, offset } = wanted
  const texts = sql`l.company_id = ${companyId} and ${among}`
  const first = await sql<{
    id: number
  }>`select l.id from lead_texts l where ${texts} and ${contains} limit ${FEW + 1}`.execute(db)
  if (first.rows.length <= FEW) {
    const ids = first.rows.map(({ id }) => id)
    return pageOf(tenant, sql`lead_texts l where ${texts} and l.id = any(${ids}::bigint[])`, wanted)
  }
  const counted = await sql<{
    total: number
  }>`select count(*) as total from lead_texts l where ${texts} and ${contains}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (offset >= total) return { ids: [], total }
  if (!inUsualOrder || total < MANY_TIMES_THE_PAGE * (offset + limit))
    return pageOf(tenant, sql`lead_texts l where ${texts} and ${contains}`, wanted)
  // The fences (offset 0) keep the order of the list: the planner would rather look at every text once more, and sort.
  const { rows } = await sql<{ id: number }>`
    select l.id from (select l.id from leads l where ${matching} order by ${order} offset 0) listed
    cross join lateral (select l.id, l.text from lead_texts l where l.company_id = ${companyId} and l.id = listed.id offset 0) l
    where ${contains} limit ${limit} offset ${offset}`.execute(db)
  return { ids: rows.map(({ id }) => id), total }
}
const FEW = 200
const MANY_TIMES_THE_PAGE = 10
