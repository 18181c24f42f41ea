import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { actOnMailing } from '#server/platform/outbox/act.ts'
import { queueMail } from '#server/platform/outbox/queue.ts'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { inCompany, mailingOf, mailTo, sampleKind, statesOf, untilMailing } from '#server/test/outbox.ts'
import { temporaryFolder } from '../../scripts/temporary.mjs'
import { startOutbox } from './outbox.ts'

const trap = await startMailTrap()
const folder = temporaryFolder('mail-guard')
const app = await startTestApp({
  SMTP_URL: trap.url,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_PER_MINUTE: '999999',
  LEADROOM_DATA: folder,
})
afterAll(async () => {
  await app.stop()
  await trap.stop()
  await rm(folder, { recursive: true })
})

const errors: unknown[] = []
let worker: ReturnType<typeof startOutbox> | undefined
const start = () => {
  worker = startOutbox(app.services, (error) => errors.push(error), { sample: sampleKind().kind })
}
const stop = async () => {
  await worker?.stop()
  worker = undefined
}
afterEach(async () => {
  await stop()
  if (errors.length > 0) throw new AggregateError(errors.splice(0))
})

const queue = (companyId: number) =>
  inCompany(app, companyId, (tenant) =>
    queueMail(tenant, { kind: 'sample', to: 'ada@reader.example', subject: 'Confirm', plain: 'Hello' }),
  )
const mailOf = async (companyId: number, id: number) =>
  (await app.owner.query('select state, reply from mails where company_id = $1 and id = $2', [companyId, id])).rows[0]
const received = (companyId: number) => trap.mails.filter(({ text }) => text.includes(`<s${companyId}.`)).length
const set = (companyId: number, id: number, values: string) =>
  app.owner.query(`update mailings set ${values} where company_id = $1 and id = $2`, [companyId, id])

/** A company with a mailing in each state, one mail that was being handed over, and one that waits. */
const busy = async () => {
  const { companyId } = await app.signIn()
  const mailing = async (state: string) => {
    const { id } = await mailTo(app, companyId, 3, 3_600)
    await set(companyId, id, `state = '${state}', seen_at = now()`)
    return id
  }
  const [held, sending, paused] = [await mailing('held'), await mailing('sending'), await mailing('paused')]
  const [done, cancelled] = [await mailing('done'), await mailing('cancelled')]
  const [confirmation, handed] = [await queue(companyId), await queue(companyId)]
  await app.owner.query(`update mails set state = 'handing' where company_id = $1 and id = $2`, [companyId, handed])
  return { companyId, ids: [held, sending, paused, done, cancelled], held, confirmation, handed }
}
const statesAt = ({ companyId, ids }: Awaited<ReturnType<typeof busy>>) =>
  Promise.all(
    ids.map(async (id) => {
      const { state, stopped_code } = await mailingOf(app, companyId, id)
      return stopped_code === null ? state : `${state} ${stopped_code}`
    }),
  )

/** Something has gone out, and the data folder knows how far the database has come by then. */
beforeEach(async () => {
  const { companyId } = await app.signIn()
  const id = await queue(companyId)
  start()
  while ((await mailOf(companyId, id)).state !== 'sent') await sleep(20)
  await stop()
})
const noted = async () => (await readFile(join(folder, 'mail-epoch'), 'utf8')).trim().split(' ')

test('C10: where the data folder has seen the database on a later day, nothing goes out by itself, in any company', async () => {
  const places = [await busy(), await busy()]
  const [, epoch] = await noted()
  await app.owner.query('update identity.mail_server set epoch = epoch - 1')
  start()

  for (const place of places) {
    await expect
      .poll(() => statesAt(place))
      .toEqual(['stopped restored', 'stopped restored', 'stopped restored', 'done', 'cancelled'])
    expect(await mailOf(place.companyId, place.confirmation)).toMatchObject({ state: 'cancelled' })
    expect(await mailOf(place.companyId, place.handed)).toMatchObject({ state: 'in_doubt' })
    expect((await mailOf(place.companyId, place.handed)).reply).toMatch(/put back to an earlier day/)
    expect(received(place.companyId)).toBe(0)
  }
  expect((await mailingOf(app, places[0]!.companyId, places[0]!.held)).stopped_reason).toMatch(
    /may have gone out since/,
  )
  await expect.poll(async () => Number((await noted())[1])).toBeGreaterThan(Number(epoch))

  // A person lets one go on; the next start finds nothing amiss.
  const [{ companyId, held }] = places as [Awaited<ReturnType<typeof busy>>]
  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, held, 'resume'))
  await stop()
  start()
  await untilMailing(app, companyId, held, 'done')
  expect(received(companyId)).toBe(3)
})

test('another database, or a data folder that has seen none, stops nothing', async () => {
  for (const written of [`00000000-0000-4000-8000-000000000000 999999\n`, undefined]) {
    const file = join(folder, 'mail-epoch')
    await (written === undefined ? rm(file) : writeFile(file, written))
    const place = await busy()
    start()

    await expect.poll(() => mailOf(place.companyId, place.confirmation)).toMatchObject({ state: 'sent' })
    await expect.poll(() => statesAt(place)).toEqual(['held', 'done', 'paused', 'done', 'cancelled'])
    await stop()
  }
})

test('a mailing that is under way and gave no sign of life for an hour stops at the start; after 59 minutes it goes on', async () => {
  const { companyId } = await app.signIn()
  const [silent, young] = [await mailTo(app, companyId, 3, 3_600), await mailTo(app, companyId, 3, 3_600)]
  await set(companyId, silent.id, `state = 'sending', seen_at = now() - interval '61 minutes'`)
  await set(companyId, young.id, `state = 'sending', seen_at = now() - interval '59 minutes'`)
  start()

  await untilMailing(app, companyId, young.id, 'done')
  const { state, stopped_code, stopped_reason } = await mailingOf(app, companyId, silent.id)
  expect([state, stopped_code]).toEqual(['stopped', 'silent'])
  expect(stopped_reason).toMatch(/^Nothing was sent for an hour/)
  expect(await statesOf(app, companyId, silent.id)).toEqual({ queued: 3 })
  expect(received(companyId)).toBe(3)
})
