import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { addLeads } from '#server/demo/fill.ts'

export const SECRET = 'bench-Zq8vN2xT5mKw7RfJ4yLb9PdH3sGc6AeU'
export const COMPANY = 'halden.example'
export const SMALL = 10_000

/** A server and a database of the run's own, taken away at its end. */
export const openPlace = async () => {
  const folder = await mkdtemp(join('/tmp', 'leadroom-bench-'))
  await chmod(folder, 0o711)
  const embedded = await startEmbedded({ folder })
  await migrate(embedded.url('postgres'), embedded.passwordOf('leadroom_login'))
  const owner = new pg.Pool({ connectionString: embedded.url('postgres'), max: 8 })
  const takeAway = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    folder,
    owner,
    url: embedded.url,
    async close() {
      await owner.end()
      await takeAway()
    },
    /** In the middle of whatever it is asked. */
    async interrupt() {
      owner.on('error', () => undefined)
      await takeAway()
    },
  }
}
export type Place = Awaited<ReturnType<typeof openPlace>>

/** The demo, with about `SMALL` leads in the company that is measured. */
export const fillSmall = (place: Place) =>
  addLeads({ ownerUrl: place.url('postgres'), secret: SECRET, leads: Math.round(SMALL / 0.6) })

/** Waits until the server has sealed and grouped what a fill has left it to do: nothing that is measured should pay for that. */
export const untilQuiet = async ({ owner }: Place) => {
  const until = performance.now() + QUIET_WITHIN_MS
  for (;;) {
    const { rows } = await owner.query<{ left: number }>(
      `select ((select count(*) from changes) - (select count(*) from seals) + (select count(*) from duplicate_checks))::int as left`,
    )
    if (rows[0]?.left === 0) return
    if (performance.now() > until) throw new Error(`${rows[0]?.left} rows wait to be sealed or grouped`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
const QUIET_WITHIN_MS = 180_000

/** Copies of the leads that are there, spread over the same days, until there are so many; without their histories. */
export const growTo = async (place: Place, rows: number) => {
  const client = await place.owner.connect()
  try {
    const { companyId, present } = await size(client)
    const missing = rows - present
    if (missing <= 0) return
    await client.query('begin')
    await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
    // Rows in bulk: without triggers and foreign keys, and with the indexes made at the end, it takes a tenth of the time.
    await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`)
    const indexes = await takeIndexes(client, ['leads', 'lead_items', 'lead_clocks'])
    const ofTexts = await takeIndexes(client, ['lead_texts'])
    await client.query(
      COPIES.replaceAll('$1', String(companyId))
        .replace('$2', String(Math.ceil(rows / present)))
        .replace('$3', String(missing)),
    )
    await client.query(LEADS)
    await client.query(ITEMS)
    await client.query(CLOCKS)
    for (const definition of indexes) await client.query(definition)
    // Their products are looked up by an index.
    await client.query(TEXTS)
    for (const definition of ofTexts) await client.query(definition)
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('delete from lead_rollup_states')
    await client.query('commit')
    await client.query('vacuum analyze leads, lead_items, lead_clocks, lead_texts')
  } finally {
    client.release()
  }
}

/** Drops the indexes that stand for no constraint; answers how each is made. */
export const takeIndexes = async (client: pg.PoolClient, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const size = async (client: pg.PoolClient) => {
  const { rows } = await client.query<{ companyId: number; present: number }>(
    `select c.id as "companyId", (select count(*)::int from leads l where l.company_id = c.id) as present
     from identity.companies c where c.domain = $1`,
    [COMPANY],
  )
  if (!rows[0]) throw new Error('The company to be measured is not there')
  return rows[0]
}

const COPIES = `
  create temp table copied on commit drop as
  select l.*, nextval('leads_id_seq') as copy, nextval('lead_numbers.company_$1') as number, random() * interval '80 days' as earlier
  from (select l.* from leads l, generate_series(1, $2::int) where l.company_id = $1::int order by random() limit $3) l`

const TIMES = [
  'created_at',
  'status_at',
  'assigned_at',
  'in_progress_at',
  'validated_at',
  'sales_assigned_at',
  'first_response_at',
  'updated_at',
  'deleted_at',
]
const AS_THEY_ARE = `kind, name, phone, phone_sent, company, website, country, state, city, zip_code, address, message, source, utm, form_id,
  status, enquiry_status, reason_code, reason_note, on_hold_until, quarantined_by, spam_signals, assigned_qa, assigned_how, sales_person,
  created_by, total_quantity, validated_by, email`

const LEADS = `
  insert into leads (company_id, id, lead_no, ${AS_THEY_ARE}, ${TIMES.join(', ')}) overriding system value
  select company_id, copy, number, ${AS_THEY_ARE}, ${TIMES.map((time) => `${time} - earlier`).join(', ')} from copied`

const ITEMS = `
  insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
  select c.company_id, c.copy, i.product_id, i.product_name, i.quantity, i.total_quantity
  from copied c join lead_items i on i.company_id = c.company_id and i.lead_id = c.id`

const FILTERED_BY = `kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at, validated_at`

const TEXTS = `
  insert into lead_texts (company_id, id, ${FILTERED_BY}, text)
  select company_id, id, ${FILTERED_BY}, lead_text(company_id, id, lead_no, name, email, company, phone, phone_sent, further, city, message, job_title, tags)
  from (select l.* from leads l join copied c on c.company_id = l.company_id and c.copy = l.id) l where deleted_at is null`

/** Those that run are left as they are: else all of them would be overdue. */
const CLOCKS = `
  insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, due_at, paused_at, pauses, paused_ms, answered_at, took_ms, revision)
  select k.company_id, c.copy, k.clock, k.started_at - shift, k.target_ms, k.calendar_id, k.due_at - shift, k.paused_at - shift, k.pauses, k.paused_ms,
    k.answered_at - shift, k.took_ms, k.revision
  from copied c join lead_clocks k on k.company_id = c.company_id and k.lead_id = c.id
  cross join lateral (select case when k.answered_at is null then interval '0' else c.earlier end as shift) s`
