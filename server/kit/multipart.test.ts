import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { ById, FreeLines, Id, Nullable, One, put, Text } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { toRequest } from '#contract/kit/request.ts'
import { buildApp } from '#server/app/build-app.ts'
import { inParts, startTestApp } from '#server/test/app.ts'
import { raw } from '#server/test/raw.ts'
import { routesOf } from './implement.ts'

const MIB = 1024 ** 2
const Arrived = One(Type.Object({ body: Type.Unknown(), file: Type.Unknown() }))
const forms = {
  send: put('/forms/:id', {
    permission: 'signed-in',
    did: NO_HISTORY,
    params: ById,
    body: Type.Object({
      name: Text(120),
      bio: Type.Optional(FreeLines(2_000)),
      person_id: Type.Optional(Nullable(Id)),
      weight: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      shown: Type.Optional(Type.Boolean()),
      status: Type.Optional(Type.Enum(['active', 'inactive'])),
      authors: Type.Optional(Type.Array(Id, { maxItems: 10 })),
      links: Type.Optional(Type.Array(Type.Object({ label: Text(40) }), { maxItems: 8 })),
      document: Type.Optional(Type.Unknown()),
    }),
    bodyLimit: 16 * 1024,
    multipart: 'photo',
    reply: Arrived,
    summary: 'x',
    failure: 'x',
  }),
}
let entered = 0
const base = await startTestApp()
const app = await buildApp(base.services, {
  routes: routesOf('forms', forms, {
    send: async ({ body, file }) => {
      entered++
      const sha256 = file && createHash('sha256').update(file.bytes).digest('hex')
      return { data: { body, file: file ? { name: file.name, size: file.bytes.length, sha256 } : null } }
    },
  }),
})
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
const ada = await base.signIn()
const before = await readdir(tmpdir())

afterAll(async () => {
  await app.close()
  await base.stop()
})

type Part = readonly [name: string, value: string | Blob, fileName?: string]
const formOf = (parts: readonly Part[]) => {
  const form = new FormData()
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, fileName)
  return form
}

const sendForm = async (form: FormData, headers: Record<string, string> = {}) => {
  const { type, payload } = await inParts(form)
  const { statusCode, body } = await app.inject({
    method: 'PUT',
    url: '/forms/7',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': type, ...headers },
    payload,
  })
  return { status: statusCode, json: JSON.parse(body) }
}
const send = (...parts: readonly Part[]) => sendForm(formOf(parts))
const arrived = async (...parts: readonly Part[]) => (await send(['name', 'Grace'], ...parts)).json.data
/** What the call refuses, with the field that is wrong. */
const refused = async (...parts: readonly Part[]) => {
  const { status, json } = await send(['name', 'Grace'], ...parts)
  return [status, json.errors?.[0].field ?? json.message]
}
const file = (bytes = 3) => new Blob([new Uint8Array(bytes)])

test('what the contract’s own function sends arrives as it was, with the file and without', async () => {
  const body = {
    name: 'Grace “G” Whitfield',
    bio: 'First line\nand a second, with ünïcode 👩🏽‍🔧',
    person_id: null,
    weight: 0.25,
    shown: false,
    status: 'inactive' as const,
    authors: [3, 1, 2],
    links: [{ label: 'Site, the' }],
    document: { type: 'doc', content: [{ type: 'paragraph', text: 'a\r\nb' }] },
  }
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251)
  const sendAs = async (input: { file?: { name: string; bytes: Uint8Array<ArrayBuffer> } }) => {
    const { body: form } = toRequest(forms.send, { params: { id: 7 }, body, ...input })
    return form instanceof FormData && (await sendForm(form)).json.data
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')

  expect(await sendAs({ file: { name: 'grace 1.jpg', bytes } })).toEqual({
    body,
    file: { name: 'grace 1.jpg', size: 70_000, sha256 },
  })
  expect(await sendAs({})).toEqual({ body, file: null })
})

test('JSON is taken too, and parts come in any order', async () => {
  const json = await app.inject({
    method: 'PUT',
    url: '/forms/7',
    headers: { authorization: `Bearer ${ada.token}` },
    payload: { name: 'Grace', authors: [1] },
  })
  const late = await send(['photo', file(), 'a.png'], ['name', 'Grace'])

  expect(json.json().data).toEqual({ body: { name: 'Grace', authors: [1] }, file: null })
  expect(late.json.data).toMatchObject({ body: { name: 'Grace' }, file: { name: 'a.png', size: 3 } })
})

