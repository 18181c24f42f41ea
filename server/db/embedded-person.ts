import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** A user of the operating system. PostgreSQL refuses to run as root, so root runs it as somebody else. */
export type Person = { uid: number; gid: number }

/** macOS gives nobody the number -2. */
const NOBODY: Person = process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 }

/** Whom the server runs as: undefined is "as we are"; the owner of an existing data folder keeps it. */
export async function serverPerson(dataFolder: string): Promise<Person | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataFolder).catch(() => undefined)
  return owner === undefined || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid }
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

/** Gives a folder that root restored from a copy back to the server's user. */
export async function giveFolder(folder: string, person: Person): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), person.uid, person.gid)
  }
  await chown(folder, person.uid, person.gid)
}
