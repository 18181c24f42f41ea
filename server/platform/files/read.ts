import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { unpacked, type Kept } from './pieces.ts'
import { openRecent } from './recent.ts'
import type { StoredFile } from './store.ts'

/** Files up to this size are kept in memory after they were read. */
const SMALL_BYTES = 1024 ** 2
const RECENT_BYTES = 32 * 1024 ** 2

/** Reads what has been stored, whichever node stored it. Who may is asked by whoever has found the file. */
export const openFiles = (tenants: Tenants) => {
  const recent = openRecent(RECENT_BYTES)

  const whole = (companyId: number, { id, bytes, sha256 }: StoredFile) =>
    recent(`${companyId} ${sha256}`, async () => {
      const rows = await tenants.read(companyId, (tenant) => allChunks(tenant, id))
      const content = Buffer.concat(await Promise.all(rows.map(unpacked)))
      if (content.length !== bytes) throw new Error(`File ${id} has gone while it was read`)
      return content
    })

  /** One piece is sent while the next is read, each by a short query of its own: nothing stays open for a slow reader. */
  async function* inPieces(companyId: number, id: number, places: readonly Place[], from: number, to: number) {
    const pieceAt = async ({ at, ...place }: Place) => {
      const kept = await tenants.read(companyId, (tenant) => oneChunk(tenant, id, place))
      if (!kept) throw new Error(`File ${id} has gone while it was read`)
      const bytes = await unpacked(kept)
      return bytes.subarray(Math.max(0, from - at), Math.min(bytes.length, to - at))
    }
    let next = places[0] && pieceAt(places[0])
    for (let no = 1; next; no++) {
      const bytes = await next
      const place = places[no]
      next = place && pieceAt(place)
      // It is heard of when it is waited for, if anybody reads on.
      next?.catch(() => undefined)
      yield bytes
    }
  }

  return {
    /** The bytes from one place to before another. */
    async read(companyId: number, file: StoredFile, from: number, to: number): Promise<Buffer | AsyncIterable<Buffer>> {
      if (file.bytes <= SMALL_BYTES) return (await whole(companyId, file)).subarray(from, to)
      const places = await tenants.read(companyId, (tenant) => placesOf(tenant, file.id, from, to))
      return inPieces(companyId, file.id, places, from, to)
    },
  }
}
export type Files = ReturnType<typeof openFiles>

interface Place {
  part: number
  piece: number
  /** How many bytes of the file lie before it. */
  at: number
}

/** The chunks that the bytes lie in. */
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

const allChunks = (tenant: Tenant, fileId: number): Promise<Kept[]> =>
  chunks(tenant, fileId).orderBy('part').orderBy('piece').execute()

const oneChunk = (tenant: Tenant, fileId: number, { part, piece }: Omit<Place, 'at'>): Promise<Kept | undefined> =>
  chunks(tenant, fileId).where('part', '=', part).where('piece', '=', piece).executeTakeFirst()

/** The bytes of one part, finished or not; in the writer's own transaction. Undefined when it is not there. */
export const readPart = async (tenant: Tenant, fileId: number, part: number): Promise<Buffer | undefined> => {
  const rows = await chunks(tenant, fileId).where('part', '=', part).orderBy('piece').execute()
  return rows.length === 0 ? undefined : Buffer.concat(await Promise.all(rows.map(unpacked)))
}
