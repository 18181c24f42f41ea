import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { sqlState } from './errors.ts'

/**
 * One line of JSON per event. What people send never gets in: a request is told by its route, an error by its kind
 * and its place in the code, and whatever is named like a secret is cut on top of that.
 */
export const logOptions = (
  level: string,
  stream?: LogStream,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level,
  redact: { paths: SECRETS, censor: '[cut]' },
  serializers: { err: describeError, req: describeRequest, res: ({ statusCode }) => ({ statusCode }) },
  ...(stream ? { stream } : {}),
})

export interface LogStream {
  write(line: string): void
}

/** The log of one request. Few requests say anything in it, and Pino’s own child for each costs more than finding the route. */
export class RequestLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #own() {
    return (this.#made ??= this.#make())
  }
  get level() {
    return this.#own.level
  }
  set level(level) {
    this.#own.level = level
  }
  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.#own.child(...given)
  }
  trace(...said: unknown[]) {
    Reflect.apply(this.#own.trace, this.#own, said)
  }
  debug(...said: unknown[]) {
    Reflect.apply(this.#own.debug, this.#own, said)
  }
  info(...said: unknown[]) {
    Reflect.apply(this.#own.info, this.#own, said)
  }
  warn(...said: unknown[]) {
    Reflect.apply(this.#own.warn, this.#own, said)
  }
  error(...said: unknown[]) {
    Reflect.apply(this.#own.error, this.#own, said)
  }
  fatal(...said: unknown[]) {
    Reflect.apply(this.#own.fatal, this.#own, said)
  }
  silent(...said: unknown[]) {
    Reflect.apply(this.#own.silent, this.#own, said)
  }
}

const NAMES = [
  'authorization',
  'cookie',
  '"set-cookie"',
  '"x-api-key"',
  'password',
  'token',
  'refresh_token',
  'secret',
  'body',
  'connectionString',
  'databaseUrl',
]
const SECRETS = NAMES.flatMap((name) =>
  name.startsWith('"') ? [`[${name}]`, `*[${name}]`, `*.*[${name}]`] : [name, `*.${name}`, `*.*.${name}`],
)

/** A line for each answer, in place of Fastify's two. All that it holds is named here, so that nothing has to be looked for and cut. */
export const logAnswers = (app: FastifyInstance): AnswerLog => {
  const answers = app.log.child({}, { redact: [] })
  const log: AnswerLog = (id, req, status, ms) => answers.info({ request_id: id, req, status, ms }, 'answered')
  app.addHook('onResponse', (request, reply, done) => {
    log(request.id, request, reply.statusCode, Math.round(reply.elapsedTime))
    done()
  })
  return log
}

export type AnswerLog = (id: string, request: Told, status: number, ms: number) => void

/** What is told of a request. */
type Told = Pick<FastifyRequest, 'method' | 'url' | 'ip'> & { routeOptions?: { url?: string | undefined } }

const describeRequest = (request: Told) => ({
  method: request.method,
  route: request.routeOptions?.url ?? tellablePath(request.url),
  address: request.ip,
})

/** Of an address without a route only what cannot be a key or a token: short segments, and never the query. */
const tellablePath = (url = '') =>
  (url.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .slice(0, 8)
    .map((segment) => (/^[\w.-]{0,16}$/.test(segment) ? segment : '…'))
    .join('/')

interface Described {
  type: string
  message: string
  stack: string
  [detail: string]: unknown
}

const describeError = (error: unknown): Described => {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is no error was thrown', stack: '' }
  const { code, constraint, table, column, statusCode }: Record<string, unknown> = Object(error)
  const state = sqlState(error)
  return {
    type: error.name,
    // PostgreSQL quotes values in its messages, and some of those were sent by people: not where its machine is what it complains of.
    message:
      state === undefined
        ? withoutUrls(error.message)
        : `PostgreSQL ${state}${OF_THE_MACHINE.test(state) ? `: ${error.message}` : ''}`,
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    code,
    constraint,
    table,
    column,
    statusCode,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Out of disk, memory or connections; trouble with a file. */
const OF_THE_MACHINE = /^(53|58)/

const withoutUrls = (text: string) => text.replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '[address]').slice(0, 500)
