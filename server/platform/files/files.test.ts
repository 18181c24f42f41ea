import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { exports } from '#contract/leads/exports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { ById, FileBytes, get } from '#contract/kit/endpoint.ts'
import { buildApp } from '#server/app/build-app.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { found } from '#server/kit/errors.ts'
import { coalesced, routesOf } from '#server/kit/implement.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { PIECE_BYTES, type Bytes } from './pieces.ts'
import { openFiles } from './read.ts'
import { beginFile, fileOf, finishFile, putFile, writePart } from './store.ts'

const app = await startTestApp()
const files = openFiles(app.services.tenants)
const calls = {
  file: get('/probe/files/:id', {
    permission: 'signed-in',
    file: true,
    params: ById,
    reply: FileBytes,
    summary: 'x',
    failure: 'x',
  }),
}
/** A server that answers with the file of any job of the company. */
const server = await buildApp(app.services, {
  routes: routesOf('probe', calls, {
    file: coalesced(
      ({ params }) => ({ id: params.id }),
      async (tenant, { id }) => {
        const file = found('File', await fileOf(tenant, { entity: 'jobs', id }))
        return { ...file, name: 'x.bin', read: (from, to) => files.read(tenant.companyId, file, from, to) }
      },
    ),
  }),
})
afterAll(async () => {
  await server.close()
  await app.stop()
})
const { forget } = forgettingOf(app)

const write = <T>({ companyId }: TestPerson, work: (tenant: Tenant) => Promise<T>) =>
  app.services.tenants.write(companyId, { kind: 'system', channel: 'api', act: 'test' }, work)
/** A row that may have files. */
const newJob = async ({ companyId, id }: TestPerson) => {
  const [job] = await app.sql(
    companyId,
    `insert into jobs (company_id, kind, title, input, person_id, state, finished_at) values ($1, 'exports.begin', 'x', '{}', $2, 'done', now()) returning id::int`,
    [companyId, id],
  )
  return { entity: 'jobs', id: Number(job.id) } as const
}
const put = async (person: TestPerson, source: Bytes, limit = 64 * 1024 ** 2) => {
  const owner = await newJob(person)
  const file = await write(person, (tenant) => putFile(tenant, owner, { type: 'image/webp', source, limit }))
  return { owner, file }
}
const ask = async ({ token }: TestPerson, id: number, headers: Record<string, string> = {}, method = 'GET') => {
  const url = `/probe/files/${id}`
  const answer = await server.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
/** What is kept of files in a company. */
const kept = async ({ companyId }: TestPerson) =>
  (
    await app.sql(
      companyId,
      `select (select count(*)::int from files where company_id = $1) as files,
        (select count(*)::int from file_chunks where company_id = $1) as chunks`,
      [companyId],
    )
  )[0]

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a file comes back byte by byte, from a buffer or a stream, under the digest of its bytes, to its own company alone', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const sizes = [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 7]
  for (const size of sizes) {
    const bytes = randomBytes(size)
    const slices = Array.from({ length: Math.ceil(size / 65_537) }, (_, at) =>
      bytes.subarray(at * 65_537, (at + 1) * 65_537),
    )
    for (const source of [bytes, Readable.from(slices)]) {
      const { owner, file } = await put(ada, source)
      expect(file).toMatchObject({ bytes: size, sha256: sha256(bytes), type: 'image/webp' })
      const answer = await ask(ada, owner.id)
      expect([answer.status, answer.headers['content-length'], answer.headers['content-type']]).toEqual([
        200,
        String(size),
        'image/webp',
      ])
      expect(answer.bytes.equals(bytes)).toBe(true)
      expect((await ask(eve, owner.id)).status).toBe(404)
    }
  }
  expect(await kept(eve)).toEqual({ files: 0, chunks: 0 })
})

test('a file larger than its limit is refused with a sentence, from a buffer or a stream, and nothing of it is stored', async () => {
  const ada = await app.signIn()
  const most = 2 * PIECE_BYTES
  async function* tooMuch() {
    for (;;) yield randomBytes(100_000)
  }
  for (const source of [randomBytes(most + 1), tooMuch()])
    await expect(put(ada, source, most)).rejects.toMatchObject({
      status: 413,
      message: 'The file is too large. A file may have at most 1 MB.',
    })
  expect(await kept(ada)).toEqual({ files: 0, chunks: 0 })
  await put(ada, randomBytes(most), most)
  expect(await kept(ada)).toEqual({ files: 1, chunks: 2 })
})

