import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { didOf, neverUndone } from '#server/platform/changes/declared.ts'
import { createDatabase, createTemplate, databaseUrl, dropDatabase } from '#server/test/database.ts'
import { addLeads, fillIfEmpty } from './fill.ts'

const LEADS = 1800
/** Enough for what is compared with another fill. */
const FEW = 300
const NOW = Date.UTC(2026, 4, 13, 9, 41)

const template = await createTemplate('leadroom_template', async (url) => void (await migrate(url)))
const opened: { name: string; db: pg.Client }[] = []
afterAll(async () => {
  for (const { name, db } of opened) {
    await db.end()
    await dropDatabase(name)
  }
})

const filled = async (seed = 1, leads = LEADS) => {
  const name = await createDatabase(template)
  const options = { ownerUrl: databaseUrl(name), secret: 'x'.repeat(40), leads, now: NOW, seed }
  const lines = await fillIfEmpty(options, () => {})
  const db = new pg.Client(databaseUrl(name))
  await db.connect()
  await db.query(`set timezone = 'UTC'`)
  opened.push({ name, db })
  return { db, options, lines, count: async (sql: string) => Number((await db.query(sql)).rows[0].count) }
}

const demo = await filled()
const { db, count } = demo

test('two companies, their people and so many leads, in every state', async () => {
  expect(await count('select count(*) from identity.companies')).toBe(2)
  expect(await count('select count(*) from identity.people')).toBe(12)
  expect(await count('select count(*) from leads')).toBe(LEADS)
  expect(await count('select count(*) from products')).toBe(60)
  for (const company of [1, 2]) {
    const { rows } = await db.query('select distinct status from leads where company_id = $1', [company])
    expect(rows.map(({ status }) => status).sort()).toEqual([
      'assigned',
      'in-progress',
      'invalid',
      'new',
      'on_hold',
      'valid',
    ])
  }
  expect(await count('select count(*) from leads where quarantined_by is not null')).toBeGreaterThan(3)
  expect(demo.lines.join('\n')).toContain('manager@meridian.example')
})

test('the directory knows who has written, and nothing waits to be read', async () => {
  expect(await count('select count(*) from directory_queue')).toBe(0)
  expect(await count('select count(*) from directory_contacts where deleted_at is null')).toBeGreaterThan(300)
  expect(await count('select count(*) from directory_companies where deleted_at is null')).toBeGreaterThan(30)
  expect(
    await count('select count(*) from directory_contacts where deleted_at is null and company_name is null'),
  ).toBeGreaterThan(0)
  expect(await count('select count(*) from directory_contacts where leads_all > 1')).toBeGreaterThan(0)
})

