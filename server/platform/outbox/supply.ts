import { sql, type RawBuilder } from 'kysely'
import { takePermits } from '#server/db/identity/mail-server.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import type { Stop, Watched } from './breaker.ts'
import type { Waiting } from './hand-over.ts'

/** A mailing that is being sent, in a turn. */
export interface Sending {
  id: number
  kind: string
  textId: number
  perMinute: number | null
  watched: Watched
  /** Why it goes no further. */
  stop?: Stop
}

interface Given {
  tenants: Tenants
  identity: Identity
  companyId: number
  kinds: readonly string[]
  perMinute: number
  mailings: readonly Sending[]
  deadline: number
}

/** So many are looked up at once. */
const CHUNK = 200

/**
 * The mails of a company whose turn it is, one after the other: those of their own before those of mailings, no faster than the pace
 * allows. Nothing of it is a promise: a mail is somebody's only once it is marked.
 */
export const openSupply = ({ tenants, identity, companyId, kinds, perMinute, mailings, deadline }: Given) => {
  const everybody = { companyId: 'all', perMinute } as const
  let ready: Waiting[] = []
  let reading: Promise<void> | undefined
  let ended: 'all' | 'paced' | 'time' | undefined
  /** Up to which mail has been looked, of those of their own and of each mailing. */
  const passed = new Map<number, number>()

  const look = (mailing: Sending | undefined): Promise<Waiting[]> =>
    tenants.read(companyId, async ({ db }) => {
      const of: RawBuilder<unknown> = mailing ? sql`m.mailing_id = ${mailing.id}` : sql`m.mailing_id is null`
      const { rows } = await sql<Omit<Waiting, 'textId'> & { textId: number | null }>`
        select m.company_id as "companyId", m.id, m.kind, m.mailing_id as "mailingId", m.for_id as "forId", m.address, m.attempts, m.text_id as "textId"
        from mails m where m.company_id = ${companyId} and ${of} and m.state = 'queued' and m.id > ${passed.get(mailing?.id ?? 0) ?? 0}
          and m.kind = any(${[...kinds]}) order by m.id limit ${CHUNK}`.execute(db)
      return rows.map((row) => ({ ...row, textId: row.textId ?? mailing?.textId ?? 0 }))
    })

  const read = async () => {
    for (const mailing of [undefined, ...mailings]) {
      if (mailing?.stop) continue
      const found = await look(mailing)
      if (found.length === 0) continue
      const own = mailing?.perMinute ? [{ companyId, perMinute: mailing.perMinute }] : []
      const granted = await takePermits(identity, [...own, everybody], found.length)
      ready = found.slice(0, granted)
      const last = ready.at(-1)
      if (last) passed.set(mailing?.id ?? 0, last.id)
      if (granted < found.length) ended = 'paced'
      return
    }
    ended = 'all'
  }

  const isStopped = ({ mailingId }: Waiting) => mailings.some(({ id, stop }) => id === mailingId && stop)

  return {
    async next(): Promise<Waiting | undefined> {
      for (;;) {
        if (performance.now() >= deadline) {
          ended ??= 'time'
          return undefined
        }
        const mail = ready.shift()
        if (mail && !isStopped(mail)) return mail
        if (mail) continue
        if (ended) return undefined
        reading ??= read().finally(() => (reading = undefined))
        await reading
      }
    },
    /** Nobody gets anything more. */
    shut() {
      ready = []
      ended = 'time'
    },
    /** Why it ended: nothing waits, the pace allows no more, or the time is over. */
    ended: () => ended ?? 'time',
  }
}
export type Supply = ReturnType<typeof openSupply>
