import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { fillEveryTable } from './rows.ts'

// How the database goes about what it is asked, where a plan that is right for few rows would be ruin for many.

const app = await startTestApp()
const ada = await app.signIn({ name: 'Ada' })
await fillEveryTable(app, [{ companyId: ada.companyId, id: 501, personId: ada.id, canary: 'canary-a' }])
afterAll(() => app.stop())

const ask = async (text: string, values: unknown[] = []): Promise<any[]> => (await app.owner.query(text, values)).rows

interface Plan {
  'Node Type': string
  'Query Text'?: string
  Plans?: Plan[]
}
const plansIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(plansIn)]
/** Reads all rows that a statement has written once for each row of something else. */
const rereads = (plan: Plan) =>
  plansIn(plan).some(
    (node) =>
      node['Node Type'] === 'Nested Loop' &&
      plansIn(node.Plans![1]!).some((inner) => inner['Node Type'] === 'Named Tuplestore Scan'),
  )

test('no trigger compares all rows written with each other: the plan made for one row is kept for thousands', async () => {
  const tables: { name: string }[] = await ask(
    `select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgoldtable is not null order by 1`,
  )
  const owner = new pg.Client(databaseUrl(app.database))
  const plans: Plan[] = []
  owner.on('notice', ({ message }) => {
    const plan = message && /plan:\n(\{[\s\S]*)/.exec(message)
    if (plan) plans.push(...[JSON.parse(plan[1]!)].map((told) => ({ ...told.Plan, 'Query Text': told['Query Text'] })))
  })
  await owner.connect()
  await owner.query(`load 'auto_explain'`)
  await owner.query('begin')
  await owner.query(
    `select set_config('auto_explain.log_min_duration', '0', true), set_config('auto_explain.log_nested_statements', 'on', true),
      set_config('auto_explain.log_format', 'json', true), set_config('auto_explain.log_level', 'notice', true),
      set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.channel', 'api', true),
      set_config('leadroom.act', 'test', true), set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
    [String(ada.companyId)],
  )
  // Only then is anybody looked at whom a lead that is done makes free again.
  await owner.query('update assignment_entries set open_cap = 1 where company_id = $1', [ada.companyId])
  for (const { name } of tables)
    await owner.query(`update ${name} set company_id = company_id where company_id = $1`, [ada.companyId])
  await owner.query('rollback')
  await owner.end()

  const ofTriggers = plans.filter((plan) => plansIn(plan).some((node) => node['Node Type'] === 'Named Tuplestore Scan'))
  expect(ofTriggers.length).toBeGreaterThan(tables.length)
  expect(ofTriggers.filter(rereads).map((plan) => plan['Query Text'])).toEqual([])
})

test('a foreign key has no index to find a lead by but its primary key: planned while there are few, another would walk them all', async () => {
  const others = await ask(
    `select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indexrelid
    where indrelid = 'leads'::regclass and not indisprimary and indpred is null and relam = (select oid from pg_am where amname = 'btree')`,
  )
  expect(others).toEqual([])
})

test('T11: the search itself can go by the trigram index, which the policy would switch off', async () => {
  const search = `select id from lead_texts where company_id = ${ada.companyId} and ((text like '%zylinder%' or text like '%901820%') and (text like '% xu%'))`
  const owner = new pg.Client(databaseUrl(app.database))
  await owner.connect()
  const planAs = async (role: string) => {
    await owner.query(`set local role ${role}`)
    const { rows } = await owner.query(`explain (costs off) ${search}`)
    await owner.query('reset role')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(
    `insert into lead_texts (company_id, id, kind, source, status, created_at, text)
      select $1, 9000000 + n, 'enquiry', 'website_form', 'new', now(), ' ' || md5(n::text) || ' ' || md5(n::text) || '@mill.example 030 ' || n * 7919 || ' '
      from generate_series(1, 20000) n`,
    [ada.companyId],
  )
  await owner.query(`select gin_clean_pending_list('lead_texts_search')`)
  await owner.query('analyze lead_texts')
  // Reading every text is as quick among so few; the question is whether the trigrams may be used.
  await owner.query('set local enable_seqscan = off')
  await owner.query(`select set_config('leadroom.company', $1, true)`, [String(ada.companyId)])
  const plans = { search: await planAs('leadroom_search'), request: await planAs('leadroom_app') }
  await owner.end()

  expect(plans.search).toMatch(/Bitmap Index Scan on lead_texts_search\n\s+Index Cond: .*text ~~/)
  expect(plans.request).not.toMatch(/Index Cond: .*text ~~/)
})

test('T11: nothing goes round the policies but the searches and their look at how rare a text is', async () => {
  const owned = await ask(
    `select proname as name, prosrc from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolbypassrls and not r.rolsuper order by 1`,
  )

  expect(owned.map(({ name }) => name)).toEqual([
    'find_leads',
    'leads_are_rare',
    'match_products',
    'product_by_code',
    'product_text_is_rare',
    'search_companies',
    'search_competitor_posts',
    'search_contact_messages',
    'search_contacts',
    'search_products',
    'search_subscribers',
    'suggest_products',
  ])
})
