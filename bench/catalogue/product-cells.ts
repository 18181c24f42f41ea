import { productCells } from '#contract/catalogue/product-cells.ts'
import { addLeads } from '#server/demo/fill.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, SECRET, type Place } from '../place.ts'
import { callerAt, type Caller } from '../platform/job.ts'
import { startReal } from '../real-server.ts'

const PRODUCTS = 100
const FIELDS = 20
const ROUNDS = 20
const SLOWEST = 2
const SLOWEST_MS = 800

/** What saving 2,000 cells of 100 products costs beside one transaction that writes the same rows and their history. */
export const savingCells = async (place: Place): Promise<Figure[]> => {
  await addLeads({ ownerUrl: place.url('postgres'), secret: SECRET, leads: 10 })
  const made = await makeProducts(place)
  const real = await startReal(place)
  try {
    const call = await callerAt(real, 'admin')
    const rounds: { ours: number; bare: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await timeSave(call, made, `Grid ${round}`)
      const bare = await timeBare(place, made, `Bare ${round}`)
      // The first time warms both up and does not count.
      if (round > 0) rounds.push({ ours, bare })
    }
    const times = rounds.map(({ ours }) => ours).sort((one, other) => one - other)
    const [ours, bare] = [median(times), median(rounds.map((round) => round.bare))]
    const slow = times[Math.ceil(times.length * 0.95) - 1] ?? 0
    const size = { rows: PRODUCTS * FIELDS, unit: 'ms' }
    return [
      {
        ...size,
        figure: 'product-cells',
        ratio: rounded(ours / bare),
        ours: rounded(ours),
        bare: rounded(bare),
        goal: `≤ ${SLOWEST}`,
        meets: ours / bare <= SLOWEST,
      },
      {
        ...size,
        figure: 'product-cells p95',
        ratio: rounded(slow / SLOWEST_MS),
        ours: rounded(slow),
        goal: `≤ ${SLOWEST_MS} ms`,
        meets: slow <= SLOWEST_MS,
      },
    ]
  } finally {
    await real.stop()
  }
}

interface Made {
  company: number
  person: number
  products: readonly number[]
  attributes: readonly { id: number; code: string }[]
}

/** Products of one category, each with a value of each of its attributes. */
const makeProducts = async ({ owner }: Place): Promise<Made> => {
  const client = await owner.connect()
  try {
    const all = async <Row extends object>(text: string, values: unknown[]) =>
      (await client.query<Row>(text, values)).rows
    const [who] = await all<{ company: number; person: number }>(
      `select c.id as company, (select id from identity.people where email = 'admin@' || c.domain) as person
       from identity.companies c where c.domain = $1`,
      [COMPANY],
    )
    if (!who) throw new Error('The company to be measured is not there')
    const { company } = who
    await client.query('begin')
    await client.query(SETTINGS, [String(company), String(who.person)])
    const attributes = await all<{ id: number; code: string }>(
      `insert into product_attributes (company_id, code, label, type) select $1, 'bench_' || n, 'Bench ' || n, 'text'
       from generate_series(1, $2::int) n returning id::int, code`,
      [company, FIELDS],
    )
    const products = await all<{ id: number }>(
      `insert into products (company_id, code, name) select $1, 'BENCH-' || n, 'Bench ' || n from generate_series(1, $2::int) n returning id::int`,
      [company, PRODUCTS],
    )
    await client.query(
      `insert into product_values (company_id, product_id, attribute_id, value, source)
       select $1, p, a, '"First"', 'person' from unnest($2::bigint[]) p, unnest($3::bigint[]) a`,
      [company, products.map(({ id }) => id), attributes.map(({ id }) => id)],
    )
    await client.query('commit')
    await client.query('vacuum analyze products, product_values, changes')
    return { ...who, attributes, products: products.map(({ id }) => id) }
  } finally {
    client.release()
  }
}

/** With the versions as the grid has them; only the saving counts. */
const timeSave = async (call: Caller, { products, attributes }: Made, value: string): Promise<number> => {
  const { rows } = (await call(productCells.read, { query: { ids: [...products] } })).data
  const cells = rows.flatMap(({ id, version }) =>
    attributes.map(({ code }) => ({ id, version, field: `attributes.${code}`, value })),
  )
  const from = performance.now()
  const { data } = await call(productCells.save, { body: { cells } })
  const took = performance.now() - from
  const saved = data.rows.filter(({ outcome }) => outcome === 'saved').length
  if (saved !== PRODUCTS) throw new Error(`${saved} products were saved`)
  return took
}

/** In one transaction, past row-level security, with the history and the counts that the tables' own triggers make. */
const timeBare = async ({ owner }: Place, { company, person, products }: Made, value: string) => {
  const client = await owner.connect()
  try {
    const from = performance.now()
    await client.query('begin')
    await client.query(SETTINGS, [String(company), String(person)])
    await client.query(
      `update product_values set value = to_jsonb($3::text), source = 'person' where company_id = $1 and product_id = any($2::bigint[])`,
      [company, products, value],
    )
    await client.query('commit')
    return performance.now() - from
  } finally {
    client.release()
  }
}

const SETTINGS = `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'person', true),
  set_config('leadroom.actor_id', $2, true), set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'bench', true),
  set_config('leadroom.change_set', gen_random_uuid()::text, true)`
