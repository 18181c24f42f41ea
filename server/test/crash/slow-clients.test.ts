import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure, percentile } from '../figures.ts'
import { openForm } from '../leads.ts'
import { startProgram } from '../program.ts'

const base = await startTestApp()
const ada = await base.signIn({ can: ['marketing_leads_list'] })
const form = await openForm(base, ada, 'slow-form')
const folder = await mkdtemp('/tmp/leadroom-slow-')
// A process of its own, so that what these senders cost us here is not taken for what they cost the server.
const program = await startProgram({
  DATABASE_URL: databaseUrl(base.database),
  LEADROOM_SECRET: base.services.config.secret,
  LEADROOM_DATA: folder,
  LOG_LEVEL: 'warn',
})
const { port } = program

afterAll(async () => {
  program.kill('SIGKILL')
  await program.ended
  await base.stop()
  await rm(folder, { recursive: true })
})

const HEAD = `POST ${form} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n`

/** Sockets that begin with some text and go on with one byte at a time. */
const slowSockets = (count: number, start: string, byte: string) => {
  const sockets: { socket: Socket; answer: string; closedAfter: number | undefined }[] = []
  const from = performance.now()
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1')
    const entry = { socket, answer: '', closedAfter: undefined as number | undefined }
    // At once: where connecting takes longer than a second, the next byte would stand before it.
    socket.write(start)
    socket.on('data', (chunk: Buffer) => (entry.answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => (entry.closedAfter = (performance.now() - from) / 1000))
    sockets.push(entry)
  }
  const timer = setInterval(() => {
    for (const { socket } of sockets) if (socket.writable) socket.write(byte)
  }, 1_000)
  return { sockets, stop: () => (clearInterval(timer), sockets.forEach(({ socket }) => socket.destroy())) }
}

test('X1, I3: a thousand slow senders, to the public form too, hold nobody up, store nothing and are sent away', async () => {
  const slowHeads = slowSockets(400, 'GET /marketing/marketing_leads_list HTTP/1.1\r\nHost: x\r\nX: ', 'a')
  const slowBodies = slowSockets(300, `${HEAD}\r\n{"name":"`, 'a')
  const idle = slowSockets(300, '', '')
  const health: number[] = []
  const closed = (group: ReturnType<typeof slowSockets>) =>
    group.sockets.flatMap(({ closedAfter }) => closedAfter ?? [])
  const areOpen = () => closed(slowHeads).length < 400 || closed(slowBodies).length < 300
  // The last are sent away after 34 s on a quiet machine.
  const until = performance.now() + 120_000
  while (areOpen() && performance.now() < until) {
    const from = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`)
    health.push(performance.now() - from)
    expect(status).toBe(200)
    await sleep(100)
  }
  const heads = closed(slowHeads)
  const bodies = closed(slowBodies)
  for (const group of [slowHeads, slowBodies, idle]) group.stop()

  figure(
    `X1: 1,000 slow sockets: health p50 ${percentile(health, 0.5).toFixed(1)} ms, longest ${Math.max(...health).toFixed(0)} ms; ` +
      `slow headers ended after ${percentile(heads, 1).toFixed(1)} s, slow bodies after ${percentile(bodies, 1).toFixed(1)} s`,
  )
  expect([heads.length, bodies.length]).toEqual([400, 300])
  expect(slowHeads.sockets[0]?.answer).toMatch(/^HTTP\/1\.1 408/)
  expect(Math.max(...heads)).toBeLessThan(60)
  // One answer may wait for what else the machine does; held up by the senders they would be all.
  expect(percentile(health, 0.5)).toBeLessThan(200)
  expect(percentile(health, 0.95)).toBeLessThan(2_000)
  const { rows } = await base.owner.query('select count(*)::int as stored from leads')
  expect(rows).toEqual([{ stored: 0 }])
})

/** What the server's process holds, in MiB. */
const memory = async () => {
  const [, size] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${program.pid}/status`, 'utf8')) ?? []
  return Number(size) / 1024
}

/** Sends a body in pieces for as long as somebody takes them. */
const sendWithoutEnd = (limit: number) =>
  new Promise<{ answer: string; sent: number }>((resolve) => {
    const piece = Buffer.from(`4000\r\n${'a'.repeat(0x4000)}\r\n`)
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    let sent = 0
    const go = () => {
      while (socket.writable && sent < limit) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
      if (sent >= limit) socket.destroy()
    }
    socket.on('connect', () => {
      socket.write(
        `POST ${form} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      )
      go()
    })
    socket.on('drain', go)
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ answer, sent }))
  })

const MIB = 1024 * 1024

test('I3: bodies that never end and bodies that unpack to many times their size are refused unread, and memory stays as it is', async () => {
  const before = await memory()
  const endless = await Promise.all(Array.from({ length: 40 }, () => sendWithoutEnd(64 * MIB)))
  const bomb = gzipSync(Buffer.alloc(40 * MIB))
  const packed = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`http://127.0.0.1:${port}${form}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: bomb,
      }).then(({ status }) => status),
    ),
  )
  const grown = (await memory()) - before

  figure(
    `I3: 40 endless bodies cut off after ${percentile(
      endless.map(({ sent }) => sent / MIB),
      1,
    ).toFixed(1)} MiB at most, 40 packed ones refused; the process grew by ${grown.toFixed(0)} MiB`,
  )
  expect(endless.filter(({ sent }) => sent >= 64 * MIB)).toEqual([])
  for (const { answer } of endless) if (answer) expect(answer).toMatch(/^HTTP\/1\.1 (413|429)/)
  expect(endless.some(({ answer }) => answer.startsWith('HTTP/1.1 413'))).toBe(true)
  expect(new Set(packed)).toEqual(new Set([415]))
  expect(grown).toBeLessThan(200)
  const { rows } = await base.owner.query('select count(*)::int as stored from leads')
  expect(rows).toEqual([{ stored: 0 }])
})

test('X1: nobody is served for ever on one connection', async () => {
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString()))
  let at = 0
  const timer = setInterval(() => {
    for (let each = 0; each < 20 && at < 1_000; each++, at++)
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  }, 2)
  const count = () => answers.match(/HTTP\/1\.1 200/g)?.length ?? 0
  for (const until = performance.now() + 20_000; count() < 1_000 && performance.now() < until;) await sleep(50)
  clearInterval(timer)
  socket.destroy()

  expect(count()).toBe(1_000)
  expect(answers.match(/^connection: close/gim)?.length).toBe(1)
})
