import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { chown, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type Checkout, copyCheckout, startInProcess, temporaryFolder } from '#server/test/checkout.ts'
import { startEmbedded } from './embedded.ts'

const NOBODY = 65534
/** `daemon`, the one ordinary user that every system has by the same number. */
const SOMEBODY = 1
const isRoot = process.getuid?.() === 0
const debian15 = '/usr/lib/postgresql/15'

if (!isRoot) process.stdout.write('Not run as root, so what root alone can try of the embedded server is skipped\n')

const temporary = await temporaryFolder()
let count = 0
const newFolder = () => join(temporary.folder, `data ${++count}`)
const quick = { settings: { fsync: 'off' } }
afterAll(() => temporary.remove())

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const serverPid = (folder: string) =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
const isStopped = (folder: string) => !existsSync(join(folder, 'cluster', 'postmaster.pid'))

describe('a server of our own', () => {
  test('listens on a socket that only its owner can enter, and on no port', async () => {
    const folder = newFolder()
    const server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(statSync(join(folder, 'socket')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'cluster')).mode & 0o777).toBe(0o700)
    expect(await query(server.url('postgres'), 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
    expect(server.version).toBe(18)
    await server.stop()
  })

  test('gives addresses for any database and user, whatever their names hold', async () => {
    const server = await startEmbedded({ folder: newFolder(), ...quick })
    await query(server.url('postgres'), `create role "a b@c"`)
    await query(server.url('postgres'), `alter role "a b@c" login`)
    await query(server.url('postgres'), `create database "größe 50%"`)

    const names = await query(
      server.url('größe 50%', 'a b@c'),
      'select current_database() as database, current_user as user',
    )

    expect(names).toEqual([{ database: 'größe 50%', user: 'a b@c' }])
    await server.stop()
  })

  test('runs under a path longer than a socket address can hold', async () => {
    const folder = join(newFolder(), 'deep'.repeat(30))
    const server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(
      readdirSync('/tmp').filter((name) => server.url('postgres').endsWith(encodeURIComponent(`/${name}`))),
    ).toEqual([])
  })

  test.skipIf(!existsSync(debian15))('can be the PostgreSQL 15 of the system', async () => {
    const server = await startEmbedded({ folder: newFolder(), binaries: debian15, ...quick })

    expect(server.version).toBe(15)
    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })
})

describe('whoever starts it', () => {
  test.skipIf(!isRoot)('root has it run as nobody', async () => {
    const folder = newFolder()
    const server = await startEmbedded({ folder, ...quick })

    expect(statSync(`/proc/${serverPid(folder)}`).uid).toBe(NOBODY)
    expect(statSync(join(folder, 'cluster')).uid).toBe(NOBODY)
    await server.stop()
  })

  test.skipIf(!isRoot)('an ordinary user runs it, and root may carry on with that data folder', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const { module, node } = await copyCheckout(parent, 0o755)
    const folder = join(parent, 'theirs')
    await mkdir(folder)
    await chown(folder, SOMEBODY, SOMEBODY)

    const starter = await startInProcess({ folder, module, node, uid: SOMEBODY })
    expect(statSync(`/proc/${serverPid(folder)}`).uid).toBe(SOMEBODY)
    await query(starter.url, 'create table kept as select 1 as one')
    await starter.stop()

    const server = await startEmbedded({ folder, ...quick })
    expect(statSync(`/proc/${serverPid(folder)}`).uid).toBe(SOMEBODY)
    expect(await query(server.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test.skipIf(!isRoot)('a data folder that root brought back from a copy is given to the server again', async () => {
    const folder = newFolder()
    const restored = newFolder()
    const before = await startEmbedded({ folder, ...quick })
    await query(before.url('postgres'), 'create table kept as select 1 as one')
    await before.stop()
    await cp(folder, restored, { recursive: true })

    const server = await startEmbedded({ folder: restored, ...quick })

    expect(await query(server.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    await server.stop()
  })
})

describe('in any checkout', () => {
  test.skipIf(!isRoot)('one that is closed to others, with spaces in its path', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const { root, module, node } = await copyCheckout(parent, 0o700)
    const folder = join(root, 'data')

    const first = await startInProcess({ folder, module, node })
    await query(first.url, 'create table kept as select 1 as one')
    await first.stop()
    const second = await startInProcess({ folder, module, node })

    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }])
    const data = realpathSync(join(folder, 'cluster'))
    await second.stop()
    expect(data).toMatch(/^\/var\/lib\/leadroom\/data-/)
    await rm(data, { recursive: true })
  })

  test('two first starts at once make the library links that an install without scripts left out', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const checkout = await copyCheckout(parent, 0o755)
    expect(links(checkout)).toEqual([])

    const starters = await Promise.all(
      [newFolder(), newFolder(), newFolder()].map((folder) => startInProcess({ folder, ...checkout })),
    )

    for (const { url } of starters) expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(links(checkout)).toContain('libpq.so.5 → libpq.so.5.18')
    expect(readdirSync(join(checkout.native, 'lib')).filter((name) => name.startsWith('.'))).toEqual([])
    await Promise.all(starters.map((starter) => starter.stop()))
  })

  test.skipIf(!isRoot)('one that its user may not write', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const checkout = await copyCheckout(parent, 0o755)
    const folder = newFolder()
    await mkdir(folder)
    await chown(folder, SOMEBODY, SOMEBODY)

    const starter = await startInProcess({ folder, ...checkout, uid: SOMEBODY })

    expect(await query(starter.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(links(checkout)).toEqual([])
    await starter.stop()
  })

  const links = ({ native }: Checkout) =>
    readdirSync(join(native, 'lib'), { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name, parentPath }) => `${name} → ${readlinkSync(join(parentPath, name))}`)
})

describe('after a crash', () => {
  test('the server that a killed process left behind is taken over, and stopped in the end', async () => {
    const folder = newFolder()
    const killed = await startInProcess({ folder })
    const pid = serverPid(folder)
    await killed.kill()
    expect(serverPid(folder)).toBe(pid)

    const server = await startEmbedded({ folder, ...quick })

    expect(serverPid(folder)).toBe(pid)
    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isStopped(folder)).toBe(true)
  })

  test('a start right after everything was killed brings back what was committed', async () => {
    const folder = newFolder()
    for (let round = 1; round <= 3; round += 1) {
      const starter = await startInProcess({ folder, careful: true })
      await query(starter.url, `create table kept_${round} as select 1 as one`)
      const sleeper = query(starter.url, 'select pg_sleep(60)').catch(() => {})
      process.kill(serverPid(folder), 'SIGKILL')
      await starter.kill()

      const server = await startEmbedded({ folder })
      // On a busy machine the killed server's last breath can cost the first connection; clients connect again.
      const kept = () => query(server.url('postgres'), `select one from kept_${round}`)
      expect(await kept().catch(kept)).toEqual([{ one: 1 }])
      await server.stop()
      await sleeper
    }
  })

  test('a pid file whose process is gone does not stop it', async () => {
    const folder = await stoppedServer()
    await writePidFile(folder, 4_000_000)

    const server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a pid file that names a stranger who came later neither stops it nor harms him', async () => {
    const folder = await stoppedServer()
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY } : {})
    await writePidFile(folder, stranger.pid!)

    const server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  async function stoppedServer(): Promise<string> {
    const folder = newFolder()
    await (await startEmbedded({ folder, ...quick })).stop()
    return folder
  }

  async function writePidFile(folder: string, pid: number): Promise<void> {
    const lines = [pid, join(folder, 'cluster'), 1, 5432, join(folder, 'socket'), '', '  1 1', 'ready   ']
    const file = join(folder, 'cluster', 'postmaster.pid')
    await writeFile(file, `${lines.join('\n')}\n`)
    if (isRoot) await chown(file, NOBODY, NOBODY)
  }
})

