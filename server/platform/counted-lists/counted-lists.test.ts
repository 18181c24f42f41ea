import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Tenant } from '#server/db/tenant.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { othersEnded } from '#server/test/database.ts'
import { checkCounts } from './check.ts'
import type { CountedList } from './counts.ts'
import { idsIn, idsInOrder, pageFromTheTop } from './page.ts'
import { refreshCounts } from './refresh.ts'

const app = await startTestApp()
afterAll(() => app.stop())
await app.owner.query(`
  create table crates (
    company_id integer not null,
    id         bigint generated always as identity,
    name       text not null,
    colour     text not null,
    deleted_at timestamptz,
    primary key (company_id, id)
  );
  select tenant_table('crates', history => false);
  create table crate_count_deltas (
    company_id integer not null,
    xid        xid8 not null default pg_current_xact_id(),
    id         bigint generated always as identity,
    n          integer not null,
    colour     text not null,
    primary key (company_id, xid, id)
  );
  select tenant_table('crate_count_deltas', history => false, grants => 'select, insert, delete');
  select counts_into('crates', 'crate_count_deltas', due => 'crate-counts');`)

interface CrateFilter {
  colour?: string
}
const matches = ({ colour }: CrateFilter) =>
  colour === undefined ? sql<boolean>`true` : sql<boolean>`c.colour = ${colour}`
const CRATES: CountedList<CrateFilter> = {
  entity: 'crates',
  rows: 'crates',
  deltas: 'crate_count_deltas',
  alias: 'c',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`c.company_id = ${companyId} and c.deleted_at is null and ${matches(filter)}`,
}

const namesInSlot = async ({ db, companyId }: Tenant, slot: string) => {
  const { rows } = await sql<{ name: string }>`
    select c.name from ${idsIn(slot)} as page (id, place)
    join crates c on c.company_id = ${companyId} and c.id = page.id order by page.place`.execute(db)
  return rows.map(({ name }) => name)
}

const list = ({ companyId }: TestPerson, filter: CrateFilter, offset = 0) =>
  app.services.tenants.read(companyId, (tenant) => {
    const wanted = { matching: CRATES.listed(tenant, filter), order: sql`c.id desc`, limit: 2, offset }
    return pageFromTheTop(tenant, CRATES, filter, idsInOrder(CRATES, wanted), (slot) => namesInSlot(tenant, slot))
  })

const add = ({ companyId }: TestPerson, colour: string, ...names: string[]) =>
  app.sql(
    companyId,
    `insert into crates (company_id, name, colour) select $1, name, $2 from unnest($3::text[]) with ordinality t (name, at) order by at`,
    [companyId, colour, names],
  )
const stored = async ({ companyId }: TestPerson, table = 'list_counts') =>
  (await app.owner.query(`select * from ${table} where company_id = $1`, [companyId])).rows
/** What is stored behind an answer is there a little later. */
const untilStored = async (person: TestPerson, counts: number) => {
  while ((await stored(person)).length < counts) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a list of any table has exact totals from its stored counts and deltas, for each company its own', async () => {
  const [ada, bob] = [await app.signIn({ can: [] }), await app.signIn({ can: [] })]
  await add(ada, 'red', 'one', 'two', 'three')
  await add(bob, 'red', 'other')

  expect(await list(ada, {})).toEqual({ data: ['three', 'two'], total: 3 })
  expect(await list(ada, { colour: 'blue' })).toEqual({ data: [], total: 0 })
  await untilStored(ada, 2)
  await add(ada, 'blue', 'four', 'five')
  await app.sql(ada.companyId, `update crates set colour = 'blue' where company_id = $1 and name = 'three'`, [
    ada.companyId,
  ])
  await app.sql(ada.companyId, `update crates set deleted_at = now() where company_id = $1 and name = 'two'`, [
    ada.companyId,
  ])
  await app.sql(ada.companyId, `delete from crates where company_id = $1 and name = 'one'`, [ada.companyId])

  expect(await list(ada, {}, 2)).toEqual({ data: ['three'], total: 3 })
  expect(await list(ada, { colour: 'blue' })).toEqual({ data: ['five', 'four'], total: 3 })
  expect(await list(bob, {})).toEqual({ data: ['other'], total: 1 })
  const deltas = await stored(ada, 'crate_count_deltas')
  expect(deltas.map(({ n, colour }) => `${n} ${colour}`).toSorted()).toEqual(
    ['3 red', '2 blue', '1 blue', '-1 red', '-1 red', '-1 red'].toSorted(),
  )
})

test('deltas that all counts have seen go; a wrong count is found, and only of this list', async () => {
  const ada = await app.signIn({ can: [] })
  await add(ada, 'red', 'one', 'two')
  await othersEnded(app.owner)
  await list(ada, {})
  await untilStored(ada, 1)
  await app.sql(
    ada.companyId,
    `insert into list_counts (company_id, entity, key, filter, n, snapshot)
     select company_id, 'boxes', key, filter, 77, snapshot from list_counts where company_id = $1`,
    [ada.companyId],
  )

  await refreshCounts(CRATES)(app.services.tenants, ada.companyId)
  expect(await stored(ada, 'crate_count_deltas')).toEqual([])
  await app.sql(ada.companyId, `update list_counts set n = 9 where company_id = $1 and entity = 'crates'`, [
    ada.companyId,
  ])

  const found = await checkCounts(app.services.tenants, ada.companyId, CRATES)
  expect(found).toEqual({ counts: 1, drifts: [{ filter: {}, said: 9, is: 2 }] })
  expect((await stored(ada)).map(({ entity }) => entity)).toEqual(['boxes'])
  expect(await list(ada, {})).toEqual({ data: ['two', 'one'], total: 2 })
})
