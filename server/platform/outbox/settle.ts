import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { recount } from './counts.ts'
import type { Stop } from './breaker.ts'
import type { EndedMail, MailCounts, MailKinds } from './kind.ts'
import type { Found } from './prepare.ts'
import { MAIL_DUE } from './queue.ts'
import type { Sending } from './supply.ts'

/** What a turn has done with a mailing. */
export interface Worked {
  mailing: Sending
  found: Found
  ended: EndedMail[]
  deferred: number
}

/** Sums a turn of a mailing: its counts, what follows from the ends of its mails, and whether it is done or stops. */
export const settle = async (
  tenant: Tenant,
  kinds: MailKinds,
  token: string,
  { mailing, found, ended, deferred }: Worked,
) => {
  const { db, companyId } = tenant
  const { id, kind } = mailing
  if (ended.length > 0) await kinds[kind]?.ended?.(tenant, ended)
  const { rows } = await sql<{ state: string; same: boolean }>`
    select state, updated_at = ${found.updatedAt}::timestamptz as same from mailings
    where company_id = ${companyId} and id = ${id} and token = ${token}::uuid for update`.execute(db)
  const [now] = rows
  if (!now) throw new Error('A mailing was summed by somebody else')
  let counts = added(found.counts, ended, deferred)
  await sql`
    update mailings set counts = ${JSON.stringify(counts)}::jsonb, watched = ${JSON.stringify(mailing.watched)}::jsonb, token = null, seen_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
  const isLast = !mailing.stop && (await isDone(tenant, id))
  // A person may have decided meanwhile: then only a count knows.
  if (!now.same || isLast) counts = await recount(tenant, id)
  if (now.state !== 'sending') return
  if (mailing.stop) await end(tenant, id, 'stopped', mailing.stop)
  else if (isLast) await end(tenant, id, 'done')
  else return
  await kinds[kind]?.mailingEnded?.(tenant, {
    id,
    state: mailing.stop ? 'stopped' : 'done',
    reason: mailing.stop?.reason ?? null,
    counts,
  })
}

const end = ({ db, companyId }: Tenant, id: number, state: 'done' | 'stopped', stop?: Stop) =>
  sql`
  update mailings set state = ${state}, stopped_code = ${stop?.code ?? null}, stopped_reason = ${stop?.reason.slice(0, 500) ?? null},
    finished_at = case when ${state} = 'done' then now() end, updated_at = now()
  where company_id = ${companyId} and id = ${id}`.execute(db)

const added = (before: MailCounts, ended: readonly EndedMail[], deferred: number): MailCounts => {
  const counts = { ...before }
  const add = (state: keyof MailCounts, n: number) => {
    counts[state] = (counts[state] ?? 0) + n
    if (counts[state] === 0) delete counts[state]
  }
  for (const { state } of ended) add(state, 1)
  add('deferred', deferred)
  add('queued', -ended.length - deferred)
  return counts
}

const isDone = async ({ db, companyId }: Tenant, id: number): Promise<boolean> => {
  const { rows } = await sql<{ done: boolean }>`
    select not exists (
      select from mails where company_id = ${companyId} and mailing_id = ${id} and state in ('queued', 'handing', 'deferred')) as done`.execute(
    db,
  )
  return rows[0]?.done ?? false
}

/** How often somebody looks at a mailing that waits, so that it has a sign of life. */
const LOOK_MINUTES = 10

/** Notes when the company has its next mail to send: after so many seconds, or as soon as something is waiting. */
export const noteNext = async ({ db, companyId }: Tenant, kinds: MailKinds, inSeconds: number | undefined) => {
  const known = sql`kind = any(${Object.keys(kinds)})`
  const later = sql`
    select least(
      (select min(next_at) from mails where company_id = ${companyId} and state = 'deferred'),
      (select min(releases_at) from mailings where company_id = ${companyId} and state = 'held' and ${known}),
      (select now() + make_interval(mins => ${LOOK_MINUTES}) from mailings where company_id = ${companyId} and state = 'sending' and ${known} limit 1)
    )`
  const waits = sql`
    exists (select from mails where company_id = ${companyId} and state = 'queued' and mailing_id is null and ${known})
    or exists (select from mailings where company_id = ${companyId} and state in ('held', 'sending') and expanded < blocks and ${known})
    or exists (select from mailings g join mails m on m.company_id = g.company_id and m.mailing_id = g.id and m.state = 'queued'
      where g.company_id = ${companyId} and g.state = 'sending' and g.${known})
    or exists (select from mailings g join mails m on m.company_id = g.company_id and m.mailing_id = g.id and m.state in ('queued', 'deferred')
      where g.company_id = ${companyId} and g.state = 'cancelled')`
  await sql`
    select mark_due_once(${MAIL_DUE}, greatest(next.at, now())) from (
      select case when ${waits} then now() + make_interval(secs => ${inSeconds ?? 0}::float8) else (${later}) end as at
    ) next where next.at is not null`.execute(db)
}
