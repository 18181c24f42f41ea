import { Client } from 'pg'
import { checkStorage } from '#server/db/check-storage.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { configOrExit } from './config.ts'

// npm run check-storage: reads the whole database and names what is damaged on the disk; ends with 1 when something is.

const { databaseUrl, dataFolder } = configOrExit(process.env)
const embedded = databaseUrl === undefined ? await startEmbedded({ folder: dataFolder }) : undefined
const owner = new Client({ connectionString: databaseUrl ?? embedded?.url('postgres') })
try {
  await owner.connect()
  const { tables, indexes, faults } = await checkStorage(owner)
  say(`${tables} tables and ${indexes} indexes read to the last page: ${faults.length || 'nothing'} damaged`)
  for (const fault of faults) say(`  FAULT: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await owner.end()
  await embedded?.stop()
}

function say(line: string) {
  console.log(line)
}
