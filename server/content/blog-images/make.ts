import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { Files } from '#server/platform/files/read.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { cutName, type Picture, type Variant } from '#server/platform/pictures/picture.ts'
import { fileOfVariant, forgetCuts, storeSizes, storedVariants } from '#server/platform/pictures/store.ts'
import { VARIANTS_DUE } from './library.ts'
import { forReaders } from './variants.ts'

const ACT = { kind: 'system', channel: 'api', act: 'blog-images.make' } as const
/** A process that dies takes what it was at with it: so often it is tried, in a fresh one. */
const TRIES = 2

interface Given {
  pictures: Pick<Pictures, 'remake'>
  files: Files
}

interface Waiting {
  id: number
  picture_id: number
  focal_x: number
  focal_y: number
}

/**
 * Makes what readers load of one picture that waits for it; the next one has a turn of its own. Killed anywhere, it is done again:
 * all is stored in one transaction, and what is there is not made twice.
 */
export const makeVariants =
  ({ pictures, files }: Given) =>
  async (tenants: Tenants, companyId: number): Promise<void> => {
    const work = await tenants.read(companyId, async (tenant) => {
      const image = await nextWaiting(tenant)
      return image && { image, ...(await lacking(tenant, image)) }
    })
    if (!work) return
    const { image, source, variants } = work
    const made = source && (await remade({ pictures, files }, companyId, source, variants))
    crashPoint('blog-images.made')
    await tenants.write(companyId, ACT, async (tenant) => {
      const isSame = await stillSo(tenant, image)
      if (isSame && made) {
        await storeSizes(tenant, image.picture_id, made)
        await forgetCuts(tenant, image.picture_id)
        crashPoint('blog-images.stored')
      }
      if (isSame) await end(tenant, image.id, made ? 'ready' : 'failed')
      await tenant.due(VARIANTS_DUE)
    })
  }

const nextWaiting = async ({ db, companyId }: Tenant): Promise<Waiting | undefined> => {
  const { rows } = await sql<Waiting>`
    select id, picture_id, focal_x, focal_y from blog_images
    where company_id = ${companyId} and state = 'processing' and deleted_at is null and picture_id is not null
    order by id limit 1`.execute(db)
  return rows[0]
}

/** What is to be made of it, and of what. */
const lacking = async (tenant: Tenant, { picture_id, focal_x, focal_y }: Waiting) => {
  const stored = await storedVariants(tenant, picture_id)
  const source = stored.find(({ format }) => format === 'source')
  const has = (variant: Variant) =>
    stored.some(
      ({ size, format, cut }) => size === variant.size && format === variant.format && cut === cutName(variant.cut),
    )
  const wanted = source ? forReaders(Math.max(source.width, source.height), { x: focal_x, y: focal_y }) : []
  return {
    source: source && (await fileOfVariant(tenant, picture_id, source)),
    variants: wanted.filter((variant) => !has(variant)),
  }
}

/** Undefined where it cannot be done. */
const remade = async (
  { pictures, files }: Given,
  companyId: number,
  source: NonNullable<Awaited<ReturnType<typeof lacking>>['source']>,
  variants: readonly Variant[],
): Promise<Picture['sizes'] | undefined> => {
  const read = await files.read(companyId, source, 0, source.bytes)
  const bytes = read instanceof Uint8Array ? read : Buffer.concat(await Array.fromAsync(read))
  const sizes: Picture['sizes'][number][] = []
  // One AVIF takes as long as all others: one by one, who uploads a picture waits for one of them at the most.
  for (const group of [
    variants.filter(({ format }) => format !== 'avif'),
    ...variants.filter(({ format }) => format === 'avif').map((avif) => [avif]),
  ]) {
    if (group.length === 0) continue
    let converted = await pictures.remake(bytes, group)
    for (let tries = 1; 'fault' in converted && tries < TRIES; tries++) converted = await pictures.remake(bytes, group)
    if ('fault' in converted) return undefined
    sizes.push(...converted.picture.sizes)
  }
  return sizes
}

/** Whether it is there and cut as it was when this began; locked, so that it stays so. */
const stillSo = async ({ db, companyId }: Tenant, { id, picture_id, focal_x, focal_y }: Waiting): Promise<boolean> => {
  const { rows } = await sql`
    select from blog_images
    where company_id = ${companyId} and id = ${id} and picture_id = ${picture_id} and deleted_at is null
      and focal_x = ${focal_x} and focal_y = ${focal_y} for no key update`.execute(db)
  return rows.length > 0
}

const end = async ({ db, companyId }: Tenant, id: number, state: 'ready' | 'failed') => {
  await sql`update blog_images set state = ${state} where company_id = ${companyId} and id = ${id}`.execute(db)
}
