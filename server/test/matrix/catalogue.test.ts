import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { tableTypes } from '#server/db/write-tables.ts'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { fillEveryTable } from './rows.ts'

const app = await startTestApp()
const ada = await app.signIn({ name: 'Ada' })
const bob = await app.signIn({ name: 'Bob' })
const unfilled = await fillEveryTable(app, [
  { companyId: ada.companyId, id: 501, personId: ada.id, canary: 'canary-a' },
  { companyId: bob.companyId, id: 502, personId: bob.id, canary: 'canary-b' },
])
afterAll(() => app.stop())

const ask = async (text: string, values: unknown[] = []): Promise<any[]> => (await app.owner.query(text, values)).rows

/** Tables of schema public that belong to no company, with the reason. */
const GLOBAL: string[] = [
  // Figures of physics, which a migration writes and requests can only read.
  'measurement_units',
]
/** Views with their owner's rights: doors into the global tables, each kept to the current company by its own condition. */
const OWNER_VIEWS = ['company', 'departments', 'staff']
/** Functions that run with their owner's rights: each looks at current_company() alone. */
const OWNER_FUNCTIONS = [
  'alike_products',
  'check_due_turn',
  'erase_contact_messages',
  'erase_deleted_authors',
  'erase_deleted_leads',
  'erase_vendor_contacts',
  'find_leads',
  'forget_contacts',
  'forget_subscribers',
  'hold_list',
  'hold_member',
  'keep_picture_key',
  'leads_are_rare',
  'make_lead_numbers',
  'mark_due',
  'mark_due_once',
  'match_products',
  'next_lead_no',
  'next_lead_nos',
  'product_by_code',
  'product_text_is_rare',
  'put_form_key',
  'put_preview_link',
  'put_site_key',
  'put_vendor_link',
  'refresh_young_statistics',
  'search_companies',
  'search_competitor_posts',
  'search_contact_messages',
  'search_contacts',
  'search_products',
  'search_subscribers',
  'suggest_products',
]
/** What a company's rows may refer to outside the tables of the companies' rows: on many nodes it has to be on each. */
const REFERRED_TO = ['identity.memberships']
/** The roles that requests run as. */
const ROLES = ['leadroom_app', 'leadroom_identity', 'leadroom_login']

const OWN_COMPANY = '(company_id = ( SELECT current_company() AS current_company))'
/** The one policy of each table. */
const OWN_ROWS = {
  policy: 'tenant',
  permissive: 'PERMISSIVE',
  roles: '{public}',
  cmd: 'ALL',
  qual: OWN_COMPANY,
  with_check: OWN_COMPANY,
}

const tables: { name: string; oid: number }[] = await ask(
  `select relname as name, oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`,
)
const tenantTables = tables.filter(({ name }) => !GLOBAL.includes(name))

test('there are tables to look at, each with a row of either company', () => {
  expect(tenantTables.length).toBeGreaterThan(10)
  expect(unfilled).toEqual([])
})

test('T1: every table has row-level security, enabled and forced, for reading and for writing', async () => {
  const bare = await ask(
    `select relname as name from pg_class where oid = any($1) and not (relrowsecurity and relforcerowsecurity)`,
    [tenantTables.map(({ oid }) => oid)],
  )
  const policies = await ask(
    `select tablename as name, policyname as policy, permissive, roles::text, cmd, qual, with_check
    from pg_policies where schemaname = 'public' order by tablename collate "C"`,
  )

  expect(bare).toEqual([])
  // Word for word: whatever were added to the condition could let more through.
  // Policies add up: a second one could only let more through.
  expect(policies).toEqual(tenantTables.map(({ name }) => ({ name, ...OWN_ROWS })))
})

test('T1: company_id is never null, and comes first in the primary key and in every unique and b-tree index', async () => {
  const nullable = await ask(
    `select c.relname as name from pg_class c where c.oid = any($1) and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull)`,
    [tenantTables.map(({ oid }) => oid)],
  )
  const elsewhere = await ask(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
    where i.indrelid = any($1) and (i.indisunique or i.indisprimary or m.amname = 'btree')
      and (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]) is distinct from 'company_id'`,
    [tenantTables.map(({ oid }) => oid)],
  )
  const keyless = await ask(
    `select relname as name from pg_class where oid = any($1) and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
    [tenantTables.map(({ oid }) => oid)],
  )
  const invalid = await ask(`select indexrelid::regclass::text as name from pg_index where not indisvalid`)

  expect({ nullable, elsewhere, keyless, invalid }).toEqual({ nullable: [], elsewhere: [], keyless: [], invalid: [] })
})