test('ids come repeated, as a JSON list, or between commas; an empty text is none, null, or nothing', async () => {
  const authors = async (...texts: string[]) =>
    (await arrived(...texts.map((text): Part => ['authors', text]))).body.authors

  expect(await authors('3', '1')).toEqual([3, 1])
  expect(await authors('[3,1]')).toEqual([3, 1])
  expect(await authors('3,1')).toEqual([3, 1])
  expect(await authors('')).toEqual([])
  expect((await arrived(['authors[]', '3'], ['authors[]', '1'])).body.authors).toEqual([3, 1])
  expect((await arrived(['person_id', ''], ['weight', ''], ['bio', ''])).body).toEqual({
    name: 'Grace',
    person_id: null,
    bio: '',
  })
})

test('values are checked as those of JSON are, by name', async () => {
  expect(await refused(['authors', '1,x'])).toEqual([400, 'authors.1'])
  expect(await refused(['authors', '[1'])).toEqual([400, 'authors'])
  expect(await refused(['links', '[{"label":""}]'])).toEqual([400, 'links.0.label'])
  expect(await refused(['links', 'Site'])).toEqual([400, 'links'])
  expect(await refused(['weight', '1e-1'])).toEqual([400, 'weight'])
  expect(await refused(['shown', 'yes'])).toEqual([400, 'shown'])
  expect(await refused(['document', '{"__proto__":{"admin":true}}'])).toEqual([400, 'document'])
  expect(await refused(['document', '{"constructor":{"prototype":{}}}'])).toEqual([400, 'document'])
  expect(await refused(['bio', 'a\0b'])).toEqual([400, 'bio'])
})

test('S10: a second file, a repeated part, a file in place of a text and the other way round are refused', async () => {
  expect(await refused(['photo', file(), 'a.png'], ['photo', file(), 'b.png'])).toEqual([400, 'photo'])
  expect(await refused(['photo', file(), 'a.png'], ['other', file(), 'b.png'])).toEqual([400, 'photo'])
  expect(await refused(['name', 'Again'])).toEqual([400, 'name'])
  expect(await refused(['bio', file(), 'a.txt'])).toEqual([400, 'bio'])
  expect(await refused(['photo', 'a text'])).toEqual([400, 'photo'])
})

test('S10: unknown parts are read and let go; a form without a file is one', async () => {
  expect(await arrived(['other', 'x'], ['what', file(100_000), 'a.bin'])).toEqual({
    body: { name: 'Grace' },
    file: null,
  })
  expect(await arrived(['photo', new Blob([]), ''])).toEqual({ body: { name: 'Grace' }, file: null })
})

test('S10: too many parts, too long a text, file or whole are refused, in words', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at): Part => [`p${at}`, 'x'])
  const long = 'x'.repeat(3 * MIB)

  expect((await send(['name', 'Grace'], ...many(39))).status).toBe(200)
  expect(await refused(...many(40))).toEqual([400, expect.stringContaining('too many parts')])
  expect(await refused(...many(1_000))).toEqual([400, expect.stringContaining('too many parts')])
  expect(await refused(['bio', long])).toEqual([400, 'bio'])
  expect((await send(['x'.repeat(61), 'x'])).status).toBe(400)
  expect((await send(['name', 'Grace'], ['photo', file(10 * MIB), 'a.png'])).status).toBe(200)
  expect(await refused(['photo', file(10 * MIB + 1), 'a.png'])).toEqual([400, 'photo'])
  expect(await refused(...Array.from({ length: 6 }, (_, at): Part => [`p${at}`, 'x'.repeat(2.5 * MIB)]))).toEqual([
    413,
    'This is too large to send. Send at most 14 MB.',
  ])
})

