import type pg from 'pg'
import { openPool } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { measure, type Load } from '../load.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { startReal } from '../real-server.ts'

const ROUNDS = 5
const SECONDS = 3
const SENDERS = 8
const GOAL = 0.4
const FORM = 'halden-demo'

const ENQUIRY = {
  name: 'Ananya Kulkarni',
  email: 'ananya.{n}@kulkarnipharma.example',
  phone: '+49 {n}',
  company: 'Kulkarni Pharma {n}',
  country: 'IN',
  state: 'Maharashtra',
  city: 'Pune',
  zipCode: '411001',
  address: '14 MIDC Road',
  message:
    'We need 40 pieces of Ball valve DN25, stainless 316 for our plant in Pune. Please send your best price and delivery time.',
  products: [
    { product_name: 'Ball valve DN25, stainless 316', quantity: 40 },
    { product_name: 'Needle valve 1/4 in NPT', quantity: 12 },
  ],
}

/** Enquiries by the public form, each by another sender. */
export const intakeLoad = (port: number): Load => ({
  port,
  connections: SENDERS,
  seconds: SECONDS,
  method: 'POST',
  path: `/intake/${FORM}/enquiry`,
  headers: {},
  body: JSON.stringify(ENQUIRY),
})

/** Enquiries acknowledged by our form against the same rows put straight into the same tables, in as many transactions. */
export const intake = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  const real = await startReal(place)
  await untilQuiet(place)
  const load = intakeLoad(real.port)
  try {
    const first = await measure({ ...load, seconds: 1 })
    if (first.refused || first.perSecond === 0) throw new Error(`The form refused ${first.refused} enquiries`)
    const bare = await openBare(place)
    const rounds = []
    for (let round = 0; round <= ROUNDS; round++) {
      const mine = await measure(load)
      const theirs = await bare.perSecond()
      if (mine.refused) throw new Error(`The form refused ${mine.refused} enquiries`)
      if (round > 0) rounds.push({ ours: mine.perSecond, bare: theirs })
    }
    await bare.close()
    const ratio = median(rounds.map(({ ours, bare: other }) => ours / other))
    return [
      {
        figure: 'intake',
        ratio: rounded(ratio),
        rows: 0,
        ours: rounded(median(rounds.map(({ ours }) => ours))),
        bare: rounded(median(rounds.map(({ bare: other }) => other))),
        unit: 'leads/s',
        goal: `≥ ${GOAL}`,
        meets: ratio >= GOAL,
      },
    ]
  } finally {
    await real.stop()
  }
}

type Statement = readonly [text: string, values?: unknown[]]

/** The other side: a migrated database of its own whose triggers are off, and the rows that one enquiry has left in ours. */
const openBare = async (place: Place) => {
  const statements = await insertsOf(place)
  await place.owner.query('create database bare')
  await migrate(place.url('bare'))
  const pool = openPool(place.url('bare'), { max: SENDERS })
  await prepare(pool)
  return {
    close: () => pool.end(),
    async perSecond() {
      const start = performance.now()
      const until = start + SECONDS * 1000
      const counts = await Promise.all(Array.from({ length: SENDERS }, () => insertUntil(pool, statements, until)))
      return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000)
    },
  }
}

const insertUntil = async (pool: pg.Pool, statements: readonly Statement[], until: number) => {
  const client = await pool.connect()
  let count = 0
  await client.query(`set leadroom.company = '1'`)
  while (performance.now() < until) {
    await Promise.all([
      client.query('begin'),
      ...statements.map(([text, values = []]) => client.query(text, values)),
      client.query('commit'),
    ])
    count += 1
  }
  client.release()
  return count
}

const prepare = async (pool: pg.Pool) => {
  await pool.query(`insert into identity.companies (name, domain) values ('Bare', 'bare.example')`)
  await pool.query(
    `alter table leads disable trigger history_insert; alter table lead_items disable trigger history_insert; alter table intake_forms disable trigger history_insert`,
  )
  await pool.query(`insert into intake_forms (company_id, name) values (1, 'Enquiry')`)
}

/** The rows of the newest enquiry, each table's as one insert; ids are drawn anew, values are sent as they are. */
const insertsOf = async ({ owner }: Place): Promise<Statement[]> => {
  const { rows: leads } = await owner.query<Record<string, unknown>>(
    `select l.* from leads l join identity.companies c on c.id = l.company_id where c.domain = $1 and l.form_id is not null order by l.id desc limit 1`,
    [COMPANY],
  )
  const [lead] = leads
  if (!lead) throw new Error('No enquiry has come in')
  const of = async (text: string) =>
    (await owner.query<Record<string, unknown>>(text, [lead['company_id'], lead['id']])).rows
  const items = await of('select * from lead_items where company_id = $1 and lead_id = $2 order by id')
  const changes = await of(
    `select * from changes where company_id = $1 and root = 'leads' and root_id = $2 and act = 'intake.enquiry' order by id`,
  )
  const values =
    await of(`select v.fields from change_values v join changes c on c.company_id = v.company_id and c.personal = v.digest
    where v.company_id = $1 and c.root = 'leads' and c.root_id = $2 and c.act = 'intake.enquiry'`)
  const newLead = `currval('leads_id_seq')`
  const asCame = {
    ...lead,
    company_id: 1,
    form_id: 1,
    status: 'new',
    assigned_qa: null,
    assigned_at: null,
    assigned_how: null,
    version: 1,
  }
  return [
    insert('leads', [asCame], ['id', 'lead_no', 'email_domain'], {}),
    insert(
      'lead_items',
      items.map((item) => ({ ...item, company_id: 1 })),
      ['id', 'lead_id'],
      { lead_id: newLead },
    ),
    [`insert into assignment_queue (company_id, list, lead_id) values (1, 'qa', ${newLead})`],
    [`insert into identity.due (company_id, kind) values (1, 'assign')`],
    ...values.map(({ fields }): Statement => [
      'insert into change_values (company_id, digest, salt, fields) values (1, sha256(uuid_send(gen_random_uuid())), uuid_send(gen_random_uuid()), $1)',
      [JSON.stringify(fields)],
    ]),
    insert(
      'changes',
      changes.map((change) => ({ ...change, company_id: 1 })),
      ['id', 'root_id', 'change_set'],
      { root_id: newLead, change_set: 'gen_random_uuid()' },
    ),
  ]
}

const insert = (
  table: string,
  rows: readonly Record<string, unknown>[],
  without: readonly string[],
  drawn: Readonly<Record<string, string>>,
): Statement => {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !without.includes(name))
  const values: unknown[] = []
  const tuples = rows.map((row) => {
    const given = columns.map((name) => `$${values.push(isJson(row[name]) ? JSON.stringify(row[name]) : row[name])}`)
    return `(${[...given, ...Object.values(drawn)].join(', ')})`
  })
  return [
    `insert into ${table} (${[...columns, ...Object.keys(drawn)].join(', ')}) values ${tuples.join(', ')}`,
    values,
  ]
}

const isJson = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !Buffer.isBuffer(value) &&
  !(value instanceof Date)
