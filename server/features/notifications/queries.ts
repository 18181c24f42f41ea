import { sql } from 'kysely'
import {
  NOTIFICATION_KINDS,
  type LastDigest,
  type NotificationChoice,
  type NotificationKind,
} from '#contract/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { DIGEST_DUE } from '#server/kit/due-worker.ts'

/** Marks the line of this notification, as far as it had come; undefined when there is none of the person's. */
export const readLine = async (tenant: Tenant, personId: number, id: number) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    with line as (
      select id, kind, thing from notifications
      where company_id = ${companyId} and person_id = ${personId} and id = ${id} and in_app
    ), marked as (
      update notifications n set read_at = now() from line
      where n.company_id = ${companyId} and n.person_id = ${personId} and n.kind = line.kind and n.thing = line.thing
        and n.id <= line.id and n.in_app and n.read_at is null
    )
    select id from line`.execute(db)
  tenant.signal('unread')
  return rows[0]
}

export const readUpTo = async (tenant: Tenant, personId: number, id: number) => {
  const { db, companyId } = tenant
  await sql`
    update notifications set read_at = now()
    where company_id = ${companyId} and person_id = ${personId} and id <= ${id} and in_app and read_at is null`.execute(
    db,
  )
  tenant.signal('unread')
}

const USUAL = { in_app: true, digest: 'none' } as const

/** One choice for each kind, the usual one where nothing was chosen. */
export const choicesOf = async ({ db, companyId }: Tenant, personId: number): Promise<NotificationChoice[]> => {
  const { rows } = await sql<NotificationChoice>`
    select kind, in_app, digest from notification_preferences
    where company_id = ${companyId} and person_id = ${personId}`.execute(db)
  return NOTIFICATION_KINDS.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...USUAL })
}

/** Keeps what the request names; what is not yet mailed goes with the mails from now on, what is older with none. */
export const choose = async (
  { db, companyId }: Tenant,
  personId: number,
  { kind, in_app, digest }: { kind: NotificationKind; in_app?: boolean; digest?: NotificationChoice['digest'] },
): Promise<NotificationChoice> => {
  const { rows } = await sql<NotificationChoice>`
    insert into notification_preferences as p (company_id, person_id, kind, in_app, digest)
    values (${companyId}, ${personId}, ${kind}, ${in_app ?? USUAL.in_app}, ${digest ?? USUAL.digest})
    on conflict (company_id, person_id, kind) do update set
      in_app = coalesce(${in_app ?? null}, p.in_app), digest = coalesce(${digest ?? null}, p.digest),
      digest_since = case when p.digest = 'none' then now() else p.digest_since end
    returning kind, in_app, digest`.execute(db)
  await sql`
    select mark_due_once(${DIGEST_DUE}, digest_slot(now(), ${digest ?? 'none'}, s.time_zone))
    from staff s where s.id = ${personId} and ${digest ?? 'none'} <> 'none'`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('A choice was not stored')
  return stored
}

/** The person's newest mail and what became of it. */
export const lastDigest = async ({ db, companyId }: Tenant, personId: number): Promise<LastDigest | null> => {
  const { rows } = await sql<LastDigest>`
    select created_at as at, case when sent_at is not null then 'sent' when failure is not null then 'failed'
      when created_at < now() - make_interval(mins => ${SENDING_MINUTES}) then 'in_doubt' else 'sending' end as state
    from notification_digests where company_id = ${companyId} and person_id = ${personId} order by id desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Longer than any mail server is waited for. */
const SENDING_MINUTES = 5
