import { createServer } from 'node:net'

// Below what systems lend to outgoing connections (Linux from 32768, others from 49152): one of those could take a port before it is listened on.
const FIRST = 20_000
const EACH = 32
const PLACES = 384

let drawn = 0

/** A port of the loopback that nobody listens on. Processes that ask at the same time look at different ones. */
export async function freePort() {
  for (let tries = 0; tries < EACH; tries++) {
    const port = FIRST + (process.pid % PLACES) * EACH + (drawn++ % EACH)
    if (await isFree(port)) return port
  }
  throw new Error(`None of the ${EACH} ports of this process is free`)
}

const isFree = (port) =>
  new Promise((answer) => {
    const probe = createServer()
      .once('error', () => answer(false))
      .listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
