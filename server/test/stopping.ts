import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary.mjs'
import { startTestApp } from './app.ts'
import { databaseUrl } from './database.ts'

/** A database, somebody who may read and write in it, and what a program is started with there; gone when the test file ends. */
export const openStopping = async () => {
  const base = await startTestApp()
  const ada = await base.signIn({ can: ['restrict_domain_add', 'restrict_domain_list'] })
  const folder = temporaryFolder('stop')
  afterAll(async () => {
    await base.stop()
    await rm(folder, { recursive: true })
  })

  /** The start of a call and its rest; the server has it, and waits for what is missing. */
  const callParts = (path: string, content: object): [string, string] => {
    const body = JSON.stringify(content)
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    return [head + body.slice(0, 9), body.slice(9)]
  }

  return {
    base,
    ada,
    env: {
      DATABASE_URL: databaseUrl(base.database),
      LEADROOM_SECRET: base.services.config.secret,
      LEADROOM_DATA: folder,
      LOG_LEVEL: 'warn',
    },
    write: (name: string) => callParts('/marketing/add_domain_for_restrict', { domainName: name }),
    read: () => callParts('/api/v1/token/verify/', { token: ada.token }),
  }
}

export const opened = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

export const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
