import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { actOnMailing } from '#server/platform/outbox/act.ts'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { inCompany, mailTo, sampleKind, untilMailing } from '#server/test/outbox.ts'
import { startOutbox } from './outbox.ts'

const trap = await startMailTrap()
const app = await startTestApp({
  SMTP_URL: trap.url,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_PER_MINUTE: '999999',
})
const errors: unknown[] = []
let breaks = true
const { kind } = sampleKind({
  addresses: (ids) =>
    sql`select id, case when ${breaks} then 1 / (id - id) || '' else id || '@reader.example' end as address from unnest(${ids}) id`,
})
const worker = startOutbox(app.services, (error) => errors.push(error), { sample: kind })
app.services.news.on('work', worker.wake)
afterAll(async () => {
  await worker.stop()
  await app.stop()
  await trap.stop()
})

const turnOf = async (companyId: number) =>
  (
    await app.owner.query(
      `select failures, extract(epoch from run_from - now())::float8 as wait from identity.due_turns where company_id = $1 and kind = 'mail'`,
      [companyId],
    )
  ).rows[0]

test('however often turns at mail have failed, the next one comes within seconds, and sends what waits', async () => {
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 3, 3_600)
  await expect.poll(async () => (await turnOf(companyId))?.failures).toBeGreaterThan(0)
  await app.owner.query(`update identity.due_turns set failures = 100, run_from = now() where company_id = $1`, [
    companyId,
  ])
  await app.owner.query(`update identity.due set at = now() where company_id = $1 and kind = 'mail'`, [companyId])
  await expect.poll(async () => (await turnOf(companyId)).failures).toBe(101)

  const { wait } = await turnOf(companyId)
  breaks = false
  await app.owner.query('update identity.due_turns set run_from = now() where company_id = $1', [companyId])
  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'release_now'))
  await untilMailing(app, companyId, id, 'done')

  expect(wait).toBeLessThanOrEqual(18)
  expect(trap.mails.map(({ recipients }) => recipients)).toHaveLength(3)
  expect(errors.map(String)).toContain(`Error: mail has failed for company ${companyId}`)
})
