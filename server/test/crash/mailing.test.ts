import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { holdMailing } from '#server/platform/outbox/queue.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startMailTrap } from '../mail-trap.ts'
import { inCompany, statesOf, untilMailing } from '../outbox.ts'
import { openPlace } from '../place.ts'

const LANES = 5
const READERS = howMany(100, 2_000)
const ROUNDS = howMany(1, 8)
/** Each place where a sender may be killed, and at which of its passes. */
const KILLS = [
  'in_expansion:1',
  'prepared:1',
  `before_mark:${howMany(8, 20)}`,
  `marked:${howMany(10, 30)}`,
  `before_data:${howMany(11, 40)}`,
  `in_data:${howMany(9, 25)}`,
  `after_data:${howMany(10, 35)}`,
  `sent:${howMany(12, 45)}`,
]

const trap = await startMailTrap(() => ({ answerMs: 3 }))
const { app, start, close } = await openPlace({
  SMTP_URL: trap.url,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_PER_MINUTE: '999999',
  MAIL_CONNECTIONS: String(LANES),
})
afterAll(async () => {
  await close()
  await trap.stop()
})

const subscribe = (companyId: number) =>
  inCompany(app, companyId, ({ db }) =>
    sql`
      insert into newsletter_subscribers (company_id, email, status, status_source, source)
      select ${companyId}::int, 'reader' || n || '@reader.example', 'subscribed', 'page', 'website_form'
      from generate_series(1, ${READERS}::int) n`.execute(db),
  )

const hold = (companyId: number) =>
  inCompany(app, companyId, (tenant) =>
    holdMailing(tenant, {
      kind: 'post_update',
      text: { subject: 'News', plain: 'News {{unsubscribe}}', html: '<p>News</p>' },
      audience: sql`select id from newsletter_subscribers where company_id = ${companyId}`,
      releasesAt: sql`now()`,
      madeBy: null,
    }),
  )

const idOf = (text: string) => /^message-id: (\S+)/im.exec(text)?.[1] ?? ''

test('C1: killed at each place of a mailing, nobody gets it twice, nobody is lost, and whoever is in doubt is named', async () => {
  const { companyId } = await app.signIn()
  await subscribe(companyId)
  for (let round = 0; round < ROUNDS; round++) {
    const from = trap.mails.length
    const { id, total } = await hold(companyId)
    expect(total).toBe(READERS)
    let killed = 0
    for (const kill of KILLS) {
      const program = await start(`mail.${kill}`)
      if (program) expect((await program.ended).signal).toBe('SIGKILL')
      killed += 1
      // Whoever is dead gives no sign of life: nobody has to wait until that is noticed.
      await app.owner.query(
        `update identity.due_turns set heartbeat_at = now() - interval '1 minute' where kind = 'mail' and heartbeat_at is not null`,
      )
    }
    const last = await start()
    const { counts } = await untilMailing(app, companyId, id, 'done')
    last?.kill('SIGTERM')
    await last?.ended

    const came = trap.mails.slice(from)
    expect(new Set(came.map(({ text }) => idOf(text))).size).toBe(came.length)
    const states = await statesOf(app, companyId, id)
    expect(states).toEqual(counts)
    expect((states.sent ?? 0) + (states.in_doubt ?? 0)).toBe(READERS)
    expect(states.in_doubt ?? 0).toBeLessThanOrEqual(LANES * killed)
    const { rows } = await app.owner.query(
      `select address, reply from mails where company_id = $1 and mailing_id = $2 and state = 'in_doubt'`,
      [companyId, id],
    )
    const doubtful = new Set(rows.map(({ address }) => address))
    const reached = new Set(came.flatMap(({ recipients }) => recipients.map((one) => one.slice(1, -1))))
    // Of whoever is not in doubt it is known that they have it; of whoever is, that nobody knows.
    const unreached = Array.from({ length: READERS }, (_, at) => `reader${at + 1}@reader.example`).filter(
      (one) => !reached.has(one),
    )
    expect(unreached.filter((address) => !doubtful.has(address))).toEqual([])
    for (const { reply } of rows) expect(reply).toMatch(/nobody knows/)
  }
})

test(
  'C2: two nodes send one mailing, one of them sleeps and wakes, and nobody gets it twice',
  { tags: 'slow' },
  async () => {
    const { companyId } = await app.signIn()
    await subscribe(companyId)
    const from = trap.mails.length
    const [one, other] = [await start(), await start()]
    const { id } = await hold(companyId)
    for (const node of [one, other]) {
      await expect.poll(() => trap.mails.length).toBeGreaterThan(from + 5)
      node?.kill('SIGSTOP')
      // Longer than a turn lasts without a sign of life.
      await new Promise((resolve) => setTimeout(resolve, 11_000))
      node?.kill('SIGCONT')
    }
    const { counts } = await untilMailing(app, companyId, id, 'done')
    for (const node of [one, other]) {
      node?.kill('SIGTERM')
      await node?.ended
    }

    const came = trap.mails.slice(from)
    expect(new Set(came.map(({ text }) => idOf(text))).size).toBe(came.length)
    expect((counts.sent ?? 0) + (counts.in_doubt ?? 0)).toBe(READERS)
    expect(counts.in_doubt ?? 0).toBeLessThanOrEqual(LANES * 2)
  },
)
