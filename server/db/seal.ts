import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Tenant, Tenants } from './tenant.ts'

/**
 * A row of the history (`c`) as one text, the same on every server and in every time zone: what is sealed. As json, which is written
 * out at once; jsonb, which is built first, has the same text.
 */
export const ROW_TEXT = `json_build_array(c.company_id, c.id, c.tx::text, extract(epoch from c.at)::text, c.actor_kind, c.actor_id,
  c.on_behalf_of, c.channel, c.change_set, c.act, c.entity, c.entity_id, c.root, c.root_id, c.version, c.verb, c.fields,
  encode(c.personal, 'hex'), c.reason, c.request_id)::text`

/** Before the first link there is nothing. */
export const NO_LINK = Buffer.alloc(0)
export const nextLink = (before: Buffer, text: string): Buffer =>
  createHash('sha256').update(before).update(text).digest()

const LINK_BYTES = 32

/** How far a company's chain has come: what is written down outside the database. */
export interface Anchor {
  company: number
  seal: number
  link: string
  at: string
}

/** The due kind under which sealing waits. */
export const SEAL = 'seal'

const BATCH = 2_000
const NOTHING_YET = '0'
/** What is still being written is looked at again so much later. */
const AGAIN_SECONDS = 2

/**
 * Seals what a company's finished transactions have added to its history, in their order, and comes back for the
 * rest. Nobody who writes waits for this; two who seal wait for one another. Answers the anchor to keep.
 */
export const sealHistory = (tenants: Tenants, companyId: number): Promise<Anchor | undefined> =>
  tenants.write(companyId, { kind: 'system', channel: 'api', act: 'changes.seal' }, async (tenant) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`seal:${companyId}`}, 0))`.execute(tenant.db)
    const last = await lastRound(tenant)
    const { rows, xmin, more, upto } = await finishedRows(tenant, last)
    const links = chain(last.link, rows)
    await comeBack(tenant, more, xmin)
    const link = links.at(-1)
    if (!link) return undefined

    const seal = last.seal + rows.length
    await sql`
      insert into seals (company_id, id, change_id, link)
      select ${companyId}::int, ${last.seal} + place, change_id, substr(links, (place::int - 1) * ${LINK_BYTES} + 1, ${LINK_BYTES})
      from (select ${Buffer.concat(links)}::bytea as links) l,
        unnest(${rows.map(({ id }) => id)}::bigint[]) with ordinality as s (change_id, place)`.execute(tenant.db)
    const { rows: rounds } = await sql<{ at: string }>`
      insert into seal_rounds (company_id, last_seal, link, upto) values (${companyId}, ${seal}, ${link}, ${upto}::xid8)
      returning at`.execute(tenant.db)
    return { company: companyId, seal, link: link.toString('hex'), at: rounds[0]?.at ?? '' }
  })

const chain = (start: Buffer, rows: readonly { text: string }[]) => {
  let link = start
  return rows.map(({ text }) => (link = nextLink(link, text)))
}

interface Round {
  seal: number
  link: Buffer
  /** All transactions before this one have been sealed. */
  upto: string
  /** The row of the last link. */
  tx: string | null
  changeId: number
}

const lastRound = async ({ db, companyId }: Tenant): Promise<Round> => {
  const { rows } = await sql<Round>`
    select r.last_seal as seal, r.link, r.upto::text, c.tx::text as tx, coalesce(c.id, 0) as "changeId"
    from (select * from seal_rounds where company_id = ${companyId} order by id desc limit 1) r
    left join seals s on s.company_id = ${companyId} and s.id = r.last_seal
    left join changes c on c.company_id = ${companyId} and c.id = s.change_id`.execute(db)
  return rows[0] ?? { seal: 0, link: NO_LINK, upto: NOTHING_YET, tx: null, changeId: 0 }
}

/**
 * The next rows whose transactions have ended, so that no other can come before them any more: first those of before
 * transactions were noted, then each after the last one, along the index. A database that was brought from another server has
 * rows of transactions that this one has not reached: they have ended, too.
 */
const finishedRows = async (tenant: Tenant, last: Round) => {
  // Along the index: by the statistics of a table that grows, a plan would read and sort all that waits for each batch.
  const { rows: snapshots } = await sql<{ xmin: string; xmax: string; moved: boolean }>`
    select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax, ${last.upto}::xid8 > pg_snapshot_xmax(s) as moved,
      set_config('enable_sort', 'off', true)
    from pg_current_snapshot() s`.execute(tenant.db)
  const { xmin = NOTHING_YET, xmax = NOTHING_YET, moved = false } = snapshots[0] ?? {}
  const first = last.upto === NOTHING_YET

  if (first && last.tx === null) {
    const rows = await unsealed(tenant, { tx: null, id: last.changeId }, sql`c.tx is null`)
    if (rows.length > 0) return { rows, xmin, more: true, upto: NOTHING_YET }
  }
  const start = moved ? THE_FIRST : { tx: last.upto, id: last.tx === last.upto ? last.changeId : 0 }
  const ended = first || moved ? sql`(c.tx < ${xmin}::xid8 or c.tx >= ${xmax}::xid8)` : sql`c.tx < ${xmin}::xid8`
  const rows = await unsealed(tenant, start, ended)
  const more = rows.length === BATCH
  return { rows, xmin, more, upto: !more ? xmin : moved ? last.upto : (rows.at(-1)?.tx ?? last.upto) }
}

interface Place {
  tx: string | null
  id: number
}
const THE_FIRST: Place = { tx: NOTHING_YET, id: 0 }

/**
 * At most a batch of rows without a seal, in order, after a place. However many rows with a seal lie between, as they do after
 * a move to another server, no statement looks at more than a batch of them.
 */
const unsealed = async ({ db, companyId }: Tenant, start: Place, which: RawBuilder<unknown>) => {
  const found: { id: number; tx: string | null; text: string }[] = []
  let at = start
  while (found.length < BATCH) {
    const after = at.tx === null ? sql`c.id > ${at.id}` : sql`(c.tx, c.id) > (${at.tx}::xid8, ${at.id}::bigint)`
    const { rows } = await sql<Place & { text: string | null }>`
      select c.id, c.tx::text as tx, case when not ${isSealed(companyId)} then ${sql.raw(ROW_TEXT)} end as text from changes c
      where c.company_id = ${companyId} and ${after} and ${which}
      order by c.tx, c.id limit ${BATCH}`.execute(db)
    for (const { id, tx, text } of rows) if (text !== null) found.push({ id, tx, text })
    at = rows.at(-1) ?? at
    if (rows.length < BATCH) break
  }
  return found.slice(0, BATCH)
}

/** Whether a change (`c`) has a seal, asked of each by itself (`offset 0`): as a join it could hold each row against each seal. */
const isSealed = (companyId: number) =>
  sql`exists (select from seals s where s.company_id = ${companyId} and s.change_id = c.id offset 0)`

const comeBack = async (tenant: Tenant, more: boolean, xmin: string) => {
  if (more) return tenant.due(SEAL)
  const { rows } = await sql`
    select from changes c
    where c.company_id = ${tenant.companyId} and c.tx >= ${xmin}::xid8 and c.tx < pg_snapshot_xmax(pg_current_snapshot())
      and not ${isSealed(tenant.companyId)}
    limit 1`.execute(tenant.db)
  if (rows.length) await tenant.due(SEAL, sql`now() + make_interval(secs => ${AGAIN_SECONDS})`)
}
