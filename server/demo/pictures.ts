import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { forReaders } from '#server/content/blog-images/variants.ts'
import { cut } from '#server/platform/files/pieces.ts'
import { cutName, SHOWN_AND_SOURCE, type Picture } from '#server/platform/pictures/picture.ts'
import { openReader } from '#server/platform/pictures/reader.ts'
import { COVERS, PORTRAITS } from './covers.ts'
import { changeOf, type Row } from './history.ts'
import { nextId } from './next-id.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { TYPES } from '#server/platform/pictures/store.ts'
import { actAt, iso, person } from './world.ts'

/** A picture of the demo in all that is stored of one. */
export interface DemoPicture extends Picture {
  name: string
  alt: string
  sha256: Buffer
}

export interface DemoPictures {
  /** Of posts and of authors, in the order of `COVERS` and `PORTRAITS`. */
  covers: readonly DemoPicture[]
  portraits: readonly DemoPicture[]
}

/** Small, since every format of them is made while a new database is filled. */
const COVER_WIDTH = 960
const PORTRAIT_WIDTH = 320

let drawn: Promise<DemoPictures> | undefined

/** All pictures of the demo, drawn and written in every format once. */
export const demoPictures = (): Promise<DemoPictures> => (drawn ??= drawAll())

const drawAll = async (): Promise<DemoPictures> => {
  const { default: sharp } = await import('sharp')
  const reader = openReader()
  const all = async (drawings: typeof COVERS, width: number) => {
    const variants = [...SHOWN_AND_SOURCE, ...forReaders(width, { x: 0.5, y: 0.5 })]
    const pictures: DemoPicture[] = []
    for (const { name, alt, svg } of drawings) {
      const converted = await reader.read(await sharp(Buffer.from(svg)).resize(width).png().toBuffer(), variants)
      if ('fault' in converted) throw new Error(`The demo’s picture ${name} cannot be read: ${converted.fault}`)
      pictures.push({ name, alt, sha256: digestOf(svg), ...converted.picture })
    }
    return pictures
  }
  const covers = await all(COVERS, COVER_WIDTH)
  const portraits = await all(PORTRAITS, PORTRAIT_WIDTH)
  reader.close()
  return { covers, portraits }
}

/** Puts pictures into a company’s library; answers their ids, in the same order. */
export const storePictures = async (
  client: Client,
  random: Random,
  companyId: number,
  pictures: readonly { picture: DemoPicture; by: number; at: number }[],
): Promise<number[]> => {
  const images: Row[] = []
  const changes: Row[] = []
  for (const { picture, by, at } of pictures) {
    const image = {
      company_id: companyId,
      id: await nextId(client, 'blog_images'),
      key: Buffer.from(random.hex(16), 'hex').toString('base64url'),
      picture_id: await storePicture(client, companyId, picture),
      name: picture.name,
      alt: picture.alt,
      focal_x: 0.5,
      focal_y: 0.5,
      state: 'ready',
      added_by: by,
      created_at: iso(at),
      updated_at: iso(at),
      version: 1,
    }
    images.push(image)
    const change = changeOf('blog_images', undefined, image, actAt({ random }, at, person(by), 'blog-images.add'), () =>
      random.hex(16),
    )
    if (change) changes.push(change)
  }
  await storeRows(client, companyId, { blog_images: images, changes })
  // Rows are copied past the triggers that would do it.
  await client.query(
    'insert into identity.picture_keys (key, company_id) select key, company_id from blog_images where company_id = $1 on conflict do nothing',
    [companyId],
  )
  return images.map(({ id }) => Number(id))
}

const storePicture = async (client: Client, companyId: number, { sha256, width, height, sizes }: DemoPicture) => {
  const bytes = sizes.reduce((sum, each) => sum + each.bytes.length, 0)
  const stored = await client.query<{ id: number }>(
    'insert into pictures (company_id, sha256, width, height, bytes) values ($1, $2, $3, $4, $5) returning id',
    [companyId, sha256, width, height, bytes],
  )
  const id = stored.rows[0]?.id
  for (const each of sizes) {
    const size = await client.query<{ id: number }>(
      `insert into picture_sizes (company_id, picture_id, size, format, cut, width, height)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [companyId, id, each.size, each.format, cutName(each.cut), each.width, each.height],
    )
    const file = await client.query<{ id: number }>(
      `insert into files (company_id, entity, entity_id, type, bytes, sha256)
       values ($1, 'picture_sizes', $2, $3, $4, $5) returning id`,
      [companyId, size.rows[0]?.id, TYPES[each.format], each.bytes.length, digestOf(each.bytes)],
    )
    for (const [piece, content] of [...cut(each.bytes)].entries())
      await client.query(
        `insert into file_chunks (company_id, file_id, part, piece, bytes, sha256, deflated, content)
         values ($1, $2, 0, $3, $4, $5, false, $6)`,
        [companyId, file.rows[0]?.id, piece, content.length, digestOf(content), Buffer.from(content)],
      )
  }
  return id
}

const digestOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
