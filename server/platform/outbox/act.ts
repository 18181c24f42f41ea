import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { recount } from './counts.ts'
import type { MailCounts } from './kind.ts'
import { MAIL_DUE } from './queue.ts'

export type MailingState = 'held' | 'sending' | 'paused' | 'stopped' | 'done' | 'cancelled'
export type MailingAct = 'cancel' | 'pause' | 'resume' | 'release_now'

/** From which states an act leads where; release_now leaves it to the worker, which releases what has been prepared. */
const ACTS: Readonly<Record<MailingAct, { from: readonly MailingState[]; to: MailingState }>> = {
  cancel: { from: ['held', 'sending', 'paused', 'stopped'], to: 'cancelled' },
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused', 'stopped'], to: 'sending' },
  release_now: { from: ['held'], to: 'held' },
}

/** When a mail that may have gone out may be sent again: whoever was at it is surely awake by then, or gone. */
export const SEND_AGAIN_MINUTES = 10

export interface MailingAfter {
  state: MailingState
  total: number
  counts: MailCounts
}

/**
 * Changes the state of a mailing: whatever has not been handed over by then is under the new one. 409 where its state does not allow
 * it, or, with a version, where it has become another since.
 */
export const actOnMailing = async (
  tenant: Tenant,
  id: number,
  act: MailingAct,
  version?: number,
): Promise<MailingAfter> => {
  const { db, companyId } = tenant
  const mailing = await holdStill(tenant, id)
  const { from, to } = ACTS[act]
  if (version !== undefined && version !== mailing.version)
    throw conflict('This mailing has changed meanwhile. Look at it again.', { status: mailing.state }, 'changed')
  if (!from.includes(mailing.state)) throw wrongStatus(mailing.state)
  await sql`
    update mailings set state = ${to}, stopped_code = null, stopped_reason = null, updated_at = now(),
      releases_at = case when ${act === 'release_now'} then least(releases_at, now()) else releases_at end,
      started_at = case when ${act === 'resume'} then coalesce(started_at, now()) else started_at end,
      seen_at = case when ${act === 'resume'} then now() else seen_at end,
      watched = case when ${act === 'resume'} then '{}' else watched end,
      finished_at = case when ${act === 'cancel'} then now() end
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await tenant.due(MAIL_DUE)
  return { state: to, total: mailing.total, counts: await recount(tenant, id) }
}

/** Stops a mailing that is on its way; false where it was not. It goes on when a person says so. */
export const stopMailing = async (tenant: Tenant, id: number, code: string, reason: string): Promise<boolean> => {
  const { state } = await holdStill(tenant, id)
  if (state !== 'sending') return false
  await sql`
    update mailings set state = 'stopped', stopped_code = ${code}, stopped_reason = ${reason.slice(0, 500)}, updated_at = now()
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.db)
  return true
}

/**
 * A person decides on mails of which nobody knows whether they went out: these, or all of a mailing. Answers how many, and how many
 * are left in doubt, since they may not be sent again yet, or have no address any more.
 */
export const resolveMails = async (
  tenant: Tenant,
  mailingId: number,
  ids: readonly number[] | 'all_in_doubt',
  as: 'sent' | 'send_again',
): Promise<{ resolved: number; left: number }> => {
  const { db, companyId } = tenant
  const { state } = await holdStill(tenant, mailingId)
  if (as === 'send_again' && state === 'cancelled') throw wrongStatus(state)
  const doubtful = sql`company_id = ${companyId} and mailing_id = ${mailingId} and state = 'in_doubt'
    and ${ids === 'all_in_doubt' ? sql`true` : sql`id = any(${[...ids]}::bigint[])`}`
  const { rows } =
    as === 'sent'
      ? await sql`update mails set state = 'sent', code = null, reply = null where ${doubtful} returning id`.execute(db)
      : await sql`
          update mails set state = 'queued', attempts = 0, token = null, handed_at = null, done_at = null, code = null, reply = null
          where ${doubtful} and address <> '' and done_at <= now() - make_interval(mins => ${SEND_AGAIN_MINUTES}) returning id`.execute(
          db,
        )
  const { rows: left } = await sql<{ n: number }>`select count(*)::int as n from mails where ${doubtful}`.execute(db)
  if (as === 'send_again' && rows.length > 0) {
    await sql`
      update mailings set state = 'sending', finished_at = null, seen_at = now(), updated_at = now()
      where company_id = ${companyId} and id = ${mailingId} and state = 'done'`.execute(db)
    await tenant.due(MAIL_DUE)
  }
  await recount(tenant, mailingId)
  return { resolved: rows.length, left: left[0]?.n ?? 0 }
}

/** The mailing, while nobody hands over a mail of the company: what they had begun to store has been stored. */
const holdStill = async ({ db, companyId }: Tenant, id: number) => {
  await sql`select pg_advisory_xact_lock(hashtext('due ' || ${MAIL_DUE}), ${companyId})`.execute(db)
  const { rows } = await sql<{ state: MailingState; total: number; version: number }>`
    select state, total, version from mailings where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return found('Mailing', rows[0])
}

const STATES: Readonly<Record<MailingState, string>> = {
  held: 'is on hold',
  sending: 'is being sent',
  paused: 'is paused',
  stopped: 'is stopped',
  done: 'is done',
  cancelled: 'is cancelled',
}
const wrongStatus = (state: MailingState) =>
  conflict(`This mailing ${STATES[state]}.`, { status: state }, 'wrong_status')
