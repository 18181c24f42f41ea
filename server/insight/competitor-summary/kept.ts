import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { extract, type PostText, type Sentence } from './extract.ts'
import { POSTS, type Days } from './period.ts'

/** More posts than these are summarised behind the answer. */
export const MOST_AT_ONCE = 5_000
/** So many of the newest posts are looked at for sentences, and so much of each. */
const MOST_READ = 2_000
const LONGEST_TEXT = 5_000
const KEPT_DAYS = 90

/** Which summary it is. */
export interface About {
  competitor: number | undefined
  period: Days
  zone: string
}
export interface Kept {
  kind: 'webhook' | 'extractive'
  sentences: Sentence[]
  digest: string
  made_at: string
}

/** How many posts there are, and which: the same ones have the same digest. */
export const postsOf = async (tenant: Tenant, { competitor, period, zone }: About) => {
  const { rows } = await sql<{ posts: number; digest: string }>`
    select count(*) as posts, encode(sha256(convert_to(coalesce(string_agg(p.id || ':' || p.revisions, ',' order by p.id), ''), 'UTF8')), 'hex') as digest
    from ${POSTS(tenant, competitor, period, zone)}`.execute(tenant.db)
  return rows[0] ?? { posts: 0, digest: '' }
}

export const keptSummary = async (
  { db, companyId }: Tenant,
  { competitor, period }: About,
): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select kind, sentences, encode(digest, 'hex') as digest, made_at from competitor_summaries
    where company_id = ${companyId} and coalesce(competitor_id, 0) = ${competitor ?? 0}
      and from_date = ${period.from_date}::date and to_date = ${period.to_date}::date`.execute(db)
  return rows[0]
}

/** Sentences of the posts themselves. */
export const extracted = async (tenant: Tenant, { competitor, period, zone }: About): Promise<Sentence[]> => {
  const { rows } = await sql<PostText>`
    select p.id, left(p.text, ${LONGEST_TEXT}) as text, p.language, p.sort_at from ${POSTS(tenant, competitor, period, zone)}
    order by p.sort_at desc, p.id desc limit ${MOST_READ}`.execute(tenant.db)
  return extract(rows)
}

/** Keeps a summary in the place of the one before, and forgets those that nobody has made again for long. */
export const keepSummary = async (
  { db, companyId }: Tenant,
  { competitor, period }: About,
  { kind, sentences, digest }: Omit<Kept, 'made_at'>,
): Promise<void> => {
  await sql`
    insert into competitor_summaries (company_id, competitor_id, from_date, to_date, kind, sentences, digest)
    values (${companyId}, ${competitor ?? null}, ${period.from_date}::date, ${period.to_date}::date, ${kind}, ${JSON.stringify(sentences)}::jsonb,
      decode(${digest}, 'hex'))
    on conflict (company_id, coalesce(competitor_id, 0), from_date, to_date)
    do update set kind = excluded.kind, sentences = excluded.sentences, digest = excluded.digest, made_at = now()`.execute(
    db,
  )
  await sql`
    delete from competitor_summaries where company_id = ${companyId} and made_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  )
}
