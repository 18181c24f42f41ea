import type { masterProducts } from '#contract/catalogue/master-products.ts'
import { toBase } from '#contract/catalogue/units.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { firstPage } from '#server/catalogue/master-products/queries.ts'
import { addLeads } from '#server/demo/fill.ts'
import { asking, inTurns, interleaved, startBare, type Asking } from '../asking.ts'
import { median, rounded, type Figure } from '../figure.ts'
import type { Load } from '../load.ts'
import { COMPANY, openPlace, SECRET, SMALL, takeIndexes, untilQuiet, type Place } from '../place.ts'
import { recording } from '../platform/recorded.ts'

type Query = QueryOf<typeof masterProducts.list>

interface Case {
  figure: string
  query: (category: number) => Query
  /** What the other side sends: the select of the rows without a count, or, as the table's owner, the ids of the page and their count. */
  bare: 'rows' | 'idsAndTotal'
  goal: number
  /** Few at a time, and nobody searches for the same as others: nobody is to be refused because a word is in a million texts. */
  apart?: true
  /** Whether it may grow with the products: what is searched or compared is counted each time. */
  grows?: true
}

const CASES: readonly Case[] = [
  { figure: 'products-list', query: () => ({}), bare: 'rows', goal: 0.8 },
  { figure: 'products-list-few', query: (category) => ({ category: [String(category)] }), bare: 'rows', goal: 0.8 },
  {
    figure: 'products-list-two',
    query: (category) => ({ category: [String(category)], state: 'incomplete' }),
    bare: 'rows',
    goal: 0.8,
  },
  {
    figure: 'products-attr',
    query: () => ({ attr: ['bench_pressure:gte:10 bar'] }),
    bare: 'idsAndTotal',
    goal: 0.5,
    grows: true,
  },
  {
    figure: 'products-attr-two',
    query: (category) => ({ attr: ['bench_pressure:gte:10 bar'], category: [String(category)] }),
    bare: 'idsAndTotal',
    goal: 0.5,
    grows: true,
  },
  {
    figure: 'products-search-few',
    query: () => ({ search: 'aff1ed00' }),
    bare: 'rows',
    goal: 0.8,
    grows: true,
  },
  {
    figure: 'products-search-many',
    query: () => ({ search: 'product' }),
    bare: 'idsAndTotal',
    goal: 0.5,
    apart: true,
    grows: true,
  },
]
const GROWTH = 1.3
const MIDDLE = 2
/** Row 5,000 of the 10,000 that a list shows. */
const MIDDLE_PAGE = 250
/** As many products have values, 20 each. */
const DESCRIBED = 100_000
/** The company, its people and some of what they do. */
const LEADS = 500
/** The same, said or not: two who ask so are not answered together. */
const USUAL_ORDER = ['', '&sort=last_change&order=desc']

/** Product Properties with exact totals, against the same select; and against itself in a place of 10,000 products, in the same turns. */
export const masterProductLists = async (place: Place, rows: number, rounds: number): Promise<Figure[]> => {
  const small = await openPlace()
  try {
    const categories: number[] = []
    for (const [each, count] of [
      [small, SMALL],
      [place, rows],
    ] as const) {
      await addLeads({ ownerUrl: each.url('postgres'), secret: SECRET, leads: LEADS })
      categories.push(await addProducts(each, count))
    }
    return await asking(small, (few) =>
      asking(place, async (many) => {
        // A fill's own sealing would be measured with the lists.
        for (const each of [small, place]) await untilQuiet(each)
        const world = { place, few, many, rows, rounds, categories }
        const figures: Figure[] = []
        for (const one of CASES) figures.push(await measured(world, one))
        return [...figures, await middlePage(world)]
      }),
    )
  } finally {
    await small.close()
  }
}

interface World {
  place: Place
  few: Asking
  many: Asking
  rows: number
  rounds: number
  categories: readonly number[]
}

