import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { plain, subjectOrMany } from '#server/platform/notifications/words.ts'
import type { EndedMailing } from '#server/platform/outbox/kind.ts'

interface Detail {
  became?: 'prepared' | 'not_prepared' | 'done' | 'stopped'
  sent?: number
  in_doubt?: number
  reason?: string | null
}

export const notifyEnded = (tenant: Tenant, { id, state, reason, counts }: EndedMailing) =>
  notifySenders(tenant, id, { became: state, sent: counts.sent ?? 0, in_doubt: counts.in_doubt ?? 0, reason })

/** All who may send mailings. */
export const notifySenders = async (tenant: Tenant, mailingId: number, detail: Detail) =>
  tell(tenant, 'post_mailing', mailingId, detail)

/** That a post went live whose mailing could not be prepared. */
export const notifyNotPrepared = async (tenant: Tenant, postId: number, reason: string) =>
  tell(tenant, 'blog_post', postId, { became: 'not_prepared', reason })

const tell = async (tenant: Tenant, entity: 'post_mailing' | 'blog_post', id: number, detail: Detail) => {
  const { rows } = await sql<{ id: number }>`
    select id from staff where status = 'active' and 'blogs_send_updates' = any (permissions) order by id`.execute(
    tenant.db,
  )
  await notify(
    tenant,
    rows.map((person) => ({
      personId: person.id,
      kind: 'mailing' as const,
      thing: `mailing:${entity}:${id}`,
      entity,
      about: [id],
      detail,
      ownAct: true,
    })),
  )
}

export const mailingNotified: NotifiedEntity = {
  noun: { one: 'mailing', many: 'mailings' },
  shown: (companyId, caller) => sql`
    select p.mailing_id as id, t.subject as label, null::text as note, '{}'::json as facts from post_mailings p
    join mailings g on g.company_id = p.company_id and g.id = p.mailing_id
    join mail_texts t on t.company_id = g.company_id and t.id = g.text_id
    where p.company_id = ${companyId} and p.mailing_id = subject.id and ${caller.can('blogs_send_updates')}`,
  href: ({ id }) => `/marketing/news_letter_listing?tab=mailings&mailing=${id}`,
}

export const mailingRule: NotificationRule<Detail> = {
  words: (told) => [plain(`${sentence(told.detail)}: `), ...subjectOrMany(told)],
  permission: 'blogs_send_updates',
}

const sentence = ({ became, sent = 0, in_doubt = 0, reason }: Detail) => {
  const doubt = in_doubt > 0 ? `, ${in_doubt.toLocaleString('en')} in doubt` : ''
  if (became === 'prepared') return 'Update mail prepared, waiting for you to send it'
  if (became === 'not_prepared') return `Update mail not prepared (${reason ?? ''})`
  if (became === 'stopped') return `Mailing stopped${reason ? ` (${reason})` : ''}`
  return `Mailing sent to ${sent.toLocaleString('en')} ${sent === 1 ? 'person' : 'people'}${doubt}`
}
