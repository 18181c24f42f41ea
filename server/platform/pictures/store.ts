import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'
import { fileOf, putFile, type StoredFile } from '#server/platform/files/store.ts'
import type { Picture } from './picture.ts'

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The company's picture of these bytes; undefined where they are new. */
export const pictureOf = async (tenant: Tenant, sha256: string): Promise<number | undefined> =>
  (await ofBytes(tenant, sha256).executeTakeFirst())?.id

/** The same, which is not deleted before the transaction ends. */
export const holdPicture = async (tenant: Tenant, sha256: string): Promise<number | undefined> =>
  (await ofBytes(tenant, sha256).forKeyShare().executeTakeFirst())?.id

const ofBytes = ({ db, companyId }: Tenant, sha256: string) =>
  db.selectFrom('pictures').select('id').where('company_id', '=', companyId).where('sha256', '=', fromHex(sha256))

const fromHex = (digits: string) => Buffer.from(digits, 'hex')

/** Stores a picture in the transaction that names it, unless the company has it; answers its id. */
export const storePicture = async (
  tenant: Tenant,
  { sha256, picture, quotaMb }: { sha256: string; picture: Picture; quotaMb: number },
): Promise<number> => {
  const { db, companyId } = tenant
  const bytes = picture.sizes.reduce((sum, size) => sum + size.bytes.length, 0)
  await checkRoom(tenant, bytes, quotaMb)
  const stored = await db
    .insertInto('pictures')
    .values({ company_id: companyId, sha256: fromHex(sha256), width: picture.width, height: picture.height, bytes })
    .onConflict((same) => same.columns(['company_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) return storedMeanwhile(await holdPicture(tenant, sha256))
  for (const { size, width, height, bytes: source } of picture.sizes) {
    const { id } = await db
      .insertInto('picture_sizes')
      .values({ company_id: companyId, picture_id: stored.id, size, width, height })
      .returning('id')
      .executeTakeFirstOrThrow()
    const owner = { entity: 'picture_sizes', id } as const
    await putFile(tenant, owner, { type: 'image/webp', source, limit: source.length })
  }
  return stored.id
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

/** The file of one size of a picture. */
export const fileOfSize = async (tenant: Tenant, sha256: string, size: number): Promise<StoredFile | undefined> => {
  const row = await tenant.db
    .selectFrom('picture_sizes as s')
    .innerJoin('pictures as p', (join) =>
      join.onRef('p.company_id', '=', 's.company_id').onRef('p.id', '=', 's.picture_id'),
    )
    .select('s.id')
    .where('s.company_id', '=', tenant.companyId)
    .where('p.sha256', '=', fromHex(sha256))
    .where('s.size', '=', size)
    .executeTakeFirst()
  return row && fileOf(tenant, { entity: 'picture_sizes', id: row.id })
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
