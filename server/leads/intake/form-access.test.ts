import { describe, expect, test } from 'vitest'
import { startTestApp, type Sent } from '#server/test/app.ts'
import { startIntake } from '#server/test/intake.ts'
import { bytes, fingerprint } from '#server/test/journey.ts'
import { ENQUIRY, openForm } from '#server/test/leads.ts'

const { app, ada, eve, form, foreign, email, send, leadOf } = await startIntake()

describe('I1: a form key', () => {
  test('that is unknown, made up or of a paused form answers alike, and stores nothing', async () => {
    const paused = await openForm(app, ada, 'paused-form')
    await app.sql(
      ada.companyId,
      `update intake_forms set status = 'paused' where id = (select max(id) from intake_forms)`,
    )
    const before = await fingerprint(app)

    const answers = [
      await send({}, {}, paused),
      await send({}, {}, '/intake/never-was/enquiry'),
      await send({}, {}, `/intake/${'x'.repeat(64)}/enquiry`),
    ]
    expect(answers[0]!.status).toBe(404)
    expect(new Set(answers.map(bytes)).size).toBe(1)
    const pages = [
      await app.send('GET', paused),
      await app.send('GET', '/intake/never-was/enquiry'),
      await app.send('OPTIONS', paused),
    ]
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await fingerprint(app)).toBe(before)
  })

  test('opens the form of its own company alone', async () => {
    const answer = await send({ email: email() }, {}, foreign)

    expect(await leadOf(answer, eve.companyId)).toMatchObject({ company_id: eve.companyId })
  })

  test('that is guessed at too often is told to wait, whether or not it exists', async () => {
    const slow = await startTestApp({ INTAKE_PER_MINUTE: '5' })
    const bob = await slow.signIn()
    const real = await openForm(slow, bob, 'slow-form')
    const statuses = async (url: string, count: number) => {
      const all: number[] = []
      for (let at = 0; at < count; at++)
        all.push((await slow.send('POST', url, { ...ENQUIRY, email: `e${at}@mill.example` })).status)
      return all
    }

    expect(await statuses(real, 7)).toEqual([202, 202, 202, 202, 202, 429, 429])
    expect(await statuses('/intake/guess/enquiry', 5)).toEqual([404, 404, 404, 429, 429])
    const last = await slow.send('POST', real, ENQUIRY)
    expect([last.status, Number(last.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await slow.owner.query('select count(*)::int from leads')).rows).toEqual([{ count: 5 }])
    await slow.stop()
  })

  test('that is guessed at by opening the page, or by asking whether it may be sent, is told to wait too', async () => {
    const slow = await startTestApp({ INTAKE_PER_MINUTE: '5' })
    const bob = await slow.signIn()
    const eva = await slow.signIn()
    const forms = [await openForm(slow, bob, 'bobs-form'), await openForm(slow, eva, 'evas-form')]
    const guesses: number[] = []
    for (let at = 0; at < 6; at++)
      for (const method of ['GET', 'OPTIONS'])
        guesses.push((await slow.send(method, `/intake/guess-${at}/enquiry`)).status)

    expect(guesses).toEqual([...Array(10).fill(404), 429, 429])
    for (const form of forms) {
      expect((await slow.send('GET', form)).status).toBe(429)
      expect((await slow.send('POST', form, ENQUIRY)).status).toBe(429)
    }
    expect((await slow.owner.query('select count(*)::int from leads')).rows).toEqual([{ count: 0 }])
    await slow.stop()
  })
})

test('I5: however one address is written, a form hears of it no oftener than it may in a minute', async () => {
  const slow = await startTestApp({ INTAKE_PER_MINUTE: '100' })
  const bob = await slow.signIn()
  const real = await openForm(slow, bob, 'slow-form')
  const spellings = ['one@mill.example', 'ONE@Mill.example.', ' one@mill.example', 'one@mill\u3002example']
  const statuses: number[] = []
  for (let at = 0; at < 12; at++)
    statuses.push(
      (await slow.send('POST', real, { ...ENQUIRY, email: spellings[at % 4], message: `No. ${at}` })).status,
    )

  expect(statuses).toEqual([...Array(10).fill(202), 429, 429])
  expect((await slow.owner.query('select distinct email, count(*)::int from leads group by 1')).rows).toEqual([
    { email: 'one@mill.example', count: 10 },
  ])
  await slow.stop()
})

describe('I2: where it is sent from', () => {
  const cors = ({ headers }: Sent) => headers['access-control-allow-origin']

  test('a page that the form lists may send it and read the answer, also one that refuses an address', async () => {
    const origin = 'https://www.firm.example'

    const taken = await send({ email: email() }, { origin })
    expect([taken.status, cors(taken), taken.headers['vary']]).toEqual([202, origin, expect.stringContaining('Origin')])
    const asked = await app.send('OPTIONS', form, undefined, { origin, 'access-control-request-method': 'POST' })
    expect([asked.status, cors(asked), asked.headers['access-control-allow-methods']]).toEqual([204, origin, 'POST'])
    const broken = await send({ email: 'no address' }, { origin })
    expect([broken.status, cors(broken)]).toEqual([400, origin])
  })

  test.each([
    'https://evil.example',
    'null',
    'https://www.firm.example.evil.example',
    'http://www.firm.example',
    'https://www.firm.example:8443',
    'https://WWW.firm.example ',
  ])('%s may not, and is named in no header', async (origin) => {
    const before = await fingerprint(app)

    const answer = await send({ email: email() }, { origin })
    const asked = await app.send('OPTIONS', form, undefined, { origin, 'access-control-request-method': 'POST' })

    expect([answer.status, cors(answer), cors(asked)]).toEqual([403, undefined, undefined])
    expect(await fingerprint(app)).toBe(before)
  })

  test('our own page and callers that are no browser may', async () => {
    for (const headers of [
      {},
      { origin: 'https://leads.firm.example' },
      { origin: 'http://localhost:80', host: 'localhost:80' },
    ]) {
      const answer = await send({ email: email() }, headers)
      expect([answer.status, cors(answer)]).toEqual([202, undefined])
    }
  })
})
