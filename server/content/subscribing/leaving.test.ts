import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startOutbox } from '#server/app/outbox.ts'
import { holdMailing } from '#server/platform/outbox/queue.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { inCompany, untilMailing } from '#server/test/outbox.ts'
import { startMailingApp, subscribersOf } from '#server/test/subscribers.ts'
import { howMany } from '../../../scripts/scope.mjs'

const READERS = howMany(48, 1_000)

const trap = await startMailTrap(() => ({ answerMs: 20 }))
const app = await startMailingApp({ SMTP_URL: trap.url, MAIL_PER_MINUTE: '999999' })
const errors: unknown[] = []
const worker = startOutbox(app.services, (error) => errors.push(error))
app.services.news.on('work', worker.wake)
afterAll(async () => {
  await worker.stop()
  await app.stop()
  await trap.stop()
})
const { editor, press, leaveLink, statusOf } = subscribersOf(app)

test('C4: whoever unsubscribes while the mailing goes out gets no mail that was not handed over by then', async () => {
  const ada = await editor()
  const { companyId } = ada
  const rows = await app.sql(
    companyId,
    `insert into newsletter_subscribers (company_id, email, status, status_source, source, confirmed_at)
     select $1, 'reader' || n || '@mill.example', 'subscribed', 'page', 'website_form', now() from generate_series(1, $2::int) n returning id::int`,
    [companyId, READERS],
  )
  const readers: number[] = rows.map(({ id }: { id: number }) => id)
  const { id } = await inCompany(app, companyId, (tenant) =>
    holdMailing(tenant, {
      kind: 'post_update',
      text: { subject: 'News', plain: 'News {{unsubscribe}}', html: '<p>News</p>' },
      audience: sql`select id from newsletter_subscribers where company_id = ${companyId}`,
      releasesAt: sql`now()`,
      madeBy: null,
    }),
  )
  const stateOf = async (reader: number): Promise<string> =>
    (
      await app.owner.query('select state from mails where company_id = $1 and mailing_id = $2 and for_id = $3', [
        companyId,
        id,
        reader,
      ])
    ).rows[0].state
  await expect.poll(() => trap.mails.length, { interval: 5 }).toBeGreaterThan(0)

  /** The state of each mail, as its reader was told that they are unsubscribed. */
  const seen = new Map<number, string>()
  const leave = async (reader: number) => {
    expect((await press(leaveLink(companyId, reader, id), 'List-Unsubscribe=One-Click')).status).toBe(200)
    seen.set(reader, await stateOf(reader))
  }
  // The last one before their turn; then all, in the order in which they are written to.
  await leave(readers.at(-1)!)
  for (const [at] of readers.entries())
    if (at % 4 === 0) await Promise.all(readers.slice(at, Math.min(at + 4, READERS - 1)).map(leave))
  const { counts } = await untilMailing(app, companyId, id, 'done')

  const reached = new Set(trap.mails.flatMap(({ recipients }) => recipients))
  for (const [at, reader] of readers.entries()) {
    const wasHandedOver = ['handing', 'sent'].includes(seen.get(reader) ?? '')
    expect([reader, await stateOf(reader)]).toEqual([reader, wasHandedOver ? 'sent' : 'skipped'])
    expect([reader, reached.has(`<reader${at + 1}@mill.example>`)]).toEqual([reader, wasHandedOver])
    expect(await statusOf(ada, reader)).toBe('unsubscribed')
  }
  expect(trap.mails.length).toBe(counts.sent)
  expect(counts.sent).toBeGreaterThan(0)
  expect(counts.skipped).toBeGreaterThan(0)
  expect(errors).toEqual([])
})
