import { sql } from 'kysely'
import type { Identity } from './door.ts'

/** Of everybody together, where a company would stand. */
const ALL = 0
/** So many seconds' worth may go at once after a rest: turns come about each second. */
const GATHERED_SECONDS = 3

/** Whose pace, and how many a minute it is. */
interface Pace {
  companyId: number | 'all'
  perMinute: number
}

/** How many of the wanted mails may go out now, by all of these paces; they are taken. */
export const takePermits = (identity: Identity, paces: readonly Pace[], wanted: number): Promise<number> =>
  identity.write(async (db) => {
    let granted = wanted
    // In one order, so that two who take wait for one another and never both.
    for (const { companyId, perMinute } of [...paces].sort((one) => (one.companyId === 'all' ? 1 : -1))) {
      const id = companyId === 'all' ? ALL : companyId
      const factor = sql`coalesce((select factor from identity.mail_server where ${companyId === 'all'}), 1)`
      const most = sql`greatest(1, ${perMinute}::float8 * ${factor} * ${GATHERED_SECONDS} / 60)`
      const ready = sql`least(${most}, p.ready + extract(epoch from clock_timestamp() - p.counted_at)::float8 * ${perMinute}::float8 * ${factor} / 60)`
      await sql`
        insert into identity.mail_pace as p (company_id, ready) values (${id}, ${most})
        on conflict (company_id) do update set ready = ${ready}, counted_at = clock_timestamp()`.execute(db)
      const { rows } = await sql<{ taken: number }>`
        update identity.mail_pace p set ready = p.ready - least(floor(p.ready), ${granted})
        from (select ready from identity.mail_pace where company_id = ${id}) before
        where company_id = ${id} returning least(floor(before.ready), ${granted})::int as taken`.execute(db)
      granted = Math.max(0, rows[0]?.taken ?? 0)
    }
    return granted
  })

/** The server has enough of us: from now on it gets half as much, and more again bit by bit. */
export const halvePace = (identity: Identity) =>
  identity.write((db) =>
    sql`
      insert into identity.mail_server (factor) values (0.5)
      on conflict (one) do update set factor = greatest(0.01, mail_server.factor / 2)`.execute(db),
  )

/** Mails go out: the pace grows by a tenth in a minute, and the server is reached. */
export const serverAnswers = (identity: Identity, seconds: number) =>
  identity.write((db) =>
    sql`
      update identity.mail_server set failures = 0, failing_since = null, factor = least(1, factor * (1 + 0.1 * least(${seconds}::float8, 60) / 60))
      where failures > 0 or factor < 1`.execute(db),
  )

/** It cannot be reached; each third time the pace is halved, too. */
export const serverFails = (identity: Identity): Promise<{ failures: number; minutes: number }> =>
  identity.write(async (db) => {
    const { rows } = await sql<{ failures: number; minutes: number }>`
      insert into identity.mail_server (failures, failing_since) values (1, clock_timestamp())
      on conflict (one) do update set failures = mail_server.failures + 1,
        failing_since = coalesce(mail_server.failing_since, clock_timestamp()),
        factor = case when (mail_server.failures + 1) % 3 = 0 then greatest(0.01, mail_server.factor / 2) else mail_server.factor end
      returning failures, extract(epoch from clock_timestamp() - failing_since)::float8 / 60 as minutes`.execute(db)
    return rows[0] ?? { failures: 1, minutes: 0 }
  })

/** How far a database has come with sending; copies of it have its name. */
export interface MailEpoch {
  name: string
  epoch: number
}

/** Undefined before the first mail. */
export const mailEpoch = (identity: Identity): Promise<MailEpoch | undefined> =>
  identity.read(async (db) => {
    const { rows } = await sql<MailEpoch>`select name, epoch from identity.mail_server`.execute(db)
    return rows[0]
  })

/** One further than it was, and than this. */
export const raiseMailEpoch = (identity: Identity, known: number): Promise<MailEpoch> =>
  identity.write(async (db) => {
    const { rows } = await sql<MailEpoch>`
      insert into identity.mail_server (epoch) values (${known}::bigint + 1)
      on conflict (one) do update set epoch = greatest(mail_server.epoch, ${known}) + 1 returning name, epoch`.execute(
      db,
    )
    if (!rows[0]) throw new Error('How far the database has come was not stored')
    return rows[0]
  })