test('24 posts of five authors in every state, with the versions that led to it', async () => {
  const { rows } = await db.query(
    `select coalesce(status || ' with changes: ' || changes, status) as state, count(*)::int from blog_posts group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { state: 'archived', count: 2 },
    { state: 'draft', count: 3 },
    { state: 'in_review', count: 2 },
    { state: 'published', count: 11 },
    { state: 'published with changes: draft', count: 2 },
    { state: 'published with changes: in_review', count: 1 },
    { state: 'published with changes: scheduled', count: 1 },
    { state: 'scheduled', count: 2 },
  ])
  expect(await count('select count(distinct author_id) from blog_post_authors')).toBe(5)
  expect(await count('select count(*) from blog_versions')).toBe(52)
  // What the publish check finds: the cover and the picture that nobody has described.
  expect((await db.query('select title, blocking from blog_posts where blocking > 0')).rows).toEqual([
    { title: 'HEPA classes H13, H14 and U15', blocking: 2 },
  ])
  expect(await count('select count(*) from blog_posts where words < 40 or image_id is null')).toBe(0)
  expect(
    await count(
      `select count(*) from blog_posts where publish_at is not null and publish_at <= '${new Date(NOW).toISOString()}'`,
    ),
  ).toBe(0)
})

test('of what competitors wrote, ours covers some, comes near to some, and leaves gaps', async () => {
  const { rows } = await db.query('select coverage, count(*)::int from competitor_posts group by 1')
  expect(rows.map(({ coverage }) => coverage).sort()).toEqual(['covered', 'gap', 'nearest'])
  for (const { count } of rows) expect(count).toBeGreaterThan(10)
})

test('questions to QC, answered and waiting, found by their words', async () => {
  const { rows } = await db.query('select state, count(*)::int from qc_questions group by 1 order by 1')
  expect(rows).toEqual([
    { state: 'answered', count: 10 },
    { state: 'open', count: 6 },
  ])
  expect(await count(`select count(*) from qc_words where word = 'pallet'`)).toBe(2)
})

test('a screen of open work for each QA person, and some that nobody holds', async () => {
  const { rows } = await db.query(
    `select assigned_qa, count(*)::int from leads where status in ('assigned', 'in-progress') group by 1`,
  )
  expect(rows.every((row) => row.count > 2 && row.count < 60)).toBe(true)
  expect(
    await count(`select count(*) from leads where status = 'new' and quarantined_by is null and kind = 'enquiry'`),
  ).toBeGreaterThan(5)
  expect(await count(`select count(*) from leads where created_at > '2026-05-13T08:41Z'`)).toBeGreaterThan(9)
})

test('one person belongs to both companies', async () => {
  const { rows } = await db.query('select id from identity.memberships group by id having count(*) > 1')
  const { rows: people } = await db.query('select email from identity.people where id = any($1)', [
    rows.map(({ id }) => id),
  ])
  expect(people).toEqual([{ email: 'admin@halden.example' }])
})

test('the history of each row leads from nothing to what the row is now', async () => {
  for (const table of [
    'leads',
    'lead_items',
    'lead_verdicts',
    'lead_comments',
    'products',
    'assignment_entries',
    'qc_questions',
    'qc_answers',
    'restricted_domains',
    'intake_forms',
  ]) {
    const { rows } = await db.query(
      `select tgargs from pg_trigger where tgname = 'history_insert' and tgrelid = $1::regclass`,
      [table],
    )
    const [, , , , silent] = rows[0].tgargs.toString().split('\0')
    const { rows: wrong } = await db.query(
      `with told as (
         select c.company_id, c.entity_id, field.key, (array_agg(field.value->1 order by c.id desc))[1] as last, max(c.version) as version
         from changes c left join change_values p on p.company_id = c.company_id and p.digest = c.personal,
           jsonb_each(c.fields || coalesce(p.fields, '{}')) field
         where c.entity = $1 group by 1, 2, 3
       ), is_now as (
         select t.company_id, t.id as entity_id, field.key, field.value from ${table} t, jsonb_each(to_jsonb(t)) field
         where not field.key = any($2) and field.value <> 'null'
       )
       select * from is_now full join (select * from told where last <> 'null') told using (company_id, entity_id, key)
       where value is distinct from last limit 5`,
      [table, silent.split(',')],
    )
    expect(wrong).toEqual([])
  }
})

test('each act and each table of the history is one that an area declares', async () => {
  // Departments and designations come with the company itself, before anybody could have made them.
  const { rows } = await db.query(
    `select distinct act, entity from changes where company_id in (1, 2) and entity not in ('departments', 'designations')`,
  )

  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ act, entity }) => didOf(act) === null || neverUndone(entity) !== undefined)).toEqual([])
})

test('each change begins where the one before it ended, in the order of time, and counts the versions', async () => {
  const { rows } = await db.query(
    `select entity_id, id, extract(epoch from at)::float8 as at, version, fields from changes where entity = 'leads' order by company_id, entity_id, id`,
  )
  const state = new Map<string, any>()
  for (const { entity_id, at, version, fields } of rows) {
    const before = state.get(entity_id) ?? { at: 0, version: 0, values: {} }
    expect(at >= before.at).toBe(true)
    expect(version).toBe(before.version + 1)
    for (const [field, [from]] of Object.entries<[unknown, unknown]>(fields))
      expect(from).toEqual(before.values[field] ?? null)
    const values = {
      ...before.values,
      ...Object.fromEntries(Object.entries<[unknown, unknown]>(fields).map(([field, [, to]]) => [field, to])),
    }
    state.set(entity_id, { at, version, values })
  }
  const { rows: leads } = await db.query(
    'select id, version, status, extract(epoch from updated_at)::float8 as updated_at from leads',
  )
  for (const { id, version, status, updated_at } of leads)
    expect(state.get(id)).toMatchObject({ version, at: updated_at, values: { status } })
})

test('personal values are known to the history by the digest that the trigger would have made', async () => {
  const { rows } = await db.query('select digest, salt, fields::text as text from change_values limit 200')
  for (const { digest, salt, text } of rows)
    expect(createHash('sha256').update(salt).update(text).digest().equals(digest)).toBe(true)
  expect(
    await count(
      `select count(*) from changes where fields ?| '{name,email,phone,message,body}' and entity in ('leads', 'lead_comments')`,
    ),
  ).toBe(0)
})

test('who holds a lead is who the last decision gave it to', async () => {
  const last = (list: string) =>
    `(select d.chosen from assignment_decisions d where d.company_id = l.company_id and d.lead_id = l.id and d.list = '${list}' order by d.at desc, d.id desc limit 1)`
  expect(await count(`select count(*) from leads l where assigned_qa is distinct from ${last('qa')}`)).toBe(0)
  expect(await count(`select count(*) from leads l where sales_person is distinct from ${last('sales')}`)).toBe(0)
})

test('nobody is far from their share, and the tallies are what was decided', async () => {
  expect(await count('select count(*) from assignment_entries where abs(expected - received) > 1.5')).toBe(0)
  expect(
    await count(`select count(*) from assignment_entries e where received <> (select count(*) from assignment_decisions d
      where d.company_id = e.company_id and d.list = e.list and d.mode = 'auto' and d.chosen = e.staff_id)`),
  ).toBe(0)
})

test('the times of a lead are in order and none is to come', async () => {
  expect(
    await count(`select count(*) from leads where assigned_at < created_at or in_progress_at < created_at or validated_at < assigned_at
      or sales_assigned_at < created_at or first_response_at < sales_assigned_at or status_at < created_at or greatest(created_at, updated_at) > '${new Date(NOW).toISOString()}'`),
  ).toBe(0)
})

test('nothing of one company names people of another', async () => {
  const people = {
    leads: ['assigned_qa', 'sales_person', 'created_by', 'validated_by'],
    lead_comments: ['author_id'],
    lead_verdicts: ['by_person'],
    assignment_decisions: ['chosen', 'replaced'],
    qc_questions: ['asked_by'],
    qc_answers: ['answered_by'],
    changes: ['actor_id'],
  }
  for (const [table, columns] of Object.entries(people))
    for (const column of columns)
      expect(
        await count(`select count(*) from ${table} t where ${column} is not null and not exists (
          select from identity.memberships m where m.company_id = t.company_id and m.id = t.${column})`),
      ).toBe(0)
})

test('every foreign key and every check holds, and history is written again', async () => {
  const { rows } = await db.query(
    `select conrelid::regclass as relation, conname from pg_constraint where contype in ('c', 'f') and not convalidated`,
  )
  expect(rows).toEqual([])
  expect(await count(`select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toBe(0)
  await expect(db.query(`update leads set city = 'Elsewhere' where id = (select min(id) from leads)`)).rejects.toThrow(
    'a write without an actor',
  )
})

test('the same seed gives the same rows, another seed others', { timeout: 300_000, tags: 'slow' }, async () => {
  const [once, again, other] = [await filled(1, FEW), await filled(1, FEW), await filled(2, FEW)]
  const tables = [
    'leads',
    'lead_items',
    'lead_verdicts',
    'lead_comments',
    'assignment_decisions',
    'assignment_entries',
    'restricted_domain_hits',
    'changes',
    'change_values',
  ]
  for (const table of tables) {
    const digest = async (client: pg.Client) =>
      (
        await client.query(
          // The number of the transaction is the database server's own.
          `select md5(string_agg(row, '' order by row)) from (select (to_jsonb(t) - 'tx')::text as row from ${table} t
           where coalesce(to_jsonb(t)->>'entity', '') not in ('memberships', 'departments', 'designations')) rows`,
        )
      ).rows[0].md5
    expect(await digest(again.db)).toBe(await digest(once.db))
    expect(await digest(other.db)).not.toBe(await digest(once.db))
  }
})

test('a second fill does nothing, and more leads carry the tallies on', async () => {
  const { options, count: countIn, db: its } = await filled(3, FEW)
  await fillIfEmpty(options, () => {})
  expect(await countIn('select count(*) from leads')).toBe(FEW)

  await addLeads({ ...options, leads: 300 })
  expect(await countIn('select count(*) from leads')).toBe(FEW + 300)
  const { rows } = await its.query(
    'select received, version from assignment_entries where abs(expected - received) > 1.5',
  )
  expect(rows).toEqual([])
})

test('an own database is left alone', async () => {
  const name = await createDatabase(template)
  const own = new pg.Client(databaseUrl(name))
  await own.connect()
  opened.push({ name, db: own })
  await own.query(`insert into identity.companies (name, domain) values ('Ours', 'ours.example')`)
  const options = { ownerUrl: databaseUrl(name), secret: 'x'.repeat(40), leads: 10 }

  expect(await fillIfEmpty(options, () => {})).toEqual([])
  await expect(addLeads(options)).rejects.toThrow('has other companies')
  expect((await own.query('select count(*)::int from leads')).rows[0].count).toBe(0)
})
