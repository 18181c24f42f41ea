import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { whenNotBusy } from '../journey.ts'
import { startProgram } from '../program.ts'

const PIECES = 200
const PIECE_BYTES = 512 * 1024
const READERS = 4
const MOST_MB = 128

const folder = await mkdtemp('/tmp/leadroom-files-')
const SETTINGS = {
  LEADROOM_SECRET: randomBytes(32).toString('base64url'),
  LEADROOM_DATA: folder,
  LOG_LEVEL: 'silent',
}
const app = await startTestApp(SETTINGS)
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a file of 100 MB, read by four at once, takes no more memory than a few pieces of it', async () => {
  const ada = await app.signIn({ can: ['leads_export'] })
  const [{ id }] = await app.sql(
    ada.companyId,
    `insert into jobs (company_id, kind, title, input, person_id, state, finished_at)
    values ($1, 'exports.begin', 'x', '{}', $2, 'done', now()) returning id::int`,
    [ada.companyId, ada.id],
  )
  await app.sql(
    ada.companyId,
    `with file as (insert into files (company_id, entity, entity_id, type, bytes, sha256)
      values ($1, 'jobs', $2, 'text/csv', $3::bigint, sha256('x')) returning id)
    insert into file_chunks (company_id, file_id, part, piece, bytes, sha256, deflated, content)
    select $1, file.id, at, 0, $4::int, sha256('x'), false, $5::bytea from file, generate_series(1, $6::int) at`,
    [ada.companyId, id, PIECES * PIECE_BYTES, PIECE_BYTES, randomBytes(PIECE_BYTES), PIECES],
  )
  const program = await startProgram({ ...SETTINGS, DATABASE_URL: databaseUrl(app.database) })
  try {
    const residentMb = async () =>
      Number((await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(program.pid)])).stdout) / 1024
    const read = async () => {
      const answer = await whenNotBusy(async () => {
        const asked = await fetch(`http://127.0.0.1:${program.port}/marketing/lead_export/${id}`, {
          headers: { authorization: `Bearer ${ada.token}` },
        })
        if (!asked.ok) throw Object.assign(new Error(await asked.text()), { status: asked.status })
        return asked
      }, 300)
      let bytes = 0
      for await (const chunk of answer.body!) bytes += chunk.length
      return bytes
    }
    // Once beforehand: a process that has just started takes memory for whatever it does first.
    await read()
    const idle = await residentMb()
    let most = idle
    const watch = setInterval(() => void residentMb().then((mb) => void (most = Math.max(most, mb))), 200)
    const lengths = await Promise.all(Array.from({ length: READERS }, read))
    clearInterval(watch)

    figure(`Files: ${READERS} readers of 100 MB at once: ${Math.round(idle)} MB idle, ${Math.round(most)} MB at most`)
    expect(lengths).toEqual(Array.from({ length: READERS }, () => PIECES * PIECE_BYTES))
    expect(most - idle).toBeLessThanOrEqual(MOST_MB)
  } finally {
    program.kill('SIGKILL')
    await program.ended
  }
})
