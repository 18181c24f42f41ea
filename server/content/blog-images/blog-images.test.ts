import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { blogImages } from '#contract/content/blog-images.ts'
import { changes } from '#contract/platform/changes.ts'
import { startWork } from '#server/app/work.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { storeAuthorWith, storePostWith } from '#server/test/blog.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import {
  animated,
  claiming,
  gifAndScript,
  inflating,
  jpeg,
  jpegAndScript,
  lyingOnItsSide,
  plain,
  png,
  webp,
} from '#server/test/pictures.ts'
import { digestOf, storePicture } from '#server/platform/pictures/store.ts'
import { holdImages, imageRefs } from './library.ts'

const app = await startTestApp()
const work = startWork(app.services, (error) => {
  throw error
})
afterAll(async () => {
  await work.stop()
  await app.stop()
})
const { forget } = forgettingOf(app)

const KEYS = ['blogs_list', 'blogs_add', 'blogs_edit', 'activity_logs_view'] as const

const add = async (person: TestPerson, bytes: Uint8Array<ArrayBuffer>, query = {}) =>
  await person.call(blogImages.add, { query, bytes })
const listed = async (person: TestPerson, query = {}) => (await person.call(blogImages.list, { query })).data
const edit = async (person: TestPerson, id: number, body: object) =>
  (await person.call(blogImages.edit, { params: { id }, body })).data
/** The picture, once all that readers load is made. */
const ready = async (person: TestPerson, id: number) => {
  const read = async () => (await person.call(blogImages.read, { params: { id } })).data
  await expect.poll(read, { timeout: 90_000 }).toMatchObject({ state: 'ready' })
  return read()
}
const load = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await app.app.inject({ method: 'GET', url: address, headers: { accept: 'image/*,*/*', ...headers } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, body: answer.body }
}
const measured = async (address: string) => {
  const { bytes, headers } = await load(address)
  const { format, compression, width, height } = await sharp(bytes).metadata()
  return [headers['content-type'], format === 'heif' ? compression : format, width, height]
}

test('a picture is there at once, and in all formats soon after, at addresses that say nothing of the company', async () => {
  const ada = await app.signIn({ can: KEYS })

  const { data } = await add(ada, await plain(200, 2_400, 1_600), { name: 'pump.png', alt: 'A pump' })

  expect(data).toMatchObject({
    name: 'pump.png',
    alt: 'A pump',
    width: 1920,
    height: 1280,
    state: 'processing',
    uses: 0,
  })
  expect(data.key).toMatch(/^[\w-]{22}$/)
  expect(await measured(data.url)).toEqual(['image/webp', 'webp', 1920, 1280])
  const { url, small_url, jpeg_url, social_url, sources } = await ready(ada, data.id)
  expect(await Promise.all([url, small_url, jpeg_url, social_url].map(measured))).toEqual([
    ['image/webp', 'webp', 1920, 1280],
    ['image/webp', 'webp', 320, 213],
    ['image/jpeg', 'jpeg', 960, 640],
    ['image/jpeg', 'jpeg', 1200, 630],
  ])
  const widths = (srcset: string) => srcset.split(', ').map((each) => each.split(' ')[1])
  expect(sources.map(({ type, srcset }) => [type, widths(srcset)])).toEqual([
    ['image/avif', ['480w', '960w', '1440w', '1920w']],
    ['image/webp', ['320w', '480w', '960w', '1440w', '1920w']],
  ])
  const [avif] = sources[0]!.srcset.split(' ')
  expect(await measured(avif!)).toEqual(['image/avif', 'av1', 480, 320])
})

test('the same bytes are there once, whoever sends them, and however often at a moment; a product’s picture gets what it lacks', async () => {
  const ada = await app.signIn({ can: KEYS })
  const bob = await app.signIn({ can: KEYS, colleagueOf: ada })
  const eve = await app.signIn({ can: KEYS })
  const picture = await plain(7)
  const known = await app.services.pictures.read(picture)
  await app.services.tenants.write(ada.companyId, { kind: 'system', channel: 'api', act: 'test' }, (tenant) =>
    storePicture(tenant, { sha256: digestOf(picture), picture: known, quotaMb: 10 }),
  )

  const answers = await Promise.all([1, 2, 3].map(() => add(ada, picture, { name: 'one.png', alt: 'One' })))
  const again = await add(bob, picture, { name: 'two.png', alt: 'Two' })
  const hers = await add(eve, picture)

  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(answers.filter(({ message }) => message === 'This picture is here already')).toHaveLength(2)
  expect(again).toMatchObject({ message: 'This picture is here already', data: { name: 'one.png', alt: 'One' } })
  expect(hers.data.key).not.toBe(again.data.key)
  expect(await listed(ada)).toHaveLength(1)
  const { jpeg_url } = await ready(ada, again.data.id)
  expect(await measured(jpeg_url)).toEqual(['image/jpeg', 'jpeg', 40, 30])
})

