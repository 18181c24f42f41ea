import { execFile } from 'node:child_process'
import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A user of the operating system. PostgreSQL refuses to run as root, so root runs it as somebody else. */
export type Person = { uid: number; gid: number }

/** The user that the database has for itself where root starts it. */
export const DATABASE_USER = 'leadroom-database'

/** macOS gives nobody the number -2. */
const NOBODY: Person = process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 }

/** Who runs the server: undefined is "as we are"; for root it is the owner of the data folder, or else a user of its own. */
export async function serverPerson(home: string, log: (line: string) => void): Promise<Person | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(home)
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const own = await systemUser(DATABASE_USER)
  if (own === undefined)
    log(
      `The user ${DATABASE_USER} could not be made, so the database runs as nobody, and its password alone protects it`,
    )
  return own ?? NOBODY
}

/** The system's user of this name, made when missing; undefined where that cannot be done. */
export async function systemUser(name: string, path = '/usr/sbin:/sbin:/usr/bin:/bin'): Promise<Person | undefined> {
  const known = await accountOf(name)
  if (known !== undefined) return known
  // Of two first starts at once the second is refused, and finds the user made.
  await promisify(execFile)('useradd', [...CLOSED_ACCOUNT, name], { env: { PATH: path, LC_ALL: 'C' } }).catch(() => {})
  return accountOf(name)
}

/** For a process alone: no one signs in as it. */
const CLOSED_ACCOUNT = [
  '--system',
  '--user-group',
  '--no-create-home',
  '--home-dir=/nonexistent',
  '--shell=/usr/sbin/nologin',
]

async function accountOf(name: string): Promise<Person | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, , uid, gid] =
    accounts
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? []
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Can that user enter the folder, as far as the mode bits of it and of all above it tell? */
export async function canReach(folder: string, person: Person): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const bit = uid === person.uid ? 0o100 : gid === person.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Gives a folder to the server's user: one of another user, or one that root restored from a copy. */
export async function giveFolder(folder: string, person: Person): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), person.uid, person.gid)
  }
  await chown(folder, person.uid, person.gid)
}