test('a file is stored with the row that refers to it, or neither; with the row it goes', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const nobody = { entity: 'jobs', id: 999_999_999 } as const
  const source = randomBytes(10)
  await put(eve, source)
  await expect(write(ada, (tenant) => putFile(tenant, nobody, { type: 'x/y', source, limit: 10 }))).rejects.toThrow(
    'does not exist',
  )
  const { owner } = await put(ada, source)
  await expect(
    write(ada, async (tenant) => {
      await putFile(tenant, owner, { type: 'x/y', source, limit: 10 })
      throw new Error('The rest failed')
    }),
  ).rejects.toThrow('The rest failed')
  expect(await kept(ada)).toEqual({ files: 1, chunks: 1 })

  await app.sql(ada.companyId, 'delete from jobs where company_id = $1', [ada.companyId])
  expect(await kept(ada)).toEqual({ files: 0, chunks: 0 })
  expect(await kept(eve)).toEqual({ files: 1, chunks: 1 })
})

test('parts come in any order, a part sent again takes its place, and until all are there nobody reads any', async () => {
  const ada = await app.signIn()
  const owner = await newJob(ada)
  const [first, second] = [randomBytes(PIECE_BYTES + 5), Buffer.from('text '.repeat(1_000))]
  const id = await write(ada, (tenant) => beginFile(tenant, owner, 'text/csv'))
  await write(ada, (tenant) => writePart(tenant, id, 1, second))
  await write(ada, (tenant) => writePart(tenant, id, 0, randomBytes(PIECE_BYTES + 5)))
  expect((await ask(ada, owner.id)).status).toBe(404)
  await write(ada, (tenant) => writePart(tenant, id, 0, first))
  await write(ada, (tenant) => finishFile(tenant, id))

  const answer = await ask(ada, owner.id)
  expect(answer.bytes.equals(Buffer.concat([first, second]))).toBe(true)
  const late = write(ada, (tenant) => writePart(tenant, id, 2, second))
  await expect(late).rejects.toThrow('cannot be written')
  expect(await kept(ada)).toEqual({ files: 1, chunks: 3 })
})

test('RFC 9110: a range is answered with 206, whatever pieces it lies in; one beyond the end with 416 and the length', async () => {
  const ada = await app.signIn()
  const bytes = randomBytes(3 * PIECE_BYTES)
  const { owner } = await put(ada, bytes)
  const ranges = [
    ['bytes=0-0', 0, 1],
    [`bytes=${PIECE_BYTES - 1}-${PIECE_BYTES}`, PIECE_BYTES - 1, PIECE_BYTES + 1],
    [`bytes=${PIECE_BYTES}-`, PIECE_BYTES, bytes.length],
    ['bytes=-7', bytes.length - 7, bytes.length],
  ] as const
  for (const [range, from, to] of ranges) {
    const answer = await ask(ada, owner.id, { range })
    expect([answer.status, answer.headers['content-range']]).toEqual([206, `bytes ${from}-${to - 1}/${bytes.length}`])
    expect(answer.bytes.equals(bytes.subarray(from, to))).toBe(true)
  }
  const beyond = await ask(ada, owner.id, { range: `bytes=${bytes.length}-` })
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
  const several = await ask(ada, owner.id, { range: 'bytes=0-1,5-6' })
  expect([several.status, several.bytes.length]).toEqual([200, bytes.length])
  const head = await ask(ada, owner.id, { range: 'bytes=0-1' }, 'HEAD')
  expect([head.status, head.headers['content-length'], head.headers['accept-ranges'], head.bytes.length]).toEqual([
    200,
    String(bytes.length),
    'bytes',
    0,
  ])
})

