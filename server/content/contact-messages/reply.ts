import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'
import type { Answers } from './answers.ts'
import { becomes, lockMessage, refuseWrong, type Standing } from './standing.ts'

/** Answers a message by mail; it is answered then, and the caller’s unless it is somebody’s. */
export const reply = async (tenant: Tenant, caller: Caller, answers: Answers, message: Standing, text: string) => {
  // One that is answered can be answered again.
  if (message.status !== 'answered') refuseWrong(message, 'answered')
  const { id } = await tenant.db
    .insertInto('contact_replies')
    .values({ company_id: tenant.companyId, message_id: message.id, text, by_id: caller.personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await answers.send(tenant, id)
  if (message.status !== 'answered') await becomes(tenant, caller.personId, [message], 'answered')
}

/** Sends an answer again that did not arrive, or may not have; answers which message it is of. */
export const sendAgain = async (tenant: Tenant, answers: Answers, replyId: number): Promise<number> => {
  const { message_id } = found('Answer', await messageOf(tenant, replyId))
  // Whoever presses second looks at the mail that the first has made.
  await lockMessage(tenant, message_id)
  const { state, too_early } = found('Answer', await mailOf(tenant, replyId))
  if (state !== 'refused' && state !== 'in_doubt')
    throw conflict('This answer is on its way or has arrived.', { state }, 'wrong_status')
  if (too_early) throw conflict('It may still arrive. Try again ten minutes after it was sent.', { state }, 'too_early')
  await answers.send(tenant, replyId)
  return message_id
}

const messageOf = async ({ db, companyId }: Tenant, replyId: number) =>
  db
    .selectFrom('contact_replies')
    .select('message_id')
    .where('company_id', '=', companyId)
    .where('id', '=', replyId)
    .executeTakeFirst()

const mailOf = async ({ db, companyId }: Tenant, replyId: number) => {
  const { rows } = await sql<{ state: string | null; too_early: boolean }>`
    select a.state, coalesce(${AGAIN_FROM} > now(), false) as too_early
    from contact_replies r left join mails a on a.company_id = r.company_id and a.id = r.mail_id
    where r.company_id = ${companyId} and r.id = ${replyId}`.execute(db)
  return rows[0]
}

/** So long after a doubt arose, whoever slept while sending has surely given up. */
const DOUBT_MINUTES = 10

/** From when on the mail `a` can be sent again; null while it can’t. */
export const AGAIN_FROM = sql<string | null>`case a.state when 'refused' then a.done_at
  when 'in_doubt' then coalesce(a.done_at, a.handed_at) + make_interval(mins => ${sql.lit(DOUBT_MINUTES)}) end`
