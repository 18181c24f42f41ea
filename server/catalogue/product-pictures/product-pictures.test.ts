import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { MOST_PICTURES, productPictures } from '#contract/catalogue/product-pictures.ts'
import { toRequest } from '#contract/kit/request.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { somebodyWaits } from '#server/test/waiting.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import {
  animated,
  claiming,
  gifAndScript,
  jpeg,
  jpegAndScript,
  lyingOnItsSide,
  plain,
  png,
  webp,
} from '#server/test/pictures.ts'

const MB = 1024 ** 2
const QUOTA_MB = 20
const app = await startTestApp({ PICTURES_QUOTA_MB: String(QUOTA_MB) })
afterAll(() => app.stop())
const { forget } = forgettingOf(app)

const KEYS = ['master_products_view', 'master_products_edit', 'activity_logs_view'] as const

let products = 0
const newProduct = async ({ companyId }: TestPerson): Promise<number> => {
  const [{ id }] = await app.sql(
    companyId,
    'insert into products (company_id, code, name) values ($1, $2, $3) returning id::int',
    [companyId, `P-${(products += 1)}`, 'Ball valve DN25'],
  )
  return Number(id)
}
const add = async (person: TestPerson, id: number, bytes: Uint8Array<ArrayBuffer>, no = MOST_PICTURES, query = {}) =>
  (await person.call(productPictures.add, { params: { id, no }, query, bytes })).data
const listed = async (person: TestPerson, id: number) =>
  (await person.call(productPictures.list, { params: { id } })).data
