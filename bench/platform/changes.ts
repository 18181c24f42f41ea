import pg from 'pg'
import { COMPANY, type Place } from '../place.ts'

const PER_SECOND = 50

/** Another client that changes 50 leads a second, each with its history, until it is stopped. */
export const startChanges = async (place: Place) => {
  const client = new pg.Client(place.url('postgres', 'leadroom_login'))
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await place.owner.query<{ company: string; ids: number[] }>(
    `select c.id::text as company, (select array_agg(id::int) from (select id from leads l where l.company_id = c.id and status = 'valid'
       and kind = 'enquiry' and deleted_at is null order by random() limit 5000) chosen) as ids from identity.companies c where c.domain = $1`,
    [COMPANY],
  )
  const { company = '', ids = [] } = rows[0] ?? {}
  const settings = `select set_config('role', 'leadroom_app', true), set_config('leadroom.company', '${company}', true), set_config('leadroom.actor_kind', 'system', true),
    set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'bench', true), set_config('leadroom.change_set', gen_random_uuid()::text, true)`
  const start = performance.now()
  let changed = 0
  let stopped = false

  const change = async () => {
    while (!stopped) {
      const due = Math.floor(((performance.now() - start) / 1000) * PER_SECOND)
      for (; changed < due && !stopped; changed++) {
        await client.query('begin')
        await client.query(settings)
        await client.query(
          `update leads set enquiry_status = case enquiry_status when 'won' then 'open' else 'won' end, lost_reason = null, nurture_until = null
           where company_id = ${company} and id = $1`,
          [ids[changed % ids.length]],
        )
        await client.query('commit')
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const changing = change()
  // Who stops it is told.
  changing.catch(() => undefined)
  return {
    async stop() {
      stopped = true
      await changing
      await client.end()
      return changed / ((performance.now() - start) / 1000)
    },
  }
}
