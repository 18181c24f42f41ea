import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { Refusal } from './refusal.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network that the operator opens though it is not public; without a port, at those of the web. */
export interface Network {
  written: string
  address: Address
  bits: number
  port: number | undefined
}

export interface Rules {
  also: readonly Network[]
  /** Domains of this installation, in lower case. */
  ours: readonly string[]
}

/** Where a request goes, once its address keeps the rules of addresses. */
export interface Target {
  url: URL
  /** A name, or an address without brackets. */
  host: string
  port: number
  isLiteral: boolean
  /** Its name or port is one that only networks of the operator have. */
  needsNetwork: boolean
}

const LONGEST = 2_000
const WEB_PORTS = [80, 443]
const RESERVED_ENDS = ['.local', '.internal', '.localhost', '.lan', '.home.arpa', '.onion']
/** A wider one would switch the guard off. */
const LEAST_BITS = 8

/** `10.2.0.0/16`, `10.2.0.7`, `10.2.0.7:8080`, `[fd00::7]:8080`; undefined where it is none of these. */
export const networkOf = (written: string): Network | undefined => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]{1,60})\]|([\d.]{7,15})):(\d{1,5})$/.exec(written) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  const text = bracketed ?? plain ?? written
  if (text.includes('%')) return undefined
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text)
    return bits < LEAST_BITS ? undefined : { written, address, bits, port }
  }
  const address = parsed(text)
  return address && { written, address, bits: address.kind() === 'ipv4' ? 32 : 128, port }
}

/**
 * The target that an address names, by the result of the parser alone: it makes 127.0.0.1 of many spellings. `base` is the address that
 * led there.
 */
export const targetOf = (written: string, { also, ours }: Rules, base?: URL): Target => {
  const wrong = base ? 'bad_redirect' : 'bad_address'
  if (written.length > LONGEST) throw new Refusal(wrong)
  const url = URL.parse(written, base)
  if (!url || url.href.length > LONGEST || url.username !== '' || url.password !== '') throw new Refusal(wrong)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refusal(wrong)
  url.hash = ''
  const name = url.hostname.replace(/\.{1,3}$/, '')
  if (name === '' || name.endsWith('.')) throw new Refusal(wrong)
  url.hostname = name

  const host = name.replace(/^\[|\]$/g, '')
  const isLiteral = parsed(host) !== undefined
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (ours.some((domain) => host === domain || host.endsWith(`.${domain}`))) throw new Refusal('own_address')
  const isReserved = !isLiteral && (!host.includes('.') || RESERVED_ENDS.some((end) => host.endsWith(end)))
  const needsNetwork = isReserved || !WEB_PORTS.includes(port)
  // Without networks of the operator there is nothing to look up.
  if (needsNetwork && also.length === 0) throw new Refusal(isReserved ? 'refused_address' : wrong)
  const target = { url, host, port, isLiteral, needsNetwork }
  // Nothing is looked up for it, so it is judged here.
  if (isLiteral) expectAllowed([host], target, { also, ours })
  return target
}

/** Throws where one of the addresses is not for strangers. */
export const expectAllowed = (addresses: readonly string[], { port, needsNetwork }: Target, { also }: Rules): void => {
  const own = ownAddresses()
  for (const written of addresses) {
    const address = parsed(written)
    if (!address) throw new Refusal('refused_address', written)
    if (also.some((network) => isWithin(address, port, network))) continue
    if (needsNetwork || !isPublic(address) || own.has(address.toString())) throw new Refusal('refused_address', written)
  }
}

/** One spelling for each address, so that two can be compared. */
export const spelled = (written: string): string | undefined => parsed(written)?.toString()

/** Undefined for what is no address, and for one with a zone, which is of this machine's links. */
const parsed = (written: string): Address | undefined => {
  if (written.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written)))
    return undefined
  return ipaddr.process(written)
}

/** Of IPv6 only the space that is given out: the library takes what is in none of its lists for public, such as `::127.0.0.1`. */
const isPublic = (address: Address) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GIVEN_OUT, 3))
const GIVEN_OUT = ipaddr.IPv6.parse('2000::')

const isWithin = (address: Address, port: number, network: Network) =>
  (network.port === undefined ? WEB_PORTS.includes(port) : port === network.port) &&
  address.kind() === network.address.kind() &&
  address.match(network.address, network.bits)

/** Where this machine can be reached: behind a public address of it may be what only it may reach. */
const ownAddresses = () =>
  new Set(Object.values(networkInterfaces()).flatMap((cards) => (cards ?? []).map(({ address }) => spelled(address))))
