import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, SentFile } from '#contract/kit/endpoint.ts'
import { cleanLine } from './clean-text.ts'
import { badField, UserError } from './errors.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Of a body in parts: one file, and texts. */
export const PARTS = {
  texts: 40,
  nameCharacters: 60,
  textBytes: 2.5 * MIB,
  fileBytes: 10 * MIB,
  fileNameCharacters: 200,
  /** Of all parts, and what stands between them. */
  bytes: 14 * MIB,
} as const

/** What came in parts: each text as often as it was sent, and the file. */
export class SentParts {
  readonly texts: ReadonlyMap<string, readonly unknown[]>
  readonly file: SentFile | undefined

  constructor(texts: ReadonlyMap<string, readonly unknown[]>, file: SentFile | undefined) {
    this.texts = texts
    this.file = file
  }
}

/** Has the routes of this part of the server take bodies in parts, too. */
export const takeParts = (app: FastifyInstance) =>
  app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      files: 1,
      fields: PARTS.texts,
      parts: PARTS.texts + 1,
      fieldSize: PARTS.textBytes,
      fileSize: PARTS.fileBytes,
      headerPairs: 20,
    },
  })

/** Reads a body that came in parts, if it did, in place of what Fastify makes of it; no part is ever put into a file of its own. */
export const readParts = async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => {
  if (!request.isMultipart()) return
  const { raw } = request
  try {
    request.body = await Promise.race([tooMuch(request), partsOf(request, endpoint)])
  } catch (error) {
    // What is still to come is let go: it says nothing that anybody waits for.
    void reply.header('connection', 'close')
    throw inWords(error, endpoint)
  } finally {
    raw.unpipe()
    raw.resume()
  }
}

/** Never answers; fails as soon as more has come than may. */
const tooMuch = ({ raw }: FastifyRequest) =>
  new Promise<never>((_, reject) => {
    const count = (bytes: number) => bytes > PARTS.bytes && reject(tooLarge())
    count(Number(raw.headers['content-length'] ?? 0))
    let seen = 0
    raw.on('data', (chunk: Buffer) => count((seen += chunk.length)))
  })

const tooLarge = () =>
  new UserError(413, `This is too large to send. Send at most ${PARTS.bytes / MIB} MB.`, { code: 'too_large' })

const partsOf = async (request: FastifyRequest, endpoint: Endpoint): Promise<SentParts> => {
  const texts = new Map<string, unknown[]>()
  const isDeclared = (name: string) => Object.hasOwn(endpoint.body?.properties ?? {}, name.replace(/\[\]$/, ''))
  let file: SentFile | undefined
  for await (const part of request.parts()) {
    const name = part.fieldname
    if (name.length > PARTS.nameCharacters)
      throw new UserError(400, `The name of a part can have at most ${PARTS.nameCharacters} characters.`)
    if (part.type === 'file' && name === endpoint.multipart) file = await fileOf(part)
    else if (part.type === 'file') {
      if (isDeclared(name)) throw badField(name, `${name} must be a text, not a file`)
      part.file.resume()
    } else {
      if (part.valueTruncated) throw badField(name, `${name} can have at most ${PARTS.textBytes / KIB} KiB`)
      if (name === endpoint.multipart && part.value !== '') throw badField(name, `${name} must be a file`)
      if (isDeclared(name)) texts.set(name, [...(texts.get(name) ?? []), part.value])
    }
  }
  return new SentParts(texts, file)
}

/** Undefined where a form had no file to send: that is an empty one without a name. */
const fileOf = async (part: MultipartFile): Promise<SentFile | undefined> => {
  const bytes = Uint8Array.from(await part.toBuffer())
  if (part.file.truncated) throw fileTooLarge(part.fieldname)
  const name = cleanLine((part.filename ?? '').toWellFormed().replaceAll('\0', ''))
  return bytes.length === 0 && name === '' ? undefined : { name: name.slice(0, PARTS.fileNameCharacters), bytes }
}

const fileTooLarge = (field: string) => badField(field, `The file can have at most ${PARTS.fileBytes / MIB} MB`)

/** Whatever else goes wrong while parts are read is wrong with what was sent. */
const inWords = (error: unknown, { multipart: field = 'file' }: Endpoint) => {
  if (error instanceof UserError) return error
  switch (Object(error).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return fileTooLarge(field)
    case 'FST_FILES_LIMIT':
      return badField(field, 'Send only one file')
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new UserError(400, `The request has too many parts. Send at most ${PARTS.texts} and a file.`)
    default:
      return new UserError(400, 'The request is malformed: its parts can’t be read.')
  }
}