test('T2: the roles of requests own nothing, make nothing and are above nothing', async () => {
  const strong = await ask(
    `select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)`,
    [ROLES],
  )
  const owned = await ask(
    `select relname as name from pg_class where relowner::regrole::text = any($1)
    union all select proname from pg_proc where proowner::regrole::text = any($1)
    union all select nspname from pg_namespace where nspowner::regrole::text = any($1)`,
    [ROLES],
  )
  const creates = await ask(
    `select r as role, n.nspname as schema from unnest($1::text[]) r, pg_namespace n where has_schema_privilege(r, n.oid, 'create') and n.nspname !~ '^pg_'
    union all select r, d.datname from unnest($1::text[]) r, pg_database d where d.datname = current_database() and has_database_privilege(r, d.oid, 'create')`,
    [ROLES],
  )
  const [{ inherits }] = await ask(`select rolinherit as inherits from pg_roles where rolname = 'leadroom_login'`)
  const truncates = await ask(
    `select r as role, c.relname as name from unnest($1::text[]) r, pg_class c where c.relkind = 'r'
    and c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace) and has_table_privilege(r, c.oid, 'truncate, references, trigger')`,
    [ROLES],
  )

  expect({ strong, owned, creates, inherits, truncates }).toEqual({
    strong: [],
    owned: [],
    creates: [],
    inherits: false,
    truncates: [],
  })
})

test('T2: what happened can be added to, and neither changed nor taken away', async () => {
  const writable = await ask(
    `select r as role, t as name, p as privilege from unnest($1::text[]) r, unnest(array['changes', 'change_values']) t, unnest(array['update', 'delete', 'truncate']) p
    where has_table_privilege(r, t, p) or (p = 'update' and has_any_column_privilege(r, t, p))`,
    [ROLES],
  )
  expect(writable).toEqual([])

  await expect(asApp(ada.companyId, `update changes set verb = 'created'`)).rejects.toThrow(/permission denied/)
  await expect(asApp(ada.companyId, 'delete from change_values')).rejects.toThrow(/permission denied/)
})

test('T2: outside its two roles the login sees nothing', async () => {
  const login = new pg.Client(databaseUrl(app.database, 'leadroom_login'))
  await login.connect()
  for (const { name } of tables)
    await expect(login.query(`select from ${name}`)).rejects.toThrow(/permission denied|does not exist/)
  await expect(login.query('select from identity.people')).rejects.toThrow(/permission denied/)
  await login.end()
})

/** As a request would: the role, the company, then the statement. */
const asApp = async (companyId: number | string | undefined, text: string, values: unknown[] = []): Promise<any[]> => {
  const login = new pg.Client(databaseUrl(app.database, 'leadroom_login'))
  await login.connect()
  try {
    await login.query('begin')
    await login.query(`set local role leadroom_app`)
    if (companyId !== undefined)
      await login.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
    return (await login.query(text, values)).rows
  } finally {
    await login.end()
  }
}

test('T3: without a company there are no rows, and no error either', async () => {
  for (const context of [undefined, ''])
    for (const name of [...tenantTables.map(({ name }) => name), ...OWNER_VIEWS]) {
      const [row] = await asApp(context, `select count(*)::int as rows from ${name}`)
      expect({ name, rows: row.rows }).toEqual({ name, rows: 0 })
    }
})

test('T3: with a company there are its rows alone, and nothing goes in for another', async () => {
  for (const { name } of tenantTables) {
    const rows = await asApp(ada.companyId, `select distinct company_id from ${name}`)
    expect({ name, rows }).toEqual({ name, rows: [{ company_id: ada.companyId }] })
  }
  await expect(
    asApp(ada.companyId, `insert into products (company_id, code, name) values ($1, 'x', 'x')`, [bob.companyId]),
  ).rejects.toThrow(/row-level security|without an actor/)
  await expect(asApp(ada.companyId, 'update products set company_id = $1', [bob.companyId])).rejects.toThrow(
    /row-level security|without an actor/,
  )
})

