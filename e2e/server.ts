import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The product in a process of its own, filled with the demo: at which address, and how it ends. */
export const startServer = async () => {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/e2e-server.mjs'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
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

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
