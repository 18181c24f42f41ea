import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant, Tenants } from './tenant.ts'

/** A row of the history (`c`) as one text, the same on every server and in every time zone: what is sealed. */
export const ROW_TEXT = `jsonb_build_array(c.company_id, c.id, c.tx::text, extract(epoch from c.at)::text, c.actor_kind, c.actor_id,
  c.on_behalf_of, c.channel, c.change_set, c.act, c.entity, c.entity_id, c.root, c.root_id, c.version, c.verb, c.fields,
  encode(c.personal, 'hex'), c.reason, c.request_id)::text`

/** Before the first link there is nothing. */
export const NO_LINK = Buffer.alloc(0)
export const nextLink = (before: Buffer, text: string): Buffer =>
  createHash('sha256').update(before).update(text).digest()

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
const AGAIN_MS = 2_000

/**
 * Seals what a company's finished transactions have added to its history, in their order, and comes back for the
 * rest. Nobody who writes waits for this; two who seal wait for one another. Answers the anchor to keep.
 */
export const sealHistory = (tenants: Tenants, companyId: number): Promise<Anchor | undefined> =>
  tenants.write(companyId, { kind: 'system', channel: 'api', act: 'changes.seal' }, async (tenant) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`seal:${companyId}`}, 0))`.execute(tenant.db)
    const last = await lastRound(tenant)
    const { rows, xmin, catchingUp } = await finishedRows(tenant, last.upto)
    const links = chain(last.link, rows)
    const more = rows.length === BATCH
    await comeBack(tenant, more, xmin)
    const link = links.at(-1)
    if (!link) return undefined

    const seal = last.seal + rows.length
    const upto = !more ? xmin : catchingUp ? last.upto : (rows.at(-1)?.tx ?? last.upto)
    await sql`
      insert into seals (company_id, id, change_id, link)
      select ${companyId}::int, ${last.seal} + place, change_id, link
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${links}::bytea[]) with ordinality as s (change_id, link, place)`.execute(
      tenant.db,
    )
    await sql`insert into seal_rounds (company_id, last_seal, link, upto) values (${companyId}, ${seal}, ${link}, ${upto}::xid8)`.execute(
      tenant.db,
    )
    return { company: companyId, seal, link: link.toString('hex'), at: new Date().toISOString() }
  })

const chain = (start: Buffer, rows: readonly { text: string }[]) => {
  let link = start
  return rows.map(({ text }) => (link = nextLink(link, text)))
}

const lastRound = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ seal: number; link: Buffer; upto: string }>`
    select last_seal as seal, link, upto::text from seal_rounds where company_id = ${companyId} order by id desc limit 1`.execute(
    db,
  )
  return rows[0] ?? { seal: 0, link: NO_LINK, upto: NOTHING_YET }
}

/**
 * The next rows whose transactions have ended, so that no other can come before them any more. A database that was
 * brought from another server has rows of transactions that this one has not reached: they have ended, too.
 */
const finishedRows = async ({ db, companyId }: Tenant, upto: string) => {
  const { rows: snapshots } = await sql<{ xmin: string; xmax: string; moved: boolean }>`
    select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax, ${upto}::xid8 > pg_snapshot_xmax(s) as moved
    from pg_current_snapshot() s`.execute(db)
  const { xmin = NOTHING_YET, xmax = NOTHING_YET, moved = false } = snapshots[0] ?? {}
  const catchingUp = upto === NOTHING_YET || moved
  const ended = catchingUp
    ? sql`(c.tx is null or c.tx < ${xmin}::xid8 or c.tx >= ${xmax}::xid8)`
    : sql`c.tx >= ${upto}::xid8 and c.tx < ${xmin}::xid8`
  const { rows } = await sql<{ id: number; tx: string | null; text: string }>`
    select c.id, c.tx::text as tx, ${sql.raw(ROW_TEXT)} as text from changes c
    where c.company_id = ${companyId} and ${ended}
      and not exists (select from seals s where s.company_id = ${companyId} and s.change_id = c.id)
    order by c.tx nulls first, c.id limit ${BATCH}`.execute(db)
  return { rows, xmin, catchingUp }
}

const comeBack = async (tenant: Tenant, more: boolean, xmin: string) => {
  if (more) return tenant.due(SEAL)
  const { rows } = await sql`
    select from changes c where c.company_id = ${tenant.companyId} and c.tx >= ${xmin}::xid8
      and not exists (select from seals s where s.company_id = ${tenant.companyId} and s.change_id = c.id) limit 1`.execute(
    tenant.db,
  )
  if (rows.length) await tenant.due(SEAL, new Date(Date.now() + AGAIN_MS).toISOString())
}
