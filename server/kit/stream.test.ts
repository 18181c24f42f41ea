import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { stream } from '#contract/kit/endpoint.ts'
import { buildApp } from '#server/app/build-app.ts'
import { startTestApp } from '#server/test/app.ts'
import { streamRoutesOf } from './implement.ts'

const Event = Type.Object({ at: Type.Integer(), text: Type.String() })
const endless = {
  watch: stream('/probe/stream', { permission: 'signed-in', reply: Event, summary: 'x', failure: 'x' }),
}
const EVERY_MS = 5
const text = 'x'.repeat(32 * 1024)
/** How many events each stream has told so far, by its reader. */
const told = new Map<number, number>()
const ended = new Set<number>()
const routes = streamRoutesOf('probe', endless, {
  async *watch({ caller: { personId } }) {
    try {
      for (let at = 0; ; at++) {
        told.set(personId, at)
        yield { at, text }
        await sleep(EVERY_MS)
      }
    } finally {
      ended.add(personId)
    }
  },
})

const base = await startTestApp()
const app = await buildApp(base.services, { routes })
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(async () => {
  await app.close()
  await base.stop()
})

test('a reader who leaves what is told unread is cut off, and nothing more is told; whoever reads goes on', async () => {
  const [slow, quick] = [await base.signIn(), await base.signIn()]
  const stop = new AbortController()
  let last = -1
  const answer = await fetch(new URL('/probe/stream', url), {
    headers: { authorization: `Bearer ${quick.token}` },
    signal: stop.signal,
  })
  const reading = (async () => {
    let line = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (line + chunk).split('\n')
      line = lines.pop() ?? ''
      for (const whole of lines) if (whole) last = JSON.parse(whole).at
    }
  })().catch(() => undefined)

  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  socket.write(`GET /probe/stream HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${slow.token}\r\n\r\n`)
  socket.once('data', () => void socket.pause())

  await expect.poll(() => ended.has(slow.id), { timeout: 60_000, interval: 50 }).toBe(true)
  const most = told.get(slow.id)
  const read = last
  await expect.poll(() => last, { timeout: 60_000, interval: 50 }).toBeGreaterThan(read + 50)
  expect(told.get(slow.id)).toBe(most)
  expect(ended.has(quick.id)).toBe(false)
  socket.destroy()
  stop.abort()
  await reading
  await expect.poll(() => ended.has(quick.id), { timeout: 20_000, interval: 50 }).toBe(true)
})
