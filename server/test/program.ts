import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Pool } from 'pg'
import { freePort } from '../../scripts/free-port.mjs'
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/server-flags.mjs'
import { fromReply, toRequest } from '#contract/kit/request.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { TestPerson } from './app.ts'
import { databaseUrl } from './database.ts'

export interface Program {
  port: number
  pid: number
  /** All that it has printed. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** How it ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/**
 * The product as people start it, in a process of its own, once it listens.
 * `clockOff`: how far the clock of its machine is ahead, in milliseconds; SIGUSR2 sets it as far back. `openFiles`: how many
 * files and connections it may have open.
 */
export const startProgram = async (env: Record<string, string>, clockOff = 0, openFiles?: number): Promise<Program> => {
  const port = await freePort()
  const clock = clockOff === 0 ? [] : ['--import', new URL(`./clock-off.ts?by=${clockOff}`, import.meta.url).href]
  const limited = openFiles === undefined ? [] : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFiles)]
  const [command, ...args] = [...limited, process.execPath, ...SERVER_FLAGS, ...clock, 'server/app/main.ts']
  const child = spawn(command, args, {
    env: {
      ...SERVER_ENV,
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      LEADROOM_DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Leadroom is at')) resolve()
      })
    void ended.then((how) => reject(Object.assign(new Error(`It ended before it listened:\n${output}`), how)))
  })
  return { port, pid: child.pid ?? 0, output: () => output, kill: (signal) => void child.kill(signal), ended }
}

/** Calls of the person to whatever program listens at the port when they are made. */
export const callsAt = (person: TestPerson, port: () => number): TestPerson => ({
  ...person,
  async call(endpoint, input, headers = {}) {
    const { method, url, body, headers: ofBody } = toRequest(endpoint, input)
    const answer = await fetch(`http://127.0.0.1:${port()}${url}`, {
      method,
      headers: { authorization: `Bearer ${person.token}`, ...ofBody, ...headers },
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(30_000),
    })
    const json: unknown = await answer.json()
    if (answer.status >= 400)
      throw Object.assign(new Error(`${answer.status} ${Object(json).message}`), {
        status: answer.status,
        failure: json,
      })
    return fromReply(endpoint, json) as Reply<typeof endpoint>
  },
})

/** What killed programs had begun is free for the next one, as it is by itself some seconds later. */
export const freeWork = async (owner: Pool) => {
  await owner.query(`update jobs set heartbeat_at = now() - interval '1 minute' where state = 'running'`)
  await owner.query(
    `update identity.due_turns set heartbeat_at = now() - interval '1 minute' where heartbeat_at is not null`,
  )
  await owner.query(`update identity.due set at = now() where kind = 'jobs'`)
}

/**
 * Starts nodes of the product on one database, each to be killed at a crash point where one is named; undefined when that
 * was before it listened, which can happen while it picks up what waits.
 */
export const nodesOn = (database: string, settings: Record<string, string>) => {
  const programs: Program[] = []
  return {
    async start(crash?: string): Promise<Program | undefined> {
      const env = {
        ...settings,
        DATABASE_URL: databaseUrl(database),
        ...(crash ? { LEADROOM_TEST_CRASH: crash } : {}),
      }
      const program = await startProgram(env).catch((error: Error) => {
        if (crash && !error.message.includes('did not start')) return undefined
        throw error
      })
      if (program) programs.push(program)
      return program
    },
    /** Ends what is left of them, whatever it does. */
    kill() {
      for (const program of programs) {
        program.kill('SIGCONT')
        program.kill('SIGKILL')
      }
    },
  }
}
