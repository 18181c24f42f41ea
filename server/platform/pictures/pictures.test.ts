import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { jpeg, plain } from '#server/test/pictures.ts'
import { openAddresses } from './addresses.ts'
import { openReader, type ReaderLimits } from './reader.ts'
import { digestOf, storePicture } from './store.ts'

const app = await startTestApp()
const readers: ReturnType<typeof openReader>[] = []
afterAll(async () => {
  for (const reader of readers) reader.close()
  await app.stop()
})
const readerWith = (limits: Partial<ReaderLimits>) => {
  const reader = openReader(limits)
  readers.push(reader)
  return reader
}
const { pictures } = app.services

/** Stores a picture of the company, and answers its digest. */
const put = async ({ companyId }: TestPerson, bytes: Uint8Array): Promise<string> => {
  const sha256 = digestOf(bytes)
  const picture = await pictures.read(bytes)
  await app.services.tenants.write(companyId, { kind: 'system', channel: 'api', act: 'test' }, (tenant) =>
    storePicture(tenant, { sha256, picture, quotaMb: 10 }),
  )
  return sha256
}
const open = async (url: string, headers: Record<string, string> = { accept: 'image/*,*/*' }) => {
  const answer = await app.app.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}
/** The address with something else in place of a part of it. */
const changed = (address: string, part: RegExp | string, to: string) => {
  const other = address.replace(part, to)
  expect(other).not.toBe(address)
  return other
}

test('S3: an address opens one size of one picture for an hour or two, and says that nothing else is to be made of it', async () => {
  const ada = await app.signIn()
  const address = pictures.addresses.of(ada.companyId, await put(ada, await jpeg(500, 400)), 320)

  const { status, headers } = await open(address)

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{64}-320\.webp"/),
  })
  const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(String(headers['cache-control'])) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(3_598)
  expect(Number(seconds)).toBeLessThanOrEqual(7_200)
  const etag = String(headers['etag'])
  expect((await open(address, { accept: 'image/*', 'if-none-match': etag })).status).toBe(304)
  // Also where a browser opens it: it is no page of the web app.
  const opened = await open(address, { accept: 'text/html,application/xhtml+xml,*/*' })
  expect([opened.status, opened.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('S3: every other address is unknown alike, without a look at the database: another company, size, picture or time, one bit off', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const sha256 = await put(ada, await jpeg(1_000, 800))
  const address = pictures.addresses.of(ada.companyId, sha256, 320)
  const { secret } = app.services.config
  const at = (hours: number) => ({ now: () => app.services.clock.now() + hours * 3_600_000 })
  const flipped = (text: string) => (text === 'A' ? 'B' : 'A')
  const others = {
    'of another company': changed(address, `/files/${ada.companyId}/`, `/files/${eve.companyId}/`),
    'of another size': changed(address, '-320.webp', '-960.webp'),
    'of another picture': changed(address, sha256, digestOf(new Uint8Array(1))),
    'until later': changed(address, /u=\d+/, `u=${Math.floor(at(5).now() / 1_000)}`),
    'one bit off': changed(address, /.$/, flipped(address.at(-1) ?? '')),
    'cut off': address.slice(0, -1),
    'without a signature': changed(address, /&s=.*/, ''),
    'without a time': changed(address, /u=\d+&/, ''),
    'over since an hour': openAddresses(secret, at(-3)).of(ada.companyId, sha256, 320),
    'of another secret': openAddresses(`${secret}x`, at(0)).of(ada.companyId, sha256, 320),
    'of no size': openAddresses(secret, at(0)).of(ada.companyId, sha256, 500),
    'of no company': changed(address, `/files/${ada.companyId}/`, '/files/x/'),
    'of no picture': changed(address, `${sha256}-320.webp`, 'x.svg'),
  }
  const unknown = (body: string) => JSON.stringify({ ...JSON.parse(body), request_id: '' })
  const nothing = await open('/files/nothing/at/all')
  const reads: number[] = []
  const { read } = app.services.tenants
  app.services.tenants.read = (companyId, work) => {
    reads.push(companyId)
    return read(companyId, work)
  }

  const answers: string[] = []
  for (const [name, other] of Object.entries(others)) {
    const { status, body } = await open(other)
    if (status !== 404 || unknown(body) !== unknown(nothing.body)) answers.push(`${name}: ${status} ${body}`)
  }

  app.services.tenants.read = read
  expect([answers, reads]).toEqual([[], []])
  // A right one for a picture that is not there, in another company's name too.
  expect((await open(pictures.addresses.of(eve.companyId, sha256, 320))).status).toBe(404)
  expect((await open(address)).status).toBe(200)
})

test('pictures are read one after the other in one process, which ends when none comes; more than a few may not wait', async () => {
  const reader = readerWith({ idle: 50, waiting: 2 })
  const [first, second] = await Promise.all([reader.read(await plain(1)), reader.read(await plain(2))])
  expect([first, second]).toMatchObject([{ picture: { width: 40 } }, { picture: { width: 40 } }])
  const pid = reader.pid()
  expect(pid).toBeDefined()

  const large = await jpeg(2_000, 2_000)
  const crowd = await Promise.allSettled(Array.from({ length: 5 }, () => reader.read(large)))
  expect(crowd.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(crowd.at(-1)).toMatchObject({ reason: { status: 503 } })

  while (reader.pid() !== undefined) await sleep(10)
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
})

test('a picture that takes too long, or ends its process, is refused; the next one is read by another process', async () => {
  const reader = readerWith({ patience: 60_000 })
  const large = await jpeg(4_000, 3_000)
  await reader.read(await plain(1))
  const pid = reader.pid() ?? 0
  const hit = reader.read(large)
  process.kill(pid, 'SIGKILL')
  expect(await hit).toEqual({ fault: 'damaged' })
  expect(await reader.read(await plain(1))).toMatchObject({ picture: { width: 40 } })
  expect(reader.pid()).not.toBe(pid)

  const hasty = readerWith({ patience: 1 })
  expect(await hasty.read(large)).toEqual({ fault: 'slow' })
  expect(hasty.pid()).toBeUndefined()
})

test('a process is replaced after so many pictures, and knows no setting of the server', async () => {
  const reader = readerWith({ pictures: 2 })
  await reader.read(await plain(1))
  const pid = reader.pid()
  await reader.read(await plain(2))
  await reader.read(await plain(3))
  expect(reader.pid()).not.toBe(pid)
})
