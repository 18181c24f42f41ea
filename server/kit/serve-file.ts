import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag, rangeOf, type ByteRange } from './byte-range.ts'
import { UserError } from './errors.ts'

/** A file that a call responds with. */
export interface FileAnswer {
  /** The name that a browser saves it under. */
  name: string
  type: string
  bytes: number
  /** A browser shows it, where it would save any other. */
  shown?: true
  /** The ETag: it changes with the bytes. */
  sha256: string
  /** The bytes from one offset up to another: a buffer for a small file, otherwise piece by piece. */
  read(from: number, to: number): Promise<Uint8Array | AsyncIterable<Uint8Array>>
}

/** Sends a file or the requested range of it, with the preconditions of RFC 9110, 13.2.2. */
export const serveFile = async (request: FastifyRequest, reply: FastifyReply, file: FileAnswer) => {
  const { headers, method } = request
  const tag = `"${file.sha256}"`
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = headers
  if (ifMatch !== undefined && !namesTag(ifMatch, tag, { weakly: false }))
    throw new UserError(412, 'The file has changed. Download it again.', { code: 'file_changed' })
  void reply.headers({ etag: tag, 'accept-ranges': 'bytes' })
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag, { weakly: true })) return reply.code(304).send()

  const isSame = ifRange === undefined || String(ifRange).trim() === tag
  const wanted = method === 'GET' && isSame && range !== undefined ? rangeOf(range, file.bytes) : undefined
  if (wanted === 'none') {
    void reply.header('content-range', `bytes */${file.bytes}`)
    throw new UserError(416, `The file has ${file.bytes.toLocaleString('en')} bytes. Request a range within them.`)
  }
  const { from, to }: ByteRange = wanted ?? { from: 0, to: file.bytes }
  if (wanted) void reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${file.bytes}`)
  void reply.type(file.type).headers({
    'content-length': to - from,
    'content-disposition': `${file.shown ? 'inline' : 'attachment'}; filename="${file.name.replaceAll(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  })
  // Fastify keeps our content-length only when the body is a stream.
  if (method === 'HEAD') return reply.send(Readable.from([]))
  const body = await file.read(from, to)
  return reply.send(body instanceof Uint8Array ? body : Readable.from(body, { objectMode: false }))
}
