import { sql } from 'kysely'
import {
  NOTIFICATION_KINDS,
  type Choose,
  type LastDigest,
  type NotificationChoice,
  type NotificationKind,
  type OwnChoice,
} from '#contract/platform/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { heard } from './preferences.ts'
import { stands, UNREAD } from './read.ts'
import type { NotificationRules } from './rules.ts'
import { DIGEST } from './digest.ts'
import { DIGEST_DUE } from './notify.ts'

/** What tells later what a list of this transaction can have told. */
export const seenNow = async ({ db }: Tenant): Promise<string> => {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(db)
  return rows[0]?.seen ?? ''
}

/** Marks what was seen in the line of this notification; undefined when there is none of the person's. */
export const read = async (rules: NotificationRules, tenant: Tenant, personId: number, id: number, seen: string) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    with line as (
      select id, kind, thing from notifications
      where company_id = ${companyId} and person_id = ${personId} and id = ${id} and in_app
    ), marked as (
      update notifications n set read_at = now() from line
      where ${wasTold(rules, tenant, personId, seen)} and n.kind = line.kind and n.thing = line.thing
    )
    select id from line`.execute(db)
  tenant.signal('unread')
  return rows[0]
}

/** Marks all that was seen. */
export const readAll = async (rules: NotificationRules, tenant: Tenant, personId: number, seen: string) => {
  await sql`update notifications n set read_at = now() where ${wasTold(rules, tenant, personId, seen)}`.execute(
    tenant.db,
  )
  tenant.signal('unread')
}

/**
 * The person was told of `n` by the list that they had seen: it was stored by then, though others had been told later. What another
 * database server has numbered was stored long before. Not read as a snapshot by the database, which refuses what is none.
 */
const wasTold = (rules: NotificationRules, { companyId }: Tenant, personId: number, seen: string) => {
  const [, end, going = ''] = seen.split(':')
  return sql`n.company_id = ${companyId} and n.person_id = ${personId} and ${UNREAD} and ${stands(rules, companyId)}
    and (n.tx is null or n.tx >= pg_snapshot_xmax(pg_current_snapshot())
      or n.tx < ${end}::xid8 and n.tx <> all (${going.split(',').filter(Boolean)}::xid8[]))`
}

/** One choice for each kind, as the person has made it or the company has it. */
export const choicesOf = async ({ db, companyId }: Tenant, personId: number): Promise<OwnChoice[]> => {
  const { rows } = await sql<OwnChoice>`
    select n.kind, heard.in_app, heard.digest, heard.is_own
    from (select kind, place, ${personId}::int as person_id from unnest(${[...NOTIFICATION_KINDS]}::text[]) with ordinality as k (kind, place)) n
    ${heard(companyId)} order by n.place`.execute(db)
  return rows
}

/** What the company has, which is what somebody hears who is nobody. */
export const defaultsOf = async (tenant: Tenant): Promise<NotificationChoice[]> =>
  (await choicesOf(tenant, 0)).map(({ kind, in_app, digest }) => ({ kind, in_app, digest }))

/** Keeps what the request names; what is not yet mailed goes with the mails from now on, what is older with none. */
export const choose = async (
  tenant: Tenant,
  personId: number,
  { kind, in_app, digest }: Choose,
): Promise<NotificationChoice> => {
  const { db, companyId } = tenant
  const { rows } = await sql<NotificationChoice>`
    insert into notification_preferences as p (company_id, person_id, kind, in_app, digest, digest_since)
    select ${companyId}::int, n.person_id, n.kind, coalesce(${in_app ?? null}, heard.in_app), coalesce(${digest ?? null}, heard.digest),
      case when heard.digest = 'none' then now() else heard.digest_since end
    from (select ${personId}::int as person_id, ${kind}::text as kind) n ${heard(companyId)}
    on conflict (company_id, person_id, kind) do update set
      in_app = coalesce(${in_app ?? null}, p.in_app, excluded.in_app), digest = coalesce(${digest ?? null}, p.digest, excluded.digest),
      digest_since = case when p.digest is null then excluded.digest_since when p.digest = 'none' then now() else p.digest_since end
    returning kind, in_app, digest`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('A choice was not stored')
  if (digest) await lookForMail(tenant, personId, digest)
  return stored
}

/** Gives up the person's own choice of a kind. Mails tell what comes from now on, unless there were some before. */
export const follow = async (tenant: Tenant, personId: number, kind: NotificationKind) => {
  const { db, companyId } = tenant
  await db
    .updateTable('notification_preferences')
    .set({
      in_app: null,
      digest: null,
      digest_since: sql<string>`case when digest = 'none' then now() else digest_since end`,
      followed_at: sql<string>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('digest', 'is not', null)
    .execute()
  const ofCompany = (await defaultsOf(tenant)).find((each) => each.kind === kind)
  if (ofCompany) await lookForMail(tenant, personId, ofCompany.digest)
  return ofCompany
}

/** What waits may be due sooner than it was. */
const lookForMail = async ({ db }: Tenant, personId: number, digest: NotificationChoice['digest']) => {
  if (digest === 'none') return
  await sql`
    select mark_due_once(${DIGEST_DUE}, digest_slot(now(), ${digest}, s.time_zone)) from staff s where s.id = ${personId}`.execute(
    db,
  )
}

/** One change at a time: each keeps what the others have set. */
export const lockDefaults = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('notification_usuals'), ${companyId})`.execute(db)
}

export const putDefault = async ({ db, companyId }: Tenant, { kind, ...values }: NotificationChoice) => {
  await db
    .insertInto('notification_usuals')
    .values({ company_id: companyId, kind, ...values })
    .onConflict((row) => row.columns(['company_id', 'kind']).doUpdateSet(values))
    .execute()
}

/** The person's newest mail and what became of it: without an end it is on its way, or nobody knows any more. */
export const lastDigest = async ({ db, companyId }: Tenant, personId: number): Promise<LastDigest | null> => {
  const { rows } = await sql<LastDigest>`
    select d.created_at as at, case when d.sent_at is not null then 'sent' when d.failure is not null then 'failed'
      when exists (
        select from mails m where m.company_id = ${companyId} and m.kind = ${DIGEST} and m.for_id = d.id
          and m.state in ('queued', 'handing', 'deferred')) then 'sending' else 'in_doubt' end as state
    from notification_digests d
    where d.company_id = ${companyId} and d.person_id = ${personId} order by d.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
