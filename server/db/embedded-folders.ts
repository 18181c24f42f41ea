import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, rename, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, CLEAN_ENVIRONMENT, SHARED_FOLDER } from './embedded-binaries.ts'
import { canReach, giveFolder, type Person } from './embedded-person.ts'

type Place = {
  home: string
  cluster: string
  person: Person | undefined
  programs: Binaries
  log: (line: string) => void
  /** Skip the flush to disk: for databases that are thrown away. */
  careless: boolean
}

/** Makes the data folder when there is none, and refuses one that this server must not open. Never deletes anything. */
export async function prepareCluster(place: Place): Promise<void> {
  const { home, cluster, programs, log } = place
  for (const name of await readdir(home)) {
    if (name.startsWith('cluster.new-'))
      log(`An interrupted start left ${join(home, name)} incomplete. You can delete it`)
  }
  const written = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(noneIfMissing)
  if (written === undefined) return initialise(place)

  if (Number(written) !== programs.version) {
    throw new Error(
      `The data folder ${cluster} was written by PostgreSQL ${written.trim()}, and this is PostgreSQL ${programs.version}. ` +
        'Nothing was changed. Dump it with the old version and load it with the new, or choose another folder with LEADROOM_DATA.',
    )
  }
}

/** Gives the data, on which no server runs, to the user that it is to run as. */
export async function giveCluster({
  home,
  cluster,
  person,
}: Pick<Place, 'home' | 'cluster' | 'person'>): Promise<void> {
  if (person === undefined) return
  if ((await stat(cluster)).uid !== person.uid) await giveFolder(cluster, person)
  const moved = (await lstat(cluster)).isSymbolicLink()
  if (!moved && !(await canReach(home, person))) {
    throw new Error(
      `The data folder ${cluster} is under a folder that uid ${person.uid} can’t open, which the database runs as when started by root. ` +
        'Open the folders above it (chmod o+x), or start as an ordinary user.',
    )
  }
}

/** A folder for the server's socket whose path the system's address structure can hold. */
export async function prepareSocket(home: string, person: Person | undefined): Promise<string> {
  const near = join(home, 'socket')
  const fits = Buffer.byteLength(`${near}/.s.PGSQL.5432.lock`) <= LONGEST_SOCKET_PATH
  const reachable = person === undefined || (await canReach(home, person))
  const socket = fits && reachable ? near : join('/tmp', `leadroom-${process.getuid?.()}-${shortHash(home)}`)

  await mkdir(socket, { mode: 0o700 }).catch(() => {})
  const owner = person?.uid ?? process.getuid?.()
  const found = await lstat(socket)
  // In /tmp anybody may have made the folder before us, to listen in our place.
  const isOurs = socket === near || found.uid === owner || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isOurs) {
    throw new Error(
      `${socket} belongs to another user, and the database needs it for its socket. Remove it and start again.`,
    )
  }
  await chmod(socket, 0o700)
  if (person !== undefined) await chown(socket, person.uid, person.gid)
  return socket
}

/** The shortest room for a socket's path among the systems. */
const LONGEST_SOCKET_PATH = 103

/** Works under another name first, so that a start that breaks off never leaves what looks like a data folder. */
async function initialise({ home, cluster, person, programs, log, careless }: Place): Promise<void> {
  const lost = await readlink(cluster).catch(() => undefined)
  if (lost !== undefined) {
    throw new Error(
      `The data of ${cluster} are in ${lost}, which doesn’t exist. Nothing was changed: restore it, or remove the link.`,
    )
  }
  if (((await readdir(cluster).catch(noneIfMissing)) ?? []).length > 0) {
    throw new Error(
      `${cluster} has files but is not a PostgreSQL data folder. Nothing was changed: move it away, or choose another folder with LEADROOM_DATA.`,
    )
  }
  log(`Making a PostgreSQL ${programs.version} database in ${cluster}`)
  const closed = person !== undefined && !(await canReach(home, person))
  const final = closed ? join(SHARED_FOLDER, `data-${randomUUID()}`) : cluster
  const half = `${final}.new-${randomUUID()}`

  await mkdir(dirname(half), { recursive: true, mode: 0o755 })
  await mkdir(half, { mode: 0o700 })
  if (person !== undefined) await chown(half, person.uid, person.gid)
  const flags = [
    '--no-locale',
    '--encoding=UTF8',
    '--data-checksums',
    '--username=postgres',
    // Until it has its password: `closeCluster`.
    '--auth-local=reject',
    '--auth-host=reject',
  ]
  if (careless) flags.push('--no-sync')
  const options = { ...person, cwd: '/', env: CLEAN_ENVIRONMENT }
  const making = promisify(execFile)(join(programs.folder, 'bin', 'initdb'), [...flags, `--pgdata=${half}`], options)
  await making.catch((error: Error & { stderr?: string }) => {
    throw new Error(`The database could not be made in ${cluster}: ${error.stderr?.trim() || error.message}`, {
      cause: error,
    })
  })

  await rename(half, final)
  if (closed) {
    await symlink(final, cluster)
    log(`${home} is closed to the user that the database runs as, so the data lives in ${final}`)
  }
}

const noneIfMissing = (error: unknown): undefined => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
