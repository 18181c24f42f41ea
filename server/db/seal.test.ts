import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/all-leads.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { startSealing } from '#server/app/sealing.ts'
import { startWork } from '#server/app/work.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { databaseUrl, othersEnded } from '#server/test/database.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { readAnchors } from './anchors.ts'
import { openTenants } from './tenant.ts'
import { ROW_TEXT, sealHistory } from './seal.ts'
import { verifyHistory } from './verify-history.ts'

const folder = await mkdtemp(join(tmpdir(), 'leadroom-anchors-'))
const file = join(folder, 'anchors.jsonl')
const app = await startTestApp({ LEADROOM_ANCHORS: file })
const owner = new pg.Client(databaseUrl(app.database))
await owner.connect()
afterAll(async () => {
  await owner.end()
  await app.stop()
  await rm(folder, { recursive: true })
})

/** A company with some history, sealed as the worker seals it. */
const withHistory = async () => {
  const ada = await app.signIn({ can: MANAGER_KEYS, name: 'Ada' })
  const lead = await putLead(app, ada)
  await ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } })
  for (const comment of ['One', 'Two', 'Three'])
    await ada.call(leadDetails.comment, { body: { leadId: lead, comment } })
  await seal(ada)
  return ada
}

const seal = async ({ companyId }: TestPerson) => {
  await othersEnded(owner)
  const anchor = await sealHistory(openTenants(app.services.workPool), companyId)
  if (anchor) await app.services.keepAnchor(anchor)
  return anchor
}
const verify = async ({ companyId }: TestPerson) =>
  verifyHistory(owner, companyId, (await readAnchors(file)).get(companyId) ?? [])
const addMany = ({ companyId }: TestPerson, count: number) =>
  app.sql(
    companyId,
    `insert into leads (company_id, name, source) select $1, 'n', 'import' from generate_series(1, $2::int)`,
    [companyId, count],
  )
const changeIds = async ({ companyId }: TestPerson): Promise<number[]> =>
  (await owner.query('select id::int from changes where company_id = $1 order by tx, id', [companyId])).rows.map(
    ({ id }) => id,
  )

test('a row’s text is what releases that built it as jsonb have sealed, whatever people write', async () => {
  const ada = await withHistory()
  const lead = await putLead(app, ada)
  for (const comment of ['"quoted" \\ and / <b>', 'Zeile\nTab\tEnde', '漢字 🙂 e\u0301 \u2028 \u200f'])
    await ada.call(leadDetails.comment, { body: { leadId: lead, comment } })

  const { rows } = await owner.query(
    `select count(*)::int as rows, count(*) filter (where ${ROW_TEXT} is distinct from ${ROW_TEXT.replace('json_build', 'jsonb_build')})::int as others
     from changes c where company_id = $1`,
    [ada.companyId],
  )

  expect(rows).toEqual([{ rows: (await changeIds(ada)).length, others: 0 }])
})

test('every row is sealed once, in order, and nothing is found where nothing was changed', async () => {
  const ada = await withHistory()
  const rows = (await changeIds(ada)).length

  expect(await verify(ada)).toEqual({ rows, faults: [], unsealed: { rows: 0, since: null }, erased: 0, anchored: rows })
  expect(await seal(ada)).toBe(undefined)

  await putLead(app, ada)
  expect((await verify(ada)).unsealed).toMatchObject({ rows: 2, since: expect.any(String) })
  await seal(ada)
  expect(await verify(ada)).toMatchObject({ rows: rows + 2, faults: [], unsealed: { rows: 0 }, anchored: rows + 2 })
})

test('transactions larger than a round, and rows of before transactions were noted, are sealed to their end, each row once', async () => {
  const ada = await app.signIn({ can: MANAGER_KEYS })
  await addMany(ada, 2_100)
  await owner.query('alter table changes disable trigger all')
  await owner.query('update changes set tx = null where company_id = $1', [ada.companyId])
  await owner.query('alter table changes enable trigger all')
  await addMany(ada, 4_500)
  await addMany(ada, 3)
  const rounds: number[] = []
  for (let before = 0, anchor = await seal(ada); anchor; before = anchor.seal, anchor = await seal(ada))
    rounds.push(anchor.seal - before)
  await addMany(ada, 2)
  await seal(ada)

  expect(rounds).toEqual([2_000, 101, 2_000, 2_000, 503])
  expect(await verify(ada)).toMatchObject({ rows: 6_606, faults: [], unsealed: { rows: 0 }, anchored: 6_606 })
})

