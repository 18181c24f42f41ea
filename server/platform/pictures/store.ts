import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { fileOf, putFile, type StoredFile } from '#server/platform/files/store.ts'
import { cutName, type Format, type Picture } from './picture.ts'

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The company's picture of these bytes, stored in this format; undefined where it has none. */
export const pictureOf = async (tenant: Tenant, sha256: string, format: Format = 'webp'): Promise<number | undefined> =>
  (await ofBytes(tenant, sha256, format).executeTakeFirst())?.id

/** The same, which is not deleted before the transaction ends. */
export const holdPicture = async (
  tenant: Tenant,
  sha256: string,
  format: Format = 'webp',
): Promise<number | undefined> => (await ofBytes(tenant, sha256, format).forKeyShare().executeTakeFirst())?.id

const ofBytes = ({ db, companyId }: Tenant, sha256: string, format: Format) =>
  db
    .selectFrom('pictures')
    .select('id')
    .where('company_id', '=', companyId)
    .where('sha256', '=', fromHex(sha256))
    .where(
      sql<boolean>`exists (select from picture_sizes s where s.company_id = pictures.company_id and s.picture_id = pictures.id and s.format = ${format})`,
    )

const fromHex = (digits: string) => Buffer.from(digits, 'hex')

/** Stores a picture in the transaction that names it, or what the company lacks of it; answers its id. */
export const storePicture = async (
  tenant: Tenant,
  { sha256, picture, quotaMb }: { sha256: string; picture: Picture; quotaMb: number },
): Promise<number> => {
  const { db, companyId } = tenant
  await checkRoom(tenant, bytesOf(picture.sizes), quotaMb)
  const stored = await db
    .insertInto('pictures')
    .values({ company_id: companyId, sha256: fromHex(sha256), width: picture.width, height: picture.height, bytes: 0 })
    .onConflict((same) => same.columns(['company_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = stored?.id ?? storedMeanwhile(await holdPicture(tenant, sha256))
  await storeSizes(tenant, id, picture.sizes)
  return id
}

const bytesOf = (sizes: Picture['sizes']) => sizes.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** Stores those of these sizes that the picture lacks. */
export const storeSizes = async (tenant: Tenant, pictureId: number, sizes: Picture['sizes']): Promise<void> => {
  const { db, companyId } = tenant
  const added: Picture['sizes'][number][] = []
  for (const each of sizes) {
    const { size, format, cut, width, height, bytes: source } = each
    const stored = await db
      .insertInto('picture_sizes')
      .values({ company_id: companyId, picture_id: pictureId, size, format, cut: cutName(cut), width, height })
      .onConflict((same) => same.columns(['company_id', 'picture_id', 'size', 'format', 'cut']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) continue
    const owner = { entity: 'picture_sizes', id: stored.id } as const
    await putFile(tenant, owner, { type: TYPES[format], source, limit: source.length })
    added.push(each)
  }
  await sql`
    update pictures set bytes = bytes + ${bytesOf(added)}::integer
    where company_id = ${companyId} and id = ${pictureId}`.execute(db)
}

export const TYPES: Readonly<Record<Format, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpeg: 'image/jpeg',
  source: 'image/webp',
}

const storedMeanwhile = (id: number | undefined): number => {
  if (id === undefined) throw new Error('The picture of these bytes is neither there nor can it be stored')
  return id
}

/** Two at a time may exceed it by one picture. */
const checkRoom = async ({ db, companyId }: Tenant, bytes: number, quotaMb: number) => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(bytes), 0) as used from pictures where company_id = ${companyId} and uses > 0`.execute(db)
  if (Number(rows[0]?.used) + bytes <= quotaMb * 1024 ** 2) return
  const quota = quotaMb >= 1024 ? `${Number((quotaMb / 1024).toFixed(1))} GB` : `${quotaMb} MB`
  throw conflict(
    `The store for pictures is full (${quota}). Remove some, or have it made larger.`,
    undefined,
    'storage_full',
  )
}

/** The file of one size of a picture, as it is shown within the product. */
export const fileOfSize = async (tenant: Tenant, sha256: string, size: number): Promise<StoredFile | undefined> => {
  const picture = await pictureOf(tenant, sha256)
  return picture === undefined ? undefined : fileOfVariant(tenant, picture, { size, format: 'webp', cut: '' })
}

/** The file of one variant of a picture, with the name of its cut. */
export const fileOfVariant = async (
  tenant: Tenant,
  pictureId: number,
  { size, format, cut }: { size: number; format: Format; cut: string },
): Promise<StoredFile | undefined> => {
  const row = await tenant.db
    .selectFrom('picture_sizes')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where('picture_id', '=', pictureId)
    .where('size', '=', size)
    .where('format', '=', format)
    .where('cut', '=', cut)
    .executeTakeFirst()
  return row && fileOf(tenant, { entity: 'picture_sizes', id: row.id })
}

/** All that is stored of a picture. */
export const storedVariants = async (
  { db, companyId }: Tenant,
  pictureId: number,
): Promise<{ size: number; format: Format; cut: string; width: number; height: number }[]> =>
  db
    .selectFrom('picture_sizes')
    .select(['size', sql<Format>`format`.as('format'), 'cut', 'width', 'height'])
    .where('company_id', '=', companyId)
    .where('picture_id', '=', pictureId)
    .execute()

/** Pages that were published show how it was cut then, so some of those stay. */
const MOST_CUTS = 20

/** Deletes all but the last ways in which a picture was cut. */
export const forgetCuts = async ({ db, companyId }: Tenant, pictureId: number): Promise<void> => {
  await sql`
    delete from picture_sizes s using (
      select id from picture_sizes where company_id = ${companyId} and picture_id = ${pictureId} and cut <> ''
      order by id desc offset ${MOST_CUTS}) old
    where s.company_id = ${companyId} and s.id = old.id`.execute(db)
}

const AT_ONCE = 20

/** Deletes pictures that nothing has named for 30 days, as long as what named them could be restored; true when there may be more. */
export const forgetUnused = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows: deleted = 0n } = await sql`
    delete from pictures p using (
      select id from pictures where company_id = ${companyId} and uses = 0 and unused_at < now() - interval '30 days'
      order by unused_at limit ${AT_ONCE} for update skip locked) old
    where p.company_id = ${companyId} and p.id = old.id`.execute(db)
  return deleted === BigInt(AT_ONCE)
}

/** In the words of an address that is none, whatever is wrong with it. */
export const unknownPicture = () => new UserError(404, 'There is nothing at this address.')
