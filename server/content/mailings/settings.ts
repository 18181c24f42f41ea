import { sql } from 'kysely'
import { MAILING_LIMITS, type MailSettings } from '#contract/content/mailings.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'

export type MailFields = Pick<MailSettings, 'from_name' | 'reply_to' | 'hold_minutes' | 'per_minute' | 'footer'>
export type StoredSettings = MailFields & { id: number; version: number }

/** A company that has said nothing mails like this. */
const USUAL: StoredSettings = {
  id: 0,
  from_name: '',
  reply_to: '',
  hold_minutes: MAILING_LIMITS.hold_minutes.default,
  per_minute: null,
  footer: '',
  version: 1,
}

export const storedSettings = async ({ db, companyId }: Tenant, lock = false): Promise<StoredSettings> => {
  const { rows } = await sql<StoredSettings>`
    select id, from_name, reply_to, hold_minutes, per_minute, footer, version from mail_settings
    where company_id = ${companyId} ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0] ?? USUAL
}

/** Writes what was sent; two who change different fields both win. */
export const changeSettings = async (
  tenant: Tenant,
  { version: seen, ...sent }: Partial<MailFields> & { version?: number },
) => {
  const { db, companyId } = tenant
  const wanted = { ...sent, ...(sent.reply_to !== undefined && { reply_to: checkedReplyTo(sent.reply_to) }) }
  await sql`insert into mail_settings (company_id) values (${companyId}) on conflict do nothing`.execute(db)
  const { id, version, ...values } = await storedSettings(tenant, true)
  const { write, conflicts } = await fieldsToWrite(
    tenant,
    { entity: 'mail_settings', id, version, values },
    wanted,
    seen,
  )
  if (conflicts.length)
    throw conflict(
      'Someone else has changed the mail settings since you opened them. Review them and try again.',
      { fields: conflicts },
      'version_conflict',
    )
  if (Object.keys(write).length)
    await db.updateTable('mail_settings').set(write).where('company_id', '=', companyId).where('id', '=', id).execute()
}

const checkedReplyTo = (text: string) => {
  if (text.trim() === '') return ''
  const address = parseEmail(text)?.email
  if (address === undefined) throw badField('reply_to', 'Enter an email address like name@example.com')
  return address
}
