export interface FieldError {
  field: string
  message: string
}

/** A refusal that a person can act on: a status that means it and a sentence to read. */
export class UserError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[] | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: number,
    message: string,
    more: { code?: string; errors?: readonly FieldError[]; details?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = status
    this.code = more.code ?? CODES[status] ?? 'refused'
    this.errors = more.errors
    this.details = more.details
  }
}

const CODES: Record<number, string> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** 400 for one field, with the sentence shown beside it. */
export const badField = (field: string, message: string) =>
  new UserError(400, message, { code: 'bad_request', errors: [{ field, message }] })

export const conflict = (message: string, details?: Record<string, unknown>, code = 'conflict') =>
  new UserError(409, message, details ? { code, details } : { code })

/** The row, or 404 naming what was looked for. */
export const found = <T>(what: string, row: T | undefined | null): T => {
  if (row === undefined || row === null) throw new UserError(404, `${what} not found`)
  return row
}

/** Turns a broken unique key into 409 with a sentence; every other error passes. */
export const unique = async <T>(message: string, write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    if (sqlState(error) === '23505') throw conflict(message)
    throw error
  }
}

/** The five-letter code of a database error; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined

/** What a reading refuses, field by field; none where it succeeds. */
export const faultsIn = (read: () => unknown): readonly FieldError[] => {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof UserError && error.errors) return error.errors
    throw error
  }
}

/** 400 that names all of these fields, in the words of the first; nothing where there are none. */
export const refuseAll = (errors: readonly FieldError[]) => {
  const [first] = errors
  if (first) throw new UserError(400, first.message, { errors })
}
