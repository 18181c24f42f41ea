import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startOutbox } from '#server/app/outbox.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap, type Behaviour } from '#server/test/mail-trap.ts'
import { inCompany, mailingOf, mailTo, sampleKind, statesOf, untilMailing } from '#server/test/outbox.ts'
import { actOnMailing, resolveMails } from './act.ts'
import { queueMail } from './queue.ts'

const behaviours: Record<number, Behaviour> = {
  2: { recipient: '550 5.1.1 no such user' },
  3: { recipient: '450 4.2.0 later' },
  4: { dropAfter: true },
  5: { dropWithin: true },
  6: { end: '554 5.7.1 we do not like it' },
  7: { data: '421 4.3.2 enough for now' },
  8: { end: '451 4.3.0 later' },
  9: { answerMs: 3_000 },
  10: { recipient: '552 5.2.2 mailbox full' },
  11: { byteMs: 500 },
}
let behave = (_number: number): Behaviour | undefined => undefined
const trap = await startMailTrap((address) => behave(Number(/\d+/.exec(address)?.[0])))
const app = await startTestApp({
  SMTP_URL: trap.url,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_PER_MINUTE: '999999',
})
const errors: unknown[] = []
const { kind, ended, mailings } = sampleKind()
const start = () => {
  const started = startOutbox(
    app.services,
    (error) => errors.push(error),
    { sample: kind },
    { connect: 2_000, mail: 1_500 },
  )
  app.services.news.on('work', started.wake)
  return started
}
let worker = start()
afterAll(async () => {
  await worker.stop()
  await app.stop()
  await trap.stop()
})

const mailsOf = async (companyId: number) =>
  (await app.owner.query('select * from mails where company_id = $1 order by id', [companyId])).rows
