import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { toCaller } from '#server/kit/auth.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { DIGEST_DUE } from '#server/kit/due-worker.ts'
import { MailNotSent, type Mail, type MailServer } from '#server/outside/mail.ts'
import { heard } from './preferences.ts'
import { stands, tellings, type Telling } from './read.ts'
import type { NotificationRules } from './rules.ts'

const MOST_LINES = 50
/** What is older has been waiting for a mail server, or for its person, too long to be news. */
const NEWS_DAYS = 7
const RETRY_MINUTES = 10

/** A mail that is stored as begun, to be sent once. */
export interface Digest {
  companyId: number
  id: number
  mail: Mail
}

const actor = { kind: 'system', channel: 'api', act: 'notifications.digest' } as const

/**
 * Takes what one person of the company is to be mailed now: it belongs to this mail from here on. Undefined when nobody's
 * hour has come. The company is noted again for whoever comes next.
 */
export const claimDigest = (
  rules: NotificationRules,
  tenants: Tenants,
  companyId: number,
  publicUrl: string,
): Promise<Digest | undefined> =>
  tenants.write(companyId, actor, async (tenant) => {
    const { db } = tenant
    // Two who claim at once would write to one person twice.
    await sql`select pg_advisory_xact_lock(hashtext('digests'), ${companyId})`.execute(db)
    const { rows } = await sql<Receiver>`
      select s.id as "personId", s.name, s.email, s.time_zone as "timeZone", s.permissions, c.name as company
      from notifications n ${pending(companyId)} join company c on c.company_id = ${companyId}
      where ${isPending(rules, companyId)} and ${SLOT} <= now() order by n.id limit 1`.execute(db)
    const [receiver] = rows
    const digest = receiver && (await beginDigest(rules, tenant, receiver, publicUrl))
    await sql`
      select mark_due_once(${DIGEST_DUE}, greatest(now(), min(${SLOT}))) from notifications n ${pending(companyId)}
      where ${isPending(rules, companyId)} having count(*) > 0`.execute(db)
    return digest
  })

/** Sends it, once: what may have gone out is never sent again, what surely has not is tried later. */
export const sendDigest = async (tenants: Tenants, server: MailServer, { companyId, id, mail }: Digest) => {
  crashPoint('digest.before_send')
  const refused = await server.send(mail).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof MailNotSent) return error
      throw error
    },
  )
  crashPoint('digest.after_send')
  await tenants.write(companyId, actor, async (tenant) => {
    const one = sql`company_id = ${companyId} and id = ${id}`
    if (!refused) await sql`update notification_digests set sent_at = now() where ${one}`.execute(tenant.db)
    else if (refused.forGood)
      await sql`update notification_digests set failure = ${refused.message.slice(0, 500)} where ${one}`.execute(
        tenant.db,
      )
    else {
      // What it told waits for another mail; those to others go on.
      await sql`update notifications set digest_id = null where company_id = ${companyId} and digest_id = ${id}`.execute(
        tenant.db,
      )
      const retryAt = sql`now() + make_interval(mins => ${RETRY_MINUTES})`
      await sql`update notification_digests set retry_at = ${retryAt} where ${one}`.execute(tenant.db)
      await tenant.due(DIGEST_DUE, retryAt)
    }
  })
  if (refused) throw refused
}

interface Receiver {
  personId: number
  name: string
  email: string
  timeZone: string
  permissions: string[]
  company: string
}

/** Not before whom a mail server refused for now is tried again. */
const SLOT = sql`greatest(digest_slot(n.created_at, heard.digest, s.time_zone), put_off.until)`

const pending = (companyId: number) => sql`
  ${heard(companyId)}
  join staff s on s.id = n.person_id
  left join lateral (
    select max(d.retry_at) as until from notification_digests d
    where d.company_id = ${companyId} and d.person_id = n.person_id and d.retry_at is not null
  ) put_off on true`

// Whether it stands is looked up only for what is mailed at all.
const isPending = (
  rules: NotificationRules,
  companyId: number,
) => sql<boolean>`n.company_id = ${companyId} and n.digest_id is null and n.read_at is null
  and n.created_at > now() - make_interval(days => ${NEWS_DAYS}) and n.created_at >= heard.digest_since
  and s.status = 'active' and case when heard.digest <> 'none' then ${stands(rules, companyId)} else false end`

/** Undefined where what was to be told is gone by now. */
const beginDigest = async (
  rules: NotificationRules,
  tenant: Tenant,
  receiver: Receiver,
  publicUrl: string,
): Promise<Digest | undefined> => {
  const { db, companyId } = tenant
  const messageId = `<digest-${randomUUID()}@${new URL(publicUrl).hostname}>`
  await sql`
    delete from notification_digests where company_id = ${companyId} and person_id = ${receiver.personId} and retry_at is not null`.execute(
    db,
  )
  const { id } = await db
    .insertInto('notification_digests')
    .values({ company_id: companyId, person_id: receiver.personId, message_id: messageId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update notifications set digest_id = ${id} where company_id = ${companyId} and id in (
      select n.id from notifications n ${pending(companyId)}
      where ${isPending(rules, companyId)} and n.person_id = ${receiver.personId} and ${SLOT} <= now())`.execute(db)
  const caller = toCaller({ ...receiver, companyId })
  const lines = await tellings(rules, tenant, caller, {
    where: sql`n.digest_id = ${id}`,
    limit: MOST_LINES,
  })
  if (lines.length === 0) {
    await sql`delete from notification_digests where company_id = ${companyId} and id = ${id}`.execute(db)
    return undefined
  }
  return { companyId, id, mail: { ...written(receiver, lines, publicUrl), messageId } }
}

const written = ({ email, name, company }: Receiver, lines: readonly Telling[], publicUrl: string): Mail => ({
  to: email,
  subject: cleanLine(`${lines.length === 1 ? 'A notification' : `${lines.length} notifications`} from ${company}`),
  lines: [
    `Hello ${isolated(name)}, here is what’s new in ${isolated(company)}:`,
    ...lines.flatMap((line) => [
      { text: sentenceOf(line), url: `${publicUrl}${line.link ?? '/marketing/notifications'}` },
      ...(line.excerpt === null ? [] : [isolated(line.excerpt)]),
    ]),
    ...(lines.length < MOST_LINES ? [] : ['See older ones in the app.']),
    { text: 'Change your email notifications', url: `${publicUrl}/marketing/notifications#choices` },
  ],
})

const sentenceOf = ({ words }: Telling) => words.map(({ text, name }) => (name ? isolated(text) : text)).join('')

/** A name in one line that turns no direction but its own. */
const isolated = (text: string) => `\u2068${cleanLine(text)}\u2069`
