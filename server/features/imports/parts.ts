import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { PART_BYTES } from '#contract/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { ReadBytes } from './reader.ts'
import { isUtf8 } from './sniff.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Keeps a part of a file; one that came before under its number is replaced. */
export const keepPart = async ({ db, companyId }: Tenant, importId: number, no: number, bytes: Uint8Array) => {
  const part = { content: await deflate(bytes, { level: 1 }), bytes: bytes.length, utf8: isUtf8(bytes) }
  await db
    .insertInto('lead_import_parts')
    .values({ company_id: companyId, import_id: importId, no, ...part })
    .onConflict((known) => known.columns(['company_id', 'import_id', 'no']).doUpdateSet(part))
    .execute()
}

/** What is there of a file: whether it is whole, and whether all of it can be UTF-8. */
export const partsOf = async ({ db, companyId }: Tenant, importId: number, bytes: number) => {
  const { whole, utf8 } = await db
    .selectFrom('lead_import_parts')
    .select(({ fn, eb }) => [
      eb
        .and([
          eb(fn.countAll<number>(), '=', Math.ceil(bytes / PART_BYTES)),
          eb(fn.sum<number>('bytes'), '=', bytes),
          eb(fn.max('no'), '=', Math.ceil(bytes / PART_BYTES) - 1),
        ])
        .as('whole'),
      fn.agg<boolean | null>('bool_and', ['utf8']).as('utf8'),
    ])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return { whole: whole === true, utf8: utf8 === true }
}

/** Reads from the file's parts; one of them is in memory at a time. */
export const readerOf = ({ db, companyId }: Tenant, importId: number): ReadBytes => {
  let held: { no: number; bytes: Buffer } | undefined
  const partAt = async (no: number) => {
    if (held?.no === no) return held.bytes
    const row = await db
      .selectFrom('lead_import_parts')
      .select('content')
      .where('company_id', '=', companyId)
      .where('import_id', '=', importId)
      .where('no', '=', no)
      .executeTakeFirst()
    const bytes = row ? await inflate(row.content) : Buffer.alloc(0)
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

export const dropParts = async ({ db, companyId }: Tenant, importId: number) => {
  await db
    .deleteFrom('lead_import_parts')
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .execute()
}
