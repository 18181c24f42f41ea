import { sql } from 'kysely'
import { runPlanned } from '../transaction.ts'
import type { Identity } from './door.ts'

/** What somebody has to themselves, until they let go or no sign of life comes any more. */
export interface Claimed {
  companyId: number
  kind: string
  token: number
}

/** The turn of whoever does a company's waiting work of a kind. */
export interface DueTurn extends Claimed {
  /** What is taken away once the work is done: what comes in meanwhile waits for another turn. */
  dueId: number
}

/** Others who claim at the same time may be quicker: then the next piece is tried, and so on. */
const MOST_TRIES = 5
/** So many rows of one company and kind become one at a time. */
const MOST_TOGETHER = 10_000

/**
 * A turn at waiting work of these kinds: everything that waits for the same company and kind. It is that of the company whose last turn
 * is longest ago; one that has a turn already gets no second one beside it. Whoever has given no sign of life for so many seconds
 * is taken to be dead, and the work is somebody else's. Undefined when nothing is waiting.
 */
export const claimDue = (
  identity: Identity,
  kinds: readonly string[],
  staleSeconds: number,
): Promise<DueTurn | undefined> =>
  identity.write(async (db) => {
    const held = sql`t.heartbeat_at >= now() - make_interval(secs => ${staleSeconds})`
    const tried: string[] = []
    while (tried.length < MOST_TRIES) {
      const [next] = await runPlanned(
        db,
        'next due company',
        sql<{ company_id: number; kind: string; name: string; alone: boolean }>`
        select next.*, pg_try_advisory_xact_lock(hashtext(${`due of ${kinds.join()}`}), next.company_id) as alone
        from (
          select d.company_id, d.kind, d.company_id || ' ' || d.kind as name
          from (
            select company_id, kind, min(at) as since from identity.due where at <= now() and kind = any(${kinds}) group by company_id, kind
          ) d left join lateral (
            select max(t.served_at) as served_at, bool_or(${held}) as busy, bool_or(t.kind = d.kind and t.run_from > now()) as put_off
            from identity.due_turns t where t.company_id = d.company_id and t.kind = any(${kinds})
          ) company on true
          where busy is not true and put_off is not true and d.company_id || ' ' || d.kind <> all(${tried}::text[])
          order by company.served_at nulls first, d.since limit 1
        ) next`,
      )
      if (!next) return undefined
      const { company_id: companyId, kind, name, alone } = next
      tried.push(name)
      // Two who claim at once would both see that the company has no turn.
      if (!alone) continue
      // What somebody who is taken to be dead still stores comes first.
      const [turn] = await runPlanned(
        db,
        'due turn',
        sql<{ token: number }>`
        insert into identity.due_turns as t (company_id, kind)
        select ${companyId}::int, ${kind}::text where pg_try_advisory_xact_lock(hashtext('due ' || ${kind}::text), ${companyId}::int)
          and not exists (select from identity.due_turns t where t.company_id = ${companyId} and t.kind = any(${kinds}) and ${held})
        on conflict (company_id, kind) do update set token = t.token + 1, heartbeat_at = now(), served_at = now(),
          failures = t.failures + (t.heartbeat_at is not null)::int,
          failing_since = coalesce(t.failing_since, case when t.heartbeat_at is not null then now() end),
          error = case when t.heartbeat_at is null then t.error else 'The worker stopped sending heartbeats.' end
        where (${held}) is not true and t.run_from <= now()
        returning token`,
      )
      // By now somebody else may have done it.
      const dueId = turn && (await becomeOne(db, companyId, kind))
      if (turn && dueId !== undefined) return { companyId, kind, token: turn.token, dueId }
      if (turn) await letGo(db, { companyId, kind, token: turn.token })
    }
    return undefined
  })

/** Of all that waits for the company and kind one row is left, which stands for them. */
const becomeOne = async (db: Db, companyId: number, kind: string): Promise<number | undefined> => {
  const rows = await runPlanned(
    db,
    'due rows',
    sql<{ id: number }>`
    select id from identity.due where company_id = ${companyId} and kind = ${kind} and at <= now()
    order by id desc limit ${MOST_TOGETHER}`,
  )
  const [first, ...others] = rows.map(({ id }) => id)
  if (others.length > 0) await sql`delete from identity.due where id = any(${others})`.execute(db)
  return first
}

type Db = Parameters<Parameters<Identity['write']>[0]>[0]