const stored = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select (select count(*)::int from pictures where company_id = $1) as pictures,
      (select count(*)::int from picture_sizes where company_id = $1) as sizes,
      (select count(*)::int from files where company_id = $1) as files,
      (select count(*)::int from product_pictures where company_id = $1 and deleted_at is null) as named`,
    [companyId],
  )
const load = async (address: string) => {
  const answer = await app.app.inject({ method: 'GET', url: address, headers: { accept: 'image/*,*/*' } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const lastAct = async (person: TestPerson) => (await person.call(changes.list, { query: {} })).data[0]!

test('pictures of a product are stored in three sizes, in the order in which they were placed; a product of another company is unknown', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  const id = await newProduct(ada)

  await add(ada, id, await jpeg(2_400, 1_600, 40), 1, { name: 'front.jpg', alt: 'From the front' })
  await add(ada, id, await webp(800, 1_000), 2)
  await add(ada, id, await png(300, 200), 1, { alt: 'Small' })

  const { images, version } = await listed(ada, id)
  expect(images.map(({ name, alt, width, height }) => [name, alt, width, height])).toEqual([
    ['', 'Small', 300, 200],
    ['front.jpg', 'From the front', 1920, 1280],
    ['', '', 800, 1_000],
  ])
  expect(version).toBe(4)
  const measured = async (address: string) => {
    const { bytes } = await load(address)
    const { format, width, height } = await sharp(bytes).metadata()
    return [format, width, height]
  }
  const [small, large] = images
  expect(await Promise.all([large!.small, large!.medium, large!.large].map(measured))).toEqual([
    ['webp', 320, 213],
    ['webp', 960, 640],
    ['webp', 1920, 1280],
  ])
  expect(await Promise.all([small!.small, small!.medium, small!.large].map(measured))).toEqual(
    Array.from({ length: 3 }, () => ['webp', 300, 200]),
  )

  await expect(add(eve, id, await plain(1))).rejects.toThrow('404 Product not found')
  await expect(listed(eve, id)).rejects.toThrow('404 Product not found')
  await expect(eve.call(productPictures.arrange, { params: { id }, body: { images: [] } })).rejects.toThrow('404')
  const hers = await newProduct(eve)
  const foreign = { images: [{ id: small!.id, alt: '' }] }
  await expect(eve.call(productPictures.arrange, { params: { id: hers }, body: foreign })).rejects.toThrow(
    '404 Picture not found',
  )
  expect(await stored(eve)).toEqual([{ pictures: 0, sizes: 0, files: 0, named: 0 }])
})

test('whoever may only see products sees their pictures and changes none', async () => {
  const ada = await app.signIn({ can: KEYS })
  const rep = await app.signIn({ can: ['products_list'], colleagueOf: ada })
  const nobody = await app.signIn({ colleagueOf: ada })
  const id = await newProduct(ada)
  await add(ada, id, await plain(1))

  expect((await listed(rep, id)).images).toHaveLength(1)
  await expect(add(rep, id, await plain(2))).rejects.toThrow('403')
  await expect(rep.call(productPictures.arrange, { params: { id }, body: { images: [] } })).rejects.toThrow('403')
  await expect(listed(nobody, id)).rejects.toThrow('403')
  expect((await listed(ada, id)).images).toHaveLength(1)
})

test('order, descriptions and removal are one act: one version of the product, one line of the history, one undo', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  for (const red of [1, 2, 3]) await add(ada, id, await plain(red), MOST_PICTURES, { alt: `Picture ${red}` })
  const before = await listed(ada, id)
  const [first, second, third] = before.images

  const body = {
    images: [
      { id: third!.id, alt: 'The cover' },
      { id: first!.id, alt: 'Picture 1' },
    ],
    version: before.version,
  }
  const { data } = await ada.call(productPictures.arrange, { params: { id }, body })

  expect(data.version).toBe(before.version + 1)
  expect(data.images.map(({ id: each, alt }) => [each, alt])).toEqual([
    [third!.id, 'The cover'],
    [first!.id, 'Picture 1'],
  ])
  const told = await lastAct(ada)
  expect(told).toMatchObject({
    did: 'Changed the pictures of *',
    about: { entity: 'products', name: 'Ball valve DN25' },
  })
  await ada.call(changes.undo, { body: { changeSet: told.change_set } })
  const after = await listed(ada, id)
  expect(after.images.map(({ id: each, alt }) => [each, alt])).toEqual([
    [first!.id, 'Picture 1'],
    [second!.id, 'Picture 2'],
    [third!.id, 'Picture 3'],
  ])
  expect(after.version).toBeGreaterThan(data.version)

  const same = { images: after.images.map(({ id: each, alt }) => ({ id: each, alt })), version: after.version }
  expect((await ada.call(productPictures.arrange, { params: { id }, body: same })).data.version).toBe(after.version)
  const twice = { images: [body.images[0]!, body.images[0]!] }
  await expect(ada.call(productPictures.arrange, { params: { id }, body: twice })).rejects.toThrow(
    '400 Each picture can be named only once',
  )
})

test('who has not seen the newest pictures overwrites none; a change of other fields is in nobody’s way', async () => {
  const ada = await app.signIn({ can: KEYS })
  const bob = await app.signIn({ can: KEYS, colleagueOf: ada })
  const id = await newProduct(ada)
  const seen = await add(ada, id, await plain(1))
  await app.sql(ada.companyId, `update products set brand = 'Norden' where company_id = $1 and id = $2`, [
    ada.companyId,
    id,
  ])
  const images = seen.images.map((each) => ({ id: each.id, alt: 'Mine' }))
  const mine = await ada.call(productPictures.arrange, { params: { id }, body: { images, version: seen.version } })
  expect(mine.data).toMatchObject({ version: seen.version + 2, images: [{ alt: 'Mine' }] })

  const failed = bob.call(productPictures.arrange, { params: { id }, body: { images: [], version: seen.version } })

  await expect(failed).rejects.toMatchObject({
    status: 409,
    failure: { code: 'version_conflict', details: { fields: ['images'], current: { images: [{ alt: 'Mine' }] } } },
  })
  expect((await listed(bob, id)).images).toHaveLength(1)
})

test('the same picture sent again, or at the same moment, is there once; on another product it takes no more room', async () => {
  const ada = await app.signIn({ can: KEYS })
  const [one, other] = [await newProduct(ada), await newProduct(ada)]
  const picture = await jpeg(400, 300)

  const answers = await Promise.all(Array.from({ length: 4 }, () => add(ada, one, picture)))
  await add(ada, other, picture)

  expect(new Set(answers.map(({ images }) => images[0]?.id)).size).toBe(1)
  expect(await stored(ada)).toEqual([{ pictures: 1, sizes: 2, files: 2, named: 2 }])
})

test('a product has 12 pictures at the most, also by an undo', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  for (let red = 1; red <= MOST_PICTURES; red++) await add(ada, id, await plain(red))
  await expect(add(ada, id, await plain(99))).rejects.toThrow('409 A product can have at most 12 pictures.')

  const { images } = await listed(ada, id)
  const kept = images.slice(1).map(({ id: each, alt }) => ({ id: each, alt }))
  await ada.call(productPictures.arrange, { params: { id }, body: { images: kept } })
  const { change_set: changeSet } = await lastAct(ada)
  await add(ada, id, await plain(99))
  const undone = await ada.call(changes.undo, { body: { changeSet } }).catch(String)

  expect(JSON.stringify(undone)).toContain('A product can have at most 12 pictures.')
  expect((await listed(ada, id)).images).toHaveLength(MOST_PICTURES)
})

test('what nothing names any more goes after 30 days, with all its sizes; what is named or could come back stays', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  for (const red of [1, 2]) await add(ada, id, await plain(red))
  const [first, second] = (await listed(ada, id)).images
  await ada.call(productPictures.arrange, { params: { id }, body: { images: [{ id: first!.id, alt: '' }] } })
  const { change_set: changeSet } = await lastAct(ada)
  const { version } = await listed(ada, id)
  const age = (days: number) =>
    app.sql(
      ada.companyId,
      `update pictures set unused_at = now() - make_interval(days => $2) where company_id = $1 and uses = 0`,
      [ada.companyId, days],
    )

  await age(29)
  await forget()
  expect(await stored(ada)).toEqual([{ pictures: 2, sizes: 2, files: 2, named: 1 }])
  expect((await load(second!.small)).status).toBe(200)
  await age(31)
  await forget()

  expect(await stored(ada)).toEqual([{ pictures: 1, sizes: 1, files: 1, named: 1 }])
  expect((await listed(ada, id)).version).toBe(version)
  const undone = await ada.call(changes.undo, { body: { changeSet } }).catch(String)
  expect(JSON.stringify(undone)).toContain('The picture was deleted for good.')
  expect((await listed(ada, id)).images.map((each) => each.id)).toEqual([first!.id])
})

test('an undo of an upload takes the picture from the product, and another one brings it back', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  const { images } = await add(ada, id, await plain(1))
  const upload = await lastAct(ada)
  expect(upload).toMatchObject({ did: 'Added a picture to *' })

  await ada.call(changes.undo, { body: { changeSet: upload.change_set } })
  expect((await listed(ada, id)).images).toEqual([])
  await ada.call(changes.undo, { body: { changeSet: (await lastAct(ada)).change_set } })

  expect((await listed(ada, id)).images.map((each) => each.id)).toEqual(images.map((each) => each.id))
  expect(await stored(ada)).toEqual([{ pictures: 1, sizes: 1, files: 1, named: 1 }])
})

test('an undo waits for whoever holds the product before it holds any of its pictures, so neither waits for the other', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  const { images } = await add(ada, id, await plain(1))
  const { change_set: changeSet } = await lastAct(ada)
  let undone: Promise<unknown> = Promise.resolve()

  await app.holding(ada.companyId, 'select from products where id = $1 for no key update', [id], async () => {
    undone = ada.call(changes.undo, { body: { changeSet } })
    await somebodyWaits(app)
    const free = 'select id from product_pictures where id = $1 for update nowait'
    expect(await app.sql(ada.companyId, free, [images[0]!.id])).toHaveLength(1)
  })

  await undone
  expect((await listed(ada, id)).images).toEqual([])
})

test('what a company may store is counted; beyond it a picture is refused, and removing one makes room', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  const id = await newProduct(ada)
  await add(ada, id, await plain(1))
  // As if it were large.
  await app.sql(ada.companyId, 'update pictures set bytes = $2 where company_id = $1', [ada.companyId, QUOTA_MB * MB])
  await expect(add(ada, id, await plain(2))).rejects.toThrow(
    `409 The store for pictures is full (${QUOTA_MB} MB). Remove some, or have it made larger.`,
  )
  expect(await stored(ada)).toEqual([{ pictures: 1, sizes: 1, files: 1, named: 1 }])
  await add(eve, await newProduct(eve), await plain(2))

  await ada.call(productPictures.arrange, { params: { id }, body: { images: [] } })
  await add(ada, id, await plain(2))
  expect((await listed(ada, id)).images).toHaveLength(1)
})

test('C5: anything but a still JPEG, PNG or WebP of at most 40 megapixels is refused with a sentence and stores nothing', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  const whole = await jpeg(800, 600)
  const broken = await png(400, 300)
  const of = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
  const damaged = 'The picture is damaged and cannot be read.'
  const other = 'Choose a JPEG, PNG or WebP picture.'
  const cases: Readonly<Record<string, readonly [Uint8Array<ArrayBuffer>, string]>> = {
    'a PNG of 30,000 × 30,000': [claiming(30_000, 30_000), 'The picture is larger than 40 megapixels.'],
    'an SVG called .png': [
      of('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'SVG pictures can’t be used. Save it as PNG.',
    ],
    'a HEIC picture': [
      of('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      'This is a HEIC picture, which browsers don’t show. Save it as JPEG.',
    ],
    'a JPEG without its second half': [whole.subarray(0, whole.length / 2), damaged],
    'a PNG without its second half': [broken.subarray(0, broken.length / 2), damaged],
    'the head of a JPEG': [whole.subarray(0, 20), damaged],
    'a WebP without its second half': [(await webp(400, 300)).subarray(0, 4_000), damaged],
    'an animated WebP': [await animated('webp', 5), 'Animated pictures can’t be used. Choose a still one.'],
    'an animated GIF of 10,000 frames that is a script': [gifAndScript(10_000), other],
    'a GIF': [await animated('gif', 3), other],
    'a PDF': [of('%PDF-1.7\n1 0 obj\n'), other],
    'a TIFF': [of('II*\0\x08\0\0\0'), other],
    'a text': [of('<script>alert(1)</script>'), other],
    'one byte': [of('\xff'), other],
  }

  const said: Record<string, unknown> = {}
  for (const [name, [bytes]] of Object.entries(cases))
    said[name] = await add(ada, id, bytes, 1, { name: 'x.png' }).catch(({ status, failure }) => [
      status,
      ...failure.errors,
    ])

  expect(said).toEqual(
    Object.fromEntries(
      Object.entries(cases).map(([name, [, message]]) => [name, [400, { field: 'picture', message }]]),
    ),
  )
  expect((await listed(ada, id)).images).toEqual([])
  expect(await stored(ada)).toEqual([{ pictures: 0, sizes: 0, files: 0, named: 0 }])
})

test('C5: nothing is served as it was sent: a picture comes out upright, as WebP, without scripts, places and profiles', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  const script = '<script>alert(document.domain)</script>'
  await add(ada, id, await lyingOnItsSide(script))
  await add(ada, id, await jpegAndScript(script))

  const { images } = await listed(ada, id)
  for (const address of images.flatMap(({ small, medium, large }) => [small, medium, large])) {
    const { bytes, headers } = await load(address)
    const { format, exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect([format, exif, icc, xmp, iptc, orientation]).toEqual(['webp', ...Array.from({ length: 5 }, () => undefined)])
    expect(headers['content-type']).toBe('image/webp')
    expect(bytes.includes('script')).toBe(false)
  }
  const upright = await sharp((await load(images[0]!.large)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([upright.info.width, upright.info.height]).toEqual([300, 400])
  const [red, , blue] = upright.data.subarray(3 * 150, 3 * 153)
  expect([red! > 200, blue! < 50]).toEqual([true, true])
})

test('a picture of more than 10 MiB is refused before it is read', async () => {
  const ada = await app.signIn({ can: KEYS })
  const id = await newProduct(ada)
  const { method, url } = toRequest(productPictures.add, {
    params: { id, no: 1 },
    query: {},
    bytes: new Uint8Array(1),
  })
  const { status, json } = await ada.send(method, url, new Uint8Array(10 * MB + 1), {
    'content-type': 'application/octet-stream',
  })
  expect([status, json.message]).toEqual([413, 'This is too large to send. Send at most 10240 KiB.'])
  expect(await stored(ada)).toEqual([{ pictures: 0, sizes: 0, files: 0, named: 0 }])
})
