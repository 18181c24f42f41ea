import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressBlock } from './address.ts'
import { UserError } from './errors.ts'

/** Cuts off connections of an address that has as many already. What runs on this very machine is spared: a proxy may. */
export const capConnections = (server: Server, most: number, isSpared = isLoopback) => {
  const held = openHolds(most)
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isSpared(address)) return
    const leave = held.take(addressBlock(address))
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}

/** The same where all connections are those of a proxy: it holds one for each request that it has taken from an address. */
export const capRequests = (app: FastifyInstance, most: number): Holds => {
  const held = openHolds(most)
  app.addHook('onRequest', (request, reply, done) => {
    const leave = held.take(addressBlock(request.ip))
    if (!leave)
      throw new UserError(429, 'Too many requests at once from your network. Close some windows, or try again later.')
    // Comes once for each answer, whatever becomes of it.
    reply.raw.once('close', leave)
    done()
  })
  return held
}

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)

/** How much each address holds at the moment. */
export interface Holds {
  /** Takes one more; gives what to call when it is over, or undefined when it is one too many. */
  take(address: string): (() => void) | undefined
}

const openHolds = (most: number): Holds => {
  const held = new Map<string, number>()
  return {
    take(address) {
      const count = held.get(address) ?? 0
      if (count >= most) return undefined
      held.set(address, count + 1)
      return () => {
        const left = (held.get(address) ?? 1) - 1
        if (left === 0) held.delete(address)
        else held.set(address, left)
      }
    },
  }
}
