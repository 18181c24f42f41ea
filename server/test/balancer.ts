import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** One address before several nodes: each connection goes to the next one that takes it. */
export const startBalancer = async (ports: readonly number[]) => {
  const open = new Set<Socket>()
  let turn = 0

  const reach = async (tries = ports.length): Promise<Socket | undefined> => {
    if (tries === 0) return undefined
    const node = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    try {
      await once(node, 'connect')
      return node
    } catch {
      return reach(tries - 1)
    }
  }

  const listener = createServer({ pauseOnConnect: true }, (client) => {
    open.add(client)
    client.on('error', () => client.destroy()).on('close', () => open.delete(client))
    void reach().then((node) => {
      if (!node) return client.destroy()
      node.on('error', () => client.destroy()).on('close', () => client.destroy())
      client.on('close', () => node.destroy())
      return client.pipe(node).pipe(client)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async stop() {
      for (const client of open) client.destroy()
      await new Promise((done) => void listener.close(done))
    },
  }
}
