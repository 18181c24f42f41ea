import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { backupOf } from '#server/db/backup.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { configOrExit } from './config.ts'

// npm run backup -- FILE [COMPANY]: all rows of one moment, of all companies or of the one with this number or name. Servers go on meanwhile.

const [file, wanted] = process.argv.slice(2)
const { databaseUrl, databaseDirectUrl, dataFolder } = configOrExit(process.env)
const embedded = databaseUrl === undefined ? await startEmbedded({ folder: dataFolder }) : undefined
const owner = new Client({ connectionString: databaseDirectUrl ?? databaseUrl ?? embedded?.url('postgres') })
try {
  if (file === undefined) throw new Error('Say where to: npm run backup -- FILE [COMPANY]')
  if (await stat(file).catch(() => undefined)) throw new Error(`${file} is there already.`)
  await owner.connect()
  const company = wanted === undefined ? null : await companyOf(wanted)
  await keep(file, company)
  console.log(
    `${company === null ? 'All companies' : `Company ${company}`}: ${(await stat(file)).size} bytes in ${file}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await owner.end()
  await embedded?.stop()
}

/** A file of this name is a whole backup, on the disk. */
async function keep(name: string, company: number | null) {
  const part = `${name}.part`
  try {
    await pipeline(backupOf(owner, company), createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    const written = await open(part)
    await written.sync()
    await written.close()
    await rename(part, name)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function companyOf(numberOrName: string) {
  const { rows } = await owner.query<{ id: number }>(
    'select id from identity.companies where id::text = $1 or name = $1',
    [numberOrName],
  )
  const [only] = rows
  if (!only || rows.length > 1) throw new Error(`${rows.length} companies are called ${numberOrName}: give its number.`)
  return only.id
}
