import { sql } from 'kysely'
import { runPlanned } from '../transaction.ts'
import type { Identity } from './door.ts'

/** The turn of whoever does a company's waiting work of a kind, until it is ended or no sign of life comes any more. */
export interface DueTurn {
  companyId: number
  kind: string
  token: number
  /** What is taken away once the work is done: what comes in meanwhile waits for another turn. */
  dueId: number
}

/** Others who claim at the same time may be quicker: then the next piece is tried, and so on. */
const MOST_TRIES = 5
/** So many rows of one company and kind become one at a time. */
const MOST_TOGETHER = 10_000

/**
 * A turn at the oldest waiting work of these kinds that nobody is at: everything that waits for the same company and kind. Whoever has
 * given no sign of life for so many seconds is taken to be dead, and the work is somebody else's. Undefined when nothing is waiting.
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
        sql<{ company_id: number; kind: string; name: string }>`
        select company_id, kind, company_id || ' ' || kind as name from identity.due d
        where at <= now() and kind = any(${kinds}) and company_id || ' ' || kind <> all(${tried}::text[])
          and not exists (select from identity.due_turns t where t.company_id = d.company_id and t.kind = d.kind and ${held})
        order by at, id limit 1`,
      )
      if (!next) return undefined
      const { company_id: companyId, kind, name } = next
      // What somebody who is taken to be dead still stores comes first.
      const [turn] = await runPlanned(
        db,
        sql<{ token: number }>`
        insert into identity.due_turns as t (company_id, kind)
        select ${companyId}::int, ${kind}::text where pg_try_advisory_xact_lock(hashtext('due ' || ${kind}::text), ${companyId}::int)
        on conflict (company_id, kind) do update set token = t.token + 1, heartbeat_at = now() where (${held}) is not true
        returning token`,
      )
      // By now somebody else may have done it.
      const dueId = turn && (await becomeOne(db, companyId, kind))
      if (turn && dueId !== undefined) return { companyId, kind, token: turn.token, dueId }
      if (turn) await letGo(db, { companyId, kind, token: turn.token })
      tried.push(name)
    }
    return undefined
  })

/** Of all that waits for the company and kind one row is left, which stands for them. */
const becomeOne = async (db: Db, companyId: number, kind: string): Promise<number | undefined> => {
  const rows = await runPlanned(
    db,
    sql<{ id: number }>`
    select id from identity.due where company_id = ${companyId} and kind = ${kind} and at <= now()
    order by id desc limit ${MOST_TOGETHER}`,
  )
  const [first, ...others] = rows.map(({ id }) => id)
  if (others.length > 0) await sql`delete from identity.due where id = any(${others})`.execute(db)
  return first
}

type Db = Parameters<Parameters<Identity['write']>[0]>[0]

const mine = ({ companyId, kind, token }: Omit<DueTurn, 'dueId'>) =>
  sql`company_id = ${companyId} and kind = ${kind} and token = ${token} and heartbeat_at is not null`

/** Whether the turn was still theirs. */
const letGo = async (db: Db, turn: Omit<DueTurn, 'dueId'>): Promise<boolean> => {
  const { rows } = await sql`
    update identity.due_turns set heartbeat_at = null where ${mine(turn)} returning token`.execute(db)
  return rows.length > 0
}

/** Says that whoever is at it lives; nothing happens when the turn is over. */
export const beatDue = (identity: Identity, turn: DueTurn) =>
  identity.write((db) => sql`update identity.due_turns set heartbeat_at = now() where ${mine(turn)}`.execute(db))

/** The work is done. False when the turn was over before: then somebody else does it again. */
export const endDue = (identity: Identity, turn: DueTurn): Promise<boolean> =>
  identity.write(async (db) => {
    if (!(await letGo(db, turn))) return false
    await sql`delete from identity.due where id = ${turn.dueId}`.execute(db)
    return true
  })

/** The work has failed: it is put behind everybody else's. */
export const failDue = (identity: Identity, turn: DueTurn) =>
  identity.write(async (db) => {
    if (!(await letGo(db, turn))) return
    await sql`update identity.due set at = now() + interval '5 seconds' where id = ${turn.dueId}`.execute(db)
  })

/** Notes that each of these companies, or every one there is, has work of the kind waiting. */
export const markDue = (identity: Identity, kind: string, companies: readonly number[] | 'all') =>
  identity.write((db) =>
    sql`
      insert into identity.due (company_id, kind) select id, ${kind} from identity.companies
      where ${companies === 'all' ? sql`true` : sql`id = any(${companies})`} order by id`.execute(db),
  )
