import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TrappedMail {
  from: string
  recipients: string[]
  /** As it went over the wire, headers first. */
  text: string
}

/** A mail server on this machine that delivers nothing and keeps everything. */
export const startMailTrap = async () => {
  const mails: TrappedMail[] = []
  let refusal: string | undefined
  let refusedAddress = ''
  let refused = 0
  const server = createServer((socket) => {
    let mail: TrappedMail = { from: '', recipients: [], text: '' }
    let inText = false
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (inText && line === '.') {
        inText = false
        mails.push(mail)
        mail = { from: '', recipients: [], text: '' }
        return say('250 kept')
      }
      if (inText) return void (mail.text += `${line}\n`)
      if (refusal !== undefined && /^RCPT TO:/i.test(line) && line.includes(refusedAddress)) {
        refused++
        return say(refusal)
      }
      if (/^MAIL FROM:/i.test(line)) mail.from = line.slice(10)
      if (/^RCPT TO:/i.test(line)) mail.recipients.push(line.slice(8))
      inText = /^DATA/i.test(line)
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      return say(inText ? '354 go on' : '250 fine')
    }
    socket.on('data', (part) => {
      const lines = (rest + part.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    socket.on('error', () => undefined)
    say('220 trap')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    /** What every recipient, or one address alone, is refused with from now on; undefined takes them again. */
    refuse: (answer: string | undefined, address = '') => {
      refusal = answer
      refusedAddress = address
    },
    /** The secret behind the # of the link in the latest mail to an address, once so many have come. */
    secretTo: async (address: string, count = 1) => {
      const sent = () => mails.filter(({ recipients }) => recipients.some((one) => one.includes(`<${address}>`)))
      while (sent().length < count) await sleep(5)
      return /#([\w-]{43})/.exec((sent().at(-1)?.text ?? '').replaceAll('=\n', ''))?.[1] ?? ''
    },
    /** How many recipients were refused. */
    refusals: () => refused,
    stop: () => new Promise((closed) => server.close(closed)),
  }
}
