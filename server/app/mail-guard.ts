import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { allCompanies } from '#server/db/identity/companies.ts'
import type { Identity } from '#server/db/identity/door.ts'
import { mailEpoch, raiseMailEpoch, type MailEpoch } from '#server/db/identity/mail-server.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { ACTOR } from '#server/platform/outbox/hand-over.ts'

/** How often the data folder notes how far the database has come, while mails go out. */
const NOTE_MS = 60_000
const RESTORED = 'The database was put back to an earlier day. Some mails may have gone out since then.'

/**
 * A database that was put back to an earlier day would send again what has gone out since. So the data folder notes how far it has
 * come, and where the database knows less, nothing goes out before a person says so.
 */
export const openMailGuard = (dataFolder: string, tenants: Tenants, identity: Identity) => {
  const file = join(dataFolder, 'mail-epoch')
  let looked = false
  let notedAt = -Infinity

  const known = async (): Promise<MailEpoch> => {
    const [name = '', epoch = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
    return { name, epoch: Number(epoch) || 0 }
  }
  const raise = async (from: number) => {
    const { name, epoch } = await raiseMailEpoch(identity, from)
    await mkdir(dataFolder, { recursive: true })
    const written = `${file}.${randomUUID()}`
    await writeFile(written, `${name} ${epoch}\n`, { mode: 0o600 })
    await rename(written, file)
  }

  return {
    /** Before anything goes out. */
    async look() {
      if (looked) return
      const [noted, found] = [await known(), await mailEpoch(identity)]
      if (found && found.name === noted.name && found.epoch < noted.epoch) {
        for (const { id } of await allCompanies(identity))
          await tenants.write(id, ACTOR, ({ db }) => sql`select stop_mails(${RESTORED})`.execute(db))
        await raise(noted.epoch)
      }
      looked = true
    },
    /** After something has gone out. */
    async note() {
      if (performance.now() - notedAt < NOTE_MS) return
      notedAt = performance.now()
      await raise(0)
    },
  }
}
