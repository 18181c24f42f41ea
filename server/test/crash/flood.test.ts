import { once } from 'node:events'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure, percentile } from '../figures.ts'
import { startProgram, type Program } from '../program.ts'

const SOCKETS = 64
const AT_ONCE = 990
const MOST_MB = 200
const HELD_MS = 3_000
/** A loop that waits for more than this has found a fault. */
const LONGEST_MS = 30_000
/** What callers and the database open and close meanwhile. */
const OTHER_FILES = 20

await ensureBuilt(process.execPath)
const base = await startTestApp()
const ada = await base.signIn({ can: ['restrict_domain_list'] })
const folder = temporaryFolder('flood')
afterAll(async () => {
  await base.stop()
  await rm(folder, { recursive: true })
})

const env = {
  DATABASE_URL: databaseUrl(base.database),
  LEADROOM_SECRET: base.services.config.secret,
  LEADROOM_DATA: folder,
  LOG_LEVEL: 'warn',
}

const largestAsset = async () => {
  const names = await readdir('dist/assets')
  const sized = await Promise.all(
    names.map(async (name) => ({ name, size: (await stat(join('dist/assets', name))).size })),
  )
  return `/assets/${sized.filter(({ name }) => name.endsWith('.js')).toSorted((one, other) => other.size - one.size)[0]?.name}`
}

/** Clients that ask for a file so many times at once, and read nothing. */
const openUnread = (port: number, count: number, path: string, times: number) =>
  Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
    return socket
  })

const residentMb = async ({ pid }: Program) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const openFiles = async ({ pid }: Program) => (await readdir(`/proc/${pid}/fd`)).length

const ESTABLISHED = '01'
/** How many of these clients the program serves, by the kernel's table of connections: one that waits to be served has no inode. */
const served = async ({ pid, port }: Program, sockets: readonly Socket[]) => {
  const clients = new Set(sockets.map(({ localPort }) => localPort))
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')))
  const rows = tables.flatMap((table) => table.split('\n').slice(1, -1)).map((line) => line.trim().split(/\s+/))
  const portOf = (address = '') => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16)
  return rows.filter(
    ([, here, there, state, , , , , , inode]) =>
      state === ESTABLISHED && inode !== '0' && portOf(here) === port && clients.has(portOf(there)),
  ).length
}

/** What somebody meets who works meanwhile: opens a page, loads its code, reads a list, asks for readiness. */
const work = async ({ port }: Program, asset: string, took: number[]) => {
  const asked: [string, Record<string, string>][] = [
    ['/', { accept: 'text/html' }],
    [asset, { 'accept-encoding': 'br' }],
    ['/marketing/restrict_domain_list', { authorization: `Bearer ${ada.token}` }],
    ['/health/ready', {}],
  ]
  for (const [path, headers] of asked) {
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    took.push(performance.now() - from)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
}

test('64 clients that ask for the largest file 990 times and read nothing hold nobody up, cost little, and leave nothing', async () => {
  const asset = await largestAsset()
  const program = await startProgram(env)
  await work(program, asset, [])
  const before = { mb: await residentMb(program), files: await openFiles(program) }
  const alone: number[] = []
  for (let times = 0; times < 5; times++) await work(program, asset, alone)

  const took: number[] = []
  let [most, open, clients] = [0, 0, 0]
  const sockets = openUnread(program.port, SOCKETS, asset, AT_ONCE)
  const begun = performance.now()
  const since = (begin: number) => performance.now() - begin
  while (since(begun) < HELD_MS || (clients < SOCKETS && since(begun) < LONGEST_MS)) {
    await work(program, asset, took)
    most = Math.max(most, await residentMb(program))
    open = await openFiles(program)
    clients = await served(program, sockets)
    await sleep(20)
  }
  for (const socket of sockets) socket.destroy()
  const from = performance.now()
  while ((await openFiles(program)) > before.files + OTHER_FILES && since(from) < LONGEST_MS) await sleep(20)
  await work(program, asset, took)
  const idle = since(from)
  const after = await residentMb(program)
  program.kill('SIGTERM')
  const { code } = await program.ended

  figure(
    `Flood: ${SOCKETS} sockets × ${AT_ONCE} requests never read: ${before.mb.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, ` +
      `${after.toFixed(0)} MB after; ${took.length} other calls p95 ${percentile(took, 0.95).toFixed(0)} ms (${percentile(alone, 0.95).toFixed(0)} ms without), ` +
      `slowest ${Math.max(...took).toFixed(0)} ms; ${open - before.files} more files open; idle again after ${(idle / 1000).toFixed(2)} s`,
  )
  expect(clients).toBe(SOCKETS)
  expect(most - before.mb).toBeLessThanOrEqual(MOST_MB)
  expect(open - before.files).toBeLessThanOrEqual(SOCKETS + OTHER_FILES)
  // One answer may wait for what else the machine does.
  expect(percentile(took, 0.95)).toBeLessThan(Math.max(1_000, 5 * percentile(alone, 0.95)))
  expect(idle).toBeLessThan(10_000)
  expect([code, program.output()]).toEqual([0, expect.not.stringContaining('"level":50')])
})

test('a server that can open no more files goes on, and serves again when it can', async () => {
  const FILES = 120
  const program = await startProgram(env, 0, FILES)
  let runs = true
  void program.ended.then(() => (runs = false))
  const sockets = openUnread(program.port, 2 * FILES, '/health/live', 1)
  const full = async () => (await openFiles(program).catch(() => FILES)) >= FILES - 1
  while (runs && !(await full())) await sleep(20)
  // The load has been measured a few times meanwhile.
  await sleep(2_500)
  const wasFull = await full()
  for (const socket of sockets) socket.destroy()
  const from = performance.now()
  const isServed = async () =>
    fetch(`http://127.0.0.1:${program.port}/marketing/restrict_domain_list`, {
      headers: { authorization: `Bearer ${ada.token}` },
    }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (runs && !(await isServed())) await sleep(50)
  const served = performance.now() - from
  const ran = runs
  program.kill('SIGTERM')

  figure(
    `Flood: ${2 * FILES} connections to a server that may open ${FILES} files: served again after ${(served / 1000).toFixed(2)} s`,
  )
  expect([wasFull, ran]).toEqual([true, true])
  expect((await program.ended).code).toBe(0)
  await Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')))
})
