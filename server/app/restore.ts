import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import { restore, type Restored } from '#server/db/restore.ts'
import { configOrExit } from './config.ts'
import { openDatabase } from './open-database.ts'

// npm run restore -- FILE: puts back what npm run backup wrote, into an empty database, or one company into the place of what is there of it.

const [file] = process.argv.slice(2)
const database = await openDatabase(configOrExit(process.env))
const owner = new Client({ connectionString: database.ownerUrl })
try {
  if (file === undefined) throw new Error('Say where from: npm run restore -- FILE')
  await owner.connect()
  const { rows, tables, company, at } = await putBack(file)
  console.log(
    `${company === null ? 'All companies' : `Company ${company}`} as of ${at}: ${rows} rows, read back from ${tables} tables and the same`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await owner.end()
  await database.stop()
}

function putBack(name: string): Promise<Restored> {
  return pipeline(createReadStream(name), createGunzip({ chunkSize: 1024 * 1024 }), (backup: AsyncIterable<Buffer>) =>
    restore(owner, backup),
  )
}
