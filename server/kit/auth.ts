import type { FastifyRequest } from 'fastify'
import type { Permission } from '#contract/kit/endpoint.ts'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { callerOfSession, type CallerRow } from '#server/db/identity/callers.ts'
import type { Identity } from '#server/db/identity/door.ts'
import { UserError } from './errors.ts'
import { openFresh } from './ttl-cache.ts'
import type { Tokens } from './tokens.ts'

/** A person who acts in one company, with the rights held there now. */
export interface Caller extends Pick<CallerRow, 'personId' | 'companyId' | 'name' | 'email' | 'timeZone'> {
  can(key: PermissionKey): boolean
}

/** The person a request comes from. */
export interface SessionCaller extends Omit<CallerRow, 'permissions'>, Caller {}

export type Authenticate = (request: FastifyRequest) => Promise<SessionCaller>

/** Who a token belongs to; undefined for one that does not hold. */
export interface Auth {
  /** Reads the bearer token; 401, always in the same words, when it does not hold. */
  authenticate: Authenticate
  callerOfToken(text: string): Promise<SessionCaller | undefined>
  /** Forgets a session at once on this node; the others follow within two seconds. */
  forget(sessionId: string): void
  forgetAll(): void
  /** Whether every change of rights is told to all nodes; else others know of them, who have to be asked. */
  tellsOfChanges: boolean
}

/** By our own tokens and sessions. */
export const openAuth = (tokens: Tokens, identity: Identity): Auth => {
  const callers = openFresh(async (sessionId) => {
    const row = await callerOfSession(identity, sessionId)
    return row && toCaller(row)
  })

  const callerOfToken = async (text: string) => {
    const token = await tokens.verify(text)
    if (!token) return undefined
    const fits = (caller: SessionCaller | undefined) =>
      caller?.companyId === token.companyId && caller.ownerId === token.personId
    const caller = await callers.get(token.sessionId)
    if (fits(caller)) return caller
    // The session may have changed its company on another node since it was looked up here.
    const now = caller && (await callers.renew(token.sessionId))
    return fits(now) ? now : undefined
  }

  return {
    authenticate: byBearer(callerOfToken),
    callerOfToken,
    forget: callers.forget,
    forgetAll: callers.forgetAll,
    tellsOfChanges: true,
  }
}

/** The token that the request brings in its header; undefined without one. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.-]{1,8192})$/.exec(request.headers.authorization ?? '')?.[1]

/** Whether the text has the form of a token, so that it may be looked at. */
export const isTokenLike = (text: string | undefined): text is string => /^[\w.-]{1,8192}$/.test(text ?? '')

export const byBearer =
  (callerOfToken: Auth['callerOfToken']): Authenticate =>
  async (request) => {
    const text = bearerOf(request)
    const caller = text === undefined ? undefined : await callerOfToken(text)
    if (!caller) throw notSignedIn()
    return caller
  }

export const toCaller = <Row extends Pick<CallerRow, 'permissions'>>({ permissions, ...row }: Row) => {
  const held = new Set(permissions)
  return { ...row, can: (key: PermissionKey) => held.has(key) }
}

const notSignedIn = () => new UserError(401, 'Your session has ended. Sign in again.', { code: 'not_signed_in' })

/** The keys of which one is needed; none for what every signed-in person may do. */
export const keysOf = (permission: Permission): readonly PermissionKey[] => {
  if (permission === 'public' || permission === 'signed-in') return []
  return typeof permission === 'string' ? [permission] : permission
}

export const mayCall = (caller: Caller, permission: Permission) => {
  const keys = keysOf(permission)
  return keys.length === 0 || keys.some((key) => caller.can(key))
}

/** Alike for callers who see the same rows: one person, with the same rights. Who views as somebody may have less of them. */
export const rightsOf = (caller: Caller) =>
  [caller.personId, ...PERMISSION_KEYS.filter((key) => caller.can(key))].join(' ')

/**
 * The company that the tab was drawn for must be the token's: a tab left open across a switch neither reads nor
 * writes in the new company. Absent: the token's company.
 */
export const checkTabCompany = (request: FastifyRequest, caller: Caller) => {
  const header = request.headers['x-company-id']
  if (header === undefined) return
  const sent = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'x-company-id').length
  if (sent !== 1 || typeof header !== 'string' || !/^[1-9]\d{0,9}$/.test(header))
    throw new UserError(400, 'x-company-id must be one company id', {
      errors: [{ field: 'x-company-id', message: 'x-company-id must be one company id' }],
    })
  if (Number(header) !== caller.companyId)
    throw new UserError(409, 'You switched company in another tab. Refresh this page to continue.', {
      code: 'company_changed',
    })
}
