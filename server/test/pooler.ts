import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.mjs'
import { databaseUrl } from './database.ts'

/** Debian keeps it where only root's path leads. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`

export const hasPooler = spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0

/** PgBouncer in front of the test's database, in transaction mode and with few connections, so that they change hands all the time. */
export const startPooler = async (database: string) => {
  const folder = await mkdtemp('/tmp/leadroom-pooler-')
  await chmod(folder, 0o755) // root's pooler runs as somebody else, who has to read it
  const port = await freePort()
  const socket = new URL(databaseUrl(database).replace('@/', '@socket/')).searchParams.get('host')
  const users = join(folder, 'users.txt')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(users, '"leadroom_login" ""\n')
  await writeFile(
    file,
    `[databases]
${database} = host=${socket} port=5432

[pgbouncer]
pool_mode = transaction
default_pool_size = 4
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
`,
  )
  const child = spawn('pgbouncer', ['-q', ...(await userOf(socket ?? '')), file], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit')
  const url = `postgresql://leadroom_login@127.0.0.1:${port}/${database}`
  for (let tries = 0; !(await answers(url)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`PgBouncer does not answer:\n${said}`)
    await sleep(50)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** PgBouncer refuses root, too, and only the owner of the socket's folder reaches the server. */
const userOf = async (socket: string) => {
  if (process.getuid?.() !== 0) return []
  const { uid } = await stat(socket)
  return ['-u', spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim()]
}

const answers = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
