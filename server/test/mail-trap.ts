import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TrappedMail {
  from: string
  recipients: string[]
  /** As it went over the wire, headers first. */
  text: string
}

/** What a mail server may do to a mail: answer a command in other words, or go away or dawdle while the text comes. */
export interface Behaviour {
  mail?: string
  recipient?: string
  /** Instead of 354. */
  data?: string
  /** Instead of 250, after the text. */
  end?: string
  /** After the text, which is kept, no answer comes. */
  dropAfter?: boolean
  /** In the middle of the text. */
  dropWithin?: boolean
  /** Answers 250 in the middle of the text, of which it reads no more. */
  early?: boolean
  /** A byte of each answer comes after so many milliseconds. */
  byteMs?: number
  /** So long after the text the answer comes. */
  answerMs?: number
}

/** A mail server on this machine that delivers nothing and keeps everything. */
export const startMailTrap = async (behave: (address: string) => Behaviour | undefined = () => undefined) => {
  const mails: TrappedMail[] = []
  const sockets = new Set<Socket>()
  let refusal: string | undefined
  let refusedAddress = ''
  let refused = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let mail: TrappedMail = { from: '', recipients: [], text: '' }
    let behaviour: Behaviour = {}
    let inText = false
    let rest = ''
    const say = async (line: string) => {
      if (behaviour.byteMs === undefined) return void socket.write(`${line}\r\n`)
      for (const byte of `${line}\r\n`) {
        await sleep(behaviour.byteMs)
        socket.write(byte)
      }
    }
    const endText = async () => {
      inText = false
      if (behaviour.end === undefined || behaviour.end.startsWith('2')) mails.push(mail)
      const { dropAfter, end = '250 2.0.0 kept', answerMs } = behaviour
      mail = { from: '', recipients: [], text: '' }
      if (dropAfter) return socket.destroy()
      if (answerMs !== undefined) await sleep(answerMs)
      return say(end)
    }
    const hear = (line: string) => {
      if (inText && line === '.') return endText()
      if (inText) {
        mail.text += `${line}\n`
        if (behaviour.dropWithin) socket.destroy()
        if (behaviour.early && mail.text.length === line.length + 1) {
          socket.pause()
          return say('250 2.0.0 kept')
        }
        return undefined
      }
      if (refusal !== undefined && /^RCPT TO:/i.test(line) && line.includes(refusedAddress)) {
        refused++
        return say(refusal)
      }
      if (/^MAIL FROM:/i.test(line)) mail = { from: line.slice(10), recipients: [], text: '' }
      if (/^RCPT TO:/i.test(line)) {
        behaviour = behave(/<([^>]*)>/.exec(line)?.[1] ?? '') ?? {}
        if (behaviour.recipient !== undefined) return say(behaviour.recipient)
        mail.recipients.push(line.slice(8))
      }
      if (/^DATA/i.test(line) && behaviour.data !== undefined) return say(behaviour.data)
      inText = /^DATA/i.test(line)
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      return say(inText ? '354 go on' : '250 fine')
    }
    socket.on('data', (part) => {
      const lines = (rest + part.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) void hear(line)
    })
    socket.on('error', () => undefined)
    void say('220 trap')
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
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((closed) => server.close(closed))
    },
  }
}
