import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { freePort } from '../scripts/free-port.mjs'
import { SERVER_ENV, SERVER_FLAGS } from '../scripts/server-flags.mjs'
import { temporaryFolder } from '../scripts/temporary.mjs'

/** The product in a process of its own, as a newcomer starts it: at which address, and how it ends. */
export const startServer = async (folder: string, settings: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'server/app/main.ts'], {
    env: {
      ...process.env,
      ...SERVER_ENV,
      ...DEMO,
      ...settings,
      LEADROOM_DATA: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Leadroom is at')) resolve()
    })
    void ended.then(() => reject(new Error('The server ended before it listened; it says why above.')))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

const DEMO = { LEADROOM_DEMO: 'on', LOG_LEVEL: 'warn', NODE_ENV: 'development', DATABASE_URL: '' }

export const newFolder = () => temporaryFolder('e2e')

/** A server with a copy of the demo, which goes with it. */
export const startCopy = async (demo: string, settings?: Readonly<Record<string, string>>) => {
  const folder = newFolder()
  await once(spawn('cp', ['-a', `${demo}/.`, folder], { stdio: 'inherit' }), 'exit')
  const { url, stop } = await startServer(folder, settings)
  return { url, stop: () => stop().finally(() => rm(folder, { recursive: true, force: true })) }
}

/**
 * A server for each file of tests, one at a time, each with a copy of the same demo: what a file finds does not hang on
 * which files the worker had before.
 */
export const serverOfEachFile = (demo: string) => {
  let current: { file: string; server: ReturnType<typeof startCopy> } | undefined

  const stop = async () => {
    const last = current
    current = undefined
    await (await last?.server)?.stop()
  }
  const urlFor = async (file: string) => {
    if (current?.file !== file) {
      await stop()
      current = { file, server: startCopy(demo) }
    }
    return (await current.server).url
  }
  return { urlFor, stop }
}
