import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

export interface HeaderOptions {
  /** Whether people reach us over https: only then is it demanded of browsers. */
  https: boolean
}

/** What every answer carries: nothing is stored, guessed, framed, or told to the next site. */
export const protectAnswers = (app: FastifyInstance, { https }: HeaderOptions): OutgoingHttpHeaders => {
  const always = {
    ...helmetHeaders(https),
    'cache-control': 'no-store',
    'content-security-policy': DATA_POLICY,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('x-request-id', request.id)
    // A path may be a screen and a call: which one it is depends on what was asked for.
    if (request.method === 'GET' || request.method === 'HEAD') void reply.header('vary', 'Accept')
    done()
  })
  return always
}

/** What helmet says of an answer is the same for all of them: it is asked once. */
const helmetHeaders = (https: boolean) => {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const protect = helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  protect(answer.req, answer, () => undefined)
  return answer.getHeaders()
}

/** For answers that are no pages. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface PagePolicy {
  nonce: string
  /** Origins that the page's scripts call beside our own. */
  connectTo?: readonly string[]
  /** Origins whose pages may show ours in a frame. */
  framedBy?: readonly string[]
}

export const makeNonce = () => randomBytes(18).toString('base64')

/** No inline script; styles by nonce. Pictures may come from any https address: logos live at the companies. */
const pagePolicy = ({ nonce, connectTo = [], framedBy = [] }: PagePolicy) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connectTo].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')

/** Puts the policy on a page's answer; a page that may be framed loses the header that only knows yes and no. */
export const servePage = (reply: FastifyReply, policy: PagePolicy) => {
  void reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy(policy))
  if (policy.framedBy?.length)
    void reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
  return reply
}
