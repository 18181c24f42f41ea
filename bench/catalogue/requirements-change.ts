import type { PoolClient } from 'pg'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, type Place } from '../place.ts'

const GOAL = 2
const ROUNDS = 3
const CHUNK = 10_000

/** A required attribute more for a category of so many products: until all are counted again, against a bare update of two integers. */
export const requirementsChange = async (place: Place, rows: number): Promise<Figure[]> => {
  await fillSmall(place)
  const client = await place.owner.connect()
  try {
    const company = await fillCategory(client, rows)
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      await client.query('vacuum analyze products')
      const mine = await timed(() => requireOneMore(client, company, round))
      await client.query('vacuum analyze products')
      const theirs = await timed(() => updateBare(client, company))
      // The first round warms what both need.
      if (round > 0) {
        ours.push(mine)
        bare.push(theirs)
      }
    }
    const ratio = median(ours) / median(bare)
    return [
      {
        figure: 'requirements-change',
        ratio: rounded(ratio),
        rows,
        ours: rounded(median(ours)),
        bare: rounded(median(bare)),
        unit: 'ms',
        goal: `≤ ${GOAL}`,
        meets: ratio <= GOAL,
      },
    ]
  } finally {
    client.release()
  }
}

const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const act = async (client: PoolClient, company: number, work: () => Promise<unknown>) => {
  await client.query('begin')
  await client.query(
    `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.actor_id', '', true),
      set_config('leadroom.channel', 'demo', true), set_config('leadroom.act', 'bench', true), set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
    [String(company)],
  )
  const done = await work()
  await client.query('commit')
  return done
}

/** One category with all the products, and attributes that it does not require yet. */
const fillCategory = async (client: PoolClient, rows: number): Promise<number> => {
  const { rows: found } = await client.query<{ id: number }>('select id from identity.companies where domain = $1', [
    COMPANY,
  ])
  const company = found[0]?.id ?? 0
  await act(client, company, async () => {
    await client.query(`insert into product_categories (company_id, code, name) values ($1, 'bench', 'Bench')`, [
      company,
    ])
    await client.query(
      `insert into product_attributes (company_id, code, label, type) select $1, 'bench_' || n, 'Bench ' || n, 'text' from generate_series(0, ${ROUNDS}) n`,
      [company],
    )
    await client.query('alter table products disable trigger history_insert')
    await client.query(
      `insert into products (company_id, code, name, category_id, discoverable)
       select $1, 'BENCH-' || n, 'Product ' || n, (select id from product_categories where company_id = $1 and code = 'bench'), n % 10 = 0
       from generate_series(1, $2::int) n`,
      [company, rows],
    )
    await client.query('alter table products enable trigger history_insert')
  })
  return company
}

/** As the call and the due worker do it: the requirement, then chunk by chunk until none is left. */
const requireOneMore = async (client: PoolClient, company: number, round: number) => {
  await act(client, company, () =>
    client.query(
      `insert into category_attributes (company_id, category_id, attribute_id, required)
       select $1, c.id, a.id, true from product_categories c, product_attributes a
       where c.company_id = $1 and c.code = 'bench' and a.company_id = $1 and a.code = 'bench_' || $2::int`,
      [company, round],
    ),
  )
  for (let counted: unknown = CHUNK; counted !== 0;)
    counted = await act(client, company, async () => {
      const { rows } = await client.query<{ n: number }>(`select count_outdated_products(${CHUNK}) as n`)
      return rows[0]?.n ?? 0
    })
}

const updateBare = async (client: PoolClient, company: number) => {
  await client.query('alter table products disable trigger user')
  await act(client, company, () =>
    client.query(
      `update products p set required_count = required_count + 1, filled_count = filled_count + 1 from product_categories c
       where p.company_id = $1 and c.company_id = $1 and c.code = 'bench' and p.category_id = c.id`,
      [company],
    ),
  )
  await client.query('alter table products enable trigger user')
}
