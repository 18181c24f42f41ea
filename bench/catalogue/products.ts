import { setTimeout as sleep } from 'node:timers/promises'
import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { firstRows } from '#server/catalogue/product-list/list.ts'
import { asking, interleaved, startBare } from '../asking.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { callerAt, type Caller } from '../platform/job.ts'
import { recording } from '../platform/recorded.ts'
import { startReal } from '../real-server.ts'

const LIST_GOAL = 0.8
const MAP_GOAL = 3
const LINES = 10_000
const ROUNDS = 3
const NAME = 'odd pump of old'

/** The list of products, the most wanted first, with its exact total, against the bare select; and a name on very many lines mapped, against one update. */
export const products = async (place: Place, rows: number, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  await addProducts(place, rows)
  return [await wantedFirst(place, rows, rounds), await mapping(place)]
}

const wantedFirst = (place: Place, rows: number, rounds: number): Promise<Figure> =>
  asking(place, async ({ services, token, load }) => {
    await untilQuiet(place)
    const caller = await services.auth.callerOfToken(token)
    if (!caller) throw new Error('The token does not hold')
    const select = await recording(() =>
      services.tenants.read(caller.companyId, (tenant) => firstRows(tenant, caller, {})),
    )
    const bare = await startBare(place, 'product-list-demand', select, 'leadroom_login')
    const ours = load('/marketing/product_list')
    const sides = await interleaved(ours, { ...load('/list'), port: bare.port }, rounds).finally(() => bare.stop())
    return {
      figure: 'product-list-demand',
      ratio: rounded(sides.ratio),
      rows,
      ours: rounded(sides.ours),
      bare: rounded(sides.bare),
      unit: 'pages/s',
      goal: `≥ ${LIST_GOAL}`,
      meets: sides.ratio >= LIST_GOAL,
    }
  })

const mapping = async (place: Place): Promise<Figure> => {
  const real = await startReal(place)
  try {
    const call = await callerAt(real, 'admin')
    const { rows } = await place.owner.query<{ id: number }>(
      `select p.id::int from products p join identity.companies c on c.id = p.company_id where c.domain = $1 order by p.id limit 1`,
      [COMPANY],
    )
    const product = rows[0]?.id ?? 0
    const measured = []
    for (let round = 0; round <= ROUNDS; round++) {
      await nameLines(place, call)
      const ours = await timeMapping(call, product)
      await nameLines(place, call)
      const bare = await timeUpdate(place, product)
      if (round > 0) measured.push({ ours, bare })
    }
    const [ours, bare] = [median(measured.map((one) => one.ours)), median(measured.map((one) => one.bare))]
    return {
      figure: 'unknown-map',
      ratio: rounded(ours / bare),
      rows: LINES,
      ours: rounded(ours),
      bare: rounded(bare),
      unit: 'ms',
      goal: `≤ ${MAP_GOAL}`,
      meets: ours / bare <= MAP_GOAL,
    }
  } finally {
    await real.stop()
  }
}

/** Products without a history; one in a hundred is wanted. */
const addProducts = async ({ owner }: Place, rows: number) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `with added as (
        insert into products (company_id, code, name, category, discoverable)
        select c.id, 'B-' || n, 'Product ' || md5(n::text), 'Category ' || n % 50, n % 3 > 0
        from identity.companies c cross join generate_series(1, $2::int) n where c.domain = $1 returning company_id, id
      )
      insert into product_demand (company_id, product_id, asked_90, asked_30, valid_90, decided_90, last_lead_at)
      select company_id, id, wanted, wanted / 3, wanted / 2, wanted * 3 / 4, case when wanted > 0 then now() end
      from added cross join lateral (select case when id % 100 = 0 then (id * 7919 % 500)::int else 0 end as wanted) w`,
      [COMPANY, rows],
    )
    await client.query('commit')
    await client.query('vacuum analyze products, product_demand')
  } finally {
    client.release()
  }
}

/** So many lines name something outside the catalogue, and are counted. */
const nameLines = async ({ owner }: Place, call: Caller) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('leadroom.company', (select id::text from identity.companies where domain = $1), true)`,
      [COMPANY],
    )
    await client.query('alter table lead_items disable trigger history_update')
    await client.query('alter table product_synonyms disable trigger history_delete')
    await client.query(`delete from product_synonyms where key = $1`, [NAME])
    await client.query(
      `update lead_items i set product_id = null, product_name = $2 from (
        select i.id from lead_items i join leads l on l.id = i.lead_id join identity.companies c on c.id = l.company_id
        where c.domain = $1 and l.kind = 'enquiry' and l.deleted_at is null order by i.id limit $3) chosen
       where i.id = chosen.id`,
      [COMPANY, NAME, LINES],
    )
    await client.query('alter table lead_items enable trigger history_update')
    await client.query('alter table product_synonyms enable trigger history_delete')
    await client.query('commit')
  } finally {
    client.release()
  }
  for (;;) {
    const { rows } = await owner.query<{ left: number }>('select count(*)::int as left from demand_queue')
    const { data } = await call(unknownProducts.list, { query: { search: NAME } })
    if (rows[0]?.left === 0 && data.length > 0) return
    await sleep(200)
  }
}

const timeMapping = async (call: Caller, product_id: number) => {
  const from = performance.now()
  const { data } = await call(unknownProducts.map, { body: { key: NAME, product_id } })
  for (;;) {
    const { data: job } = await call(jobs.one, { params: { id: data.job ?? 0 } })
    if (job.state === 'done') return performance.now() - from
    if (job.state !== 'running' && job.state !== 'queued') throw new Error(`The job ended so: ${JSON.stringify(job)}`)
    await sleep(50)
  }
}

/** The same rows in one transaction, with the history that the tables’ own triggers write. */
const timeUpdate = async ({ owner }: Place, product: number) => {
  const client = await owner.connect()
  try {
    const from = performance.now()
    await client.query('begin')
    await client.query(
      `select set_config('leadroom.company', (select id::text from identity.companies where domain = $1), true),
        set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.channel', 'bulk', true),
        set_config('leadroom.act', 'bench', true), set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
      [COMPANY],
    )
    await client.query(
      `with mapped as (update lead_items set product_id = $1 where product_name = $2 and product_id is null returning lead_id)
       update leads l set products_version = l.version + 1 where l.id in (select lead_id from mapped)`,
      [product, NAME],
    )
    await client.query('commit')
    return performance.now() - from
  } finally {
    client.release()
  }
}
