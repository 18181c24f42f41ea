import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Actor, Tenant, Tenants } from '#server/db/tenant.ts'
import { template } from '#server/db/transaction.ts'
import type { Turn } from '#server/kit/due-turn.ts'
import type { Outcome } from '#server/outside/smtp.ts'
import type { EndedMail, MailKind, MailKinds, OutgoingMail } from './kind.ts'

export const ACTOR: Actor = { kind: 'system', channel: 'api', act: 'outbox.send' }

/** A mail whose turn it is. */
export interface Waiting extends OutgoingMail {
  kind: string
  textId: number
  attempts: number
}

/** A mail that was handed over, and what came of it. */
export interface Handed {
  mail: Waiting
  outcome: Outcome
}

/** How long one that was refused for now waits, in minutes, by how often it has been tried; after the last it is refused. */
const AGAIN_AFTER = [5, 15, 60, 240]

/**
 * The one commit of a lane between two mails: what became of the last one, and the mark of the next, which is durable before its first
 * byte leaves. It is refused once the turn is over. Answers what became of the next: not marked where it is no longer to be sent.
 */
export const handOver = (
  tenants: Tenants,
  turn: Turn,
  kinds: MailKinds,
  token: string,
  last: Handed | undefined,
  next: Waiting | undefined,
): Promise<'handing' | 'skipped' | undefined> => {
  crashPoint('mail.before_mark')
  return tenants.write(turn.companyId, ACTOR, async (tenant) => {
    const ended = last && endOf(last)
    const own = ended && ended.mailingId === null ? ended : undefined
    const hook = own && last && kinds[last.mail.kind]?.ended
    const asked = [
      turn.check(tenant),
      last && tenant.db.executeQuery(storing({ ...storedAs(last), companyId: tenant.companyId, token })),
      own && last && emptyText(tenant, last.mail.textId),
    ]
    const marked =
      next &&
      tenant.db.executeQuery(
        markingOf(next.kind, kinds[next.kind])({ companyId: tenant.companyId, id: next.id, token }),
      )
    // One round trip, where nothing else follows from it.
    if (!hook) tenant.finish()
    const [mark] = await Promise.all([marked, ...asked])
    if (hook && own) await hook(tenant, [own])
    return mark?.rows[0]?.state
  })
}

/** What a mail is after its outcome; undefined where it is tried again. */
export const endOf = ({ mail, outcome }: Handed): EndedMail | undefined => {
  const { companyId, id, mailingId, forId, address } = mail
  const base = { companyId, id, mailingId, forId, address }
  if (outcome.state === 'deferred' && AGAIN_AFTER[mail.attempts] === undefined)
    return { ...base, state: 'refused', class: 'soft', code: outcome.code ?? null, reply: shown(outcome.reply) }
  if (outcome.state === 'deferred') return undefined
  return {
    ...base,
    state: outcome.state,
    class: outcome.state === 'refused' ? outcome.class : null,
    code: outcome.state === 'refused' ? outcome.code : null,
    reply: shown(outcome.reply),
  }
}

const storedAs = (handed: Handed) => {
  const { mail, outcome } = handed
  const {
    state,
    class: refusal,
    code,
    reply,
  } = endOf(handed) ?? {
    state: 'deferred',
    class: null,
    code: outcome.state === 'deferred' ? (outcome.code ?? null) : null,
    reply: shown(outcome.reply),
  }
  const minutes = state === 'deferred' ? (AGAIN_AFTER[mail.attempts] ?? 0) : null
  return { id: mail.id, state, class: refusal, code, reply, minutes }
}

/** As it can be stored and shown. */
const shown = (reply: string | null) => reply?.replaceAll('\0', '').slice(0, 500) ?? null

interface Stored {
  companyId: number
  id: number
  token: string
  state: string
  class: string | null
  code: string | null
  reply: string | null
  minutes: number | null
}

const storing = template(
  'store mail',
  ({ companyId, id, token, state, class: refusal, code, reply, minutes }: Stored) => sql`
    update mails set state = ${state}, class = ${refusal}, code = ${code}, reply = ${reply},
      next_at = now() + make_interval(mins => ${minutes}::int), done_at = case when ${minutes}::int is null then now() end
    where company_id = ${companyId}::int and id = ${id}::bigint and state = 'handing' and token = ${token}::uuid`,
)

interface Marked {
  companyId: number
  id: number
  token: string
}
type Marking = ReturnType<typeof marking>
const markings = new WeakMap<MailKind, Marking>()

const markingOf = (name: string, kind: MailKind = {}): Marking => {
  const known = markings.get(kind) ?? marking(name, kind)
  markings.set(kind, known)
  return known
}

const marking = (name: string, { wanted = sql`true` }: MailKind) =>
  template(
    `mark mail ${name}`,
    ({ companyId, id, token }: Marked) => sql<{ state: 'handing' | 'skipped' }>`
    update mails m set state = marked.state, token = ${token}::uuid, attempts = attempts + (marked.state = 'handing')::int, next_at = null,
      handed_at = case when marked.state = 'handing' then now() end, done_at = case when marked.state = 'skipped' then now() end
    from (
      select m.id, case when ${wanted} then 'handing' else 'skipped' end as state from mails m
      where m.company_id = ${companyId}::int and m.id = ${id}::bigint and m.state = 'queued' and (m.mailing_id is null
        or exists (select from mailings g where g.company_id = m.company_id and g.id = m.mailing_id and g.state = 'sending'))
      for update of m
    ) marked
    where m.company_id = ${companyId}::int and m.id = marked.id returning m.state`,
  )

/** It may have had a link that only its reader may know. */
export const emptyText = ({ db, companyId }: Tenant, id: number) =>
  sql`update mail_texts set plain = '', html = '' where company_id = ${companyId} and id = ${id}`.execute(db)
