import { setTimeout as sleep } from 'node:timers/promises'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { addLeads } from '#server/demo/fill.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { callerAt, type Caller } from '../platform/job.ts'
import { COMPANY, SECRET, type Place } from '../place.ts'
import { startReal } from '../real-server.ts'

const PRODUCTS = 50_000
const ROUNDS = 3
const SLOWEST = 3
const SLOWEST_UNDO = 1.5

/** What setting one attribute of 50,000 products as a job costs beside one update with its history, and its undo beside the act. */
export const editingMany = async (place: Place): Promise<Figure[]> => {
  await addLeads({ ownerUrl: place.url('postgres'), secret: SECRET, leads: 10 })
  const made = await makeProducts(place)
  const real = await startReal(place)
  try {
    const call = await callerAt(real, 'admin')
    const rounds: { ours: number; undo: number; bare: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await timeEdit(call, `Job ${round}`)
      const undo = await timeUndo(call)
      const bare = await timeBare(place, made, `Bare ${round}`)
      // The first time warms both up and does not count.
      if (round > 0) rounds.push({ ours, undo, bare })
    }
    const of = (name: 'ours' | 'undo' | 'bare') => median(rounds.map((round) => round[name]))
    return [
      figureOf('product-bulk', of('ours'), of('bare'), SLOWEST),
      figureOf('product-bulk undo', of('undo'), of('ours'), SLOWEST_UNDO),
    ]
  } finally {
    await real.stop()
  }
}

const figureOf = (figure: string, ours: number, bare: number, most: number): Figure => ({
  figure,
  ratio: rounded(ours / bare),
  rows: PRODUCTS,
  ours: rounded(ours),
  bare: rounded(bare),
  unit: 'ms',
  goal: `≤ ${most}`,
  meets: ours / bare <= most,
})

interface Made {
  company: number
  person: number
  attribute: number
}

/** Products of one category, each with a value of its one attribute. */
const makeProducts = async ({ owner }: Place): Promise<Made> => {
  const client = await owner.connect()
  try {
    const one = async <Row extends object>(text: string, values: unknown[]) => {
      const [row] = (await client.query<Row>(text, values)).rows
      if (!row) throw new Error('The company to be measured is not there')
      return row
    }
    const { company, person } = await one<Pick<Made, 'company' | 'person'>>(
      `select c.id as company, (select id from identity.people where email = 'admin@' || c.domain) as person
       from identity.companies c where c.domain = $1`,
      [COMPANY],
    )
    await client.query('begin')
    await client.query(SETTINGS, [String(company), String(person)])
    const { attribute, category } = await one<{ attribute: number; category: number }>(
      `with c as (insert into product_categories (company_id, code, name) values ($1, 'bench', 'Bench') returning id),
       a as (insert into product_attributes (company_id, code, label, type) values ($1, 'bench', 'Bench', 'text') returning id)
       select c.id::int as category, a.id::int as attribute from c, a`,
      [company],
    )
    await client.query(
      `insert into category_attributes (company_id, category_id, attribute_id, required, position) values ($1, $2, $3, true, 0)`,
      [company, category, attribute],
    )
    await client.query(
      `insert into products (company_id, code, name, category_id) select $1, 'BENCH-' || n, 'Bench ' || n, $2 from generate_series(1, $3::int) n`,
      [company, category, PRODUCTS],
    )
    await client.query(
      `insert into product_values (company_id, product_id, attribute_id, value, source)
       select $1, id, $2, '"First"', 'person' from products where company_id = $1 and category_id = $3`,
      [company, attribute, category],
    )
    await client.query('commit')
    await client.query('vacuum analyze products, product_values, changes')
    return { company, person, attribute }
  } finally {
    client.release()
  }
}

const timeEdit = async (call: Caller, value: string): Promise<number> => {
  const { data: selection } = await call(productBulk.select, { body: { filter: { attr: ['bench:has:'] } } })
  if (selection.count !== PRODUCTS) throw new Error(`${selection.count} products were selected`)
  const from = performance.now()
  const change = { field: 'attributes.bench', op: 'set' as const, value }
  const { data } = await call(productBulk.edit, { body: { selection: selection.id, changes: [change] } })
  await ended(call, data.job)
  return performance.now() - from
}

const timeUndo = async (call: Caller): Promise<number> => {
  const [last] = (await call(changes.list, { query: { limit: 1 } })).data
  if (!last) throw new Error('The act is not in the history')
  const from = performance.now()
  const { data } = await call(changes.undo, { body: { changeSet: last.change_set } })
  await ended(call, data.job)
  return performance.now() - from
}

const ended = async (call: Caller, id: number | null) => {
  for (;;) {
    const { data: job } = await call(jobs.one, { params: { id: id ?? 0 } })
    if (job.state === 'done' && job.done === PRODUCTS) return
    if (job.state !== 'running' && job.state !== 'queued') throw new Error(`The job ended so: ${JSON.stringify(job)}`)
    await sleep(50)
  }
}

/** In one transaction, past row-level security, with what the tables' own triggers make of it. */
const timeBare = async ({ owner }: Place, { company, person, attribute }: Made, value: string) => {
  const client = await owner.connect()
  try {
    const from = performance.now()
    await client.query('begin')
    await client.query(SETTINGS, [String(company), String(person)])
    await client.query(
      `update product_values set value = to_jsonb($3::text), source = 'bulk' where company_id = $1 and attribute_id = $2`,
      [company, attribute, value],
    )
    await client.query('commit')
    return performance.now() - from
  } finally {
    client.release()
  }
}

const SETTINGS = `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'person', true),
  set_config('leadroom.actor_id', $2, true), set_config('leadroom.channel', 'bulk', true), set_config('leadroom.act', 'bench', true),
  set_config('leadroom.change_set', gen_random_uuid()::text, true)`
