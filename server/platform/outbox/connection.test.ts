import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startOutbox } from '#server/app/outbox.ts'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { inCompany, mailTo, mailingOf, sampleKind, statesOf, untilMailing } from '#server/test/outbox.ts'
import { actOnMailing } from './act.ts'
import { queueMail } from './queue.ts'

const trap = await startMailTrap((address) => (address.startsWith('early') ? { early: true } : undefined))

/** What stands before the mail server: nothing, a server that is gone, one whose TLS breaks, or one that knows nobody. */
let front: 'nothing' | 'gone' | 'tls' | 'sign-in' = 'nothing'
const open = new Set<Socket>()
const put = (what: typeof front) => {
  front = what
  for (const socket of open) socket.destroy()
}
const speak = (socket: Socket, offers: string, then: (line: string) => string | undefined) => {
  socket.write('220 front\r\n')
  socket.on('data', (part) => {
    const line = part.toString()
    if (/^EHLO/i.test(line)) return void socket.write(`250-front\r\n250 ${offers}\r\n`)
    const answer = then(line)
    if (answer === undefined) return socket.destroy()
    return void socket.write(`${answer}\r\n`)
  })
}
const server = createServer((socket) => {
  open.add(socket)
  socket.on('close', () => open.delete(socket))
  socket.on('error', () => undefined)
  if (front === 'gone') return socket.destroy()
  // The next thing to come is the client's hello.
  if (front === 'tls') return speak(socket, 'STARTTLS', (line) => (/^STARTTLS/i.test(line) ? '220 begin' : undefined))
  if (front === 'sign-in') return speak(socket, 'AUTH PLAIN', () => '535 5.7.8 we do not know you')
  const behind = connect(Number(new URL(trap.url).port), '127.0.0.1')
  behind.on('error', () => socket.destroy())
  behind.on('close', () => socket.destroy())
  socket.on('close', () => behind.destroy())
  return void socket.pipe(behind).pipe(socket)
})
await once(server.listen(0, '127.0.0.1'), 'listening')

const app = await startTestApp({
  SMTP_URL: `smtp://leads:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_PER_MINUTE: '999999',
})
const errors: unknown[] = []
const worker = startOutbox(app.services, (error) => errors.push(error), { sample: sampleKind().kind })
app.services.news.on('work', worker.wake)
afterAll(async () => {
  await worker.stop()
  await app.stop()
  server.close()
  await trap.stop()
})

const due = (companyId: number) =>
  app.owner.query(`insert into identity.due (company_id, kind) values ($1, 'mail')`, [companyId])
const failures = async (): Promise<number> =>
  (await app.owner.query('select failures from identity.mail_server')).rows[0]?.failures ?? 0

test('C3: where there is no connection, or its TLS breaks, nothing is handed over; once there is one, all is sent', async () => {
  const { companyId } = await app.signIn()
  put('tls')
  const { id } = await mailTo(app, companyId, 3)
  await expect.poll(failures).toBeGreaterThan(0)
  put('gone')
  const before = await failures()
  await due(companyId)
  await expect.poll(failures).toBeGreaterThan(before)
  expect(await statesOf(app, companyId, id)).toEqual({ queued: 3 })

  put('nothing')
  await due(companyId)
  const { counts } = await untilMailing(app, companyId, id, 'done')

  expect(counts).toEqual({ sent: 3 })
  expect(trap.mails).toHaveLength(3)
  expect(await failures()).toBe(0)
  expect(errors).toEqual([])
})

test('a mail server that is away for 15 minutes, or does not know us, stops a mailing until a person continues it', async () => {
  const { companyId } = await app.signIn()
  put('gone')
  const { id } = await mailTo(app, companyId, 3)
  await expect.poll(failures).toBeGreaterThan(0)
  expect(await mailingOf(app, companyId, id)).toMatchObject({ state: 'sending' })
  await app.owner.query(`update identity.mail_server set failing_since = now() - interval '16 minutes'`)
  await due(companyId)
  expect(await untilMailing(app, companyId, id, 'stopped')).toMatchObject({
    stopped_code: 'unreachable',
    stopped_reason: expect.stringMatching(/^The mail server could not be reached for 15 minutes: /),
  })

  put('sign-in')
  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'resume'))
  await expect.poll(async () => (await mailingOf(app, companyId, id)).stopped_code).toBe('sign_in')
  expect(await statesOf(app, companyId, id)).toEqual({ queued: 3 })

  put('nothing')
  await inCompany(app, companyId, (tenant) => actOnMailing(tenant, id, 'resume'))
  expect((await untilMailing(app, companyId, id, 'done')).counts).toEqual({ sent: 3 })
  expect(errors).toEqual([])
})

test('C3: an answer that comes before the mail has ended is none: the mail is in doubt', async () => {
  const { companyId } = await app.signIn()
  // More than lies between two programs: the rest of it can't leave while the server reads nothing.
  const plain = `${'x'.repeat(70)}\n`.repeat(500_000)
  const id = await inCompany(app, companyId, (tenant) =>
    queueMail(tenant, { kind: 'sample', to: 'early@reader.example', subject: 'Long', plain }),
  )

  const mailOf = async () =>
    (await app.owner.query('select state, reply from mails where company_id = $1 and id = $2', [companyId, id])).rows[0]
  await expect.poll(async () => (await mailOf()).state).toBe('in_doubt')
  expect((await mailOf()).reply).toBe('The answer came before the mail had ended')
  expect(errors).toEqual([])
})
