import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { cut, packed, piecesOf, type Bytes } from './pieces.ts'

/** The row that a file belongs to, in a table with `owns_files`: deleting the row deletes the file. */
export interface Owner {
  entity: 'jobs' | 'imports' | 'picture_sizes'
  id: number
}

/** A finished file. */
export interface StoredFile {
  id: number
  type: string
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
  created_at: string
}

interface Wanted {
  type: string
  source: Bytes
  /** In bytes. A larger file is refused and nothing is stored. */
  limit: number
  /** Undefined: the file lives as long as its row. */
  keptHours?: number
}

/** Stores a whole file. The transaction stays open while a stream is read, so the stream must not wait for a slow client. */
export const putFile = async (
  tenant: Tenant,
  owner: Owner,
  { type, source, limit, keptHours }: Wanted,
): Promise<StoredFile> => {
  if (source instanceof Uint8Array && source.length > limit) throw tooLarge(limit)
  const id = await beginFile(tenant, owner, type)
  const digest = createHash('sha256')
  let [bytes, piece] = [0, 0]
  for await (const each of piecesOf(source)) {
    bytes += each.length
    if (bytes > limit) throw tooLarge(limit)
    digest.update(each)
    await writePiece(tenant, id, { part: 0, piece }, each)
    piece += 1
  }
  return finishFile(tenant, id, { keptHours, sha256: digest.digest() })
}

const tooLarge = (limit: number) =>
  new UserError(413, `The file is too large. A file may have at most ${sizeOf(limit)}.`, { code: 'file_too_large' })

const MB = 1024 ** 2
const sizeOf = (bytes: number) =>
  bytes >= MB ? `${Number((bytes / MB).toFixed(1))} MB` : `${Number((bytes / 1024).toFixed(1))} kB`

/** Begins a file that arrives in parts, each in its own transaction. It cannot be read before it is finished. */
export const beginFile = async ({ db, companyId }: Tenant, { entity, id }: Owner, type: string): Promise<number> => {
  const file = await db
    .insertInto('files')
    .values({ company_id: companyId, entity, entity_id: id, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  return file.id
}

/** Writes a part, in any order. Sending a part again replaces it by one of the same length. */
export const writePart = async (tenant: Tenant, fileId: number, part: number, bytes: Uint8Array): Promise<void> => {
  await Promise.all(Array.from(cut(bytes), (each, piece) => writePiece(tenant, fileId, { part, piece }, each)))
}

const writePiece = async (
  { db, companyId }: Tenant,
  fileId: number,
  { part, piece }: { part: number; piece: number },
  bytes: Uint8Array,
) => {
  const { deflated, content } = await packed(bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  const { numAffectedRows } = await sql`
    insert into file_chunks (company_id, file_id, part, piece, bytes, sha256, deflated, content)
    select company_id, id, ${part}::integer, ${piece}::integer, ${bytes.length}::integer, ${sha256}::bytea, ${deflated}::boolean, ${content}::bytea
    from files where company_id = ${companyId} and id = ${fileId} and sha256 is null
    on conflict (company_id, file_id, part, piece) do update
      set bytes = excluded.bytes, sha256 = excluded.sha256, deflated = excluded.deflated, content = excluded.content`.execute(
    db,
  )
  if (numAffectedRows !== 1n) throw new Error(`File ${fileId} cannot be written: it is finished or deleted`)
}

/** Makes a file readable once all its parts are stored. A finished file never changes. */
export const finishFile = async (
  { db, companyId }: Tenant,
  fileId: number,
  { keptHours, sha256 }: { keptHours?: number | undefined; sha256?: Buffer } = {},
): Promise<StoredFile> => {
  const { rows } = await sql<StoredFile>`
    update files f set (bytes, sha256) = (
        select coalesce(sum(c.bytes), 0), coalesce(${sha256 ?? null}::bytea, sha256(coalesce(string_agg(c.sha256, ''::bytea order by c.part, c.piece), '')))
        from file_chunks c where c.company_id = f.company_id and c.file_id = f.id),
      expires_at = now() + make_interval(hours => ${keptHours ?? null}::integer)
    where f.company_id = ${companyId} and f.id = ${fileId} and f.sha256 is null
    returning id, type, bytes, encode(sha256, 'hex') as sha256, created_at`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error(`File ${fileId} is already finished or deleted`)
  return stored
}

/** The id of the row's unfinished file. */
export const openFileOf = async ({ db, companyId }: Tenant, { entity, id }: Owner): Promise<number | undefined> => {
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('company_id', '=', companyId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .where('sha256', 'is', null)
    .executeTakeFirst()
  return file?.id
}

/** The row's finished file; undefined once it has expired. */
export const fileOf = async ({ db, companyId }: Tenant, { entity, id }: Owner): Promise<StoredFile | undefined> => {
  const { rows } = await sql<StoredFile>`
    select id, type, bytes, encode(sha256, 'hex') as sha256, created_at from files
    where company_id = ${companyId} and entity = ${entity} and entity_id = ${id} and sha256 is not null
      and (expires_at is null or expires_at > now())
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Deletes the files of a row that itself stays. */
export const forgetFilesOf = async ({ db, companyId }: Tenant, { entity, id }: Owner): Promise<void> => {
  await db
    .deleteFrom('files')
    .where('company_id', '=', companyId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .execute()
}

const FILES_AT_ONCE = 20
const CHUNKS_AT_ONCE = 64

/** Deletes expired files, some 32 MB per transaction; true when there may be more. */
export const forgetExpiredFiles = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    select id from files where company_id = ${companyId} and expires_at <= now()
    order by expires_at limit ${FILES_AT_ONCE} for update skip locked`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return false
  const { numAffectedRows: chunks = 0n } = await sql`
    delete from file_chunks c using (
      select file_id, part, piece from file_chunks where company_id = ${companyId} and file_id = any(${ids}::bigint[])
      order by file_id, part, piece limit ${CHUNKS_AT_ONCE}) old
    where c.company_id = ${companyId} and c.file_id = old.file_id and c.part = old.part and c.piece = old.piece`.execute(
    db,
  )
  if (chunks === BigInt(CHUNKS_AT_ONCE)) return true
  await sql`delete from files where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return ids.length === FILES_AT_ONCE
}
