import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startInProcess } from '#server/test/checkout.ts'
import { dataFolders, isStopped, query, quick, serverPid } from '#server/test/embedded.ts'
import { startEmbedded } from './embedded.ts'

const debian15 = '/usr/lib/postgresql/15'
const newFolder = await dataFolders()

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

  test('keeps in memory an eighth of what there is, 128 MB at least and 2 GB at most', async () => {
    const server = await startEmbedded({ folder: newFolder(), ...quick })
    const [asked] = await query(
      server.url('postgres'),
      `select pg_size_bytes(current_setting('shared_buffers'))::float8 / 1024 ^ 2 as mb, current_setting('max_wal_size') as wal`,
    )

    const eighth = totalmem() / 1024 ** 2 / 8
    expect(asked?.wal).toBe('4GB')
    expect(asked?.mb).toBeGreaterThanOrEqual(128)
    expect(asked?.mb).toBeLessThanOrEqual(Math.max(128, Math.min(Math.ceil(eighth), 2_048)))
    await server.stop()
  })

  test('says whether it serves, and bothers nobody with a connection for it', async () => {
    const folder = newFolder()
    const server = await startEmbedded({ folder, settings: { ...quick.settings, log_connections: 'on' } })
    const connections = () =>
      readFileSync(join(folder, 'server.log'), 'utf8').match(/connection received/g)?.length ?? 0

    await query(server.url('postgres'), 'select 1')
    expect([await server.serves(), await server.serves(), connections()]).toEqual([true, true, 1])
    renameSync(join(folder, 'socket'), join(folder, 'moved'))
    expect(await server.serves()).toBe(false)
    renameSync(join(folder, 'moved'), join(folder, 'socket'))
    expect(await server.serves()).toBe(true)
    process.kill(serverPid(folder), 'SIGKILL')
    await expect.poll(() => server.serves()).toBe(false)
    await server.stop()
  })

  test('gives addresses for any database and user, whatever their names hold', async () => {
    const server = await startEmbedded({ folder: newFolder(), ...quick })
    await query(server.url('postgres'), `create role "a b@c"`)
    await query(server.url('postgres'), `alter role "a b@c" login password '${server.passwordOf('a b@c')}'`)
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
