import { sql } from 'kysely'
import { freePort } from '../../scripts/free-port.mjs'
import { openPool } from '#server/db/connect.ts'
import { openTenants, type Tenants } from '#server/db/tenant.ts'
import { addLeads } from '#server/demo/fill.ts'
import { holdMailing } from '#server/platform/outbox/queue.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, SECRET, untilQuiet, type Place } from '../place.ts'
import { residentMb, startProgram, startReal, type Running } from '../real-server.ts'
import { mailText } from './mail-text.ts'
import { LEAVERS, unsubscribeP95 } from './unsubscribing.ts'

const GOAL = 0.6
const GOAL_MB = 64
const GOAL_HOLD_MS = 1_000
const SUBSCRIBERS = 200_000
const HOLDS = 5
/** How much longer unsubscribing may take while a mailing runs. */
const GOAL_LEAVING = 2

/** A mailing to a mail server beside it, against a pool of nodemailer that sends the same; and how long pressing Send takes. */
export const mailing = async (place: Place, mails: number): Promise<Figure[]> => {
  await addLeads({ ownerUrl: place.url('postgres'), secret: SECRET, leads: 3_000 })
  const readers = Math.max(mails, SUBSCRIBERS)
  const companyId = await addSubscribers(place, readers + 2 * LEAVERS)
  const smtpPort = await freePort()
  const sink = await startProgram(['bench/platform/mail-sink.ts'], { SMTP_PORT: String(smtpPort) })
  const pool = openPool(place.url('postgres', 'leadroom_login'))
  try {
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAILS: String(mails) }
    const bare = await startProgram(['bench/platform/bare-mails.ts'], smtp)
    const theirs = await rateOf(sink, mails, () => undefined).finally(() => bare.stop())

    const real = await startReal(place, {
      SMTP_URL: smtp.SMTP_URL,
      MAIL_FROM: 'Leads <leads@firm.example>',
      MAIL_PER_MINUTE: '999999',
    })
    try {
      await untilQuiet(place)
      const tenants = openTenants(pool)
      const holds: number[] = []
      for (let round = 0; round < HOLDS; round++) holds.push(await hold(tenants, companyId, SUBSCRIBERS, '1 day'))
      // Called off before anything of them was made ready.
      await place.owner.query('truncate mails, mailing_blocks, mailings cascade')
      // What the first mail loads is not what a mailing takes.
      await hold(tenants, companyId, 100, '0')
      await rateOf(sink, 100, () => undefined)
      const before = await residentMb(real)
      let most = before
      await hold(tenants, companyId, mails, '0')
      const ours = await rateOf(sink, mails, async () => void (most = Math.max(most, await residentMb(real))))
      const ms = median(holds)
      const leavers = await lastSubscribers(place, companyId, 2 * LEAVERS)
      const idle = await unsubscribeP95(real, companyId, leavers.slice(LEAVERS))
      await hold(tenants, companyId, SUBSCRIBERS, '0')
      while ((await cameTo(sink)).came === 0) await new Promise((resolve) => setTimeout(resolve, 50))
      const busy = await unsubscribeP95(real, companyId, leavers.slice(0, LEAVERS))
      if ((await cameTo(sink)).came >= SUBSCRIBERS) throw new Error('The mailing was over before they had unsubscribed')
      return [
        figure('mailing', mails, {
          ours,
          bare: theirs,
          unit: 'mails/s',
          goal: `≥ ${GOAL}`,
          meets: ours >= theirs * GOAL,
        }),
        figure('mailing: memory', mails, {
          ours: most - before,
          bare: GOAL_MB,
          unit: 'MB more',
          goal: `≤ ${GOAL_MB} MB`,
          meets: most - before <= GOAL_MB,
        }),
        figure('mailing: pressing Send', SUBSCRIBERS, {
          ours: ms,
          bare: GOAL_HOLD_MS,
          unit: 'ms',
          goal: `≤ ${GOAL_HOLD_MS} ms`,
          meets: ms <= GOAL_HOLD_MS,
        }),
        figure('mailing: unsubscribing', 0, {
          ours: busy,
          bare: idle,
          unit: 'ms (95 %)',
          goal: `≤ ${GOAL_LEAVING}`,
          meets: busy <= idle * GOAL_LEAVING,
        }),
      ]
    } finally {
      await real.stop()
    }
  } finally {
    await pool.end()
    await sink.stop()
  }
}

const figure = (
  name: string,
  rows: number,
  { ours, bare, ...rest }: Pick<Figure, 'ours' | 'unit' | 'goal' | 'meets'> & { bare: number },
): Figure => ({
  figure: name,
  ratio: rounded(ours / bare),
  rows,
  ours: rounded(ours),
  bare: rounded(bare),
  ...rest,
})

const hold = async (tenants: Tenants, companyId: number, many: number, later: string): Promise<number> => {
  const from = performance.now()
  await tenants.write(companyId, { kind: 'system', channel: 'api', act: 'bench' }, (tenant) =>
    holdMailing(tenant, {
      kind: 'post_update',
      text: mailText(),
      audience: sql`select id from newsletter_subscribers where company_id = ${companyId} and status = 'subscribed' and deleted_at is null order by id limit ${many}`,
      releasesAt: sql`now() + ${later}::interval`,
      madeBy: null,
    }),
  )
  return performance.now() - from
}

/** Mails in a second, from the first to the last of so many. */
const rateOf = async (sink: Running, mails: number, look: () => unknown): Promise<number> => {
  for (;;) {
    const { came, ms } = await cameTo(sink)
    await look()
    if (came >= mails) {
      await fetch(`http://127.0.0.1:${sink.port}/again`)
      return (mails / ms) * 1_000
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const cameTo = async (sink: Running): Promise<{ came: number; ms: number }> => {
  const answer = await fetch(`http://127.0.0.1:${sink.port}/`)
  const { mails: came, doubled, ms } = Object(await answer.json())
  if (doubled > 0) throw new Error(`${doubled} mails came twice`)
  return { came, ms }
}

const lastSubscribers = async ({ owner }: Place, companyId: number, many: number): Promise<number[]> => {
  const { rows } = await owner.query<{ id: string }>(
    'select id from newsletter_subscribers where company_id = $1 order by id desc limit $2',
    [companyId, many],
  )
  return rows.map(({ id }) => Number(id))
}

const addSubscribers = async ({ owner }: Place, many: number): Promise<number> => {
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const { rows } = await client.query<{ id: number }>('select id from identity.companies where domain = $1', [
      COMPANY,
    ])
    const companyId = Number(rows[0]?.id)
    await client.query(
      `insert into newsletter_subscribers (company_id, email, status, status_source, source)
        select $1, 'reader' || n || '@reader.example', 'subscribed', 'page', 'website_form' from generate_series(1, $2::int) n`,
      [companyId, many],
    )
    await client.query('commit')
    await client.query('vacuum analyze newsletter_subscribers')
    return companyId
  } finally {
    client.release()
  }
}
