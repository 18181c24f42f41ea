import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { Id, One, post, Text } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { toRequest } from '#contract/kit/request.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { exportCalls } from '#contract/platform/exports.ts'
import { Selection } from '#contract/platform/selections.ts'
import { buildApp } from '#server/app/build-app.ts'
import { features } from '#server/app/features.ts'
import { startWork } from '#server/app/work.ts'
import { routesOf } from '#server/kit/implement.ts'
import { exportOf } from '#server/platform/exports/export.ts'
import { openFiles } from '#server/platform/files/read.ts'
import { selectChosen, type Selectable } from '#server/platform/selections/select.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { choose } from '#server/test/bulk.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { bulkActsOf, kindsOf } from './jobs.ts'

const app = await startTestApp()
afterAll(() => app.stop())

// An area that is none of leads: products are given a brand, unless they have one, and are exported.
const calls = {
  select: post('/test/product_selection', {
    summary: 'Selects products',
    permission: 'products_list',
    did: NO_HISTORY,
    body: Type.Object({ ids: Type.Array(Id, { maxItems: 100 }) }),
    reply: One(Selection),
    failure: 'Failed',
  }),
  brand: bulkAct('/test/product_brand', 'Brands products', 'products_list', 'Branded *', { brand: Text(40) }),
  ...exportCalls('/test/product_export', 'products_list', ['code', 'brand']),
}
const PRODUCTS: Selectable = { entity: 'products', alias: 'p', none: 'None of these products exist any more.' }
const seen = () => sql<boolean>`p.deleted_at is null`
interface Product {
  id: number
  brand: string | null
}

