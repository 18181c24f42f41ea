import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { freePort } from '../scripts/free-port.mjs'
import { SERVER_ENV, SERVER_FLAGS } from '../scripts/server-flags.mjs'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { SECRET, type Place } from './place.ts'

const STARTS_WITHIN_MS = 60_000

export interface Running {
  port: number
  child: ChildProcess
  stop(): Promise<void>
}

/** The product as it is started by people, on the database of the run. */
export const startReal = ({ folder }: Place, more: Record<string, string> = {}) =>
  startProgram([...SERVER_FLAGS, 'server/app/main.ts'], {
    ...SERVER_ENV,
    LEADROOM_DATA: folder,
    LEADROOM_SECRET: SECRET,
    INTAKE_PER_MINUTE: '999999',
    // Each request of the load says another address, so that no limit by address is what is measured.
    TRUST_PROXY: '1',
    ...more,
  })

/** Starts a program that listens on PORT and waits until it does. */
export const startProgram = async (program: readonly string[], env: Record<string, string>): Promise<Running> => {
  const port = await freePort()
  const child = spawn(process.execPath, [...program], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const until = performance.now() + STARTS_WITHIN_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${program.at(-1)} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const stop = async () => {
    running.delete(stop)
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  running.add(stop)
  return { port, child, stop }
}

const running = new Set<() => Promise<void>>()

/** Stops what was started and still runs. */
export const stopAll = () => Promise.all([...running].map((stop) => stop()))

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

/** An access token; it lives a quarter of an hour, longer than any measurement. */
export const signIn = async (port: number, email: string): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-in/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const body: unknown = await answer.json()
  const token: unknown = Object(body).token
  if (typeof token !== 'string')
    throw new Error(`Signing in was answered with ${answer.status}: ${JSON.stringify(body)}`)
  return token
}

/** What the process holds in memory, in MB. */
export const residentMb = async ({ child }: Running) => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