test('T4: a connection that goes back to the pool remembers neither role nor company', async () => {
  const { tenants, identity, pool } = app.services
  const actor = { kind: 'person', id: ada.id, channel: 'api', act: 'test' } as const
  const works = Array.from({ length: 60 }, (_, at) => {
    if (at % 4 === 0) return identity.read((db) => db.selectFrom('identity.people').select('id').execute())
    if (at % 4 === 1)
      return tenants.read(ada.companyId, () => Promise.reject(new Error('on purpose'))).catch(() => undefined)
    if (at % 4 === 2) return tenants.write(bob.companyId, actor, (tenant) => tenant.setReason('a reason'))
    return tenants.read(ada.companyId, ({ db }) => db.selectFrom('products').select('id').execute())
  })
  await Promise.all(works)

  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const states = await Promise.all(
    clients.map(async (client) => {
      const { rows } =
        await client.query(`select current_user as role, current_setting('leadroom.company', true) as company,
        current_setting('leadroom.actor_kind', true) as actor, current_setting('leadroom.reason', true) as reason,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
        (select count(*)::int from pg_class where relpersistence = 't' and pg_table_is_visible(oid)) as temporary`)
      return rows[0]
    }),
  )
  for (const client of clients) client.release()

  for (const { role, company, actor: left, reason, locks, temporary } of states)
    expect([role, company || '', left || '', reason || '', locks, temporary]).toEqual([
      'leadroom_login',
      '',
      '',
      '',
      0,
      0,
    ])
})

test('T5: views run with the rights of who asks, but for the named doors', async () => {
  const views = await ask(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')
      and not coalesce(reloptions @> array['security_invoker=true'], false) order by 1`,
  )
  const leaky = await ask(
    `select relname as name from pg_class where relkind = 'v' and relname = any($1) and not coalesce(reloptions @> array['security_barrier=true'], false)`,
    [OWNER_VIEWS],
  )

  expect(views.map(({ name }) => name)).toEqual(OWNER_VIEWS)
  expect(leaky).toEqual([])
})

test('T5: the doors show the current company and no other', async () => {
  for (const { companyId } of [ada, bob])
    await app.sql(companyId, `insert into identity.departments (company_id, name) values ($1, 'A')`, [companyId])
  for (const view of OWNER_VIEWS) {
    expect({ view, rows: await asApp(ada.companyId, `select distinct company_id from ${view}`) }).toEqual({
      view,
      rows: [{ company_id: ada.companyId }],
    })
    expect(await asApp(ada.companyId, `select from ${view} where company_id = $1`, [bob.companyId])).toEqual([])
    await expect(asApp(ada.companyId, `delete from ${view}`)).rejects.toThrow(
      /permission denied|cannot delete from view/,
    )
  }
})

test('T5: functions with their owner’s rights are the named ones, with a fixed search path, closed to everybody else', async () => {
  const functions: { name: string; path: boolean; open: boolean }[] = await ask(`
    select p.proname as name, coalesce(array_to_string(p.proconfig, ',') ~ 'search_path=', false) as path,
      has_function_privilege('public', p.oid, 'execute') and p.prorettype <> 'trigger'::regtype as open
    from pg_proc p where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)

  expect(functions).toEqual(OWNER_FUNCTIONS.map((name) => ({ name, path: true, open: false })))
})

test('T5: the functions that go round the policies give ids of the current company, and none without', async () => {
  await app.sql(
    bob.companyId,
    `insert into leads (company_id, name, source, phone_sent) values ($1, 'canary-b seeks pumps', 'web', '030 901820')`,
    [bob.companyId],
  )
  const bypassing = await ask(
    `select rolname from pg_roles r where rolbypassrls and not rolsuper and exists (select from pg_proc where proowner = r.oid)`,
  )
  expect(bypassing).toEqual([{ rolname: 'leadroom_search' }])
  const finding = (pattern: string) => `select id from find_leads('[["${pattern}"]]')`
  expect(await asApp(undefined, finding('%canary-b%'))).toEqual([])
  for (const pattern of ['%canary-b%', '%0901820%', "%' or company_id > 0 --"])
    expect(await asApp(ada.companyId, finding(pattern.replaceAll("'", "''")))).toEqual([])
  for (const pattern of ['%seeks pumps%', '%030901820%'])
    expect(await asApp(bob.companyId, finding(pattern))).toHaveLength(1)
})

