import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { LEAD_LISTS } from '#server/leads/lists/filter.ts'
import { checkRollups } from '#server/leads/totals/rollups.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { makeRollups, refreshLeadCounts } from '#server/leads/totals/refresh-counts.ts'
import { resetClocks } from '#server/leads/sla/refresh-clocks.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp, type TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { databaseUrl } from '../database.ts'
import { deadlocksIn, explainDeadlocks } from '../deadlocks.ts'
import { groupedOtherwise } from '../duplicate-groups.ts'
import { figure } from '../figures.ts'
import { checkFile, importFile } from '../imports.ts'
import { openForm, putOnList, QA_KEYS, REP_KEYS, WAITING } from '../leads.ts'
import { actsOf } from '../mixed-acts.ts'
import type { Call } from '../mixed-world.ts'
import { setOtherwise } from '../set-anew.ts'
import { startProgram, type Program } from '../program.ts'
import { randomFrom, SEED } from '../random.ts'

const KILLS = howMany(3, 6)
const CLIENTS = 8
const FILES = howMany(3, 6)
const ROWS = 150
const SETTINGS = {
  LEADROOM_SECRET: randomBytes(32).toString('base64url'),
  INTAKE_PER_MINUTE: '999999',
  LOG_LEVEL: 'error',
}

const app = await startTestApp(SETTINGS)
await explainDeadlocks(app.owner)
const programs: Program[] = []
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await app.stop()
})

/** A call under its key; one that had no answer may have been carried out when it was first sent. */
interface Press {
  key: string
  call: Call
  sent: number
}

/** What a client heard of a lead, and when. */
interface Heard {
  lead: number
  version: number
  sent: number
  told: number
}

