import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import { restore, type Restored } from '#server/db/restore.ts'
import { openDatabase } from './open-database.ts'
import { runCommand } from './run-command.ts'

// npm run restore -- FILE: puts back what npm run backup wrote, into an empty database, or one company into the place of what is there of it.

const [file] = process.argv.slice(2)

await runCommand(async (config, onStop) => {
  if (file === undefined) throw new Error('Name a file: npm run restore -- FILE')
  const { ownerUrl } = await openDatabase(config, onStop)
  const owner = new Client({ connectionString: ownerUrl })
  // A lost connection fails what is asked over it, which says so.
  owner.on('error', () => {})
  onStop(() => owner.end())
  await owner.connect()
  const { rows, tables, company, at } = await putBack(owner, file)
  console.log(
    `${company === null ? 'All companies' : `Company ${company}`} as of ${at}: ${rows} rows, read back from ${tables} tables and the same`,
  )
})

function putBack(owner: Client, name: string): Promise<Restored> {
  return pipeline(createReadStream(name), createGunzip({ chunkSize: 1024 * 1024 }), (backup: AsyncIterable<Buffer>) =>
    restore(owner, backup),
  )
}