const act = bulkActsOf<Product, Pick<Product, 'brand'>, undefined>({
  ...PRODUCTS,
  gone: 'This product no longer exists',
  async lock({ db, companyId }, ids, visible) {
    const { rows } = await sql<Product>`
      select p.id, p.brand from products p where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and ${visible}
      order by p.id for no key update`.execute(db)
    return rows
  },
  async standings({ db, companyId }, ids, visible) {
    const { rows } = await sql<Pick<Product, 'brand'> & { rows: number }>`
      select p.brand, count(*) as rows from products p
      where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and ${visible} group by 1`.execute(db)
    return rows
  },
  names: async () => undefined,
})
const acts = {
  brand: act('test-products.brand', calls.brand, async ({ db, companyId }, _caller, { brand }) => ({
    visible: seen(),
    title: (count) => `Brand ${count} products`,
    outcome: 'branded',
    refusal: (product) => (product.brand === null ? undefined : `This product is ${product.brand} already`),
    async apply(products) {
      const ids = products.map(({ id }) => id)
      await sql`update products set brand = ${brand} where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(
        db,
      )
    },
  })),
}
const productExport = exportOf<'code' | 'brand'>({
  name: 'test-products.begin',
  begin: calls.begin,
  title: (count) => `Export ${count} products`,
  fileName: 'products',
  of: PRODUCTS,
  labels: { code: 'Code', brand: 'Brand' },
  cell: (column) => sql`${sql.ref(`p.${column}`)}`,
  joins: () => sql``,
  visible: seen,
})
const kinds = [...kindsOf(acts), productExport.kind]
const server = await buildApp(app.services, {
  routes: features(app.services).concat(
    routesOf('test-products', calls, {
      async select({ tenant, caller, body: { ids } }) {
        return { data: await selectChosen(tenant, caller, PRODUCTS, { ids, visible: seen() }) }
      },
      brand: acts.brand.begin,
      begin: productExport.begin,
      file: productExport.file(openFiles(app.services.tenants)),
    }),
  ),
})

const send = async (person: TestPerson, endpoint: Parameters<typeof toRequest>[0], input: object) => {
  const { method, url, body } = toRequest(endpoint, input)
  const answer = await server.inject({
    method: method === 'GET' ? 'GET' : 'POST',
    url,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  return { status: answer.statusCode, text: answer.body, json: answer.statusCode === 200 ? {} : answer.json() }
}
const dataOf = async (person: TestPerson, endpoint: Parameters<typeof toRequest>[0], input: object) =>
  JSON.parse((await send(person, endpoint, input)).text).data
const work = async (id: number) => {
  const errors: unknown[] = []
  const worker = startWork(app.services, (error) => void errors.push(error), kinds)
  try {
    await expect
      .poll(async () => (await app.owner.query('select state from jobs where id = $1', [id])).rows[0].state, {
        timeout: 60_000,
      })
      .toBe('done')
  } finally {
    await worker.stop()
  }
  expect(errors).toEqual([])
}
const products = async (person: TestPerson): Promise<number[]> =>
  (
    await app.sql(
      person.companyId,
      `insert into products (company_id, code, name, brand) values ($1, 'A', 'Hose', null), ($1, 'B', 'Valve', 'Acme'), ($1, 'C', 'Seal', null)
       returning id::int`,
      [person.companyId],
    )
  ).map(({ id }) => id)
const brandsOf = async (person: TestPerson) =>
  (
    await app.sql(person.companyId, 'select code, brand from products where company_id = $1 order by code', [
      person.companyId,
    ])
  ).map(({ code, brand }) => [code, brand])

test('an area of its own acts on many rows and exports them by what it declares', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const [eve, ids] = [await app.signIn({ can: ['products_list'] }), await products(ada)]
  await products(eve)
  const { id: selection } = await dataOf(ada, calls.select, { body: { ids } })
  const body = { selection, brand: 'Halden' }
  const skipped = { outcome: 'skipped', message: 'This product is Acme already', count: 1 }

  expect(await dataOf(ada, calls.brand, { body: { ...body, dryRun: true } })).toEqual({
    foreseen: [{ outcome: 'branded', message: null, count: 2 }, skipped],
    job: null,
  })
  await work((await dataOf(ada, calls.brand, { body })).job)
  const { job } = await dataOf(ada, calls.begin, { body: { selection, columns: ['code', 'brand'] } })
  await work(job)

  const { text } = await send(ada, calls.file, { params: { id: job } })
  expect(text.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    '"Code","Brand"',
    '"A","Halden"',
    '"B","Acme"',
    '"C","Halden"',
  ])
  expect((await send(eve, calls.file, { params: { id: job } })).status).toBe(404)
  expect(await brandsOf(ada)).toEqual([
    ['A', 'Halden'],
    ['B', 'Acme'],
    ['C', 'Halden'],
  ])
  expect(await brandsOf(eve)).toEqual([
    ['A', null],
    ['B', 'Acme'],
    ['C', null],
  ])
})

test('a selection is known to acts on its own table alone, and to its maker', async () => {
  const ada = await app.signIn({ can: ['products_list', ...MANAGER_KEYS] })
  const colleague = await app.signIn({ can: ['products_list'], colleagueOf: ada })
  const ofProducts = (await dataOf(ada, calls.select, { body: { ids: await products(ada) } })).id
  const ofLeads = await choose(ada, [await putLead(app, ada)])
  const unknown = { status: 404, json: { message: 'Selection not found' } }

  expect(await send(ada, calls.brand, { body: { selection: ofLeads, brand: 'Halden' } })).toMatchObject(unknown)
  expect(await send(ada, calls.begin, { body: { selection: ofLeads, columns: ['code'] } })).toMatchObject(unknown)
  expect(await send(colleague, calls.brand, { body: { selection: ofProducts, brand: 'Halden' } })).toMatchObject(
    unknown,
  )
  await expect(ada.call(bulk.comment, { body: { selection: ofProducts, comment: 'Not leads' } })).rejects.toThrow(
    '404 Selection not found',
  )
  expect(await brandsOf(ada)).toContainEqual(['A', null])
})