test('S10: names of the prototype are refused, and tricks of file names end in a plain name', async () => {
  const nameOf = async (name: string) => (await arrived(['photo', file(), name])).file?.name
  const inHead = (name: string) =>
    app.inject({
      method: 'PUT',
      url: '/forms/7',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nGrace\r\n--x\r\nContent-Disposition: form-data; name="photo"; ${name}\r\n\r\nabc\r\n--x--\r\n`,
    })

  for (const name of ['__proto__', 'constructor', 'toString']) expect((await refused([name, '1']))[0]).toBe(400)
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  expect(await nameOf('../../etc/passwd')).toBe('passwd')
  expect(await nameOf(String.raw`C:\photos\me.png`)).toBe('me.png')
  expect(await nameOf('a\u202egnp.exe')).toBe('agnp.exe')
  expect(await nameOf('x'.repeat(5_000))).toHaveLength(200)
  expect((await inHead('filename="a\0b.png"')).json().data?.file.name ?? 'refused').toMatch(/^(ab\.png|refused)$/)
  expect((await inHead(`filename*=utf-8''%E2%82%AC.png`)).json().data.file.name).toBe('€.png')
})

const head = (more: string, token = ada.token) =>
  `PUT /forms/7 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n${more}\r\n\r\n`
const PARTS = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nGrace\r\n'

test('S10: no boundary, a body that ends too soon, and one that is none are refused, and nothing is entered', async () => {
  const typed = async (type: string, payload = `${PARTS}--x--\r\n`) =>
    (
      await app.inject({
        method: 'PUT',
        url: '/forms/7',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': type },
        payload,
      })
    ).statusCode
  entered = 0

  expect(await typed('multipart/form-data')).toBe(415)
  expect(await typed('multipart/form-data; boundary=')).toBe(415)
  expect(await typed('multipart/form-data; boundary=x; charset=utf-7')).toBe(415)
  expect(await typed('multipart/mixed; boundary=x')).toBe(415)
  expect(await typed('multipart/form-data; boundary=y')).toBe(400)
  expect(await typed('multipart/form-data; boundary=x', PARTS)).toBe(400)
  expect(await typed('multipart/form-data; boundary=x', 'anything')).toBe(400)
  expect(await typed('multipart/form-data; boundary=x', '')).toBe(400)
  expect(entered).toBe(0)
})

test('S10: a length that lies, a client that leaves and one that is not signed in neither hang nor enter', async () => {
  const whole = `${PARTS}--x--\r\n`
  entered = 0
  const shorter = await raw(port, `${head(`Content-Length: ${whole.length - 20}\r\nConnection: close`)}${whole}`)
  const stranger = await raw(port, `${head(`Content-Length: 13000000\r\nConnection: close`, 'no.t.me')}${PARTS}`)
  const tooLong = await raw(port, `${head('Content-Length: 99000000')}${PARTS}`)
  const leaving = await raw(port, `${head('Content-Length: 5000')}${PARTS}`, 300)

  expect(shorter).toMatch(/^HTTP\/1\.1 400/)
  expect(stranger).toMatch(/^HTTP\/1\.1 401/)
  expect(tooLong).toMatch(/^HTTP\/1\.1 413/)
  expect(tooLong).toMatch(/connection: close/i)
  expect(leaving).toBe('<still open>')
  expect(entered).toBe(0)
  expect((await send(['name', 'Grace'])).status).toBe(200)
})

test('S10: a body that never ends is cut off once it is too long, though nobody said how long it is', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const answer = await raw(
    port,
    `${head('Transfer-Encoding: chunked')}${PARTS.length.toString(16)}\r\n${PARTS}\r\n${chunk.repeat(300)}`,
  )

  expect(answer).toMatch(/^HTTP\/1\.1 4(00|13)/)
})

test('S10: a sender who takes a byte at a time makes no work, and is answered when the body is there', async () => {
  const { type, payload } = await inParts(
    formOf([
      ['name', 'Grace'],
      ['photo', file(), 'a.png'],
    ]),
  )
  const slow = new ReadableStream({
    async start(stream) {
      for (const byte of payload) {
        stream.enqueue(Uint8Array.of(byte))
        if (byte === 10) await new Promise((resolve) => setTimeout(resolve, 5))
      }
      stream.close()
    },
  })
  const answer = await fetch(`http://127.0.0.1:${port}/forms/7`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': type },
    body: slow,
    duplex: 'half',
  })

  expect(answer.status).toBe(200)
  expect((await readdir(tmpdir())).filter((name) => !before.includes(name) && /\.(png|bin|txt)$/.test(name))).toEqual(
    [],
  )
})

test('a repeat under the same key has the first answer, and another file under it is refused', async () => {
  const headers = { 'idempotency-key': 'once' }
  const form = (bytes: number) =>
    formOf([
      ['name', 'Grace'],
      ['photo', file(bytes), 'a.png'],
    ])
  entered = 0
  const [first, again, other] = [
    await sendForm(form(3), headers),
    await sendForm(form(3), headers),
    await sendForm(form(4), headers),
  ]

  expect(again.json).toEqual(first.json)
  expect([entered, other.status, other.json.code]).toEqual([1, 409, 'key_reused'])
})
