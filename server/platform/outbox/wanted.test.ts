import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startOutbox } from '#server/app/outbox.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { inCompany, mailTo, sampleKind, statesOf, untilMailing } from '#server/test/outbox.ts'

const trap = await startMailTrap()
const app = await startTestApp({
  SMTP_URL: trap.url,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_PER_MINUTE: '999999',
})
const { kind } = sampleKind({
  wanted: sql`exists (select from newsletter_subscribers s where s.company_id = m.company_id and s.id = m.for_id
    and s.status = 'subscribed' for share)`,
})
const worker = startOutbox(app.services, () => undefined, { sample: kind })
app.services.news.on('work', worker.wake)
afterAll(async () => {
  await worker.stop()
  await app.stop()
  await trap.stop()
})

test('C4: nobody whose unsubscribing was answered before their mail was marked gets it', async () => {
  const many = howMany(60, 1_000)
  const { companyId } = await app.signIn()
  await inCompany(app, companyId, ({ db }) =>
    sql`
      insert into newsletter_subscribers (company_id, id, email, status, status_source, source) overriding system value
      select ${companyId}::int, n, 'reader' || n || '@reader.example', 'subscribed', 'page', 'website_form'
      from generate_series(1, ${many}::int) n`.execute(db),
  )
  const { id } = await mailTo(app, companyId, many)
  // Each is unsubscribed at about the time when it is their turn.
  for (let reader = 1; reader <= many; reader++)
    await inCompany(app, companyId, ({ db }) =>
      sql`
        update newsletter_subscribers set status = 'unsubscribed', unsubscribed_at = clock_timestamp()
        where company_id = ${companyId} and id = ${reader}`.execute(db),
    )
  await untilMailing(app, companyId, id, 'done')

  const { sent = 0, skipped = 0 } = await statesOf(app, companyId, id)
  expect(sent + skipped).toBe(many)
  expect(trap.mails).toHaveLength(sent)
  // The mark is given by a transaction that began before the unsubscribing was stored, or not at all.
  const { rows } = await app.owner.query(
    `select count(*)::int as n from mails m join newsletter_subscribers s on s.company_id = m.company_id and s.id = m.for_id
     where m.mailing_id = $1 and m.state = 'sent' and m.handed_at > s.unsubscribed_at + interval '1 second'`,
    [id],
  )
  expect(rows[0].n).toBe(0)
})