test('T6: what one company has stored can be stored in another', async () => {
  const stored = async (companyId: number) => {
    await app.sql(companyId, `insert into products (company_id, code, name) values ($1, 'P-1', 'Pump')`, [companyId])
    await app.sql(companyId, `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example')`, [
      companyId,
    ])
    await app.sql(
      companyId,
      `insert into idempotency_keys (company_id, scope, key, request) values ($1, 'form', 'key-1', '')`,
      [companyId],
    )
  }
  await stored(ada.companyId)
  await stored(bob.companyId)

  await expect(stored(bob.companyId)).rejects.toThrow(/duplicate key/)
  // T1 holds the rest: no unique key begins with anything but the company.
  expect(await asApp(ada.companyId, `select code from products where code = 'P-1'`)).toEqual([{ code: 'P-1' }])
})

test('T7: whatever refers to a tenant row carries its company along', async () => {
  const loose = await ask(
    `select conrelid::regclass::text || '.' || conname as name from pg_constraint
    where contype = 'f' and conrelid = any($1)
      and not ((select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) = 'company_id'
        and (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) in ('company_id', 'id'))`,
    [tenantTables.map(({ oid }) => oid)],
  )
  // "on delete set null" without its columns would take the company away too.
  const nulling = await ask(
    `select conname as name from pg_constraint where contype = 'f' and conrelid = any($1) and confdeltype = 'n' and confdelsetcols is null`,
    [tenantTables.map(({ oid }) => oid)],
  )

  expect({ loose, nulling }).toEqual({ loose: [], nulling: [] })
})

test('T7: outside the tables of the companies’ rows they refer to the named ones alone, by company and id', async () => {
  const outside: { name: string; columns: string[] }[] = await ask(
    `select confrelid::regclass::text as name, array_agg(distinct (select string_agg(attname, ', ' order by at)
        from unnest(confkey) with ordinality k (no, at) join pg_attribute on attrelid = confrelid and attnum = no)) as columns
    from pg_constraint where contype = 'f' and conrelid = any($1) and confrelid <> all($1) group by confrelid order by 1`,
    [tenantTables.map(({ oid }) => oid)],
  )

  expect(outside).toEqual(REFERRED_TO.map((name) => ({ name, columns: ['company_id, id'] })))
})

test('the history of each table tells all its columns, by a statement that was made from them', async () => {
  const triggers: { name: string; made: boolean; current: boolean }[] = await ask(
    `select tgrelid::regclass || '.' || tgname as name, p.pronamespace = 'history'::regnamespace as made,
      p.prosrc = history_function(tgrelid, substr(tgname, 9), (string_to_array(encode(tgargs, 'escape'), '\\000'))[:tgnargs]) as current
    from pg_trigger join pg_proc p on p.oid = tgfoid where not tgisinternal and tgname like 'history\\_%'`,
  )
  expect(triggers.length).toBeGreaterThan(60)
  expect(triggers.filter(({ made, current }) => !made || !current)).toEqual([])
})

test('T7: a child of A under a parent of B is refused by the database, whoever asks', async () => {
  const keys: { table: string; column: string; parent: string }[] = await ask(
    `select f.conrelid::regclass::text as table, (select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[2]) as column, f.confrelid::regclass::text as parent
    from pg_constraint f where f.contype = 'f' and f.conrelid = any($1) and cardinality(f.conkey) = 2 order by 1, 2`,
    [tenantTables.map(({ oid }) => oid)],
  )
  expect(keys.length).toBeGreaterThan(8)
  // A new lead may not have an owner at all, which is another rule.
  await app.sql(ada.companyId, `update leads set status = 'valid' where company_id = $1`, [ada.companyId])
  for (const { table, column, parent } of keys) {
    const foreign = parent === 'identity.memberships' ? bob.id : 502
    const outcome = await app
      .sql(
        ada.companyId,
        `update ${table} set "${column}" = $2 where ctid = (select ctid from ${table} where company_id = $1 limit 1)`,
        [ada.companyId, foreign],
      )
      .then(
        () => 'stored',
        ({ code }: { code?: string }) => code,
      )
    // By the foreign key, or by a check that comes before it.
    expect({ table, column, outcome }).toEqual({ table, column, outcome: expect.stringMatching(/^235(03|14)$/) })
  }
})

test('the types of the tables are what the migrations make', async () => {
  const tidy = (text: string) => text.replace(/\s+/g, ' ').replace(/;/g, '').trim()

  expect(tidy(await tableTypes(databaseUrl(app.database)))).toBe(tidy(await readFile('server/db/tables.ts', 'utf8')))
})
