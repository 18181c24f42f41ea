import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'

/** A mail server that takes everything and delivers nothing: it shows the mails that came to an address, and reads them as readers' programs do. */
export const startMailSink = async () => {
  const mails: { to: string; text: string }[] = []
  const dropping = new Set<string>()
  let refusal: string | undefined
  const server = createServer((socket) => {
    let to = ''
    let text: string | undefined
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (text !== undefined && line !== '.') return void (text += `${line.replace(/^\./, '')}\r\n`)
      if (text !== undefined && dropping.delete(to)) return socket.destroy()
      const refused = text !== undefined && refusal
      if (text !== undefined && !refused) mails.push({ to, text })
      text = /^DATA/i.test(line) ? '' : undefined
      to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      return say(refused || (text === undefined ? '250 fine' : '354 go on'))
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
  const textsTo = (address: string) => mails.flatMap(({ to, text }) => (to === address ? text : []))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that came to the address, the oldest first. */
    mailsTo: (address: string) => Promise.all(textsTo(address).map((text) => PostalMime.parse(text))),
    /** The next mail to the address is taken whole, and the line is cut before it is answered. */
    dropNext: (address: string) => void dropping.add(address),
    /** Every mail is refused in these words, until they are undefined. */
    refuse: (answer: string | undefined) => void (refusal = answer),
    /** How many mails came whose subject begins so. */
    countOf: async (subject: string) =>
      (await Promise.all(mails.map(({ text }) => PostalMime.parse(text)))).filter((mail) =>
        mail.subject?.startsWith(subject),
      ).length,
    /** What stands behind the # of the newest mail's link; empty while none has come. */
    secretTo: (address: string) =>
      textsTo(address)
        .flatMap((text) => /#([\w-]{43})/.exec(text.replaceAll('=\r\n', ''))?.[1] ?? [])
        .at(-1) ?? '',
    stop: () => server.close(),
  }
}
