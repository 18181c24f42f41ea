import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { startProgram } from '../program.ts'

const base = await startTestApp()
const ada = await base.signIn({ can: ['restrict_domain_add', 'restrict_domain_list'] })
const folder = temporaryFolder('stop')
const env = {
  DATABASE_URL: databaseUrl(base.database),
  LEADROOM_SECRET: base.services.config.secret,
  LEADROOM_DATA: folder,
  LOG_LEVEL: 'warn',
}

afterAll(async () => {
  await base.stop()
  await rm(folder, { recursive: true })
})

const opened = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })

/** The start of a call and its rest; the server has it, and waits for what is missing. */
const callParts = (path: string, content: object): [string, string] => {
  const body = JSON.stringify(content)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  return [head + body.slice(0, 9), body.slice(9)]
}
const write = (name: string) => callParts('/marketing/add_domain_for_restrict', { domainName: name })
const read = () => callParts('/api/v1/token/verify/', { token: ada.token })

interface Waiting {
  socket: Socket
  rest: string
  answer: Promise<string>
}

/** Calls of which the server has the beginning, every tenth a write. */
const begun = (port: number, count: number, name: string): Promise<Waiting[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const socket = await opened(port)
      const [first, rest] = at % 10 === 0 ? write(`${name}-${at}.example`) : read()
      socket.write(first)
      return { socket, rest, answer: answerOf(socket) }
    }),
  )

/** Sends what is missing, a few at a time, so that none waits long for a connection however slow the machine is. */
const finish = async (waiting: readonly Waiting[], answered: (one: Waiting) => Promise<unknown>) => {
  const queue = waiting.values()
  const send = async () => {
    for (const one of queue) {
      const seen = answered(one)
      one.socket.write(one.rest)
      await seen
    }
  }
  await Promise.all(Array.from({ length: 5 }, send))
}

/** What readiness says first when it is no longer ready. */
const notReady = async (port: number) => {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    const { status } = (await answer.json()) as { status: string }
    if (status !== 'ready') return [answer.status, status]
  }
}

const MOST = 1_000
/** Half of the time that a stop may take, in seconds. */
const HALF = 5

/** As many calls as this machine answers in half of the time that a stop may take: a thousand, unless it is a slow one. */
const manageable = async () => {
  const program = await startProgram(env)
  const sample = await begun(program.port, 200, 'sample')
  const from = performance.now()
  // As long as nobody stops, an answer does not end the connection.
  await finish(sample, ({ socket }) => once(socket, 'data'))
  const perSecond = (sample.length * 1000) / (performance.now() - from)
  program.kill('SIGTERM')
  await program.ended
  return Math.min(MOST, Math.floor((perSecond * HALF) / 10) * 10)
}

test('F16: on SIGTERM with a thousand requests under way, readiness goes first, every request is answered, and the end is in order', async () => {
  const drains: number[] = []
  const count = await manageable()
  for (let round = 0; round < 5; round++) {
    const program = await startProgram(env)
    const waiting = await begun(program.port, count, `r${round}`)
    const idle = await opened(program.port)
    const idleEnded = answerOf(idle)
    await sleep(200)

    const from = performance.now()
    program.kill('SIGTERM')
    expect(await notReady(program.port)).toEqual([503, 'draining'])
    await finish(waiting, ({ answer }) => answer)
    const answers = await Promise.all(waiting.map(({ answer }) => answer))
    const { code, signal } = await program.ended
    drains.push((performance.now() - from) / 1000)
    await idleEnded

    const failed = answers.filter((answer) => !answer.startsWith('HTTP/1.1 200'))
    expect(
      failed.length === 0
        ? ''
        : `${failed.length}: ${failed[0]?.split('\r\n\r\n')[1] ?? failed[0]} ${
            program
              .output()
              .split('\n')
              .find((line) => line.includes('stack')) ?? ''
          }`,
    ).toBe('')
    expect(answers.filter((answer) => !/^connection: close/im.test(answer))).toEqual([])
    expect([code, signal]).toEqual([0, null])
  }
  const [{ stored }] = await base.sql(
    ada.companyId,
    `select count(*)::int as stored from restricted_domains where company_id = $1 and domain_name like 'r%'`,
    [ada.companyId],
  )

  figure(
    `F16: 5 stops with ${count} requests under way: 0 failed; from the signal to the end ${drains.map((each) => each.toFixed(1)).join(', ')} s`,
  )
  expect(stored).toBe(count / 2)
  expect(Math.max(...drains)).toBeLessThan(60)
})

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

test('Q6: killed, it is back within moments, with all that it acknowledged', async () => {
  const times: number[] = []
  let program = await startProgram(env)
  for (let round = 0; round < 4; round++) {
    program.kill('SIGKILL')
    await program.ended
    const from = performance.now()
    program = await startProgram(env)
    times.push((performance.now() - from) / 1000)
  }
  program.kill('SIGTERM')
  await program.ended

  figure(`Q6: back after SIGKILL of the app in ${times.map((each) => each.toFixed(1)).join(', ')} s`)
  expect(Math.max(...times)).toBeLessThan(60)
})

test('Q6: the private database killed is started again, and everything goes on', async () => {
  const home = temporaryFolder('own')
  const program = await startProgram({
    LEADROOM_DATA: home,
    LEADROOM_SECRET: env.LEADROOM_SECRET,
    LOG_LEVEL: 'warn',
    INTAKE_PER_MINUTE: '999999',
  })
  const serverPid = async () =>
    (await readFile(`${home}/cluster/postmaster.pid`, 'utf8').catch(() => '')).split('\n')[0]
  const times: number[] = []
  try {
    for (let round = 0; round < 4; round++) {
      const pid = await serverPid()
      process.kill(Number(pid), 'SIGKILL')
      const from = performance.now()
      // A look-up in the database finds no such form; without a database there is no telling.
      let status = 503
      // The dead server's last session may still have an answer in it.
      while ((status !== 404 || (await serverPid()) === pid) && performance.now() - from < 40_000) {
        await sleep(25)
        status = await fetch(`http://127.0.0.1:${program.port}/intake/unknown-form/enquiry`).then(
          (answer) => answer.status,
          () => Promise.reject(new Error(`It ended:\n${program.output().slice(-2_000)}`)),
        )
      }
      times.push((performance.now() - from) / 1000)
      expect(status).toBe(404)
    }
  } finally {
    program.kill('SIGTERM')
  }
  expect((await program.ended).code).toBe(0)
  await expect(readFile(`${home}/cluster/postmaster.pid`, 'utf8')).rejects.toThrow(/ENOENT/)
  await rm(home, { recursive: true, force: true })

  figure(`Q6: answering after SIGKILL of the private database in ${times.map((each) => each.toFixed(1)).join(', ')} s`)
  expect(Math.max(...times)).toBeLessThan(50)
})