const mine = ({ companyId, kind, token }: Claimed) =>
  sql`company_id = ${companyId} and kind = ${kind} and token = ${token} and heartbeat_at is not null`

/** Whether the turn was still theirs. */
const letGo = async (db: Db, turn: Claimed, outcome = sql`run_from = run_from`): Promise<boolean> => {
  const { rows } = await sql`
    update identity.due_turns set heartbeat_at = null, ${outcome} where ${mine(turn)} returning token`.execute(db)
  return rows.length > 0
}

/** Says that whoever is at it lives; nothing happens when the turn is over. */
export const beatDue = (identity: Identity, turn: Claimed) =>
  identity.write((db) => sql`update identity.due_turns set heartbeat_at = now() where ${mine(turn)}`.execute(db))

/** The work is done. False when the turn was over before: then somebody else does it again. */
export const endDue = (identity: Identity, turn: DueTurn): Promise<boolean> =>
  identity.write(async (db) => {
    if (!(await letGo(db, turn, sql`failures = 0, failing_since = null, error = null`))) return false
    await sql`delete from identity.due where id = ${turn.dueId}`.execute(db)
    return true
  })

/** How soon work is tried again: after each failure twice as late as before, up to the most. */
export interface BackOff {
  firstSeconds: number
  mostSeconds: number
}

/** The work has failed: it is tried again later, whatever comes in meanwhile. Not quite when others are that failed together. */
export const failDue = (identity: Identity, turn: DueTurn, { firstSeconds, mostSeconds }: BackOff, error: string) =>
  identity.write(async (db) => {
    const wait = sql`make_interval(secs => (0.8 + random() * 0.4) * least(${mostSeconds}, ${firstSeconds} * 2 ^ least(failures, 30)))`
    const outcome = sql`failures = failures + 1, failing_since = coalesce(failing_since, now()), error = ${error.slice(0, 500)},
      run_from = now() + ${wait}`
    if (!(await letGo(db, turn, outcome))) return
    await sql`
      update identity.due d set at = t.run_from from identity.due_turns t
      where d.id = ${turn.dueId} and t.company_id = d.company_id and t.kind = d.kind`.execute(db)
  })

/** Work that has been tried in vain for a day, of a company or of all. */
export interface FailingWork {
  kind: string
  since: string
  tries: number
}
export const failingWork = (db: Db, companyId: number | 'all'): Promise<FailingWork[]> =>
  db
    .selectFrom('identity.due_turns')
    .select(['kind', 'failures as tries', sql<string>`failing_since`.as('since')])
    .where('failing_since', '<', sql<string>`now() - interval '1 day'`)
    .$if(companyId !== 'all', (all) => all.where('company_id', '=', Number(companyId)))
    .orderBy('failing_since')
    .orderBy('kind')
    .limit(1_000)
    .execute()

/**
 * The turn at work that belongs to no company and is done by one node, once in so many seconds; what a dead node has left is done at once.
 * Undefined where another node is at it, or has done it lately.
 */
export const claimOnce = (
  identity: Identity,
  kind: string,
  { everySeconds, staleSeconds }: { everySeconds: number; staleSeconds: number },
): Promise<Claimed | undefined> =>
  identity.write(async (db) => {
    const { rows } = await sql<{ token: number }>`
      insert into identity.due_turns as t (company_id, kind) values (${NO_COMPANY}, ${kind})
      on conflict (company_id, kind) do update set token = t.token + 1, heartbeat_at = now(), served_at = now()
      where t.heartbeat_at < now() - make_interval(secs => ${staleSeconds})
        or t.heartbeat_at is null and t.served_at <= now() - make_interval(secs => ${everySeconds})
      returning token`.execute(db)
    const [turn] = rows
    return turn && { companyId: NO_COMPANY, kind, token: turn.token }
  })
const NO_COMPANY = 0

/** Work that belongs to no company is done, or is to be done next time. */
export const endOnce = (identity: Identity, turn: Claimed) => identity.write((db) => letGo(db, turn))

/** Notes that each of these companies, or every one there is, has work of the kind waiting. */
export const markDue = (identity: Identity, kind: string, companies: readonly number[] | 'all') =>
  identity.write((db) =>
    sql`
      insert into identity.due (company_id, kind) select id, ${kind} from identity.companies
      where ${companies === 'all' ? sql`true` : sql`id = any(${companies})`} order by id`.execute(db),
  )
