import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { temporaryFolder } from './checkout.ts'

export const NOBODY = 65534
/** `daemon`, the one ordinary user that every system has by the same number. */
export const SOMEBODY = 1
export const isRoot = process.getuid?.() === 0
export const quick = { settings: { fsync: 'off' } }

if (!isRoot) process.stdout.write('Not run as root, so what root alone can try of the embedded server is skipped\n')

/** Names one folder after the other for the data of the servers of a test file; all are gone at its end. */
export async function dataFolders(): Promise<() => string> {
  const temporary = await temporaryFolder()
  let count = 0
  afterAll(() => temporary.remove())
  return () => join(temporary.folder, `data ${++count}`)
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export const serverPid = (folder: string) =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
export const isStopped = (folder: string) => !existsSync(join(folder, 'cluster', 'postmaster.pid'))