test('the library is listed newest first, searched by name and description, and narrowed to what is unused or undescribed', async () => {
  const ada = await app.signIn({ can: KEYS })
  const one = (await add(ada, await plain(1), { name: 'pump.png', alt: 'A pump' })).data.id
  const two = (await add(ada, await plain(2), { name: 'valve.png' })).data.id
  const three = (await add(ada, await plain(3), { name: 'x.png', alt: 'Pumping station' })).data.id
  await storeAuthorWith(app, ada, two)
  await storePostWith(app, ada, three)

  const ids = async (query: object) => (await listed(ada, query)).map(({ id }) => id)
  expect(await ids({})).toEqual([three, two, one])
  expect(await ids({ search: 'PUMP' })).toEqual([three, one])
  expect(await ids({ only: 'unused' })).toEqual([one])
  expect(await ids({ only: 'without_alt' })).toEqual([two])
  expect(await ids({ pageSize: 1, page: 2 })).toEqual([two])
  expect((await listed(ada)).map(({ uses, added_by }) => [uses, added_by?.id])).toEqual([
    [1, ada.id],
    [1, ada.id],
    [0, ada.id],
  ])
})

test('another company neither sees, changes, deletes nor names a picture; without a right to write posts nobody changes one', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  const reader = await app.signIn({ can: ['blogs_list'], colleagueOf: ada })
  const nobody = await app.signIn({ colleagueOf: ada })
  const { id } = (await add(ada, await plain(1), { alt: 'Hers' })).data

  expect(await listed(eve)).toEqual([])
  await expect(edit(eve, id, { alt: 'Mine' })).rejects.toThrow('404 Picture not found')
  await expect(eve.call(blogImages.remove, { params: { id } })).rejects.toThrow('404 Picture not found')
  const found = await app.services.tenants.write(
    eve.companyId,
    { kind: 'system', channel: 'api', act: 'test' },
    async (tenant) => [...(await holdImages(tenant, [id])), ...(await imageRefs(tenant, [id])).keys()],
  )
  expect(found).toEqual([])
  expect(await listed(reader)).toHaveLength(1)
  await expect(edit(reader, id, { alt: 'No' })).rejects.toThrow('403')
  await expect(add(reader, await plain(2))).rejects.toThrow('403')
  await expect(listed(nobody)).rejects.toThrow('403')
  expect((await listed(ada))[0]).toMatchObject({ alt: 'Hers', version: 1 })
})

test('two who change one picture both win, unless it is the same field; undo puts back what it shows and where it is cut', async () => {
  const ada = await app.signIn({ can: KEYS })
  const bob = await app.signIn({ can: KEYS, colleagueOf: ada })
  const { id, version: seen } = (await add(ada, await plain(1), { alt: 'Old' })).data

  await edit(ada, id, { alt: 'Ada’s', version: seen })
  expect(await edit(bob, id, { focal_x: 0.25, version: seen })).toMatchObject({ alt: 'Ada’s', focal_x: 0.25 })
  await expect(edit(bob, id, { alt: 'Bob’s', version: seen })).rejects.toMatchObject({
    status: 409,
    failure: { code: 'version_conflict', details: { fields: ['alt'], current: { alt: 'Ada’s' } } },
  })

  const [act] = (await ada.call(changes.list, { query: {} })).data
  expect(act).toMatchObject({ did: 'Changed the picture *', about: { entity: 'blog_images', name: 'Ada’s' } })
  for (const person of [ada, bob]) {
    const [last] = (await person.call(changes.list, { query: {} })).data
    await person.call(changes.undo, { body: { changeSet: last!.change_set } })
  }
  expect((await listed(ada))[0]).toMatchObject({ alt: 'Old', focal_x: 0.5 })
})

