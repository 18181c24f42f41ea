import { sql } from 'kysely'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Presence } from '#contract/platform/live.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { LiveTopic } from '#server/platform/live/topic.ts'
import { seenBy } from '#server/leads/lists/live.ts'

/** Who does not say it again within this time is not there any more. */
const LASTS = sql`interval '45 seconds'`
const MOST = 500

/** Notes that the person has the lead on their desk, or has it no more; colleagues are told when that is news. */
export const setPresence = async (tenant: Tenant, personId: number, leadId: number, here: boolean) => {
  const { db, companyId } = tenant
  const { rows } = here
    ? await sql<{ news: boolean }>`
        with before as (select at from lead_presence where company_id = ${companyId} and lead_id = ${leadId} and person_id = ${personId})
        insert into lead_presence (company_id, lead_id, person_id) values (${companyId}, ${leadId}, ${personId})
        on conflict (company_id, lead_id, person_id) do update set at = now()
        returning not exists (select from before where at > now() - ${LASTS}) as news`.execute(db)
    : await sql<{ news: boolean }>`
        delete from lead_presence where company_id = ${companyId} and person_id = ${personId}
          and (lead_id = ${leadId} or at < now() - ${LASTS}) returning true as news`.execute(db)
  if (rows.some(({ news }) => news)) tenant.signal('presence')
}

/** Who is on which lead, of the leads that a watcher sees; they themselves are left out. */
export const presenceLive: LiveTopic = {
  state: true,
  async tell({ db, companyId }, watchers) {
    const { rows } = await sql<{ lead_id: number; person: PersonRef; seen: boolean[] }>`
      select p.lead_id, json_build_object('id', s.id, 'name', s.name) as person, ${seenBy(watchers)} as seen
      from lead_presence p
      join leads l on l.company_id = ${companyId} and l.id = p.lead_id and l.deleted_at is null
      join staff s on s.id = p.person_id
      where p.company_id = ${companyId} and p.at > now() - ${LASTS}
      order by p.lead_id, s.name limit ${MOST}`.execute(db)
    return watchers.map((watcher, at): Presence => {
      const seen = rows.filter((row) => row.seen[at] && row.person.id !== watcher.personId)
      return [...Map.groupBy(seen, ({ lead_id }) => lead_id)].map(([lead_id, same]) => ({
        lead_id,
        people: same.map(({ person }) => person),
      }))
    })
  },
}
