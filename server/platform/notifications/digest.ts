import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { toCaller } from '#server/kit/auth.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { htmlOf, plainOf, type MailLine } from '#server/outside/mail.ts'
import type { EndedMail, MailKind } from '#server/platform/outbox/kind.ts'
import { queueMail } from '#server/platform/outbox/queue.ts'
import { DIGEST_DUE } from './notify.ts'
import { heard } from './preferences.ts'
import { stands, tellings, type Telling } from './read.ts'
import type { NotificationRules } from './rules.ts'

const MOST_LINES = 50
/** What is older has been waiting for a mail server, or for its person, too long to be news. */
const NEWS_DAYS = 7

/** The kind of its mails; each is for a row of notification_digests. */
export const DIGEST = 'digest'

const actor = { kind: 'system', channel: 'api', act: 'notifications.digest' } as const

/**
 * Writes to one person of the company what they are to be mailed now: it belongs to this mail from here on. Undefined when nobody's
 * hour has come. The company is noted again for whoever comes next.
 */
export const writeDigest = (
  rules: NotificationRules,
  tenants: Tenants,
  companyId: number,
  publicUrl: string,
): Promise<number | undefined> =>
  tenants.write(companyId, actor, async (tenant) => {
    const { db } = tenant
    // Two who write at once would write to one person twice.
    await sql`select pg_advisory_xact_lock(hashtext('digests'), ${companyId})`.execute(db)
    const { rows } = await sql<Receiver>`
      select s.id as "personId", s.name, s.email, s.time_zone as "timeZone", s.permissions, c.name as company
      from notifications n ${pending(companyId)} join company c on c.company_id = ${companyId}
      where ${isPending(rules, companyId)} and ${SLOT} <= now() order by n.id limit 1`.execute(db)
    const [receiver] = rows
    const mailId = receiver && (await writeTo(rules, tenant, receiver, publicUrl))
    await sql`
      select mark_due_once(${DIGEST_DUE}, greatest(now(), min(${SLOT}))) from notifications n ${pending(companyId)}
      where ${isPending(rules, companyId)} having count(*) > 0`.execute(db)
    crashPoint('digest.written')
    return mailId
  })

/** Whoever was deactivated meanwhile gets none. What became of one is told to its person. */
export const digestMails: MailKind = {
  wanted: sql`exists (
    select from notification_digests d join staff s on s.id = d.person_id and s.status = 'active'
    where d.company_id = m.company_id and d.id = m.for_id)`,
  async ended({ db, companyId }: Tenant, mails: readonly EndedMail[]) {
    for (const { forId, state, reply, code } of mails)
      await sql`
        update notification_digests set sent_at = case when ${state} = 'sent' then now() end,
          failure = case when ${state} = 'refused' then ${reply ?? code ?? ''}::text end
        where company_id = ${companyId} and id = ${forId}`.execute(db)
  },
}

interface Receiver {
  personId: number
  name: string
  email: string
  timeZone: string
  permissions: string[]
  company: string
}

const SLOT = sql`digest_slot(n.created_at, heard.digest, s.time_zone)`

const pending = (companyId: number) => sql`${heard(companyId)} join staff s on s.id = n.person_id`

// Whether it stands is looked up only for what is mailed at all.
const isPending = (
  rules: NotificationRules,
  companyId: number,
) => sql<boolean>`n.company_id = ${companyId} and n.digest_id is null and n.read_at is null
  and n.created_at > now() - make_interval(days => ${NEWS_DAYS}) and n.created_at >= heard.digest_since
  and s.status = 'active' and case when heard.digest <> 'none' then ${stands(rules, companyId)} else false end`

/** Undefined where what was to be told is gone by now. */
const writeTo = async (
  rules: NotificationRules,
  tenant: Tenant,
  receiver: Receiver,
  publicUrl: string,
): Promise<number | undefined> => {
  const { db, companyId } = tenant
  const { id } = await db
    .insertInto('notification_digests')
    .values({ company_id: companyId, person_id: receiver.personId })
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
  return queueMail(tenant, {
    kind: DIGEST,
    forId: id,
    to: receiver.email,
    autoSubmitted: true,
    ...written(receiver, lines, publicUrl),
  })
}

const written = ({ name, company }: Receiver, lines: readonly Telling[], publicUrl: string) => {
  const said: MailLine[] = [
    `Hello ${isolated(name)}, here is what’s new in ${isolated(company)}:`,
    ...lines.flatMap((line) => [
      { text: sentenceOf(line), url: `${publicUrl}${line.link ?? '/marketing/notifications'}` },
      ...(line.excerpt === null ? [] : [isolated(line.excerpt)]),
    ]),
    ...(lines.length < MOST_LINES ? [] : ['See older ones in the app.']),
    { text: 'Change your email notifications', url: `${publicUrl}/marketing/notifications#choices` },
  ]
  return {
    subject: cleanLine(`${lines.length === 1 ? 'A notification' : `${lines.length} notifications`} from ${company}`),
    plain: plainOf(said),
    html: htmlOf(said),
  }
}

const sentenceOf = ({ words }: Telling) => words.map(({ text, name }) => (name ? isolated(text) : text)).join('')

/** A name in one line that turns no direction but its own. */
const isolated = (text: string) => `\u2068${cleanLine(text)}\u2069`
