import type { Client } from 'pg'
import type { Candidate } from '#server/leads/assignment/choose.ts'
import { changeOf, type Row } from './history.ts'
import { nextId } from './next-id.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person, type World } from './world.ts'

const LISTS = ['qa', 'sales'] as const

/** Who was on the lists when they began; nobody has received anything yet. */
export const beginners = (staff: readonly (number | undefined)[], weights: readonly number[]): Candidate[] =>
  staff.flatMap((id, place) =>
    id === undefined
      ? []
      : [{ staff_id: id, weight: weights[place] ?? 1, expected: 0, received: 0, last_assigned_at: null, reason: null }],
  )

/** The lists as an earlier run and everybody since have left them; undefined when there are none. */
export const findEntries = async (
  client: Client,
  companyId: number,
  list: 'qa' | 'sales',
): Promise<Candidate[] | undefined> => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const { rows } = await client.query<Candidate & { status: string }>(
    `select staff_id, weight::float8, expected, received, to_char(last_assigned_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_assigned_at, status
     from assignment_entries where company_id = $1 and list = $2 order by staff_id`,
    [companyId, list],
  )
  return rows.length
    ? rows.map(({ status, ...candidate }) => ({
        ...candidate,
        reason: status === 'active' ? null : 'paused on the list',
      }))
    : undefined
}

/** Stores the lists with their tallies as all the choices have left them. */
export const storeEntries = async (client: Client, world: World, admin: number, start: number) => {
  const { companyId, random } = world
  const rows: Row[] = []
  const changes: Row[] = []
  for (const list of LISTS)
    for (const { reason, ...candidate } of world.rotations[list].candidates()) {
      const created = {
        company_id: companyId,
        id: await nextId(client, 'assignment_entries'),
        list,
        ...candidate,
        accepts_countries: [],
        accepts_sources: [],
        accepts_categories: [],
        status: 'active',
        created_at: iso(start),
        updated_at: iso(start),
        version: 1,
      }
      const paused = { ...created, status: 'paused', updated_at: iso(world.handBack.at), version: 2 }
      const adding = actAt(world, start, person(admin), `auto-assign-${list}.add`)
      const pausing = actAt(
        world,
        world.handBack.at,
        person(world.manager),
        `auto-assign-${list}.setStatus`,
        'On a journey until Monday',
      )
      const salt = () => random.hex(16)
      changes.push(...[changeOf('assignment_entries', undefined, created, adding, salt) ?? []].flat())
      if (reason !== null)
        changes.push(...[changeOf('assignment_entries', created, paused, pausing, salt) ?? []].flat())
      rows.push(reason === null ? created : paused)
    }
  await storeRows(client, companyId, { assignment_entries: rows, changes })
  await client.query(
    'insert into assignment_lists (company_id, list) select $1, unnest($2::text[]) on conflict do nothing',
    [companyId, LISTS],
  )
}

/** Carries the tallies on, on lists that are there already. */
export const keepTallies = async (client: Client, { companyId, rotations }: World) => {
  // The tallies are no news; the trigger wants to know an actor nevertheless.
  await client.query(
    `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.channel', 'demo', true),
      set_config('leadroom.act', 'demo.fill', true), set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
    [String(companyId)],
  )
  for (const list of LISTS)
    await client.query(
      `update assignment_entries e set expected = c.expected, received = c.received, last_assigned_at = c.last_assigned_at
       from json_to_recordset($3::json) as c (staff_id int, expected double precision, received int, last_assigned_at timestamptz)
       where e.company_id = $1 and e.list = $2 and e.staff_id = c.staff_id`,
      [companyId, list, JSON.stringify(rotations[list].candidates())],
    )
}
