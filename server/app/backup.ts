import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { backupOf } from '#server/db/backup.ts'
import { asOwner } from './as-owner.ts'

// npm run backup -- FILE [COMPANY]: all rows of one moment, of all companies or of the one with this number or name. Servers go on meanwhile.

const [file, wanted] = process.argv.slice(2)

await asOwner(async (owner) => {
  if (file === undefined) throw new Error('Name a file: npm run backup -- FILE [COMPANY]')
  if (await stat(file).catch(() => undefined)) throw new Error(`${file} already exists.`)
  const company = wanted === undefined ? null : await companyOf(owner, wanted)
  await keep(owner, file, company)
  console.log(
    `${company === null ? 'All companies' : `Company ${company}`}: ${(await stat(file)).size} bytes in ${file}`,
  )
})

/** A file of this name is a whole backup, on the disk. */
async function keep(owner: Client, name: string, company: number | null) {
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

async function companyOf(owner: Client, numberOrName: string) {
  const { rows } = await owner.query<{ id: number }>(
    'select id from identity.companies where id::text = $1 or name = $1',
    [numberOrName],
  )
  const [only] = rows
  if (!only || rows.length > 1)
    throw new Error(`${rows.length} companies are named ${numberOrName}. Use the number instead.`)
  return only.id
}