const measured = async (world: World, { figure, query, bare, goal, apart, grows }: Case): Promise<Figure> => {
  const { place, few, many, rows, rounds, categories } = world
  const caller = await many.services.auth.callerOfToken(many.token)
  if (!caller) throw new Error('The token does not hold')
  const statements = await recording(() =>
    many.services.tenants.read(caller.companyId, async (tenant) =>
      (await firstPage(tenant, { timeZone: caller.timeZone, query: query(categories[1] ?? 0) }))[bare](),
    ),
  )
  const other = await startBare(place, figure, statements, bare === 'rows' ? 'leadroom_login' : 'postgres')
  const loadOf = (load: Load): Load => (apart ? { ...load, connections: 2, apart: USUAL_ORDER } : load)
  const loads: Load[] = [
    loadOf(many.load(pathOf(query(categories[1] ?? 0)))),
    { ...loadOf(many.load('/list')), apart: [''], port: other.port },
    loadOf(few.load(pathOf(query(categories[0] ?? 0)))),
  ]
  const sides = await inTurns(loads, rounds).finally(() => other.stop())
  const perSecond = (at: number) => sides.map((round) => round[at]?.perSecond ?? 0)
  const ratio = median(sides.map((round) => (round[0]?.perSecond ?? 0) / (round[1]?.perSecond ?? 1)))
  const growth = median(sides.map((round) => (round[2]?.perSecond ?? 0) / (round[0]?.perSecond ?? 1)))
  return {
    figure,
    ratio: rounded(ratio),
    growth: rounded(growth),
    rows,
    ours: rounded(median(perSecond(0))),
    bare: rounded(median(perSecond(1))),
    unit: 'pages/s',
    goal: `≥ ${goal}${grows ? '' : `, growth ≤ ${GROWTH}`}`,
    meets: ratio >= goal && (grows === true || growth <= GROWTH),
  }
}

/** A page that is reached by passing the products before it. */
const middlePage = async ({ many, rows, rounds }: World): Promise<Figure> => {
  const first = many.load(pathOf({}))
  const middle = many.load(pathOf({ page: MIDDLE_PAGE }))
  const { ratio, ours, bare } = await interleaved(first, middle, rounds)
  return {
    figure: 'products-middle',
    ratio: rounded(ratio),
    rows,
    ours: rounded(bare),
    bare: rounded(ours),
    unit: `pages/s for page ${MIDDLE_PAGE}, and for page 1`,
    goal: `≤ ${MIDDLE} × the time of page 1`,
    meets: ratio <= MIDDLE,
  }
}

const pathOf = (query: Query) => {
  const entries = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]))
  return `/marketing/master_products?${new URLSearchParams(entries).toString()}`
}

/** Products in fifty categories, without a history; answers the id of one of the categories. */
const addProducts = async ({ owner }: Place, rows: number): Promise<number> => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // Rows in bulk: without triggers and foreign keys, and with the indexes made at the end, it takes a part of the time.
    await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`)
    const indexes = await takeIndexes(client, ['products', 'product_values'])
    const company = `(select id from identity.companies where domain = '${COMPANY}')`
    const { rows: made } = await client.query<{ id: number }>(
      `insert into product_categories (company_id, code, name) select ${company}, 'bench-' || n, 'Bench ' || n from generate_series(1, 50) n
       returning id::int`,
    )
    const ids = made.map(({ id }) => id)
    await client.query(
      `insert into products (company_id, code, name, category_id, category, brand, discoverable, required_count, filled_count, updated_at)
       select ${company}, 'B-' || n, 'Product ' || md5(n::text) || case when n % 50000 = 7 then ' aff1ed00' else '' end,
         ($2::bigint[])[1 + n % 50], 'Bench ' || (1 + n % 50), 'Brand ' || n % 200, n % 3 > 0, 3, 3 - (n % 4 = 0)::int, now() - n * interval '1 second'
       from generate_series(1, $1::int) n`,
      [rows, ids],
    )
    const { rows: attributes } = await client.query<{ id: number }>(
      `insert into product_attributes (company_id, code, label, type, family, units, default_unit)
       select ${company}, case n when 1 then 'bench_pressure' else 'bench_' || n end, 'Bench ' || n, 'quantity', 'pressure', '{bar}', 'bar'
       from generate_series(1, 20) n returning id::int`,
    )
    await client.query(
      `insert into product_values (company_id, product_id, attribute_id, value, source, base_from, base_to)
       select p.company_id, p.id, a, jsonb_build_object('value', (p.id % 40)::text, 'unit', 'bar'), 'import', (p.id % 40) * $2::numeric, (p.id % 40) * $2::numeric
       from (select company_id, id from products where code like 'B-%' order by id limit ${DESCRIBED}) p cross join unnest($1::bigint[]) a`,
      [attributes.map(({ id }) => id), toBase('1', 'bar')],
    )
    for (const definition of indexes) await client.query(definition)
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('commit')
    await client.query('vacuum analyze products, product_values, product_categories')
    return ids[0] ?? 0
  } finally {
    client.release()
  }
}
