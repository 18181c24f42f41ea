import { sql } from 'kysely'
import type { Identity } from './door.ts'

export interface Switched {
  userName: string
  oldCompany: { id: number; name: string }
  newCompany: { id: number; name: string }
  endsAt: string
  code: string
}

/**
 * Moves a session into another company of its person and tells every other known tab of it; undefined when the
 * person has no place there.
 */
export const switchCompany = (
  identity: Identity,
  {
    sessionId,
    personId,
    companyId,
    tabId,
  }: { sessionId: string; personId: number; companyId: number; tabId: string | undefined },
): Promise<Switched | undefined> =>
  identity.write(async (db) => {
    const session = await db
      .selectFrom('identity.sessions as s')
      .innerJoin('identity.people as p', 'p.id', 's.person_id')
      .innerJoin('identity.companies as old', 'old.id', 's.company_id')
      .innerJoin('identity.memberships as m', (join) =>
        join.onRef('m.id', '=', 's.person_id').on('m.company_id', '=', companyId),
      )
      .innerJoin('identity.companies as new', 'new.id', 'm.company_id')
      .select([
        sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('userName'),
        'old.id as oldId',
        'old.name as oldName',
        'new.id as newId',
        'new.name as newName',
        's.ends_at as endsAt',
        's.code',
        sql<string>`now()`.as('now'),
      ])
      .where('s.id', '=', sessionId)
      .where('s.revoked_at', 'is', null)
      .where('m.status', '=', 'active')
      .forUpdate('s')
      .executeTakeFirst()
    if (!session) return undefined
    const { userName, oldId, oldName, newId, newName, endsAt, code, now } = session
    const switched = {
      userName,
      oldCompany: { id: oldId, name: oldName },
      newCompany: { id: newId, name: newName },
      endsAt,
      code,
    }
    if (oldId === newId) return switched

    await db.updateTable('identity.sessions').set({ company_id: companyId }).where('id', '=', sessionId).execute()
    const data = {
      user_id: personId,
      old_company_id: oldId,
      new_company_id: newId,
      old_company_name: oldName,
      new_company_name: newName,
      message: `You switched from ${oldName} to ${newName}.`,
      user_name: userName,
      timestamp: now,
    }
    await sql`
      insert into identity.broadcasts (session_id, tab_id, type, data)
      select session_id, tab_id, 'company_switched', ${JSON.stringify(data)}::jsonb from identity.tabs
      where session_id = ${sessionId} and tab_id is distinct from ${tabId ?? null}`.execute(db)
    return switched
  })

const MOST_TABS = 100

/**
 * Notes that a tab is there. Undefined when it may ask; otherwise the seconds to wait: it asked less than a second
 * ago, or the session has too many tabs already.
 */
export const seeTab = (identity: Identity, sessionId: string, tabId: string): Promise<number | undefined> =>
  identity.write(async (db) => {
    // A tenth of a second less than the floor: a call that the network slowed down makes the next one look early.
    const { rows } = await sql<{ early: boolean }>`
      update identity.tabs set last_seen_at = case when last_seen_at < now() - interval '900 milliseconds' then now() else last_seen_at end
      where session_id = ${sessionId} and tab_id = ${tabId}
      returning last_seen_at <> now() as early`.execute(db)
    if (rows[0]) return rows[0].early ? 1 : undefined

    await sql`select from identity.sessions where id = ${sessionId} for update`.execute(db)
    await sql`delete from identity.tabs where session_id = ${sessionId} and last_seen_at < now() - interval '24 hours'`.execute(
      db,
    )
    const added = await sql`
      insert into identity.tabs (session_id, tab_id)
      select ${sessionId}::uuid, ${tabId} where (select count(*) from identity.tabs where session_id = ${sessionId}) < ${MOST_TABS}
      on conflict do nothing`.execute(db)
    return added.numAffectedRows === 1n ? undefined : 60
  })

/** A tab's messages of the last day after the cursor, oldest first. */
export const messagesFor = (identity: Identity, sessionId: string, tabId: string, afterId: number) =>
  identity.read((db) =>
    db
      .selectFrom('identity.broadcasts')
      .select(['id', 'created_at as timestamp', 'data'])
      .where('session_id', '=', sessionId)
      .where('tab_id', '=', tabId)
      .where('id', '>', afterId)
      .where('created_at', '>', sql<string>`now() - interval '24 hours'`)
      .orderBy('id')
      .limit(100)
      .execute(),
  )

export const clearMessages = (identity: Identity, sessionId: string, tabId: string) =>
  identity.write(async (db) => {
    await db.deleteFrom('identity.broadcasts').where('session_id', '=', sessionId).where('tab_id', '=', tabId).execute()
  })

/** Takes away what nobody needs any more: old messages, answers, tabs and sessions, and checks that count no longer. */
export const pruneSessions = (identity: Identity) =>
  identity.write(async (db) => {
    await sql`delete from identity.broadcasts where created_at < now() - interval '24 hours'`.execute(db)
    await sql`delete from identity.answers where created_at < now() - interval '24 hours'`.execute(db)
    await sql`delete from identity.sign_in_failures where at < now() - interval '1 hour'`.execute(db)
    await sql`delete from identity.password_resets where ends_at < now() - interval '30 days'`.execute(db)
    await sql`delete from identity.sessions where ends_at < now() - interval '30 days'`.execute(db)
  })
