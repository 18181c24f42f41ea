import { Type } from 'typebox'
import { ById, del, get, Id, ListQuery, One, PageOf, post, put, Text } from '#contract/kit/endpoint.ts'
import { conflict, found, sqlState, unique } from '#server/kit/errors.ts'
import { routesOf } from '#server/kit/implement.ts'
import { page } from '#server/kit/page.ts'

const Product = Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() })

/** A small area of its own on the table of products: it keeps the tests of the ground independent of the features. */
export const probe = {
  list: get('/probe/products', {
    permission: 'products_list',
    query: ListQuery({}),
    reply: PageOf(Product),
    summary: 'x',
    failure: 'x',
  }),
  one: get('/probe/products/:id', {
    permission: 'products_list',
    params: ById,
    reply: One(Product),
    summary: 'x',
    failure: 'x',
  }),
  add: post('/probe/products', {
    permission: 'master_products_edit',
    did: 'Added *',
    body: Type.Object({ code: Text(40), name: Text(200) }),
    reply: One(Product),
    summary: 'x',
    failure: 'x',
  }),
  rename: put('/probe/products/:id', {
    permission: ['master_products_edit', 'master_products_view'],
    did: 'Renamed *',
    params: ById,
    body: Type.Object({ name: Text(200) }),
    reply: One(Product),
    summary: 'x',
    failure: 'x',
  }),
  removeMany: del('/probe/products', {
    permission: 'master_products_edit',
    did: 'Deleted *',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
    reply: One(Type.Object({ removed: Type.Integer() })),
    summary: 'x',
    failure: 'x',
  }),
}

const columns = ['id', 'code', 'name'] as const

export const probeRoutes = routesOf('probe', probe, {
  list: ({ tenant: { db, companyId }, query }) =>
    page(db.selectFrom('products').select(columns).where('company_id', '=', companyId), query, {
      searchIn: ['name'],
      newestBy: 'id',
    }),

  one: async ({ tenant: { db }, params }) => ({
    data: found(
      'Product',
      await db.selectFrom('products').select(columns).where('id', '=', params.id).executeTakeFirst(),
    ),
  }),

  add: async ({ tenant: { db, companyId }, body }) => ({
    data: await unique(
      'This code is taken',
      db
        .insertInto('products')
        .values({ company_id: companyId, ...body })
        .returning(columns)
        .executeTakeFirstOrThrow(),
    ),
  }),

  rename: async ({ tenant: { db }, params, body }) => ({
    data: found(
      'Product',
      await db.updateTable('products').set(body).where('id', '=', params.id).returning(columns).executeTakeFirst(),
    ),
  }),

  removeMany: async ({ tenant: { db }, body }) => {
    const removed = await notNamed(db.deleteFrom('products').where('id', 'in', body.ids).returning('id').execute())
    if (removed.length < body.ids.length) found('Product', undefined)
    return { data: { removed: removed.length } }
  },
})

/** A product that has values is refused by its foreign key. */
const notNamed = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw sqlState(error) === '23503' ? conflict('This product has values') : error
  })
