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

  await untilItPasses(logFile, () => attempt(start, logFile))
  return start.socket
}

/** Runs a statement as the superuser, on data on which no server runs. */
export async function runAlone(start: Omit<Start, 'socket'>, statement: string): Promise<void> {
  const logFile = join(dirname(start.cluster), 'server.log')
  await untilItPasses(logFile, () => attemptAlone(start, logFile, statement))
}

async function untilItPasses(logFile: string, work: () => Promise<Failure | undefined>): Promise<void> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const failure = await work()
    if (failure === undefined) return
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
  const { cluster, socket, log } = start
  // No server of ours runs, so whatever lies in the socket folder is a dead one's.
  await rm(join(socket, '.s.PGSQL.5432'), { force: true })
  await rm(join(socket, '.s.PGSQL.5432.lock'), { force: true })
  const settings = {
    ...forManyLeads(),
    ...start.settings,
    listen_addresses: '',
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
  }
  return withLog(logFile, async (output) => {
    const child = await spawnPostgres({ ...start, settings }, [], output)
    child.unref()
    const end = new Promise((ended) => child.once('exit', ended))
    if ((await ready(cluster, await spawned(child), log)) !== undefined) return undefined
    await end
    return child
  })
}

/** One run for one statement; undefined when it succeeded. */
const attemptAlone = (start: Omit<Start, 'socket'>, logFile: string, statement: string) =>
  withLog(logFile, async (output, said) => {
    const child = await spawnPostgres(start, ['--single'], output)
    const end = new Promise((ended) => child.once('exit', ended))
    await spawned(child)
    child.stdin?.on('error', () => {}).end(`${statement}\n`)
    await end
    return child.exitCode === 0 && !/ERROR:/.test(await said()) ? undefined : child
  })

/** What a process that failed has said meanwhile, in the log. */
async function withLog(
  logFile: string,
  work: (output: FileHandle, said: () => Promise<string>) => Promise<ChildProcess | undefined>,
): Promise<Failure | undefined> {
  const output = await open(logFile, 'a+', 0o600)
  try {
    const { size } = await output.stat()
    const said = () => textFrom(output, size)
    const failed = await work(output, said)
    return failed && { said: await said(), killed: failed.signalCode !== null }
  } finally {
    await output.close()
  }
}

async function spawnPostgres(start: Omit<Start, 'socket'>, mode: readonly string[], output: FileHandle) {
  const { cluster, person, programs } = start
  const stale = (await readPidFile(cluster))?.pid
  const data = await realpath(cluster)
  const settings = { ...DEFAULTS, hba_file: join(data, 'pg_hba.conf'), ...start.settings }
  return spawn(
    join(programs.folder, 'bin', 'postgres'),
    [
      ...mode,
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ...(mode.length > 0 ? ['postgres'] : []),
    ],
    {
      ...person,
      cwd: '/',
      // By this variable PostgreSQL learns that a process with the number in its stale pid file is no server of its own.
      env: { ...CLEAN_ENVIRONMENT, ...(stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale) }) },
      detached: true,
      stdio: [mode.length > 0 ? 'pipe' : 'ignore', output.fd, output.fd],
    },
  )
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
