import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { checkStorage, type StorageCheck } from '#server/db/check-storage.ts'
import { every } from './work.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

/** Has the private database read to its last page once a week, and logs what was found; gives the way to stop, in the middle of it, too. */
export const startStorageChecks = (
  { folder, ownerUrl }: { folder: string; ownerUrl: string },
  log: FastifyBaseLogger,
) => {
  let owner: Client | undefined
  let stopping = false
  const look = async () => {
    owner = new Client({ connectionString: ownerUrl, application_name: 'leadroom check' })
    // A lost connection fails what is asked over it; unheard, it would end the process.
    owner.on('error', () => {})
    try {
      const check = await checkWhenDue(folder, owner)
      if (check) tell(check, log)
    } finally {
      await owner.end()
    }
  }
  const rounds = every(HOUR_MS, look, (error) => {
    if (!stopping) log.error({ err: error }, 'the database was not read to the last page')
  })
  return async () => {
    stopping = true
    await owner?.end()
    await rounds.stop()
  }
}

const tell = ({ tables, indexes, faults }: StorageCheck, log: FastifyBaseLogger) => {
  for (const fault of faults) log.error({ fault }, 'the database is damaged on the disk')
  if (faults.length === 0) log.info({ tables, indexes }, 'the database was read to the last page')
}

/** Undefined: somebody has looked within the week, or the database is new. A file of the data folder says when. */
export const checkWhenDue = async (folder: string, owner: Client): Promise<StorageCheck | undefined> => {
  const note = join(folder, 'storage-checked')
  const last = await stat(note).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
  if (last === undefined) await writeFile(note, '')
  if (last === undefined || Date.now() - last < WEEK_MS) return undefined
  await owner.connect()
  const check = await checkStorage(owner)
  await writeFile(note, check.faults.join('\n'))
  return check
}
