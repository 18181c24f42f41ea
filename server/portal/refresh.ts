import type { FastifyReply, FastifyRequest } from 'fastify'
import { session } from '#contract/portal/session.ts'
import { rotate, type OpenSession } from '#server/db/identity/sessions.ts'
import { UserError } from '#server/kit/errors.ts'
import type { OpenRequest } from '#server/kit/implement.ts'
import { openCookies } from './cookies.ts'
import { refuseForeignPages } from './origin.ts'
import { digestOf, openSuccession } from './sealed.ts'
import type { PortalServices } from './services.ts'
import type { SignedIn } from './signed-in.ts'

/** Continues a session with the refresh token of its cookie, which the next one replaces. */
export const openRefresh = ({ identity, clock, auth, config }: PortalServices, { answerOf }: SignedIn) => {
  const cookies = openCookies(config, clock)
  const successorOf = openSuccession(config.secret)

  /** Follows the line of tokens to its end: a slow tab may come with one that several others have gone past. */
  const goOn = async (token: string): Promise<{ session: OpenSession; refresh: string } | undefined> => {
    const next = successorOf(token)
    const rotated = await rotate(identity, digestOf(token), digestOf(next))
    if (rotated && 'stolen' in rotated) auth.forget(rotated.stolen)
    if (!rotated || 'stolen' in rotated) return undefined
    return rotated.passed ? goOn(next) : { session: rotated.session, refresh: next }
  }

  const signInAgain = (request: FastifyRequest, reply: FastifyReply): never => {
    cookies.clear(request, reply)
    throw new UserError(401, session.refresh.failure)
  }

  return async ({ request, reply }: OpenRequest<typeof session.refresh>) => {
    refuseForeignPages(config, request)
    const going = await goOn(cookies.read(request).refresh ?? '')
    if (!going) return signInAgain(request, reply)
    const { session: open, refresh } = going
    auth.forget(open.sessionId)
    const answer = await answerOf(open)
    cookies.set(request, reply, { ...open, token: answer.token, refresh })
    return answer
  }
}