test('RFC 9110: who has the file is told so, and a download goes on only with the same bytes', async () => {
  const ada = await app.signIn()
  const { owner, file } = await put(ada, randomBytes(1_000))
  const tag = `"${file.sha256}"`
  const status = async (headers: Record<string, string>) => (await ask(ada, owner.id, headers)).status
  const known = await ask(ada, owner.id, { 'if-none-match': `"other", W/${tag}` })
  expect([known.status, known.headers['etag'], known.bytes.length]).toEqual([304, tag, 0])
  expect(await status({ 'if-none-match': '"other"' })).toBe(200)
  expect(await status({ 'if-match': '"other"', range: 'bytes=0-1' })).toBe(412)
  expect(await status({ 'if-match': tag, range: 'bytes=0-1' })).toBe(206)
  expect(await status({ 'if-range': tag, range: 'bytes=0-1' })).toBe(206)
  for (const other of ['"other"', `W/${tag}`, 'Sat, 28 Nov 2026 00:00:00 GMT'])
    expect(await status({ 'if-range': other, range: 'bytes=0-1' })).toBe(200)
})

test('a reader who is slow or gone holds nothing of the database', async () => {
  const ada = await app.signIn()
  const { owner } = await put(ada, randomBytes(16 * 1024 ** 2))
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `GET /probe/files/${owner.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.token}\r\naccept: */*\r\n\r\n`,
  )
  await once(socket, 'readable')
  const { pool } = app.services
  const isIdle = () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount
  await expect.poll(isIdle).toBe(true)
  const [{ open }] = (
    await app.owner.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
  ).rows
  expect(open).toBe(0)
  // Nobody can lock it while somebody else reads it.
  await app.owner.query('begin; lock table file_chunks in access exclusive mode nowait; commit')
  socket.destroy()
  await expect.poll(() => new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)))).toBe(0)
  await expect.poll(isIdle).toBe(true)
  expect((await ask(ada, owner.id, { range: 'bytes=0-9' })).status).toBe(206)
})

test('a file whose time is over is read by nobody and forgotten, a part of it in each transaction; the others stay', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const [old, young] = [await newJob(ada), await put(ada, randomBytes(10))]
  await write(ada, async (tenant) => {
    const id = await beginFile(tenant, old, 'text/csv')
    for (let part = 0; part < 80; part++) await writePart(tenant, id, part, randomBytes(10))
    await finishFile(tenant, id)
  })
  await put(eve, randomBytes(10))
  await app.sql(ada.companyId, `update files set expires_at = now() where company_id = $1 and entity_id = $2`, [
    ada.companyId,
    old.id,
  ])
  expect((await ask(ada, old.id)).status).toBe(404)
  expect(await kept(ada)).toEqual({ files: 2, chunks: 81 })

  await forget()

  expect(await kept(ada)).toEqual({ files: 1, chunks: 1 })
  expect(await kept(eve)).toEqual({ files: 1, chunks: 1 })
  expect((await ask(ada, young.owner.id)).status).toBe(200)
  const changes = await app.sql(ada.companyId, `select from changes where company_id = $1 and entity like 'file%'`, [
    ada.companyId,
  ])
  expect(changes).toEqual([])
})

test('an export that is cancelled or fails leaves nothing', async () => {
  const ada = await app.signIn({ can: [...MANAGER_KEYS, 'leads_export'] })
  await putLead(app, ada)
  const begin = async () => {
    const { data: selection } = await ada.call(bulk.select, { body: { list: 'marketing', filter: {} } })
    return (await ada.call(exports.begin, { body: { selection: selection.id, columns: ['name'] } })).data.job
  }
  const [cancelled, failed, done] = [await begin(), await begin(), await begin()]
  expect(await kept(ada)).toEqual({ files: 3, chunks: 0 })
  await ada.call(jobs.cancel, { params: { id: cancelled } })
  await app.sql(
    ada.companyId,
    `update jobs set state = 'failed', finished_at = now() where company_id = $1 and id = $2`,
    [ada.companyId, failed],
  )
  await workOff(app)
  expect(await kept(ada)).toEqual({ files: 1, chunks: 1 })
  expect((await ada.send('GET', `/marketing/lead_export/${done}`)).status).toBe(200)
  for (const id of [cancelled, failed]) expect((await ada.send('GET', `/marketing/lead_export/${id}`)).status).toBe(409)
})
