import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { figure } from '../figures.ts'
import { startProgram } from '../program.ts'
import { answerOf, opened, openStopping } from '../stopping.ts'

const { base, ada, env, write, read } = await openStopping()

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

/**
 * What readiness says first when it is no longer ready; on connections of their own, as idle ones are ended with the server.
 * 'gone' when it was asked too late, as may be on a busy machine.
 */
const notReady = async (port: number) => {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    )
    if (!answer) return 'gone'
    const { status } = (await answer.json()) as { status: string }
    if (status !== 'ready') return `${answer.status} ${status}`
  }
}

const ROUNDS = howMany(2, 5)
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
  const readiness = new Set<string>()
  const count = await manageable()
  for (let round = 0; round < ROUNDS; round++) {
    const program = await startProgram(env)
    const waiting = await begun(program.port, count, `r${round}`)
    const idle = await opened(program.port)
    const idleEnded = answerOf(idle)
    await sleep(200)

    const from = performance.now()
    program.kill('SIGTERM')
    readiness.add(await notReady(program.port))
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
    `F16: ${ROUNDS} stops with ${count} requests under way: 0 failed; from the signal to the end ${drains.map((each) => each.toFixed(1)).join(', ')} s`,
  )
  expect(readiness).toContain('503 draining')
  // Every tenth was a write.
  expect(stored).toBe((ROUNDS * count) / 10)
  expect(Math.max(...drains)).toBeLessThan(60)
})
