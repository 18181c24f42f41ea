import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { checkStorage, type StorageCheck } from '#server/db/check-storage.ts'
import { every } from './work.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

/** Has the private database read to its last page once a week, and tells what was found; gives the way to stop, in the middle of it, too. */
export const startStorageChecks = (
  { folder, ownerUrl }: { folder: string; ownerUrl: string },
  tell: (check: StorageCheck) => void,
  onError: (error: unknown) => void,
) => {
  let owner: Client | undefined
  let stopping = false
  const look = async () => {
    owner = new Client({ connectionString: ownerUrl, application_name: 'leadroom check' })
    try {
      const check = await checkWhenDue(folder, owner)
      if (check) tell(check)
    } finally {
      await owner.end()
    }
  }
  const rounds = every(HOUR_MS, look, (error) => void (stopping || onError(error)))
  return async () => {
    stopping = true
    await owner?.end()
    await rounds.stop()
  }
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
