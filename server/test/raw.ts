import { connect } from 'node:net'

/** Sends bytes as they are and gives back all that comes, until the server closes. */
export const raw = (port: number, text: string | Buffer, timeout = 5_000) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setTimeout(timeout, () => {
      socket.destroy()
      resolve(`${answer}<still open>`)
    })
    socket.on('connect', () => void socket.write(text))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
    socket.on('close', () => resolve(answer))
  })
