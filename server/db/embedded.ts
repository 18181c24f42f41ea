import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { prepareBinaries } from './embedded-binaries.ts'
import { giveCluster, prepareCluster, prepareSocket } from './embedded-folders.ts'
import { closeCluster, databaseKey, isClosed, passwordOf } from './embedded-password.ts'
import { serverPerson } from './embedded-person.ts'
import { isReachable, joinServer, runAlone, startServer, stopServer } from './embedded-server.ts'
import { alone, countUsers, enter, leave } from './embedded-users.ts'

export type Embedded = {
  /** A connection URL for node-postgres; as the superuser unless a user is named, whose password has to be that of `passwordOf`. */
  url(database: string, user?: string): string
  /** The password that goes with this user in URLs. */
  passwordOf(user: string): string
  /** The server's major version. */
  version: number
  /** Whether a server still runs on the data and can be reached, whoever started it. */
  serves(): Promise<boolean>
  /** Stops the server, unless another process or another start still uses it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Holds the data, the log and the list of users; made when missing. */
  folder: string
  log?: (line: string) => void
  /** A folder with `bin/`; the platform package when undefined. */
  binaries?: string
  /** For a start from cold; a server that runs already keeps the settings it has. */
  settings?: Record<string, string>
}

/** Starts the private PostgreSQL in the folder, or joins the one that runs there. */
export async function startEmbedded({
  folder,
  log = () => {},
  binaries,
  settings = {},
}: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL can’t run on Windows: use WSL, or set DATABASE_URL.')
  }
  const home = resolve(folder)
  const lock = await makeHome(home)
  const cluster = join(home, 'cluster')
  const users = join(home, 'users')
  const leaveServer = async (note: string) => {
    await leave(users, note)
    if ((await countUsers(users)) === 0) await stopServer(cluster)
  }

  const { socket, version, key, note } = await alone(lock, async () => {
    const person = await serverPerson(home, log)
    const programs = await prepareBinaries({ chosen: binaries, person, spare: home })
    await prepareCluster({ home, cluster, person, programs, log, careless: settings.fsync === 'off' })
    const key = databaseKey(home)

    const start = async () => {
      const server = { cluster, person, programs, settings, log }
      await giveCluster({ home, cluster, person })
      await closeCluster({ cluster, person, key }, (statement) => runAlone(server, statement))
      return startServer({ ...server, socket: await prepareSocket(home, person) })
    }
    const note = await enter(users)
    try {
      // What an older version has left running lets in everybody: it is started anew when nobody else uses it.
      if (!(await isClosed(cluster, key)) && (await countUsers(users)) === 1) await stopServer(cluster)
      return { socket: (await joinServer(cluster, log)) ?? (await start()), version: programs.version, key, note }
    } catch (error) {
      await leaveServer(note)
      throw error
    }
  })

  let stopping: Promise<void> | undefined
  return {
    version,
    serves: () => isReachable(cluster),
    url: (database, user = 'postgres') =>
      `postgresql://${encodeURIComponent(user)}:${passwordOf(key, user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(socket)}`,
    passwordOf: (user) => passwordOf(key, user),
    stop: () => (stopping ??= alone(lock, () => leaveServer(note))),
  }
}

/** Returns the file that one process at a time holds. */
async function makeHome(home: string): Promise<string> {
  const lock = join(home, 'lock')
  try {
    // Others may pass through, since root's server runs as somebody else; what is inside is closed to them.
    await mkdir(home, { recursive: true, mode: 0o711 })
    await (await open(lock, constants.O_RDWR | constants.O_CREAT, 0o600)).close()
  } catch (error) {
    throw new Error(
      `This user can’t write to the data folder ${home}. Start as the user that made it, or choose another with LEADROOM_DATA.`,
      { cause: error },
    )
  }
  return lock
}
