import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { makeCompanies } from '#server/demo/companies.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { hashPassword } from '#server/portal/passwords.ts'
import { startTestApp, type TestApp } from '#server/test/app.ts'
import { command } from '#server/test/command.ts'
import { databaseUrl } from '#server/test/database.ts'
import { isStopped, query, quick } from '#server/test/embedded.ts'
import { startProgram, type Program } from '#server/test/program.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { temporaryFolder } from '../../scripts/temporary.mjs'

const folder = temporaryFolder('start')
const SECRET = 'q8Zr2vXn5LtW9yBk3MdJ7hGf4CsPa6Ue1RoYxTiN'
const SETTINGS = { LEADROOM_SECRET: SECRET, LEADROOM_DATA: folder, LOG_LEVEL: 'warn' }
const PRODUCTION = { ...SETTINGS, NODE_ENV: 'production', PUBLIC_URL: 'https://leads.firm.example' }

const running: Program[] = []
afterEach(async () => {
  for (const program of running.splice(0)) {
    program.kill('SIGTERM')
    await program.ended
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** What a start has said that ended by itself with status 1; that it runs, when it does. */
const refusal = (env: Record<string, string>): Promise<string> =>
  startProgram(env).then(
    (program) => {
      running.push(program)
      return 'It started'
    },
    ({ message, code }: Error & { code: number }) => `${code} ${message}`,
  )

describe('a start that fails', () => {
  test('on a port that is taken says so before it starts a database', async () => {
    const data = join(folder, 'taken')
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')

    const said = await refusal({ LEADROOM_DATA: data, LEADROOM_SECRET: SECRET, PORT: String(port) })

    expect(said).toMatch(new RegExp(`^1 [^]*Leadroom did not start: port ${port} of 127.0.0.1 is taken. .* set PORT`))
    expect(existsSync(join(data, 'cluster'))).toBe(false)
    other.close()
  })

  test('on an address that is not this machine’s says so', async () => {
    const said = await refusal({ ...SETTINGS, HOST: '192.0.2.1', DATABASE_URL: 'postgresql://x@127.0.0.1:9/x' })

    expect(said).toMatch(/^1 [^]*Leadroom did not start: HOST is 192.0.2.1, which is no address of this machine/)
  })

  test('after the private database has started leaves no PostgreSQL running, and no command does', async () => {
    const data = join(folder, 'newer')
    const server = await startEmbedded({ folder: data, ...quick })
    await query(server.url('postgres'), 'create schema migrations')
    await query(
      server.url('postgres'),
      `create table migrations.applied as select '9999_of_tomorrow.sql' as name, 'x' as digest, now() as at`,
    )
    await server.stop()
    const settings = { LEADROOM_DATA: data, LEADROOM_SECRET: SECRET }

    expect(await refusal(settings)).toMatch(/^1 [^]*Leadroom did not start: .*newer than this version/)
    expect(isStopped(data)).toBe(true)
    for (const name of ['demo', 'check-totals'] as const) {
      const ended = await begin(name, settings).ended
      expect(ended).toEqual({ code: 1, said: expect.stringContaining('newer than this version') })
      expect(isStopped(data)).toBe(true)
    }
  })

  test.each([
    ['main', 0],
    ['restore', 1],
    ['demo', 1],
  ])('by a signal in its midst leaves no PostgreSQL running: %s', async (name, status) => {
    const data = join(folder, name)
    const { child, ended } = begin(name, { LEADROOM_DATA: data, LEADROOM_SECRET: SECRET, LEADROOM_DEMO: 'off' })
    await expect.poll(() => existsSync(join(data, 'cluster', 'postmaster.pid'))).toBe(true)

    child.kill('SIGTERM')

    expect(await ended).toEqual({ code: status, said: expect.not.stringContaining('stop cleanly') })
    expect(isStopped(data)).toBe(true)
  })

  /** A program of the product in a process of its own. */
  const begin = (name: string, env: Record<string, string>) => {
    const args = name === 'restore' ? [join(folder, 'no.gz')] : []
    const child = spawn(process.execPath, [`server/app/${name}.ts`, ...args], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    return { child, ended: once(child, 'close').then(([code]) => ({ code, said })) }
  }
})
