import { PART_BYTES } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { readPart } from '#server/platform/files/read.ts'
import { beginFile, fileOf, finishFile, forgetFilesOf, openFileOf, writePart } from '#server/platform/files/store.ts'
import { found } from '#server/kit/errors.ts'
import { utf8In } from './encoding.ts'
import type { ReadBytes } from './reader.ts'

const ofImport = (id: number) => ({ entity: 'imports', id }) as const

/** What a person says is a table may be anything. */
export const beginParts = (tenant: Tenant, importId: number) =>
  beginFile(tenant, ofImport(importId), 'application/octet-stream')

/** Keeps a part of a file; one that came before under its number is replaced. */
export const keepPart = async (tenant: Tenant, importId: number, no: number, bytes: Uint8Array) => {
  const { db, companyId } = tenant
  const file = found('File', await openFileOf(tenant, ofImport(importId)))
  await writePart(tenant, file, no, bytes)
  const part = { bytes: bytes.length, ...utf8In(bytes) }
  await db
    .insertInto('import_parts')
    .values({ company_id: companyId, import_id: importId, no, ...part })
    .onConflict((known) => known.columns(['company_id', 'import_id', 'no']).doUpdateSet(part))
    .execute()
}

/** What is there of a file: whether it is whole, how much of it is UTF-8, and the first part that has something else. */
export const partsOf = async ({ db, companyId }: Tenant, importId: number, bytes: number) => {
  const { whole, letters, broken, otherAt } = await db
    .selectFrom('import_parts')
    .select(({ fn, eb }) => [
      eb
        .and([
          eb(fn.countAll<number>(), '=', Math.ceil(bytes / PART_BYTES)),
          eb(fn.sum<number>('bytes'), '=', bytes),
          eb(fn.max('no'), '=', Math.ceil(bytes / PART_BYTES) - 1),
        ])
        .as('whole'),
      fn.sum<number | null>('letters').as('letters'),
      fn.sum<number | null>('broken').as('broken'),
      fn.min<number | null>('no').filterWhere('broken', '>', 0).as('otherAt'),
    ])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return { whole: whole === true, utf8: { letters: letters ?? 0, broken: broken ?? 0 }, otherAt: otherAt ?? 0 }
}

/** All parts are there, and none of them changes any more. */
export const finishParts = async (tenant: Tenant, importId: number) => {
  await finishFile(tenant, found('File', await openFileOf(tenant, ofImport(importId))))
}

/** Reads from the file's parts; one of them is in memory at a time. */
export const readerOf = (tenant: Tenant, importId: number): ReadBytes => {
  let file: number | undefined
  let held: { no: number; bytes: Buffer } | undefined
  const partAt = async (no: number) => {
    if (held?.no === no) return held.bytes
    file ??= found('File', await fileOf(tenant, ofImport(importId))).id
    const bytes = (await readPart(tenant, file, no)) ?? Buffer.alloc(0)
    held = { no, bytes }
    return bytes
  }
  return async (offset, length) => {
    const found: Buffer[] = []
    let missing = length
    for (let at = offset; missing > 0;) {
      const part = await partAt(Math.floor(at / PART_BYTES))
      const piece = part.subarray(at % PART_BYTES, (at % PART_BYTES) + missing)
      if (piece.length === 0) break
      found.push(piece)
      at += piece.length
      missing -= piece.length
    }
    return found.length === 1 && found[0] ? found[0] : Buffer.concat(found)
  }
}

export const dropParts = async (tenant: Tenant, importId: number) => {
  await forgetFilesOf(tenant, ofImport(importId))
  await tenant.db
    .deleteFrom('import_parts')
    .where('company_id', '=', tenant.companyId)
    .where('import_id', '=', importId)
    .execute()
}