describe('data are never lost to a start', () => {
  test('a folder of another major version is refused with a sentence, and left as it is', async () => {
    const folder = newFolder()
    await (await startEmbedded({ folder, ...quick })).stop()
    await writeFile(join(folder, 'cluster', 'PG_VERSION'), '15\n')
    const before = await readdir(join(folder, 'cluster'), { recursive: true })

    const refusal = startEmbedded({ folder, ...quick })

    await expect(refusal).rejects.toThrow(
      /was written by PostgreSQL 15, and this is PostgreSQL 18. Nothing was changed./,
    )
    expect(await readdir(join(folder, 'cluster'), { recursive: true })).toEqual(before)
  })

  test('a folder with files that are no database is refused, and left as it is', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'cluster'), { recursive: true })
    await writeFile(join(folder, 'cluster', 'base.txt'), 'precious')

    await expect(startEmbedded({ folder, ...quick })).rejects.toThrow('no PostgreSQL data folder')
    expect(await readFile(join(folder, 'cluster', 'base.txt'), 'utf8')).toBe('precious')
  })

  test('a first start that was killed half-way leaves nothing that a second one trips over', async () => {
    const folder = newFolder()
    const starting = startInProcess({ folder }).catch(() => undefined)
    await expect
      .poll(() => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('cluster.new-')))
      .toBe(true)
    expect(existsSync(join(folder, 'cluster'))).toBe(false)
    for (const pid of processesOn(folder)) process.kill(pid, 'SIGKILL')
    await starting

    const lines: string[] = []
    const server = await startEmbedded({ folder, ...quick, log: (line) => lines.push(line) })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(lines.join()).toContain('half made')
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster.new-'))).toHaveLength(1)
    await server.stop()
  })

  const processesOn = (folder: string): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter(
        (name) =>
          existsSync(`/proc/${name}/cmdline`) &&
          readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(basename(folder)),
      )
      .map(Number)
})

describe('several processes share one server', () => {
  test('first starts at the same moment end up with the same one', async () => {
    const folder = newFolder()

    const starters = await Promise.all([1, 2, 3].map(() => startInProcess({ folder })))

    const pids = await Promise.all(
      starters.map(
        async ({ url }) =>
          (await query(url, 'select pg_backend_pid() as pid, pg_postmaster_start_time() as start'))[0]!.start,
      ),
    )
    expect(new Set(pids.map(String)).size).toBe(1)
    await Promise.all(starters.map((starter) => starter.stop()))
    expect(isStopped(folder)).toBe(true)
  })

  test('it stops with the last of them, and a killed one does not count', async () => {
    const folder = newFolder()
    const one = await startEmbedded({ folder, ...quick })
    const again = await startEmbedded({ folder, ...quick })
    const other = await startInProcess({ folder })
    const killed = await startInProcess({ folder })

    await one.stop()
    await one.stop()
    await killed.kill()
    await other.stop()
    expect(await query(again.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])

    await again.stop()
    expect(isStopped(folder)).toBe(true)
  })
})
