import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Listens for a moment, so that a start on a port that is taken ends before anything else has been started. */
export const tryPort = async ({ host, port }: Address) => {
  const probe = createServer()
  try {
    probe.listen({ host, port, exclusive: true })
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  } catch (error) {
    throw portError(error, { host, port })
  }
}

/** What kept the server from listening, as a sentence with what to do. */
export const portError = (error: unknown, { host, port }: Address) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code]?.(host, port)
  return reason === undefined ? error : new Error(reason, { cause: error })
}

const noAddress = (host: string) => `HOST is ${host}, which is not an address of this machine. Set another.`

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} of ${host} is in use. Stop the other program, or set PORT to another one.`,
  EACCES: (_, port) => `this user can’t listen on port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
}
