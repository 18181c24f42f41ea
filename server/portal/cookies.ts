import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBelow, isHttps, SESSION_PATH } from './origin.ts'
import type { PortalServices } from './services.ts'

const DEVICE_SECONDS = 180 * 24 * 60 * 60

interface SessionCookies {
  token: string
  code: string
  refresh: string
  /** Undefined where the browser has it already. */
  device?: string
  endsAt: string
}

/**
 * The portal's cookies. `accessToken` and `company_session_id` are the seed's, readable by script; the refresh token
 * and the mark of a known device are not, and go to the session calls alone.
 */
export const openCookies = (
  config: Pick<PortalServices['config'], 'baseDomains' | 'publicUrl' | 'trustProxy'>,
  clock: PortalServices['clock'],
) => {
  const secondsUntil = (at: string) => Math.max(0, Math.floor((Date.parse(at) - clock.now()) / 1000))

  const names = (request: FastifyRequest) => {
    const prefix = isHttps(config, request) ? '__Secure-' : ''
    return { refresh: `${prefix}leadroom_refresh`, device: `${prefix}leadroom_device` }
  }

  const options = (request: FastifyRequest) => {
    const domain = config.baseDomains.find((base) => isBelow(request.hostname, base))
    const shared = { secure: isHttps(config, request), ...(domain === undefined ? {} : { domain }) }
    return {
      readable: { ...shared, path: '/', sameSite: 'lax' },
      hidden: { ...shared, path: SESSION_PATH, sameSite: 'strict', httpOnly: true },
    } satisfies Record<string, CookieSerializeOptions>
  }

  return {
    read(request: FastifyRequest) {
      const { refresh, device } = names(request)
      return { refresh: request.cookies[refresh], device: request.cookies[device] }
    },

    set(request: FastifyRequest, reply: FastifyReply, { token, code, refresh, device, endsAt }: SessionCookies) {
      const { readable, hidden } = options(request)
      const name = names(request)
      const maxAge = secondsUntil(endsAt)
      void reply.setCookie('accessToken', token, { ...readable, maxAge })
      void reply.setCookie('company_session_id', code, { ...readable, maxAge })
      void reply.setCookie(name.refresh, refresh, { ...hidden, maxAge })
      if (device !== undefined) void reply.setCookie(name.device, device, { ...hidden, maxAge: DEVICE_SECONDS })
    },

    /** A new access token alone, in a session that goes on. */
    setToken(request: FastifyRequest, reply: FastifyReply, token: string, endsAt: string) {
      void reply.setCookie('accessToken', token, { ...options(request).readable, maxAge: secondsUntil(endsAt) })
    },

    /** The device stays known. */
    clear(request: FastifyRequest, reply: FastifyReply) {
      const { readable, hidden } = options(request)
      void reply.setCookie('accessToken', '', { ...readable, maxAge: 0 })
      void reply.setCookie('company_session_id', '', { ...readable, maxAge: 0 })
      void reply.setCookie(names(request).refresh, '', { ...hidden, maxAge: 0 })
    },
  }
}
