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
import { howMany } from '../../scripts/scope.mjs'
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

describe('a database that still holds the people of the demo', () => {
  let app: TestApp
  let DATABASE_URL: string
  beforeAll(async () => {
    app = await startTestApp()
    DATABASE_URL = databaseUrl(app.database)
    const owner = new Client(DATABASE_URL)
    await owner.connect()
    await owner.query('begin')
    await makeCompanies(owner)
    await owner.query('commit')
    await owner.end()
  })
  afterAll(() => app.stop())

  const signInAs = async (email: string, port: number) =>
    fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-in/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    })

  test('is refused where others reach it, naming the accounts and the way out', async () => {
    for (const env of [PRODUCTION, { ...SETTINGS, HOST: '0.0.0.0' }]) {
      const said = await refusal({ ...env, DATABASE_URL })

      expect(said).toMatch(/^1 [^]*Leadroom did not start: these accounts of the demo/)
      expect(said).toContain('admin@halden.example')
      expect(said).toContain('rep2@meridian.example')
      expect(said).toContain('npm run demo -- --lock')
      expect(said).not.toContain(SECRET)
    }
  })

  test('serves this machine with the demo off, where a person of the demo may sign in', { tags: 'slow' }, async () => {
    const program = await startProgram({ ...SETTINGS, DATABASE_URL })
    running.push(program)

    expect((await signInAs('admin@halden.example', program.port)).status).toBe(200)
  })

  test('is refused for a single account that has the password, a deactivated one too', async () => {
    await app.owner.query('update identity.people set password_hash = $1 where email like $2', [
      await hashPassword('another one of 24 letters'),
      '%.example',
    ])
    await app.owner.query(`update identity.people set password_hash = $1 where email = 'qa@halden.example'`, [
      await hashPassword(DEMO_PASSWORD),
    ])
    await app.owner.query(
      `begin; select set_config('leadroom.company', company_id::text, true), set_config('leadroom.actor_kind', 'system', true),
        set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'test', true),
        set_config('leadroom.change_set', gen_random_uuid()::text, true)
       from identity.memberships m join identity.people p using (id) where p.email = 'qa@halden.example';
       update identity.memberships m set status = 'deactivated' from identity.people p where p.id = m.id and p.email = 'qa@halden.example';
       commit`,
    )

    expect(await refusal({ ...PRODUCTION, DATABASE_URL })).toContain('everybody can read: qa@halden.example. Run')
  })

  test('starts once the demo is locked, which takes the password and ends the sessions', async () => {
    const { rows } = await app.owner.query(
      `insert into identity.sessions (person_id, company_id) select p.id, m.company_id from identity.people p
       join identity.memberships m on m.id = p.id where p.email = 'qa@halden.example' returning id`,
    )

    const locked = await command('demo', app.database, ['--lock'], PRODUCTION)
    const again = await command('demo', app.database, ['--lock'], PRODUCTION)

    expect([locked.code, again.code]).toEqual([0, 0])
    expect(locked.said).toBe('Removed the passwords and ended the sessions of: qa@halden.example.\n')
    expect(again.said).toBe('No account has the published password.\n')
    expect(await refusal({ ...PRODUCTION, DATABASE_URL })).toBe('It started')
    const { rows: left } = await app.owner.query(
      `select p.password_hash, s.revoked_at is not null as ended from identity.sessions s join identity.people p on p.id = s.person_id where s.id = $1`,
      [rows[0].id],
    )
    expect(left).toEqual([{ password_hash: null, ended: true }])
    const { rows: others } = await app.owner.query(
      `select count(*)::int from identity.people where email like '%.example' and password_hash is null and email <> 'qa@halden.example' and email not like 'person%'`,
    )
    expect(others).toEqual([{ count: 0 }])
  })
})

describe('a start that fails', () => {
  test('on a port that is taken says so before it starts a database', async () => {
    const data = join(folder, 'taken')
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')

    const said = await refusal({ LEADROOM_DATA: data, LEADROOM_SECRET: SECRET, PORT: String(port) })

    expect(said).toMatch(new RegExp(`^1 [^]*Leadroom did not start: port ${port} of 127.0.0.1 is in use. .* set PORT`))
    expect(existsSync(join(data, 'cluster'))).toBe(false)
    other.close()
  })

  test('on an address that is not this machine’s says so', async () => {
    const said = await refusal({ ...SETTINGS, HOST: '192.0.2.1', DATABASE_URL: 'postgresql://x@127.0.0.1:9/x' })

    expect(said).toMatch(/^1 [^]*Leadroom did not start: HOST is 192.0.2.1, which is not an address of this machine/)
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
    for (const name of (['demo', 'check-totals'] as const).slice(0, howMany(1, 2))) {
      const ended = await begin(name, settings).ended
      expect(ended).toEqual({ code: 1, said: expect.stringContaining('newer than this version') })
      expect(isStopped(data)).toBe(true)
    }
  })

  const ENDED: [name: string, status: number][] = [
    ['main', 0],
    ['restore', 1],
    ['demo', 1],
  ]
  test.each(ENDED.slice(0, howMany(1, 3)))(
    'by a signal in its midst leaves no PostgreSQL running: %s',
    async (name, status) => {
      const data = join(folder, name)
      const { child, ended } = begin(name, { LEADROOM_DATA: data, LEADROOM_SECRET: SECRET, LEADROOM_DEMO: 'off' })
      await expect.poll(() => existsSync(join(data, 'cluster', 'postmaster.pid')), { timeout: 120_000 }).toBe(true)

      child.kill('SIGTERM')

      expect(await ended).toEqual({ code: status, said: expect.not.stringContaining('stop cleanly') })
      expect(isStopped(data)).toBe(true)
    },
  )

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
