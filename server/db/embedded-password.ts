import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Person } from './embedded-person.ts'
import { writtenOnce } from './written-once.ts'

/** What the passwords of the folder's database are made of: a file that nobody reads but who runs Leadroom. */
export function databaseKey(home: string): string {
  const file = join(home, 'database-key')
  const key = writtenOnce(file, () => randomBytes(32).toString('base64url'))
  if (!/^[\w-]{43}$/.test(key))
    throw new Error(`${file} is damaged. Delete it and start again: the database then gets new passwords.`)
  return key
}

/** Each user of the database has a password of its own. */
export const passwordOf = (key: string, user: string): string =>
  createHmac('sha256', key).update(user).digest('base64url')

/** Does the database ask everybody for a password that is made of this key? */
export const isClosed = async (cluster: string, key: string): Promise<boolean> =>
  (await readFile(join(cluster, RULES), 'utf8').catch(() => '')) === rulesFor(key)

/**
 * Has the database ask everybody for a password. `run` works on the data as its superuser; the rules are written after that, so a start
 * that breaks off between is made good by the next one.
 */
export async function closeCluster(
  { cluster, person, key }: { cluster: string; person: Person | undefined; key: string },
  run: (statement: string) => Promise<void>,
): Promise<void> {
  if (await isClosed(cluster, key)) return
  await run(`alter role postgres password '${passwordOf(key, 'postgres')}'`)
  const draft = join(cluster, `${RULES}.${randomUUID()}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(rulesFor(key))
    if (person !== undefined) await file.chown(person.uid, person.gid)
    await file.sync()
    await rename(draft, join(cluster, RULES))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const RULES = 'pg_hba.conf'

/** With a mark of the key: another one wants the superuser's password changed. */
const rulesFor = (key: string): string =>
  `# Written by Leadroom; key ${createHash('sha256').update(key).digest('hex').slice(0, 16)}\nlocal all all scram-sha-256\n`
