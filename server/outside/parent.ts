import { createHash } from 'node:crypto'
import { Type, type Static } from 'typebox'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { session } from '#contract/portal/session.ts'
import type { Identity } from '#server/db/identity/door.ts'
import { keepPermissions, keepTold, type Told } from '#server/db/identity/kept.ts'
import { byBearer, openAuth, toCaller, type Auth } from '#server/kit/auth.ts'
import { openFresh } from '#server/kit/ttl-cache.ts'
import type { Tokens } from '#server/kit/tokens.ts'
import { at, askPeer } from './peer.ts'
import { openPermissions } from './permissions.ts'

export interface ParentConfig {
  globalApiUrl: string | undefined
  permissionsUrl: string | undefined
  permissionsApiKey: string
}

/** Who a token belongs to: by our own portal, by a parent app, or by ours with the keys of another service. */
export const openConfiguredAuth = (config: ParentConfig, tokens: Tokens, identity: Identity): Auth => {
  const { globalApiUrl, permissionsUrl, permissionsApiKey } = config
  const permissions = (url: string) => openPermissions({ url, apiKey: permissionsApiKey })
  if (globalApiUrl !== undefined)
    return openParentAuth(
      identity,
      globalApiUrl,
      permissions(permissionsUrl ?? at(globalApiUrl, '/api/v1/permissions/')),
    )
  const ours = openAuth(tokens, identity)
  return permissionsUrl === undefined ? ours : withKeysOf(permissions(permissionsUrl), ours, identity)
}

type PermissionsOf = ReturnType<typeof openPermissions>

const optional = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]))
const Flag = Type.Union([Type.Boolean(), Type.Integer()])
const Verified = Type.Object({
  user_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  firstname: Type.String(),
  lastname: optional(Type.String()),
  email: Type.String({ minLength: 3 }),
  profile_image: optional(Type.String()),
  logo_url: optional(Type.String()),
  company_id: Type.String({ minLength: 1 }),
  is_admin: optional(Flag),
  is_superuser: optional(Flag),
  countryid: optional(Type.Integer()),
  FS_type: optional(Type.String()),
  currency: optional(Type.String()),
  company_name: Type.String({ minLength: 1 }),
  company_base_currency: optional(Type.String()),
  currency_symbol: optional(Type.String()),
  date_format: optional(Type.String()),
  timezone: optional(Type.String()),
})
const Decrypted = Type.Object({
  status: Type.Literal('success'),
  decrypted_value: Type.Union([
    Type.String({ pattern: '^[1-9]\\d{0,8}$' }),
    Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  ]),
})

/** By a parent app: it verifies each token, decrypts the company and lists the keys; what it tells is kept. */
const openParentAuth = (identity: Identity, globalApiUrl: string, permissionsOf: PermissionsOf): Auth => {
  const verify = askPeer({ reply: Verified, failure: session.verify.failure })
  const decrypt = askPeer({ reply: Decrypted, failure: session.verify.failure })

  return remembering(async (token) => {
    const profile = await verify({ url: at(globalApiUrl, session.verify.path), body: { token } })
    if (!profile) return undefined
    const headers = { authorization: `Bearer ${token}` }
    const [company, permissions] = await Promise.all([
      decrypt({ url: at(globalApiUrl, session.decrypt.path), body: { encrypt_id: profile.company_id }, headers }),
      permissionsOf(token),
    ])
    if (!company) return undefined
    const told = toTold(profile, Number(company.decrypted_value), permissions)
    await keepTold(identity, told)
    return toCaller({
      personId: told.person.id,
      ownerId: told.person.id,
      companyId: told.company.id,
      sessionId: digest(token),
      sessionCode: '',
      name: `${told.person.first_name} ${told.person.last_name}`.trim(),
      email: told.person.email,
      isPrimary: told.place.is_primary,
      timeZone: told.person.time_zone,
      permissions,
      viewedAs: null,
    })
  })
}

const toTold = (profile: Static<typeof Verified>, companyId: number, permissions: string[]): Told => ({
  person: {
    id: profile.user_id,
    email: profile.email.toLowerCase(),
    first_name: profile.firstname,
    last_name: profile.lastname ?? '',
    image_url: profile.profile_image ?? null,
    is_superuser: Boolean(profile.is_superuser),
    user_type: profile.FS_type ?? null,
    country_id: profile.countryid ?? null,
    currency: profile.currency ?? 'USD',
    date_format: profile.date_format ?? 'DD MMM YYYY',
    time_zone: profile.timezone ?? 'UTC',
  },
  company: {
    id: companyId,
    name: profile.company_name,
    logo_url: profile.logo_url ?? null,
    currency: profile.company_base_currency ?? 'USD',
    currency_symbol: profile.currency_symbol ?? '$',
  },
  place: { is_primary: Boolean(profile.is_admin), is_admin: Boolean(profile.is_admin), permissions },
})

/**
 * Our own sessions, with the keys that another service lists for whoever owns them. Through a colleague's eyes they are those of both;
 * whose eyes they are is our own to know, and asked each time.
 */
const withKeysOf = (permissionsOf: PermissionsOf, ours: Auth, identity: Identity): Auth => {
  const keys = openFresh(
    async (token) => {
      const caller = await ours.callerOfToken(token)
      if (!caller) return NONE
      const permissions = await permissionsOf(token)
      await keepPermissions(identity, caller.companyId, caller.ownerId, permissions)
      return new Set(permissions)
    },
    { freshMs: FRESH_MS, keptAs: digest },
  )
  const callerOfToken = async (token: string) => {
    const caller = await ours.callerOfToken(token)
    const held = caller ? await keys.get(token) : NONE
    return (
      caller && {
        ...caller,
        can: (key: PermissionKey) => held.has(key) && (caller.viewedAs === null || caller.can(key)),
      }
    )
  }
  return { ...ours, callerOfToken, authenticate: byBearer(callerOfToken), tellsOfChanges: false }
}

const NONE: ReadonlySet<PermissionKey> = new Set()
const FRESH_MS = 5_000

/** Asks once in five seconds per token; a service that does not answer is asked again at once. */
const remembering = (ask: Auth['callerOfToken']): Auth => {
  const callers = openFresh(ask, { freshMs: FRESH_MS, keptAs: digest })
  return {
    authenticate: byBearer(callers.get),
    callerOfToken: callers.get,
    forget: () => undefined,
    forgetAll: callers.forgetAll,
    tellsOfChanges: false,
  }
}

const digest = (token: string) => createHash('sha256').update(token).digest('hex')
