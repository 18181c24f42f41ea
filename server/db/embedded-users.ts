import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process does. The lock is one that the operating system drops when its holder dies, however it
 * dies, which no lock file made by hand does: an exclusive transaction on an empty SQLite file.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file)
  try {
    await taken(lock)
    return await work()
  } finally {
    lock.close()
  }
}

/** Notes that this process uses the server, and returns the note's name. */
export async function enter(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const note = `${process.pid}-${randomUUID()}`
  await writeFile(join(folder, note), (await bornAt(process.pid)) ?? '')
  return note
}

export const leave = (folder: string, note: string): Promise<void> => rm(join(folder, note), { force: true })

/** How many users are alive; the notes of the dead are dropped. */
export async function countUsers(folder: string): Promise<number> {
  let count = 0
  for (const note of await readdir(folder)) {
    const born = await readFile(join(folder, note), 'utf8')
    const pid = Number(note.split('-')[0])
    if ((await isAlive(pid)) && born === ((await bornAt(pid)) ?? '')) count += 1
    else await leave(folder, note)
  }
  return count
}

/** Is that process running, and not a dead one that nobody has collected yet? */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return (await statOf(pid))?.state !== 'Z'
}

async function taken(lock: DatabaseSync): Promise<void> {
  for (;;) {
    try {
      lock.exec('begin exclusive')
      return
    } catch (error) {
      if (!(error instanceof Error) || !/locked|busy/.test(error.message)) throw error
      await sleep(25)
    }
  }
}

/** Tells a process from a later one with the same number; undefined where the system does not say. */
async function bornAt(pid: number): Promise<string | undefined> {
  return (await statOf(pid))?.born
}

async function statOf(pid: number): Promise<{ state: string | undefined; born: string | undefined } | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (line === undefined) return undefined
  // The program's name comes second, in brackets, and may hold spaces and brackets itself.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0], born: fields[19] }
}
