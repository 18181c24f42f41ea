import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress } from '#server/kit/address.ts'
import { UserError } from '#server/kit/errors.ts'
import type { PortalServices } from './services.ts'

type Config = Pick<PortalServices['config'], 'baseDomains' | 'publicUrl' | 'trustProxy'>

/** Where the calls live that set or read cookies; the refresh cookie is sent nowhere else. */
export const SESSION_PATH = '/api/v1/auth/'

/**
 * Refuses what another site's page could make a browser send to the calls that cookies open. A browser names the page's origin with
 * every call that writes; where none is named, a program speaks, unless the browser itself says that the page is another site's.
 */
export const refuseForeignPages = (config: Config, request: FastifyRequest) => {
  if (!isOurPage(config, request))
    throw new UserError(403, 'This was sent from another site’s page. Open Leadroom and try again.', {
      code: 'foreign_origin',
    })
}

const isOurPage = (config: Config, request: FastifyRequest) => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return site !== 'cross-site'
  return ourOrigins(config, request).includes(origin)
}

const ourOrigins = (config: Config, request: FastifyRequest) => {
  const { baseDomains, publicUrl } = config
  const own = `${isHttps(config, request) ? 'https' : 'http'}://${request.host}`
  return [
    publicUrl,
    ...baseDomains.flatMap((domain) => [`https://${domain}`, `https://app.${domain}`]),
    ...(isOurHost(config, request) ? [own] : []),
  ]
}

/** With configured domains, a name that somebody else pointed at this server is not ours. */
const isOurHost = ({ baseDomains, publicUrl }: Config, { hostname }: FastifyRequest) =>
  baseDomains.length === 0 ||
  isLoopback(hostname) ||
  hostname === new URL(publicUrl).hostname ||
  baseDomains.some((domain) => isBelow(hostname, domain))

export const isBelow = (hostname: string, domain: string) => hostname === domain || hostname.endsWith(`.${domain}`)

/** Whether the browser speaks https: what a trusted proxy says of it counts, and where none says anything PUBLIC_URL does. */
export const isHttps = ({ publicUrl, trustProxy }: Config, request: FastifyRequest) => {
  if (request.protocol === 'https') return true
  const isTold = trustProxy > 0 && request.headers['x-forwarded-proto'] !== undefined
  return !isTold && publicUrl.startsWith('https:') && new URL(publicUrl).host === request.host
}

/** Whether the browser runs on this machine: so say both ends of its connection and trusted proxies; the Host header alone is anybody's word. */
export const isOnThisMachine = ({ hostname, ip, raw: { socket } }: FastifyRequest) => {
  const { remoteAddress = '', localAddress = remoteAddress } = socket
  return isLoopback(hostname) && [remoteAddress, localAddress, ip].every(isLoopbackAddress)
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname)
