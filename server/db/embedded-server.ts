import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { access, type FileHandle, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Binaries, CLEAN_ENVIRONMENT } from './embedded-binaries.ts'
import type { Person } from './embedded-person.ts'
import { isAlive } from './embedded-users.ts'

type Start = {
  cluster: string
  socket: string
  person: Person | undefined
  programs: Binaries
  settings: Record<string, string>
  log: (line: string) => void
}

/** The socket folder of a server that runs on these data, waiting for one that is starting or stopping. */
export async function joinServer(cluster: string, log: (line: string) => void): Promise<string | undefined> {
  const server = await findServer(cluster)
  if (server === undefined) return undefined

  const socket = await ready(cluster, server.pid, log)
  if (socket === undefined) return undefined
  if (await listensIn(socket)) return socket
  // Somebody moved the folder or cleaned the socket away: that server hears nobody any more.
  await stopServer(cluster)
  return undefined
}

/** Does a server run on these data, and hear us? Without a connection, for which PostgreSQL would start a process each time. */
export async function isReachable(cluster: string): Promise<boolean> {
  const server = await findServer(cluster)
  return server !== undefined && listensIn(server.socket)
}

/** Starts the server, out of reach of the terminal's Ctrl-C, and returns its socket folder once it takes connections. */
export async function startServer(start: Start): Promise<string> {
  const logFile = join(dirname(start.cluster), 'server.log')
  const written = await stat(logFile).catch(() => undefined)
  if (written !== undefined && written.size > LONGEST_LOG) await rename(logFile, `${logFile}.old`)

  const deadline = performance.now() + 15_000
  for (;;) {
    const failure = await attempt(start, logFile)
    if (failure === undefined) return start.socket
    const passes = failure.killed || TRANSIENT.test(failure.said)
    if (!passes || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start. Its log (${logFile}) ends with:\n${failure.said.trim()}`)
    }
    await sleep(100)
  }
}

/** Stops the server without waiting for its clients; nothing happens when none runs. */
export async function stopServer(cluster: string): Promise<void> {
  const server = await findServer(cluster)
  if (server === undefined) return
  // The second signal loses nothing either: it leaves the data as a power cut would, to be repaired at the next start.
  const ended = (await ends(server.pid, 'SIGINT')) || (await ends(server.pid, 'SIGQUIT'))
  if (!ended) throw new Error(`PostgreSQL (process ${server.pid}) does not stop.`)
  await rmdir(server.socket).catch(() => {})
}

async function ends(pid: number, signal: NodeJS.Signals): Promise<boolean> {
  process.kill(pid, signal)
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(10)) {
    if (!(await isAlive(pid))) return true
  }
  return false
}

const LONGEST_LOG = 10_000_000

/** What the workers of a killed server cause until they have noticed, which takes them a moment. */
const TRANSIENT = /pre-existing shared memory block|lock file .* already exists|Address already in use/

/** Terse: the detail of a refused row holds what people sent. */
const DEFAULTS = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %d ',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
}

/**
 * For millions of leads, whose keys lie anywhere in their indexes: an eighth of the memory keeps what is read and written again and
 * again, and a page is written whole, as it is after each checkpoint, the fewer times the more lies between two of them.
 */
const forManyLeads = () => ({
  shared_buffers: `${Math.round(Math.min(Math.max(128, memoryMb() / 8), 2_048))}MB`,
  max_wal_size: '4GB',
})

/** Of the machine, or what this process may use of it. */
const memoryMb = () => Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2

type Failure = { said: string; killed: boolean }

/** One start; undefined when it succeeded. */
async function attempt(start: Start, logFile: string): Promise<Failure | undefined> {
  const { cluster, socket, person, programs, log } = start
  // No server of ours runs, so whatever lies in the socket folder is a dead one's.
  await rm(join(socket, '.s.PGSQL.5432'), { force: true })
  await rm(join(socket, '.s.PGSQL.5432.lock'), { force: true })
  const stale = (await readPidFile(cluster))?.pid
  const settings = {
    ...DEFAULTS,
    ...forManyLeads(),
    ...start.settings,
    listen_addresses: '',
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
  }

  const output = await open(logFile, 'a+', 0o600)
  try {
    const { size } = await output.stat()
    const child = spawn(
      join(programs.folder, 'bin', 'postgres'),
      [
        '-D',
        await realpath(cluster),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...person,
        cwd: '/',
        // By this variable PostgreSQL learns that a process with the number in its stale pid file is no server of its own.
        env: { ...CLEAN_ENVIRONMENT, ...(stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale) }) },
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      },
    )
    child.unref()
    const end = new Promise((ended) => child.once('exit', ended))
    const pid = await spawned(child)
    if ((await ready(cluster, pid, log)) !== undefined) return undefined
    await end
    return { said: await textFrom(output, size), killed: child.signalCode !== null }
  } finally {
    await output.close()
  }
}

const spawned = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`PostgreSQL could not be started: ${error.message}`, { cause: error })),
    )
    child.once('spawn', () => resolve(child.pid ?? 0))
  })

/** Waits for that process to take connections on these data; undefined when it ends instead. */
async function ready(cluster: string, pid: number, log: (line: string) => void): Promise<string | undefined> {
  const began = performance.now()
  let told = began
  while (await isAlive(pid)) {
    const file = await readPidFile(cluster)
    if (file?.pid === pid && file.status === 'ready') return file.socket
    if (performance.now() - told > 5000) {
      told = performance.now()
      log(
        `PostgreSQL is ${file?.status ?? 'starting'} since ${Math.round((told - began) / 1000)} s (after a crash it first repairs its data)`,
      )
    }
    await sleep(10)
  }
  return undefined
}

async function findServer(cluster: string): Promise<{ pid: number; socket: string } | undefined> {
  const file = await readPidFile(cluster)
  if (file === undefined || !(await isAlive(file.pid))) return undefined
  return (await servesFrom(cluster, file.pid)) ? file : undefined
}

/** Is that process a PostgreSQL on these data, rather than a stranger that was given the number of a dead one? */
async function servesFrom(cluster: string, pid: number): Promise<boolean> {
  const data = await realpath(cluster)
  const command = await commandOf(pid)
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return command.includes(`postgres -D ${data} `) || (/postgres( |$)/.test(command) && workingFolder === data)
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.replaceAll('\0', ' ')
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout
}

/** Lines of postmaster.pid: process, data folder, start, port, socket folder, address, shared memory, status. */
async function readPidFile(cluster: string): Promise<{ pid: number; socket: string; status: string } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socket = '', , , status = ''] = text.split('\n')
  return Number(pid) > 0 ? { pid: Number(pid), socket, status: status.trim() } : undefined
}

async function textFrom(file: FileHandle, start: number): Promise<string> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
  return buffer.toString('utf8', 0, bytesRead)
}

const listensIn = (socket: string): Promise<boolean> =>
  access(join(socket, '.s.PGSQL.5432')).then(
    () => true,
    () => false,
  )

const run = promisify(execFile)