test('F33: eight clients do whatever can be done to leads, the server is killed among it, and nothing contradicts itself', async () => {
  const next = randomFrom(SEED)
  const manager = await app.signIn({
    can: PERMISSION_KEYS,
  })
  const qas = [await qaOf(manager), await qaOf(manager)]
  const reps = [await repOf(manager), await repOf(manager)]
  const guest = await qaOf(manager)
  const form = await openForm(app, manager, 'mixed')
  // Sums need something to add up, however the acts fall.
  await importFile(app, manager, rowsOf(FILES))
  const files: number[] = []
  for (let file = 0; file < FILES; file++) files.push((await checkFile(app, manager, rowsOf(file))).id)
  const acts = actsOf({ app, manager, qas, reps, guest, form, files, next })

  const heard: Heard[] = []
  const marks: NonNullable<Call['mark']>[] = []
  const statuses = new Map<number, number>()
  /** The ids of requests that were answered as no request may be. */
  const failed: string[] = []
  const answered = () => [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const untold: Press[] = []

  const send = async (port: number, { key, call, sent }: Press) => {
    const answer = await fetch(`http://127.0.0.1:${port}${call.path}`, {
      method: call.method ?? 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      },
      body: JSON.stringify(call.body),
      signal: AbortSignal.timeout(30_000),
    })
    const said: any = await answer.json()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 503) return false
    if (answer.status >= 500) failed.push(said.request_id)
    if (answer.ok && call.mark) marks.push(call.mark)
    const { id, version } = said.data ?? {}
    if (answer.ok && 'enquiryId' in call.body && version !== undefined)
      heard.push({ lead: Number(id), version: Number(version), sent, told: performance.now() })
    return true
  }

  /** Until so many calls have been answered, or the server is gone. */
  const clients = async (program: Program, calls: number) => {
    let alive = true
    void program.ended.then(() => (alive = false))
    const client = async () => {
      while (alive && calls > 0) {
        const press = untold.pop() ?? { key: randomUUID(), call: await acts(), sent: performance.now() }
        const answered = await send(program.port, press).catch(() => false)
        // What had no answer is sent again under its key, to whoever listens next.
        if (answered) calls -= 1
        else untold.push(press)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }

  for (let kill = 0; kill < KILLS; kill++) {
    if (kill === 1) await keepTotals(manager)
    // The worker adds up what has changed now and then; here at least once.
    if (kill === 2) await refreshLeadCounts(app.services.tenants, manager.companyId)
    const program = await start()
    const working = clients(program, Infinity)
    const until = answered() + 60 + next() * 100
    while (answered() < until) await sleep(5)
    program.kill('SIGKILL')
    await working
    await program.ended
  }
  const program = await start()
  await clients(program, howMany(100, 300))
  while (untold.length) {
    const press = untold.pop()!
    if (!(await send(program.port, press))) untold.push(press)
  }
  for (const since = performance.now(); (await app.owner.query(LEFT)).rowCount; await sleep(50))
    expect(performance.now() - since, 'the waiting work is not done').toBeLessThan(600_000)
  program.kill('SIGTERM')
  await program.ended

  const told = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`)
  const { rowCount: merges } = await app.owner.query('select from lead_merges')
  figure(`F33: seed ${SEED}, ${KILLS} kills, ${told.join(', ')}; ${heard.length} versions in order, ${merges} merges`)
  expect(failed.map(logged)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(100)
  expect(await contradictions(app.owner)).toEqual([])
  expect(await groupedOtherwise(app.services.tenants, manager.companyId)).toEqual([])
  // The second look after changed targets, which would come in a minute.
  await resetClocks(app.services.tenants, manager.companyId)
  expect(await setOtherwise(app.services.tenants, manager.companyId)).toEqual([])
  expect(await deadlocksIn(app.owner)).toEqual([])
  const { counts, drifts } = await checkCounts(app.services.tenants, manager.companyId, LEAD_LISTS)
  const rollups = await checkRollups(app.services.tenants, manager.companyId)
  expect({ counts: counts > 0, stored: rollups.stored > 0 }).toEqual({ counts: true, stored: true })
  expect({ drifts, wrong: rollups.wrong }).toEqual({ drifts: [], wrong: 0 })
  expect(outOfOrder(heard)).toEqual([])
  for (const { table, text } of marks) {
    const column = table === 'leads' ? 'name' : 'body'
    const { rows } = await app.owner.query(`select count(*)::int as n from ${table} where ${column} = $1`, [text])
    expect([text, rows[0].n]).toEqual([text, 1])
  }
  const { rows: imported } = await app.owner.query(IMPORTED)
  for (const { state, leads, people } of imported) {
    expect(people).toBe(leads)
    if (state === 'imported') expect(leads).toBe(ROWS)
  }
  expect(imported.reduce((sum, { leads }) => sum + leads, 0)).toBeGreaterThanOrEqual(ROWS)
  expect(merges).toBeGreaterThan(0)
})

/** Work that failed is put off. */
const LEFT = `select 1 from identity.due where at < now() + interval '10 seconds' union all select 1 from identity.due_turns where failures > 0 union all ${WAITING}`

/** What the nodes have logged of a request. */
const logged = (request: string) => [
  request,
  ...programs.flatMap((program) =>
    program
      .output()
      .split('\n')
      .filter((line) => line.includes(request)),
  ),
]

const rowsOf = (file: number) =>
  [
    'name,email,company',
    ...Array.from({ length: ROWS }, (_, row) => `Row ${row} of ${file},row-${row}@file-${file}.example,File ${file}`),
  ].join('\n')

/** Taken away or not: each row of a file is a lead at most once, and of a whole file each is one. */
const IMPORTED = `
  select i.state, count(l.id)::int as leads, count(distinct l.email)::int as people
  from imports i left join leads l on l.company_id = i.company_id and l.import_id = i.id
  group by i.company_id, i.id, i.state order by i.id`

/** From then on they are kept by adding what each write changed. */
const keepTotals = async (manager: TestPerson) => {
  for (const status of [[], ['new' as const], ['valid' as const], ['invalid' as const]])
    await manager.call(marketingLeads.list, { query: { status } })
  // Not while a last statement of the killed server looks after them.
  await expect
    .poll(async () => {
      await makeRollups(app.services.tenants, manager.companyId)
      return (await app.owner.query('select from lead_rollup_states')).rowCount
    })
    .toBe(1)
  await expect.poll(async () => (await app.owner.query('select from list_counts')).rowCount).toBe(4)
}

const start = async () => {
  const program = await startProgram({ ...SETTINGS, DATABASE_URL: databaseUrl(app.database) })
  programs.push(program)
  return program
}

const qaOf = async (manager: TestPerson) => {
  const qa = await app.signIn({ can: QA_KEYS, colleagueOf: manager })
  await putOnList(app, qa, 'qa')
  return qa
}

const repOf = async (manager: TestPerson) => {
  const rep = await app.signIn({ can: REP_KEYS, colleagueOf: manager })
  await putOnList(app, rep, 'sales')
  return rep
}

/** Acts that began after another had been answered, and yet made no later version of the same lead. */
const outOfOrder = (heard: readonly Heard[]) =>
  Object.values(Object.groupBy(heard, ({ lead }) => lead)).flatMap((acts = []) =>
    acts.flatMap((act) =>
      acts
        .filter((earlier) => earlier.told < act.sent && earlier.version > act.version)
        .map((earlier) => `lead ${act.lead}: version ${act.version} after ${earlier.version}`),
    ),
  )
