import { appendFile, readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startSealing } from '#server/app/sealing.ts'
import { startWork } from '#server/app/work.ts'
import type { TestPerson } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { startSealedApp } from '#server/test/sealed.ts'
import { readAnchors } from './anchors.ts'
import { ROW_TEXT } from './seal.ts'

const { app, owner, anchors, seal, verify, changeIds, withHistory, stop } = await startSealedApp()
afterAll(stop)

const addMany = ({ companyId }: TestPerson, count: number) =>
  app.sql(
    companyId,
    `insert into leads (company_id, name, source) select $1, 'n', 'import' from generate_series(1, $2::int)`,
    [companyId, count],
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
  const untilSealed = async () => {
    const started = Date.now()
    while ((await verify(ada)).unsealed.rows > 0 || (await verify(ada)).rows === 0) {
      if (Date.now() - started > 100_000) throw new Error(`Nothing was sealed: ${errors.map(String).join('; ')}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await untilSealed()
  await worker.stop()
  // What the worker wrote last.
  await untilSealed()
  await sealing.stop()

  const { rows, faults, anchored } = await verify(ada)
  expect([faults, anchored]).toEqual([[], rows])
  // Work for companies with very many leads, of the tests before, may be given up on a busy machine and come again.
  const own = errors
    .map(String)
    .filter((error) => !/for company \d+$/.test(error) || error.endsWith(` ${ada.companyId}`))
  expect(own).toEqual([])
  const text = await readFile(anchors, 'utf8')
  await writeFile(anchors, `${text}{"company":1,"seal":`)
  expect((await verify(ada)).faults).toEqual([])
})

test('the anchor that follows a line which a power cut left half written is kept whole', async () => {
  const ada = await withHistory()
  const eve = await withHistory()
  await appendFile(anchors, `{"company":${ada.companyId},"seal":99,"li`)

  await putLead(app, eve)
  const anchor = await seal(eve)

  const kept = await readAnchors(anchors)
  expect(kept.get(eve.companyId)?.at(-1)).toEqual(anchor)
  expect(kept.get(ada.companyId)?.map((each) => each.seal)).not.toContain(99)
})
