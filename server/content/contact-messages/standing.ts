import { sql } from 'kysely'
import { mayBecome, type ContactStatus } from '#contract/content/contact-message.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { firstAnswer } from './first-answer.ts'
import { mayHandle } from './list.ts'

/** A message as far as it matters to what is done with it. */
export interface Standing {
  id: number
  status: ContactStatus
  handled_by: number | null
  lead_id: number | null
  created_at: string
  answered_at: string | null
  version: number
}

/** The messages, locked in the order of their ids. */
export const lockMessages = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select id, status, handled_by, lead_id, created_at, answered_at, version from contact_messages
    where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null order by id for no key update`.execute(
    db,
  )
  return rows
}

export const lockMessage = async (tenant: Tenant, id: number): Promise<Standing> =>
  found('Message', (await lockMessages(tenant, [id]))[0])

/** All of them; 404 where one is not there. */
export const lockAll = async (tenant: Tenant, ids: readonly number[]): Promise<Standing[]> => {
  const messages = await lockMessages(tenant, ids)
  if (messages.length < new Set(ids).size) found('Message', undefined)
  return messages
}

const IS: Readonly<Record<ContactStatus, string>> = {
  new: 'This message is new.',
  in_progress: 'This message is in progress.',
  answered: 'This message is answered.',
  spam: 'This message is marked as spam. Move it back first.',
  archived: 'This message is archived. Move it back first.',
}

/** Why a message can’t become that; undefined when it can. */
export const wrongStatus = ({ status }: Pick<Standing, 'status'>, to: ContactStatus): string | undefined =>
  mayBecome(status, to) ? undefined : IS[status]

export const refuseWrong = (message: Standing, to: ContactStatus) => {
  const sentence = wrongStatus(message, to)
  if (sentence !== undefined) throw conflict(sentence, { id: message.id, status: message.status }, 'wrong_status')
}

/** Its caller has locked them and knows that they can become it. An answered one is the caller’s, unless it is somebody’s. */
export const becomes = async (tenant: Tenant, by: number, messages: readonly Standing[], status: ContactStatus) => {
  const { db, companyId } = tenant
  const first = status === 'answered' ? messages.filter(({ answered_at }) => answered_at === null) : []
  const minutes = await firstAnswer(tenant, first)
  const wanted = messages.map(({ id }) => ({ id, minutes: minutes.get(id) ?? null }))
  await sql`
    update contact_messages m set status = ${status},
      handled_by = case when ${status}::text in ('answered', 'in_progress') then coalesce(m.handled_by, ${by}::int) else m.handled_by end,
      answered_at = case when ${status}::text = 'answered' then coalesce(m.answered_at, now()) else m.answered_at end,
      first_answer_minutes = coalesce(m.first_answer_minutes, wanted.minutes)
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (id bigint, minutes int)
    where m.company_id = ${companyId} and m.id = wanted.id`.execute(db)
}

/** 400 where the person can’t be given messages. */
export const checkMayHandle = async ({ db }: Tenant, staffId: number) => {
  const { rows } = await sql<{
    id: number
  }>`select s.id from staff s where s.id = ${staffId} and ${mayHandle()}`.execute(db)
  if (rows.length === 0) throw badField('staffId', 'This person can’t handle contact messages. Choose another.')
}

/** Why it is nobody’s to handle; undefined when it can be given to somebody. */
export const notAssignable = ({ status }: Pick<Standing, 'status'>): string | undefined =>
  status === 'spam' || status === 'archived' ? IS[status] : undefined

/** Its caller has locked them; a new one that somebody takes is in progress. */
export const assignTo = async ({ db, companyId }: Tenant, ids: readonly number[], staffId: number | null) => {
  await sql`
    update contact_messages set handled_by = ${staffId},
      status = case when status = 'new' and ${staffId}::int is not null then 'in_progress' else status end
    where company_id = ${companyId} and id = any (${ids}::bigint[])
      and (handled_by is distinct from ${staffId}::int or status = 'new' and ${staffId}::int is not null)`.execute(db)
}
