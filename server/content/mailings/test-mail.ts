import { sql } from 'kysely'
import { MAILING_LIMITS } from '#contract/content/mailings.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { UserError } from '#server/kit/errors.ts'
import { peek } from '#server/content/post/standing.ts'
import { queueMail, refuseWithoutMail } from '#server/platform/outbox/queue.ts'
import { mailOf, type Wanted } from './said.ts'
import type { MailConfig } from './services.ts'
import { storedSettings } from './settings.ts'

export const TEST_UPDATE = 'post_update_test'

/** Sends the mail about a post to a person of the company alone: to themselves. */
export const sendTest = async (
  tenant: Tenant,
  config: MailConfig,
  caller: Pick<Caller, 'personId' | 'email'>,
  postId: number,
  text: Wanted,
) => {
  refuseWithoutMail(config)
  const post = await peek(tenant, postId)
  await checkHour(tenant, caller.personId)
  const settings = await storedSettings(tenant)
  const mail = await mailOf(tenant, config, post, text)
  const mail_id = await queueMail(tenant, {
    kind: TEST_UPDATE,
    forId: caller.personId,
    to: caller.email,
    ...mail,
    subject: `Test: ${mail.subject}`,
    fromName: settings.from_name,
    replyTo: settings.reply_to,
  })
  return { to: caller.email, mail_id }
}

/** Counted by what is stored, one of the person's calls after the other. */
const checkHour = async ({ db, companyId }: Tenant, personId: number) => {
  await sql`select pg_advisory_xact_lock(hashtext('test mails'), ${personId})`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mails where company_id = ${companyId} and kind = ${TEST_UPDATE} and for_id = ${personId}
      and created_at > now() - interval '1 hour'`.execute(db)
  if ((rows[0]?.n ?? 0) >= MAILING_LIMITS.tests_an_hour)
    throw new UserError(429, `You can send ${MAILING_LIMITS.tests_an_hour} test mails an hour. Try again later.`)
}
