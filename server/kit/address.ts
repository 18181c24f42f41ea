import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** What counts as one address: an IPv4 address, or the /64 that an IPv6 subscriber is given. */
export const addressBlock = (ip: string): string => {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(ip) ? `${expanded(ip).slice(0, 4).join(':')}::/64` : ip
}

/** Whose request it is, as Fastify’s `request.ip` says it where so many hops before us are ours. */
export const askerOf = ({ socket, headers }: IncomingMessage, hops: number): string => {
  const own = socket.remoteAddress ?? ''
  const said = headers['x-forwarded-for']
  if (hops === 0 || typeof said !== 'string') return own
  const passed = said
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  return passed.at(-hops) ?? passed[0] ?? own
}

/** Whether the address is this machine's own, which nobody reaches from elsewhere; no name is one. */
export const isLoopbackAddress = (address: string): boolean =>
  LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

const expanded = (ip: string) => {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right]
}