const received = (companyId: number) => trap.mails.filter(({ text }) => text.includes(`<s${companyId}.`))
const due = (companyId: number) =>
  app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'mail')`, [companyId])

test('C3: whatever the mail server does, each recipient is in the state that nobody could doubt', async () => {
  behave = (number) => behaviours[number]
  const { companyId } = await app.signIn()
  const { id, total } = await mailTo(app, companyId, 12)
  expect(total).toBe(12)
  await expect.poll(() => statesOf(app, companyId, id)).toEqual({ deferred: 4, in_doubt: 3, refused: 3, sent: 2 })
  behave = () => undefined

  const mails = await mailsOf(companyId)
  expect(
    mails.map(({ for_id, state, class: refusal, code }) => [for_id, state, refusal, code].join(' ').trim()),
  ).toEqual([
    '1 sent',
    '2 refused hard 5.1.1',
    '3 deferred  4.2.0',
    '4 in_doubt',
    '5 in_doubt',
    '6 refused policy 5.7.1',
    '7 deferred  4.3.2',
    '8 deferred  4.3.0',
    '9 in_doubt',
    '10 refused soft 5.2.2',
    '11 deferred',
    '12 sent',
  ])
  await expect
    .poll(async () => (await mailingOf(app, companyId, id)).counts)
    .toEqual({ deferred: 4, in_doubt: 3, refused: 3, sent: 2 })
  expect(
    ended
      .filter((mail) => mail.companyId === companyId)
      .map(({ forId, state }) => `${forId} ${state}`)
      .sort(),
  ).toEqual(['1 sent', '10 refused', '12 sent', '2 refused', '4 in_doubt', '5 in_doubt', '6 refused', '9 in_doubt'])
  const waits = mails.filter(({ state }) => state === 'deferred').map(({ next_at }) => Date.parse(next_at) - Date.now())
  for (const wait of waits) expect(wait).toBeGreaterThan(4 * 60_000)
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(5 * 60_000)

  await app.owner.query(`update mails set next_at = now() where company_id = $1 and state = 'deferred'`, [companyId])
  await due(companyId)
  const done = await untilMailing(app, companyId, id, 'done')
  expect(done.counts).toEqual({ in_doubt: 3, refused: 3, sent: 6 })
  expect(mailings.filter((mailing) => mailing.id === id)).toMatchObject([{ state: 'done' }])
})

test('one that is refused for now again and again is refused after four more tries', async () => {
  behave = () => ({ recipient: '450 4.2.0 later' })
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 1)
  for (let attempts = 1; attempts < 5; attempts++) {
    await expect.poll(() => mailsOf(companyId)).toMatchObject([{ state: 'deferred', attempts }])
    await app.owner.query('update mails set next_at = now() where company_id = $1', [companyId])
    await due(companyId)
  }
  await untilMailing(app, companyId, id, 'done')
  behave = () => undefined

  expect(await mailsOf(companyId)).toMatchObject([{ state: 'refused', class: 'soft', code: '4.2.0', attempts: 5 }])
})

test('nothing leaves before a mailing is released, and one that is called off by then has never been', async () => {
  const { companyId } = await app.signIn()
  const other = await app.signIn()
  const held = await mailTo(app, companyId, 3, 3_600)
  const called = await mailTo(app, companyId, 3, 3_600)
  await expect.poll(() => statesOf(app, companyId, called.id)).toEqual({ queued: 3 })
  await expect(
    inCompany(app, other.companyId, (tenant) => actOnMailing(tenant, held.id, 'release_now')),
  ).rejects.toThrow('Mailing not found')

  const after = await inCompany(app, companyId, (tenant) => actOnMailing(tenant, called.id, 'cancel'))
  expect(after).toEqual({ state: 'cancelled', total: 3, counts: { cancelled: 3 } })
  await expect.poll(() => statesOf(app, companyId, called.id)).toEqual({ cancelled: 3 })
  expect(received(companyId)).toEqual([])

  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, held.id, 'release_now'))
  await untilMailing(app, companyId, held.id, 'done')
  expect(received(companyId)).toHaveLength(3)
  const { version } = await mailingOf(app, companyId, held.id)
  const again = (act: 'cancel' | 'resume', known?: number) =>
    inCompany(app, companyId, (tenant) => actOnMailing(tenant, held.id, act, known))
  await expect(again('cancel', version - 1)).rejects.toMatchObject({ code: 'changed' })
  await expect(again('resume')).rejects.toMatchObject({
    status: 409,
    code: 'wrong_status',
    message: 'This mailing is done.',
  })
})

test('paused, it hands nothing over; resumed, it goes on; called off, it says how many had been sent', async () => {
  behave = () => ({ answerMs: 30 })
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 300)
  await expect.poll(() => received(companyId).length).toBeGreaterThan(10)
  const paused = await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'pause'))
  await expect.poll(async () => (await mailingOf(app, companyId, id)).token).toBe(null)
  const sent = received(companyId).length
  // What had been marked by then, at most one for each connection, still goes out.
  expect(sent).toBe((paused.counts.sent ?? 0) + (paused.counts.handing ?? 0))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(received(companyId)).toHaveLength(sent)

  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'resume'))
  await expect.poll(() => received(companyId).length).toBeGreaterThan(sent + 10)
  const { counts } = await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'cancel'))
  await expect
    .poll(async () => {
      const { queued = 0, handing = 0 } = await statesOf(app, companyId, id)
      return queued + handing
    })
    .toBe(0)
  behave = () => undefined
  const states = await statesOf(app, companyId, id)
  expect(states.sent).toBe(received(companyId).length)
  expect((counts.sent ?? 0) + (counts.handing ?? 0)).toBe(states.sent)
  expect((states.sent ?? 0) + (states.cancelled ?? 0)).toBe(300)
})

test('a mail of its own goes before mailings, and its text is not kept', async () => {
  behave = () => ({ answerMs: 20 })
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 200)
  await expect.poll(() => received(companyId).length).toBeGreaterThan(5)
  await inCompany(app, companyId, (tenant) =>
    queueMail(tenant, {
      kind: 'sample',
      to: 'ada@reader.example',
      subject: 'A link',
      plain: 'https://firm.example/secret',
    }),
  )
  await expect.poll(() => received(companyId).some(({ text }) => text.includes('/secret'))).toBe(true)
  const state = await mailingOf(app, companyId, id)
  behave = () => undefined

  expect(state.state).toBe('sending')
  await expect
    .poll(
      async () =>
        (
          await app.owner.query('select plain from mail_texts where company_id = $1 and subject = $2', [
            companyId,
            'A link',
          ])
        ).rows,
    )
    .toEqual([{ plain: '' }])
  await untilMailing(app, companyId, id, 'done')
  expect(received(companyId)).toHaveLength(201)
})

test('ten refusals in a row of what we send, and many addresses that are not there, stop a mailing', async () => {
  behave = () => ({ end: '550 5.7.1 listed' })
  const refused = await app.signIn()
  const policy = await mailTo(app, refused.companyId, 100)
  const stopped = await untilMailing(app, refused.companyId, policy.id, 'stopped')
  expect(stopped).toMatchObject({ stopped_code: 'policy' })
  expect(stopped.stopped_reason).toMatch(/^The mail server refused 10 mails in a row: .*listed$/)
  expect(stopped.counts.refused).toBeLessThanOrEqual(15)
  expect(mailings.find(({ id }) => id === policy.id)).toMatchObject({ state: 'stopped' })

  behave = (number) => (number % 10 === 0 ? { recipient: '550 5.1.1 no such user' } : undefined)
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 400)
  const bounced = await untilMailing(app, companyId, id, 'stopped')
  behave = () => undefined
  expect(bounced).toMatchObject({ stopped_code: 'refusals' })
  const { sent = 0, refused: hard = 0 } = await statesOf(app, companyId, id)
  expect(sent + hard).toBeGreaterThanOrEqual(200)
  expect(sent + hard).toBeLessThanOrEqual(205)
  // A person may let it go on: it is looked at anew.
  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'resume'))
  await untilMailing(app, companyId, id, 'done')
})

test('what was handed over by somebody who is gone is in doubt, and a person decides on it', async () => {
  const { companyId } = await app.signIn()
  const { id } = await mailTo(app, companyId, 20, 3_600)
  await expect.poll(() => statesOf(app, companyId, id)).toEqual({ queued: 20 })
  await worker.stop()
  await app.owner.query(
    `with taken as (update mailings set state = 'sending', seen_at = now(), token = gen_random_uuid() where company_id = $1 and id = $2 returning token)
     update mails m set state = case when for_id <= 2 then 'handing' else 'sent' end, token = taken.token, done_at = now() from taken
     where company_id = $1 and mailing_id = $2 and for_id <= 4`,
    [companyId, id],
  )
  worker = start()
  await due(companyId)
  const done = await untilMailing(app, companyId, id, 'done')

  expect(done.counts).toEqual({ sent: 18, in_doubt: 2 })
  expect(received(companyId)).toHaveLength(16)
  const told = ended.filter((mail) => mail.mailingId === id).map(({ forId }) => forId)
  expect(told.toSorted((one, other) => Number(one) - Number(other))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
  const doubtful = (await mailsOf(companyId)).filter(({ state }) => state === 'in_doubt')
  expect(doubtful[0].reply).toBe(
    'Sending broke off after this mail was handed over, so nobody knows whether it arrived',
  )
  const [first, second] = doubtful.map((mail) => Number(mail.id))
  const resolve = (ids: number[], as: 'sent' | 'send_again') =>
    inCompany(app, companyId, (tenant) => resolveMails(tenant, id, ids, as))

  expect(await resolve([first!], 'send_again')).toEqual({ resolved: 0, left: 1 })
  expect(await resolve([second!], 'sent')).toEqual({ resolved: 1, left: 0 })
  await app.owner.query(`update mails set done_at = now() - interval '10 minutes' where company_id = $1 and id = $2`, [
    companyId,
    first,
  ])
  expect(await resolve([first!], 'send_again')).toEqual({ resolved: 1, left: 0 })
  expect((await untilMailing(app, companyId, id, 'done')).counts).toEqual({ sent: 20 })
  expect(received(companyId)).toHaveLength(17)
})

test('C10: a mailing of which nothing was heard for an hour stops, and so does all of a database that was put back', async () => {
  await worker.stop()
  const { companyId } = await app.signIn()
  const silent = await mailTo(app, companyId, 3)
  const held = await mailTo(app, companyId, 3, 3_600)
  await inCompany(app, companyId, (tenant) =>
    queueMail(tenant, { kind: 'sample', to: 'ada@reader.example', subject: 'A link', plain: 'Hello' }),
  )
  await app.owner.query(
    `update mailings set releases_at = now() - interval '61 minutes' where company_id = $1 and id = $2`,
    [companyId, silent.id],
  )
  await inCompany(app, companyId, ({ db }) => sql`select stop_mails('Put back')`.execute(db))
  worker = start()

  await untilMailing(app, companyId, silent.id, 'stopped')
  expect(await mailingOf(app, companyId, held.id)).toMatchObject({ state: 'stopped', stopped_code: 'restored' })
  expect((await mailsOf(companyId)).filter(({ mailing_id }) => mailing_id === null)).toMatchObject([
    { state: 'cancelled' },
  ])
  expect(received(companyId)).toEqual([])
  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, silent.id, 'resume'))
  await untilMailing(app, companyId, silent.id, 'done')
  expect(received(companyId)).toHaveLength(3)
  expect(errors).toEqual([])
})

test('C5: called off at the last moment of the hold, either nobody got it, or it says that it had begun', async () => {
  const { companyId } = await app.signIn()
  for (let round = 0; round < howMany(5, 200); round++) {
    const { id } = await mailTo(app, companyId, 3, 1)
    const { rows } = await app.owner.query(
      'select extract(epoch from releases_at - clock_timestamp()) * 1000 as ms from mailings where company_id = $1 and id = $2',
      [companyId, id],
    )
    const from = received(companyId).length
    await new Promise((resolve) => setTimeout(resolve, Number(rows[0].ms) - 50 + Math.random() * 100))
    const { version } = await mailingOf(app, companyId, id)
    const cancelled = await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'cancel', version)).catch(
      (error: unknown) => error,
    )
    if (cancelled instanceof Error) await untilMailing(app, companyId, id, 'done')
    else await expect.poll(async () => (await statesOf(app, companyId, id)).queued ?? 0).toBe(0)
    const { sent = 0 } = await statesOf(app, companyId, id)
    expect(received(companyId).length - from).toBe(sent)
    if (!(cancelled instanceof Error) && version === 1) expect(sent).toBe(0)
  }
})
