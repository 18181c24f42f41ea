import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { figure } from '../figures.ts'
import { startProgram } from '../program.ts'
import { answerOf, opened, openStopping } from '../stopping.ts'

const { base, ada, env, write } = await openStopping()

test('F16: a request that never ends holds the end up for no more than the 10 s', async () => {
  const program = await startProgram(env)
  const socket = await opened(program.port)
  socket.write(write('never.example')[0])
  const answer = answerOf(socket)
  await sleep(200)
  const from = performance.now()
  program.kill('SIGTERM')
  const { code } = await program.ended
  const seconds = (performance.now() - from) / 1000
  await answer

  figure(`F16: with a request that never ends, the end came after ${seconds.toFixed(1)} s`)
  expect(code).toBe(0)
  expect(seconds).toBeLessThan(60)
})

test('F16: an open stream ends with the server, and does not hold it up', async () => {
  const program = await startProgram(env)
  const stream = await fetch(`http://127.0.0.1:${program.port}/marketing/live`, {
    headers: { authorization: `Bearer ${ada.token}` },
  })
  const text = stream.text()
  await sleep(500)
  const from = performance.now()
  program.kill('SIGTERM')
  const { code } = await program.ended
  const seconds = (performance.now() - from) / 1000

  figure(`F16: with an open stream, the end came after ${seconds.toFixed(1)} s`)
  expect([stream.status, (await text).split('\n')[0], code]).toEqual([200, '{"hello":true}', 0])
  expect(seconds).toBeLessThan(60)
})

test('F16: work behind the requests that takes long holds the end up for no more than the 10 s, and is done by the next start', async () => {
  const waits = async () => (await base.owner.query(`select from identity.due where kind = 'lead-rollups'`)).rowCount
  await base.sql(ada.companyId, `insert into leads (company_id, name, source) values ($1, 'Bob', 'manual')`, [
    ada.companyId,
  ])
  await base.owner.query(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return new; end $$;
    create trigger slowly before insert on lead_rollup_states for each statement execute function slowly()`)
  await base.sql(ada.companyId, `select mark_due('lead-rollups')`)
  const program = await startProgram(env)
  const asleep = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  while (!(await base.owner.query(asleep)).rowCount) await sleep(20)

  const from = performance.now()
  program.kill('SIGTERM')
  const { code } = await program.ended
  const seconds = (performance.now() - from) / 1000

  expect(code).toBe(0)
  expect(await waits()).toBe(1)
  await base.owner.query('drop trigger slowly on lead_rollup_states; drop function slowly()')
  const next = await startProgram(env)
  while (await waits()) await sleep(20)
  next.kill('SIGTERM')
  await next.ended
  const made = await base.sql(ada.companyId, 'select from lead_rollup_states where company_id = $1', [ada.companyId])
  figure(`F16: with work that takes 20 s, the end came after ${seconds.toFixed(1)} s`)
  expect(made).toHaveLength(1)
  expect(seconds).toBeLessThan(15)
})

test('a second signal ends it at once', async () => {
  const program = await startProgram(env)
  const socket = await opened(program.port)
  socket.write(write('never.example')[0])
  void answerOf(socket)
  await sleep(200)
  const from = performance.now()
  program.kill('SIGINT')
  await sleep(400)
  program.kill('SIGINT')
  const { code } = await program.ended

  expect(code).toBe(1)
  expect(performance.now() - from).toBeLessThan(9_000)
})

test('it says in a sentence why it does not start, and ends', async () => {
  const failing = startProgram({ ...env, DATABASE_URL: 'postgresql://leadroom:wrong-canary@127.0.0.1:9/nowhere' })

  const message = await failing.then(
    () => 'started',
    (error: Error) => error.message,
  )
  expect(message).toMatch(/Leadroom did not start: /)
  expect(message).not.toMatch(/wrong-canary|\bat .*\.ts:\d+/)
})
