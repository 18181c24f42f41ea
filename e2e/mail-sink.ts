import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A mail server that takes everything and delivers nothing; `secretTo` waits for a mail and reads what stands behind the # of its link. */
export const startMailSink = async () => {
  const mails: { to: string; text: string }[] = []
  const server = createServer((socket) => {
    let to = ''
    let text: string | undefined
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (text !== undefined && line !== '.') return void (text += `${line}\n`)
      if (text !== undefined) mails.push({ to, text: text.replaceAll('=\n', '') })
      text = /^DATA/i.test(line) ? '' : undefined
      to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      return say(text === undefined ? '250 fine' : '354 go on')
    }
    socket.on('data', (part) => {
      const lines = (rest + part.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    socket.on('error', () => undefined)
    say('220 sink')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretTo: (address: string) =>
      mails.flatMap(({ to, text }) => (to === address ? (/#([\w-]{43})/.exec(text)?.[1] ?? []) : [])).at(-1) ?? '',
    stop: () => server.close(),
  }
}
