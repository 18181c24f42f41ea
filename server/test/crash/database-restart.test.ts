import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app/build-app.ts'
import { readConfig } from '#server/app/config.ts'
import { openServices } from '#server/app/services.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { figure, percentile } from '../figures.ts'
import { bearer, sendRaw } from '../matrix/world.ts'
import { probe, probeRoutes } from '../probe.ts'

const folder = temporaryFolder('restart')
const server = await startEmbedded({ folder, settings: { fsync: 'off' } })
await migrate(server.url('postgres'), server.passwordOf('leadroom_login'))
const services = openServices(
  readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', LEADROOM_SECRET: randomUUID() + randomUUID() }),
  server.url('postgres', 'leadroom_login'),
  true,
)
const app = await buildApp(services, { routes: probeRoutes })
const starts = [server]

afterAll(async () => {
  await app.close()
  await services.close()
  for (const each of starts) await each.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = async (text: string, values: unknown[] = []): Promise<any[]> => {
  const owner = new pg.Client(server.url('postgres'))
  await owner.connect()
  try {
    return (await owner.query(text, values)).rows
  } finally {
    await owner.end()
  }
}

const signIn = async () => {
  const [company] = await ask(`insert into identity.companies (name) values ('A') returning id`)
  const [person] = await ask(
    `insert into identity.people (email, first_name) values ('ada@a.example', 'Ada') returning id`,
  )
  await ask(
    `with settings as materialized (select set_config('leadroom.company', $1::text, false), set_config('leadroom.actor_kind', 'system', false),
      set_config('leadroom.channel', 'api', false), set_config('leadroom.act', 'test', false), set_config('leadroom.change_set', gen_random_uuid()::text, false))
    insert into identity.memberships (company_id, id, permissions) select $1::integer, $2, $3 from settings`,
    [company.id, person.id, ['products_list', 'master_products_edit']],
  )
  const [session] = await ask('insert into identity.sessions (person_id, company_id) values ($1, $2) returning id', [
    person.id,
    company.id,
  ])
  return {
    companyId: company.id,
    token: await services.tokens.sign({ personId: person.id, companyId: company.id, sessionId: session.id }),
  }
}

const RESTARTS = howMany(2, 6, 'RESTARTS')

test('F17: the database killed and started again under load: only 503 with a time to come back, and soon all is well', async () => {
  const ada = await signIn()
  const asAda = bearer(ada)
  const odd: string[] = []
  const acknowledged = new Set<string>()
  let running = true
  let lastRefused = 0
  let served = 0
  let refused = 0

  const client = async (at: number) => {
    while (running) {
      const key = randomUUID()
      const write = at % 2 === 0
      for (;;) {
        const sent = write
          ? await sendRaw(app, 'POST', probe.add.path, {
              headers: { ...asAda, 'idempotency-key': key },
              body: JSON.stringify({ code: key, name: 'Pump' }),
            })
          : await sendRaw(app, 'GET', probe.list.path, { headers: asAda })
        if (sent.status === 200) {
          served++
          if (write) acknowledged.add(key)
          break
        }
        refused++
        lastRefused = performance.now()
        if (sent.status !== 503 || !sent.headers['retry-after']) odd.push(`${sent.status} ${sent.text}`)
        await sleep(20)
      }
      await sleep(2)
    }
  }
  const clients = Array.from({ length: 16 }, (_, at) => client(at))
  const listens: number[] = []
  const heals: number[] = []
  for (let round = 0; round < RESTARTS; round++) {
    await sleep(600)
    const [pid] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
    const killed = performance.now()
    process.kill(Number(pid), 'SIGKILL')
    starts.push(await startEmbedded({ folder, settings: { fsync: 'off' } }))
    const listening = performance.now()
    listens.push((listening - killed) / 1000)
    let before = served
    for (;;) {
      await sleep(250)
      const quiet = performance.now() - lastRefused > 500
      if (quiet && served > before + 20) break
      if (performance.now() - listening > 30_000) throw new Error('The pool did not heal')
      before = Math.min(before, served)
    }
    heals.push(Math.max(0, (lastRefused - listening) / 1000))
  }
  running = false
  await Promise.all(clients)

  const stored = await ask('select code, count(*)::int as times from products group by 1')
  const times = new Map(stored.map(({ code, times }) => [code, times]))
  const lost = [...acknowledged].filter((key) => !times.has(key))
  const doubled = stored.filter(({ times }) => times > 1)
  const [{ leftovers }] = await ask(
    `select count(*)::int as leftovers from pg_stat_activity where application_name = 'leadroom' and state like 'idle in transaction%'`,
  )

  figure(
    `F17: ${RESTARTS} restarts: listens after ${percentile(listens, 0.5).toFixed(2)} s (longest ${Math.max(...listens).toFixed(2)}), ` +
      `last refusal ${percentile(heals, 0.5).toFixed(2)} s after that (longest ${Math.max(...heals).toFixed(2)}); ${served} served, ${refused} refused with 503, ` +
      `${acknowledged.size} acknowledged, ${lost.length} lost, ${doubled.length} doubled`,
  )
  expect(odd.slice(0, 3)).toEqual([])
  expect([lost, doubled, leftovers]).toEqual([[], [], 0])
  expect(refused).toBeGreaterThan(0)
  expect(Math.max(...heals)).toBeLessThan(10)
})
