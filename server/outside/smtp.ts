import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { crashPoint } from '#server/db/crash.ts'

/** What became of a mail, as far as anybody can know. */
export type Outcome =
  | { state: 'sent'; reply: string }
  /** Never, not to this address or not from us. */
  | { state: 'refused'; class: 'hard' | 'soft' | 'policy'; code: string; reply: string; bySender: boolean }
  /** Surely not yet; `crowded`: the server has enough of us for now. */
  | { state: 'deferred'; code: string | undefined; reply: string; crowded: boolean }
  /** Its text had begun to leave, and no answer came. */
  | { state: 'in_doubt'; reply: string }

/** Why there is no connection; `ours`: the server does not take our name and password. */
export interface Unreached {
  reason: string
  ours: boolean
}

export interface Envelope {
  from: string
  to: string
}

/** A connection to the mail server that is opened when it is needed, and again when it is lost. */
export interface SmtpLane {
  /** Undefined when mails can be sent. */
  ready(): Promise<Unreached | undefined>
  /** Sends one mail, once; `mayBegin` is asked before the first byte of the text leaves. */
  send(envelope: Envelope, text: Buffer, mayBegin: () => boolean): Promise<Outcome>
  close(): void
}

/** Milliseconds: for a connection, and for a mail from its envelope to the answer. */
export interface SmtpLimits {
  connect: number
  mail: number
}
export const SMTP_LIMITS: SmtpLimits = { connect: 10_000, mail: 60_000 }

export const openLane = (url: string, limits: SmtpLimits = SMTP_LIMITS): SmtpLane => {
  let open: SMTPConnection | undefined
  let used = false

  const close = () => {
    open?.close()
    open = undefined
  }
  const connect = async () => {
    used = false
    const connection = await connected(url, limits)
    connection.once('end', () => {
      if (open === connection) open = undefined
    })
    open = connection
  }
  const reach = async (): Promise<Unreached | undefined> => {
    if (open) return undefined
    return connect().then(() => undefined, unreached)
  }

  const send = async (envelope: Envelope, text: Buffer, mayBegin: () => boolean): Promise<Outcome> => {
    const connection = open
    if (!connection) return notSent('The connection was lost')
    const wasUsed = used
    used = true
    const { error, reply, begun, ended, tooLate } = await attempt(connection, envelope, text, mayBegin, limits.mail)
    if (tooLate) {
      close()
      return { state: 'in_doubt', reply: 'The server stood still for a while, so the mail was not sent' }
    }
    // An answer before the text has ended is none to the text.
    if (!error && ended) return { state: 'sent', reply }
    const answer = error && answerOf(error)
    if (answer) {
      if (answer.code === 421 || begun || !(await cleared(connection))) close()
      return outcomeOf(answer)
    }
    close()
    if (begun) return { state: 'in_doubt', reply: error?.message ?? 'The answer came before the mail had ended' }
    // A server closes what was idle: that says nothing about the mail, of which not a byte has left.
    if (wasUsed && !(await reach())) return send(envelope, text, mayBegin)
    return notSent(error?.message ?? 'The connection was lost')
  }
  return { ready: reach, send, close }
}

/** Loaded with the first mail: a server that sends none does without. */
const connected = async (url: string, { connect, mail }: SmtpLimits): Promise<SMTPConnection> => {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const options = parseConnectionUrl(url)
  const connection = new Connection({
    ...options,
    connectionTimeout: connect,
    greetingTimeout: connect,
    dnsTimeout: connect,
    socketTimeout: mail,
  })
  const { auth } = options
  await new Promise<void>((resolve, reject) => {
    // Whatever goes wrong later is told to who sends; nobody may fall over it when nobody does.
    connection.on('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      if (!auth || !connection.allowsAuth) return resolve()
      connection.login(auth, (refused) => (refused ? reject(refused) : resolve()))
    })
  }).catch((error: unknown) => {
    connection.close()
    throw error
  })
  return connection
}

interface Attempt {
  error: Error | undefined
  reply: string
  /** The text had begun to leave, and has left. */
  begun: boolean
  ended: boolean
  tooLate: boolean
}

const attempt = (
  connection: SMTPConnection,
  envelope: Envelope,
  text: Buffer,
  mayBegin: () => boolean,
  limit: number,
): Promise<Attempt> =>
  new Promise((resolve) => {
    const flow = { begun: false, ended: false, tooLate: false }
    const limited = setTimeout(() => {
      connection.close()
      done(new Error(`No answer within ${limit / 1_000} seconds`))
    }, limit)
    const done = (error: Error | null | undefined, reply = '') => {
      clearTimeout(limited)
      resolve({ ...flow, error: error ?? undefined, reply })
    }
    // Read only once the server has said that it waits for the text.
    const parts = function* () {
      flow.tooLate = !mayBegin()
      if (flow.tooLate) throw new Error('Too late')
      crashPoint('mail.before_data')
      flow.begun = true
      const half = text.length >> 1
      yield* piecesOf(text.subarray(0, half))
      crashPoint('mail.in_data')
      yield* piecesOf(text.subarray(half))
      flow.ended = true
      setImmediate(() => crashPoint('mail.after_data'))
    }
    connection.send({ ...envelope, to: [envelope.to] }, Readable.from(parts(), { objectMode: false }), (error, info) =>
      done(error, info?.response),
    )
  })

/** A piece is taken when those before it have left: so an answer that comes too early finds that the text has not ended. */
const PIECE = 65_536
const piecesOf = function* (text: Buffer) {
  for (let at = 0; at < text.length; at += PIECE) yield text.subarray(at, at + PIECE)
}

/** Ends what the server still has of a mail that it refused; false where the connection is of no use any more. */
const cleared = (connection: SMTPConnection) =>
  new Promise<boolean>((resolve) => connection.reset((error) => resolve(!error)))

interface Answer {
  code: number
  text: string
  /** To which command. */
  command: string
}

const answerOf = (error: Error): Answer | undefined => {
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  if (code < 400) return undefined
  const text = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return { code, text, command: 'command' in error ? String(error.command) : '' }
}

/** The words of the server decide: of whom it says so, for how long. */
const outcomeOf = ({ code, text, command }: Answer): Outcome => {
  const reply = text.slice(0, 500)
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  const shown = enhanced ?? String(code)
  if (code < 500) return { state: 'deferred', code: shown, reply, crowded: code === 421 }
  const bySender = command === 'MAIL FROM'
  return { state: 'refused', class: classOf(code, enhanced, command), code: shown, reply, bySender }
}

const classOf = (code: number, enhanced: string | undefined, command: string) => {
  if (enhanced?.startsWith('5.1.')) return 'hard'
  if (enhanced === '5.2.2' || code === 552) return 'soft'
  if (enhanced?.startsWith('5.7.') || command !== 'RCPT TO') return 'policy'
  return 'hard'
}

const notSent = (reply: string): Outcome => ({ state: 'deferred', code: undefined, reply, crowded: false })

const unreached = (error: unknown): Unreached => ({
  reason: error instanceof Error ? error.message : String(error),
  ours: error instanceof Error && 'code' in error && error.code === 'EAUTH',
})