test('cut around another point, a picture has another address for it, and what pages showed before stays there', async () => {
  const ada = await app.signIn({ can: KEYS })
  const { id } = (await add(ada, await lyingOnItsSide('-'))).data
  const before = await ready(ada, id)

  expect(await edit(ada, id, { focal_x: 0.5, focal_y: 0 })).toMatchObject({
    state: 'processing',
    social_url: before.jpeg_url,
  })
  const after = await ready(ada, id)

  expect(after.social_url).toMatch(/\/social-50-0\.jpg$/)
  const top = async (address: string) => {
    const { data } = await sharp((await load(address)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [data[0]! > 200, data[2]! > 200]
  }
  // Its upper half is red, its lower half is blue.
  expect([await top(before.social_url), await top(after.social_url)]).toEqual([
    [true, false],
    [true, false],
  ])
  const bottom = await edit(ada, id, { focal_y: 1 }).then(() => ready(ada, id))
  expect(await top(bottom.social_url)).toEqual([false, true])
  expect((await load(before.social_url)).status).toBe(200)
  expect(bottom.url).toBe(before.url)
})

test('a picture that a post, an author or unsaved work names is not deleted, and the answer says which; unused, it goes and comes back', async () => {
  const ada = await app.signIn({ can: KEYS })
  const remove = (id: number) => ada.call(blogImages.remove, { params: { id } })
  const [cover, inText, photo, typed] = await Promise.all(
    [1, 2, 3, 4].map(async (red) => (await add(ada, await plain(red), { alt: `${red}` })).data),
  )
  await storePostWith(app, ada, cover!.id, inText!.id)
  await storeAuthorWith(app, ada, photo!.id)
  const fields = { title: 'x', document: { content: [{ type: 'image', attrs: { image_id: typed!.id } }] } }
  await app.sql(
    ada.companyId,
    `insert into blog_working_copies (company_id, person_id, key, fields) values ($1, $2, 'new-1', $3)`,
    [ada.companyId, ada.id, fields],
  )

  for (const { id } of [cover!, inText!])
    await expect(remove(id)).rejects.toMatchObject({
      status: 409,
      failure: { code: 'image_used', message: expect.stringContaining('used by “Sizing a pump”') },
    })
  await expect(remove(photo!.id)).rejects.toThrow('409 This picture is used by the author Asha Rao.')
  await expect(remove(typed!.id)).rejects.toThrow('409 This picture is used by a post that somebody is writing.')

  await app.sql(ada.companyId, `delete from blog_working_copies where company_id = $1`, [ada.companyId])
  await remove(typed!.id)
  expect((await load(typed!.url)).status).toBe(404)
  const [act] = (await ada.call(changes.list, { query: {} })).data
  await ada.call(changes.undo, { body: { changeSet: act!.change_set } })
  expect((await load(typed!.url)).status).toBe(200)
  expect(await listed(ada)).toHaveLength(4)
  const upload = (await ada.call(changes.list, { query: {} })).data.find(
    ({ did, about }) => did === 'Added a picture' && about?.id === cover!.id,
  )
  const refused = await ada.call(changes.undo, { body: { changeSet: upload!.change_set } }).catch(String)
  expect(JSON.stringify(refused)).toContain('The picture is used.')
})

test('what nothing uses leaves the library after 30 days, and its bytes 30 days later; what is used never does', async () => {
  const ada = await app.signIn({ can: KEYS })
  const [used, unused] = await Promise.all(
    [1, 2].map(async (red) => (await add(ada, await plain(red), { alt: `${red}` })).data),
  )
  await storePostWith(app, ada, used!.id)
  const age = (table: string, days: number) =>
    app.sql(
      ada.companyId,
      `update ${table} set unused_at = now() - make_interval(days => $2) where company_id = $1 and unused_at is not null`,
      [ada.companyId, days],
    )
  const left = async () => [
    (await listed(ada)).map(({ alt }) => alt).toSorted(),
    (await app.sql(ada.companyId, 'select count(*)::int as n from pictures where company_id = $1', [ada.companyId]))[0]
      .n,
  ]

  await forget()
  await age('blog_images', 29)
  await forget()
  expect(await left()).toEqual([['1', '2'], 2])
  await age('blog_images', 31)
  await forget()
  expect(await left()).toEqual([['1'], 2])
  expect((await load(unused!.url)).status).toBe(404)
  await age('pictures', 31)
  await forget()
  expect(await left()).toEqual([['1'], 1])
  expect((await load(used!.url)).status).toBe(200)
})

test('S9: an address of readers may be kept by everybody for good; every other one is unknown alike, and says nothing', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  const { id, url, key, small_url } = (await add(ada, await plain(1))).data
  const gone = (await add(eve, await plain(1))).data
  await eve.call(blogImages.remove, { params: { id: gone.id } })
  await ready(ada, id)

  const { status, headers } = await load(url)

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^inline; filename="\d+\.webp"/),
  })
  const etag = String(headers['etag'])
  expect((await load(url, { 'if-none-match': etag })).status).toBe(304)
  // Also where a browser opens it: it is no page of the web app.
  expect((await load(url, { accept: 'text/html,*/*' })).headers['content-type']).toBe('image/webp')

  const unknown = (body: string) => JSON.stringify({ ...JSON.parse(body), request_id: '' })
  const nothing = await load('/i/nothing/at/all')
  const others = [
    gone.url,
    small_url.replace(key, gone.key),
    ...['959.avif', '1920.source', '960.png', '960.AVIF', 'social-1-1.jpg', 'social-50-50.webp', 'x', '%2e%2e', ''].map(
      (variant) => `/i/${key}/${variant}`,
    ),
    ...[key.slice(1), `${key}A`, key.toLowerCase(), 'A'.repeat(22), '%00'].map((other) => url.replace(key, other)),
  ]
  const answers: string[] = []
  for (const other of others) {
    const { status: code, body } = await load(other)
    if (code !== 404 || unknown(body) !== unknown(nothing.body)) answers.push(`${other}: ${code} ${body}`)
  }
  expect(answers).toEqual([])
})

