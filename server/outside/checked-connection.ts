import { promises as dns } from 'node:dns'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { lazily } from '#server/kit/lazily.ts'
import { expectAllowed, spelled, type Rules, type Target } from './public-address.ts'
import { Refusal } from './refusal.ts'

/** All addresses of a name; a failure has the code of the resolver. */
export type Resolve = (name: string) => Promise<string[]>
/** Begins a connection to one of the addresses. */
export type Dial = (addresses: readonly string[], port: number) => Dialled
export interface Dialled {
  socket: Socket
  /** Which address it has reached, once it is connected. */
  reached(): string | undefined
}

export interface Ways {
  resolve: Resolve
  dial: Dial
  /** Certificates to trust besides those of Node. */
  certificates: string[] | undefined
}

/** An answer may name hundreds: all are judged, and so many are tried. */
const MOST_TRIED = 6

/**
 * A connection that has sent nothing yet, to one of the addresses that were judged: every answer of the resolver has to be allowed, and
 * the address that the socket has reached has to be one of them. So the name cannot lead elsewhere in between.
 */
export const connectChecked = async (
  target: Target,
  rules: Rules,
  ways: Ways,
  signal: AbortSignal,
): Promise<Socket> => {
  const addresses = target.isLiteral ? [target.host] : await lookedUp(target.host, ways.resolve, signal)
  expectAllowed(addresses, target, rules)
  const { socket, reached } = ways.dial(addresses.slice(0, MOST_TRIED), target.port)
  try {
    await once(socket, 'connect', signal, 'unreachable')
    const address = spelled(reached() ?? '')
    if (address === undefined || !addresses.some((each) => spelled(each) === address))
      throw new Refusal('refused_address', address)
    return target.url.protocol === 'https:' ? await secured(socket, target, ways.certificates, signal) : socket
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw error
  }
}

const lookedUp = async (name: string, resolve: Resolve, signal: AbortSignal) => {
  const addresses = await Promise.race([
    resolve(name).catch((error: unknown) => {
      throw new Refusal(isUnknown(error) ? 'dns' : 'dns_silent', error)
    }),
    aborted(signal),
  ])
  if (addresses.length === 0) throw new Refusal('dns')
  return addresses
}

const secured = async (socket: Socket, { host, isLiteral }: Target, ca: string[] | undefined, signal: AbortSignal) => {
  const secure = connectTls({
    socket,
    host,
    ...(isLiteral ? {} : { servername: host }),
    ...(ca && { ca }),
    ALPNProtocols: ['http/1.1'],
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
  })
  await once(secure, 'secureConnect', signal, 'tls')
  return secure
}

const once = (
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  failure: 'unreachable' | 'tls',
) =>
  new Promise<void>((resolve, reject) => {
    const fail = (error?: unknown) => settle(() => reject(new Refusal(failure, error)))
    const late = () => settle(() => reject(signal.reason))
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', late)
      socket.off('error', fail)
      socket.off('close', fail)
      end()
    }
    if (signal.aborted) return late()
    signal.addEventListener('abort', late, { once: true })
    socket.once('error', fail)
    socket.once('close', fail)
    socket.once(event, () => settle(resolve))
  })

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Goes there itself: the addresses that were judged, and no other look-up. */
export const dialDirectly: Dial = (addresses, port) => {
  const list = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const socket = connectTcp({
    host: 'checked',
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, answer) => answer(null, list),
  })
  return { socket, reached: () => socket.remoteAddress }
}

/**
 * Asks name servers itself, in place of the system: that one answers in the few threads that also check passwords, so names whose server
 * keeps silent would stop these, and it knows names of this machine.
 */
export const openResolver = (servers?: string[]): Resolve => {
  const resolver = lazily(() => {
    const made = new dns.Resolver({ timeout: 1_500, tries: 2 })
    if (servers) made.setServers(servers)
    return made
  })
  return async (name) => {
    const answers = await Promise.allSettled([resolver().resolve4(name), resolver().resolve6(name)])
    const addresses = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    if (addresses.length > 0) return addresses
    const failures = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    throw failures.find((error) => !isUnknown(error)) ?? failures[0]
  }
}

const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'EBADNAME']
const isUnknown = (error: unknown) => error instanceof Error && 'code' in error && UNKNOWN.includes(String(error.code))