test('two who seal at once make one chain', async () => {
  const ada = await withHistory()
  await putLead(app, ada)
  await Promise.all([seal(ada), seal(ada), seal(ada)])
  expect(await verify(ada)).toMatchObject({ faults: [], unsealed: { rows: 0 }, rows: (await changeIds(ada)).length })
})

test('what an open transaction has written waits, and nobody who writes waits for the sealer', async () => {
  const ada = await withHistory()
  const open = new pg.Client(databaseUrl(app.database))
  await open.connect()
  await open.query('begin')
  await open.query(
    `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true),
      set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'test', true),
      set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
    [String(ada.companyId)],
  )
  await open.query(`insert into products (company_id, code, name) values ($1, 'P', 'Pump')`, [ada.companyId])
  await putLead(app, ada)

  expect(await seal(ada)).toBe(undefined)
  await open.query('commit')
  await open.end()
  await seal(ada)
  expect(await verify(ada)).toMatchObject({ faults: [], unsealed: { rows: 0 }, rows: (await changeIds(ada)).length })
})

test('W9: the application’s roles can neither change a row of the history nor take one away, nor a seal', async () => {
  const ada = await withHistory()
  const login = new pg.Client(databaseUrl(app.database, 'leadroom_login'))
  await login.connect()
  for (const role of ['leadroom_app', 'leadroom_identity'])
    for (const table of ['changes', 'seals', 'seal_rounds', 'undos'])
      for (const statement of [
        `update ${table} set company_id = company_id`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await login.query('begin')
        await login.query(`set local role ${role}`)
        await login.query(`select set_config('leadroom.company', $1, true)`, [String(ada.companyId)])
        await expect(login.query(statement)).rejects.toThrow(/permission denied/)
        await login.query('rollback')
      }
  await login.end()
  expect((await verify(ada)).faults).toEqual([])
})

const TAMPERED: {
  what: string
  by: (ids: number[], ada: TestPerson) => Promise<unknown>
  told: (ids: number[]) => RegExp
}[] = [
  {
    what: 'a changed row in the middle',
    by: (ids) => owner.query(`update changes set act = 'nothing.happened' where id = $1`, [ids[2]]),
    told: (ids) => new RegExp(`^Change ${ids[2]} \\(.*was altered\\.$`),
  },
  {
    what: 'a changed row at the end',
    by: (ids) => owner.query(`update changes set reason = 'Because' where id = $1`, [ids.at(-1)]),
    told: (ids) => new RegExp(`^Change ${ids.at(-1)} \\(.*or its seal was altered\\.$`),
  },
  {
    what: 'a moved time',
    by: (ids) => owner.query(`update changes set at = at + interval '1 microsecond' where id = $1`, [ids[0]]),
    told: (ids) => new RegExp(`^Change ${ids[0]} \\(.*was altered\\.$`),
  },
  {
    what: 'a row taken out of the middle',
    by: (ids) => owner.query('delete from changes where id = $1', [ids[3]]),
    told: (ids) => new RegExp(`^Change ${ids[3]} is missing; it was sealed in place 4\\.$`),
  },
  {
    what: 'the end cut off, seals and all',
    by: async (ids, { companyId }) => {
      await owner.query('delete from changes where company_id = $1 and id >= $2', [companyId, ids.at(-2)])
      await owner.query('delete from seals where company_id = $1 and id > $2', [companyId, ids.length - 2])
      await owner.query('delete from seal_rounds where company_id = $1', [companyId])
    },
    told: (ids) =>
      new RegExp(`^The end was cut off: the chain ends at seal ${ids.length - 2}, and seal ${ids.length} was anchored`),
  },
  {
    what: 'a changed seal',
    by: (_, { companyId }) =>
      owner.query(`update seals set link = sha256('x') where company_id = $1 and id = 2`, [companyId]),
    told: (ids) => new RegExp(`^Seal 2, of change ${ids[1]} \\(.*was altered\\.$`),
  },
  {
    what: 'a seal taken away',
    by: (_, { companyId }) => owner.query('delete from seals where company_id = $1 and id = 2', [companyId]),
    told: () => /^Seal 2 is missing\.$/,
  },
  {
    what: 'changed personal values',
    by: (ids) =>
      owner.query(
        `update change_values v set fields = '{"body": [null, "Other"]}' from changes c where c.personal = v.digest and c.id = $1`,
        [ids.at(-1)],
      ),
    told: (ids) => new RegExp(`^The personal values of change ${ids.at(-1)} \\(.* are altered\\.$`),
  },
]

test.for(TAMPERED)(
  'W9, Q18: found and named, done by whoever may do anything in the database: $what',
  async ({ by, told }) => {
    const ada = await withHistory()
    const ids = await changeIds(ada)

    await by(ids, ada)

    expect((await verify(ada)).faults[0]).toMatch(told(ids))
  },
)

test('W9: a row put behind the seals is found, and so is a chain that was written anew from a changed row', async () => {
  const ada = await withHistory()
  const ids = await changeIds(ada)
  await owner.query(
    `insert into changes (company_id, actor_kind, channel, change_set, act, entity, entity_id, root, root_id, verb, fields, tx)
    select company_id, 'system', 'api', gen_random_uuid(), 'forged.act', entity, entity_id, root, root_id, verb, fields, tx
    from changes where id = $1`,
    [ids[1]],
  )
  expect((await verify(ada)).faults[0]).toMatch(/forged\.act.* was added behind the seals\.$/)

  await owner.query(`delete from changes where act = 'forged.act'`)
  await owner.query(`update changes set reason = 'Because' where id = $1`, [ids[1]])
  await owner.query('delete from seals where company_id = $1', [ada.companyId])
  await owner.query('delete from seal_rounds where company_id = $1', [ada.companyId])
  await othersEnded(owner)
  await sealHistory(openTenants(app.services.workPool), ada.companyId)
  expect((await verify(ada)).faults[0]).toMatch(new RegExp(`^The chain was written anew: in place ${ids.length} `))
})

test('erasing personal values keeps the chain whole', async () => {
  const ada = await withHistory()
  const before = await verify(ada)
  await owner.query('update change_values set fields = null where company_id = $1', [ada.companyId])

  const after = await verify(ada)
  expect(after).toMatchObject({ rows: before.rows, faults: [] })
  expect(after.erased).toBeGreaterThan(3)
})

test('a database that was brought from another server goes on with its chain', async () => {
  const ada = await withHistory()
  await putLead(app, ada)
  await owner.query(
    `update changes set tx = '900000000000' where company_id = $1 and id > (select max(change_id) from seals where company_id = $1)`,
    [ada.companyId],
  )
  await owner.query(`update seal_rounds set upto = '800000000000' where company_id = $1`, [ada.companyId])
  await putLead(app, ada)

  await seal(ada)
  await putLead(app, ada)
  await seal(ada)

  const rows = (await changeIds(ada)).length
  expect(await verify(ada)).toMatchObject({ rows, faults: [], unsealed: { rows: 0 } })
})

test('what waits is found among many sealed rows of another server, also while this one has no statistics of them', async () => {
  const ada = await app.signIn({ can: MANAGER_KEYS })
  await addMany(ada, 14_000)
  await owner.query('alter table changes disable trigger all')
  await owner.query(`update changes set tx = (tx::text::bigint + 900000000000)::text::xid8 where company_id = $1`, [
    ada.companyId,
  ])
  await owner.query('alter table changes enable trigger all')
  while (await seal(ada));
  await owner.query(`update seal_rounds set upto = '990000000000' where company_id = $1`, [ada.companyId])

  await addMany(ada, 3)
  await seal(ada)
  await addMany(ada, 4)
  await seal(ada)

  expect(await verify(ada)).toMatchObject({ rows: 14_008, faults: [], unsealed: { rows: 0 } })
})

test('the worker seals what people write, by itself, and keeps an anchor of it in a file that only grows', async () => {
  const ada = await app.signIn({ can: MANAGER_KEYS })
  const errors: unknown[] = []
  const worker = startWork(app.services, (error) => void errors.push(error))
  const sealing = startSealing(app.services, (error) => void errors.push(error))
  const lead = await putLead(app, ada)
  await ada.call(leadDetails.comment, { body: { leadId: lead, comment: 'Hello' } })
  const started = Date.now()
  while ((await verify(ada)).unsealed.rows > 0 || (await verify(ada)).rows === 0) {
    if (Date.now() - started > 100_000) throw new Error(`Nothing was sealed: ${errors.map(String).join('; ')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await sealing.stop()
  await worker.stop()

  const { rows, faults, anchored } = await verify(ada)
  expect([faults, anchored]).toEqual([[], rows])
  expect(errors).toEqual([])
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${text}{"company":1,"seal":`)
  expect((await verify(ada)).faults).toEqual([])
})

test('the anchor that follows a line which a power cut left half written is kept whole', async () => {
  const ada = await withHistory()
  const eve = await withHistory()
  await appendFile(file, `{"company":${ada.companyId},"seal":99,"li`)

  await putLead(app, eve)
  const anchor = await seal(eve)

  const anchors = await readAnchors(file)
  expect(anchors.get(eve.companyId)?.at(-1)).toEqual(anchor)
  expect(anchors.get(ada.companyId)?.map((each) => each.seal)).not.toContain(99)
})