test('S3: anything but a still JPEG, PNG or WebP is refused with a sentence, and nothing of it is stored', async () => {
  const ada = await app.signIn({ can: KEYS })
  const of = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
  const whole = await jpeg(800, 600)
  const cases: Readonly<Record<string, readonly [Uint8Array<ArrayBuffer>, string]>> = {
    'a bomb': [claiming(30_000, 30_000), 'The picture is larger than 40 megapixels.'],
    'an SVG': [of('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG pictures can’t be used. Save it as PNG.'],
    'a HEIC picture': [
      of('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      'This is a HEIC picture, which browsers don’t show. Save it as JPEG.',
    ],
    'half a JPEG': [whole.subarray(0, whole.length / 2), 'The picture is damaged and cannot be read.'],
    'an animation': [await animated('webp', 5), 'Animated pictures can’t be used. Choose a still one.'],
    'a GIF that is a script': [gifAndScript(10), 'Choose a JPEG, PNG or WebP picture.'],
    'one byte': [of('\xff'), 'Choose a JPEG, PNG or WebP picture.'],
  }

  const said: Record<string, unknown> = {}
  for (const [name, [bytes]] of Object.entries(cases))
    said[name] = await add(ada, bytes).catch(({ status, failure }) => [status, ...failure.errors])

  expect(said).toEqual(
    Object.fromEntries(
      Object.entries(cases).map(([name, [, message]]) => [name, [400, { field: 'picture', message }]]),
    ),
  )
  for (const body of [{ focal_x: 1.1 }, { focal_y: -0.1 }, { focal_x: 'middle' }, { alt: 'x'.repeat(251) }])
    await expect(edit(ada, 1, body)).rejects.toThrow('400')
  const kept =
    'select (select count(*)::int from pictures where company_id = $1) + (select count(*)::int from files where company_id = $1) as n'
  expect(await app.sql(ada.companyId, kept, [ada.companyId])).toEqual([{ n: 0 }])
})

test('S3: nothing is handed out as it was sent: no script, place or profile is in any format', async () => {
  const ada = await app.signIn({ can: KEYS })
  const script = '<script>alert(document.domain)</script>'
  for (const bytes of [await lyingOnItsSide(script), await jpegAndScript(script), inflating(30)]) {
    const added = await add(ada, bytes).catch(() => undefined)
    if (!added) continue
    const image = await ready(ada, added.data.id)
    const addresses = image.sources.flatMap(({ srcset }) => srcset.split(', ').map((each) => each.split(' ')[0]!))
    for (const address of [...addresses, image.jpeg_url, image.social_url]) {
      const { bytes: sent } = await load(address)
      const { exif, icc, xmp, iptc, orientation } = await sharp(sent).metadata()
      expect([exif, icc, xmp, iptc, orientation]).toEqual(Array.from({ length: 5 }, () => undefined))
      expect(sent.includes('script')).toBe(false)
    }
  }
  expect(await listed(ada)).not.toEqual([])
})

test('never enlarged: a small, a tall and a see-through picture come in what they have, and white behind in a JPEG', async () => {
  const ada = await app.signIn({ can: KEYS })
  const tall = (await add(ada, await webp(300, 700))).data.id
  const clear = Uint8Array.from(
    await sharp({ create: { width: 700, height: 500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer(),
  )
  const seeThrough = (await add(ada, clear)).data.id
  const small = (await add(ada, await png(60, 20))).data.id

  const { sources, social_url } = await ready(ada, tall)
  expect(sources.map(({ srcset }) => srcset.split(', ').map((each) => each.split(' ')[1]))).toEqual([
    ['206w', '300w'],
    ['137w', '206w', '300w'],
  ])
  expect(await measured(social_url)).toEqual(['image/jpeg', 'jpeg', 300, 158])
  const { data } = await sharp((await load((await ready(ada, seeThrough)).jpeg_url)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  const tiny = await ready(ada, small)
  expect(await measured(tiny.url)).toEqual(['image/webp', 'webp', 60, 20])
  expect(await measured(tiny.jpeg_url)).toEqual(['image/jpeg', 'jpeg', 60, 20])
})
