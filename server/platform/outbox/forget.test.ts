import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { inCompany, mailingOf, mailTo, statesOf } from '#server/test/outbox.ts'
import { resolveMails } from './act.ts'
import { recount } from './counts.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { forget } = forgettingOf(app)

/** A mailing of which one mail is in each of these states, since so many months. */
const sentBefore = async (months: number) => {
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 5, 3_600)
  await app.owner.query(
    `insert into mails (company_id, kind, mailing_id, for_id, address, state, reply, done_at)
     select $1, 'sample', $2, n, 'reader' || n || '@reader.example', state, 'said to reader' || n || '@reader.example',
       case when state not in ('queued', 'deferred') then now() - make_interval(months => $3) - interval '1 minute' end
     from unnest('{sent,refused,in_doubt,queued,deferred}'::text[]) with ordinality as every (state, n)`,
    [companyId, id, months],
  )
  await inCompany(app, companyId, (tenant) => recount(tenant, id))
  return { companyId, id }
}
const mailsOf = async ({ companyId, id }: { companyId: number; id: number }) =>
  (
    await app.owner.query(
      'select for_id::int, address, reply from mails where company_id = $1 and mailing_id = $2 order by id',
      [companyId, id],
    )
  ).rows

test('a year after a mail ended its address is emptied; what waits keeps its own, and every count stays', async () => {
  const [old, young] = [await sentBefore(12), await sentBefore(11)]
  const [before, counts] = [await mailsOf(young), (await mailingOf(app, old.companyId, old.id)).counts]

  await forget()

  expect(await mailsOf(old)).toEqual([
    ...[1, 2, 3].map((n) => ({ for_id: n, address: '', reply: null })),
    ...before.slice(3),
  ])
  expect(await mailsOf(young)).toEqual(before)
  expect(counts).toEqual({ sent: 1, refused: 1, in_doubt: 1, queued: 1, deferred: 1 })
  expect(await inCompany(app, old.companyId, (tenant) => recount(tenant, old.id))).toEqual(counts)
  expect(await statesOf(app, old.companyId, old.id)).toEqual(counts)
})

test('a mail in doubt without an address is sent to nobody, and a person may still say that it arrived', async () => {
  const { companyId, id } = await sentBefore(12)
  await forget()
  const resolve = (as: 'sent' | 'send_again') =>
    inCompany(app, companyId, (tenant) => resolveMails(tenant, id, 'all_in_doubt', as))

  expect(await resolve('send_again')).toEqual({ resolved: 0, left: 1 })
  expect(await resolve('sent')).toEqual({ resolved: 1, left: 0 })
})
