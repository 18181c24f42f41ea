import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { unpacked, type StoredPiece } from './pieces.ts'
import { openRecent } from './recent.ts'
import type { StoredFile } from './store.ts'

/** Files up to this size are cached after they are read. */
const SMALL_BYTES = 1024 ** 2
const RECENT_BYTES = 32 * 1024 ** 2

/** Reads stored files on any node. The caller has already checked the permission, when it looked the file up. */
export const openFiles = (tenants: Tenants) => {
  const recent = openRecent(RECENT_BYTES)

  const whole = (companyId: number, { id, bytes, sha256 }: StoredFile) =>
    recent(`${companyId} ${sha256}`, async () => {
      const rows = await tenants.read(companyId, (tenant) => allChunks(tenant, id))
      const content = Buffer.concat(await Promise.all(rows.map(unpacked)))
      if (content.length !== bytes) throw deleted()
      return content
    })

  /** Reads the next piece while one is sent, each in a short transaction: a slow reader holds no connection. */
  async function* inPieces(companyId: number, id: number, places: readonly Place[], from: number, to: number) {
    const pieceAt = async ({ at, ...place }: Place) => {
      const stored = await patiently(() => tenants.read(companyId, (tenant) => oneChunk(tenant, id, place)))
      if (!stored) throw deleted()
      const bytes = await unpacked(stored)
      return bytes.subarray(Math.max(0, from - at), Math.min(bytes.length, to - at))
    }
    let next = places[0] && pieceAt(places[0])
    for (let no = 1; next; no++) {
      const bytes = await next
      const place = places[no]
      next = place && pieceAt(place)
      // The error is thrown when the reader asks for this piece, if it still does.
      next?.catch(() => undefined)
      yield bytes
    }
  }

  return {
    /** The bytes from one offset up to another. */
    async read(companyId: number, file: StoredFile, from: number, to: number): Promise<Buffer | AsyncIterable<Buffer>> {
      if (file.bytes <= SMALL_BYTES) return (await whole(companyId, file)).subarray(from, to)
      const places = await tenants.read(companyId, (tenant) => placesOf(tenant, file.id, from, to))
      if (places.length === 0) throw deleted()
      return inPieces(companyId, file.id, places, from, to)
    },
  }
}
export type Files = ReturnType<typeof openFiles>

const deleted = () => new UserError(410, 'This file was deleted.')

/** A long download survives a short time in which the database is too busy. */
const patiently = async <T>(read: () => Promise<T>, [pause, ...later]: readonly number[] = PAUSES_MS): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (pause === undefined) throw error
    await sleep(pause)
    return patiently(read, later)
  }
}
const PAUSES_MS = [200, 1_000, 5_000]

interface Place {
  part: number
  piece: number
  /** Its offset in the file. */
  at: number
}

/** The chunks that contain these bytes. */
const placesOf = async ({ db, companyId }: Tenant, fileId: number, from: number, to: number) => {
  const { rows } = await sql<Place>`
    select part, piece, at from (
      select part, piece, bytes, sum(bytes) over (order by part, piece) - bytes as at
      from file_chunks where company_id = ${companyId} and file_id = ${fileId}) c
    where at < ${to} and at + bytes > ${from} order by at`.execute(db)
  return rows
}

const chunks = ({ db, companyId }: Tenant, fileId: number) =>
  db
    .selectFrom('file_chunks')
    .select(['deflated', 'content'])
    .where('company_id', '=', companyId)
    .where('file_id', '=', fileId)

const allChunks = (tenant: Tenant, fileId: number): Promise<StoredPiece[]> =>
  chunks(tenant, fileId).orderBy('part').orderBy('piece').execute()

const oneChunk = (
  tenant: Tenant,
  fileId: number,
  { part, piece }: Omit<Place, 'at'>,
): Promise<StoredPiece | undefined> =>
  chunks(tenant, fileId).where('part', '=', part).where('piece', '=', piece).executeTakeFirst()

/** The bytes of one part, also of an unfinished file. Undefined when the part is missing. */
export const readPart = async (tenant: Tenant, fileId: number, part: number): Promise<Buffer | undefined> => {
  const rows = await chunks(tenant, fileId).where('part', '=', part).orderBy('piece').execute()
  return rows.length === 0 ? undefined : Buffer.concat(await Promise.all(rows.map(unpacked)))
}
