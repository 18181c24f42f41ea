import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { chown, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInProcess } from '#server/test/checkout.ts'
import { dataFolders, isRoot, NOBODY, query, quick, serverPid } from '#server/test/embedded.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { databaseKey, passwordOf } from './embedded-password.ts'

const newFolder = await dataFolders()

/** What a server answers to somebody who has reached its socket. */
const answerTo = (url: string) => query(url, 'select current_user as me').then(([row]) => row?.['me'], String)
const withoutPassword = (url: string) => url.replace(/:[^:@/]+@/, '@')
const REFUSED = /password|authentication failed/

describe('the private database', () => {
  const folder = newFolder()
  const key = join(folder, 'database-key')
  let server: Embedded
  beforeAll(async () => {
    server = await startEmbedded({ folder, ...quick })
    await query(server.url('postgres'), 'create table kept as select 1 as one')
  })
  afterAll(() => server.stop())

  test('refuses everyone without the password of that user, though the socket is reached', async () => {
    const mine = server.url('postgres')
    await query(mine, `create role reader login password '${server.passwordOf('reader')}'`)
    const reader = server.url('postgres', 'reader')

    expect([await answerTo(mine), await answerTo(reader)]).toEqual(['postgres', 'reader'])
    for (const url of [mine, reader]) expect(await answerTo(withoutPassword(url))).toMatch(REFUSED)
    const readersAsPostgres = mine.replace(server.passwordOf('postgres'), server.passwordOf('reader'))
    expect(await answerTo(readersAsPostgres)).toMatch(REFUSED)
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).not.toContain(server.passwordOf('postgres'))
  })

  test('makes its passwords of a key that only its owner may read, another one for each folder', () => {
    const { mode, uid } = statSync(key)

    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])
    expect(server.passwordOf('postgres')).toBe(passwordOf(databaseKey(folder), 'postgres'))
    expect(databaseKey(dirname(folder))).not.toBe(databaseKey(folder))
  })

  test.skipIf(!isRoot)('shows another program that runs as nobody neither key nor data nor socket', () => {
    const files = ['database-key', 'cluster/pg_hba.conf', 'socket/.s.PGSQL.5432'].map((name) => join(folder, name))

    expect(files.map(asNobody)).toEqual(files.map((file) => `cat: '${file}': Permission denied\n`))
  })

  test('gets new passwords when the key is gone, and refuses to start on a damaged one', async () => {
    const before = server.passwordOf('postgres')
    await server.stop()
    await writeFile(key, '')
    await expect(startEmbedded({ folder, ...quick })).rejects.toThrow(/database-key is damaged. Delete it/)
    await rm(key)

    server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    expect(server.passwordOf('postgres')).not.toBe(before)
  })

  const asNobody = (file: string) =>
    String(
      spawnSync('cat', [file], { uid: NOBODY, gid: NOBODY, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }).stderr,
    )
})

describe('a data folder of a version that asked for no password', () => {
  const folder = newFolder()

  test('is closed by the next start, which loses nothing, and given to the database user', async () => {
    const server = await startEmbedded({ folder, ...quick })
    await query(server.url('postgres'), 'create table kept as select 1 as one')
    await openToAll(server)
    await server.stop()
    await rm(join(folder, 'database-key'))
    if (isRoot) await giveToNobody(join(folder, 'cluster'))

    const next = await startEmbedded({ folder, ...quick })

    expect(await query(next.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    expect(await answerTo(withoutPassword(next.url('postgres')))).toMatch(REFUSED)
    if (isRoot) expect(statSync(`/proc/${serverPid(folder)}`).uid).not.toBe(NOBODY)
    await next.stop()
  })

  test('is closed when its server was left behind, once no other process uses it', async () => {
    const old = await startInProcess({ folder })
    const server = await startEmbedded({ folder, ...quick })
    await openToAll(server)
    await rm(join(folder, 'database-key'))
    await server.stop()
    const pid = serverPid(folder)

    const beside = await startInProcess({ folder })
    expect([serverPid(folder), await answerTo(beside.url)]).toEqual([pid, 'postgres'])
    await Promise.all([old.kill(), beside.kill()])

    const next = await startEmbedded({ folder, ...quick })
    expect(serverPid(folder)).not.toBe(pid)
    expect(await query(next.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    expect(await answerTo(withoutPassword(next.url('postgres')))).toMatch(REFUSED)
    await next.stop()
  })

  /** Its rules and its superuser, as an older version made them; a server that runs takes them up. */
  async function openToAll(server: Embedded): Promise<void> {
    await query(server.url('postgres'), 'alter role postgres password null')
    await writeFile(join(folder, 'cluster', 'pg_hba.conf'), 'local all all trust\n')
    process.kill(serverPid(folder), 'SIGHUP')
    await expect.poll(() => answerTo(withoutPassword(server.url('postgres')))).toBe('postgres')
  }

  async function giveToNobody(cluster: string): Promise<void> {
    for (const entry of await readdir(cluster, { recursive: true })) await chown(join(cluster, entry), NOBODY, NOBODY)
    await chown(cluster, NOBODY, NOBODY)
  }
})
