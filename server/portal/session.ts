import type { FastifyReply } from 'fastify'
import { session } from '#contract/portal/session.ts'
import { switchCompany } from '#server/db/identity/broadcasts.ts'
import { companiesOf, endSession, sessionsOf } from '#server/db/identity/sessions.ts'
import type { SessionCaller } from '#server/kit/auth.ts'
import { found, UserError } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { openCookies } from './cookies.ts'
import { refuseForeignPages } from './origin.ts'
import type { Passwords } from './passwords.ts'
import { openRefresh } from './refresh.ts'
import type { PortalServices } from './services.ts'
import { openSignIn } from './sign-in.ts'
import { openSignOut } from './sign-out.ts'
import { openSignedIn } from './signed-in.ts'

export const sessionRoutes = (services: PortalServices, passwords: Passwords) => {
  const { identity, clock, auth, config } = services
  const cookies = openCookies(config, clock)
  const signedIn = openSignedIn(services)
  const { profileOf, companyOf, answerOf } = signedIn

  return implementOpen('portal.session', session, {
    async verify({ body }) {
      const caller = await auth.callerOfToken(body.token)
      const profile = caller && (await profileOf(caller.sessionId))
      if (!profile) throw new UserError(401, session.verify.failure)
      return profile
    },

    async decrypt({ body, caller, request, reply }) {
      const companyId = companyOf(body.encrypt_id, known(caller).sessionId)
      if (companyId !== undefined) return { status: 'success', decrypted_value: companyId }
      const refusal = {
        success: false,
        status: 'error',
        message: session.decrypt.failure,
        code: 'bad_request',
        request_id: request.id,
        decrypted_value: '',
      }
      return otherwise(reply, 400, refusal)
    },

    signIn: openSignIn(services, passwords, signedIn),
    refresh: openRefresh(services, signedIn),
    signOut: openSignOut(services),

    async companies({ caller }) {
      const { ownerId, companyId } = known(caller)
      const companies = await companiesOf(identity, ownerId)
      return { data: companies.map((company) => ({ ...company, current: company.id === companyId })) }
    },

    async switchCompany({ body, caller, request, reply }) {
      refuseForeignPages(config, request)
      const { sessionId, personId } = known(caller)
      const move = { sessionId, personId, companyId: body.company_id, tabId: body.tab_id }
      const { endsAt, code } = found('Company', await switchCompany(identity, move))
      auth.forget(sessionId)
      const answer = await answerOf({ sessionId, personId, companyId: body.company_id, endsAt, code })
      cookies.setToken(request, reply, answer.token, endsAt)
      return answer
    },

    async sessions({ caller }) {
      const { ownerId, sessionId } = known(caller)
      const sessions = await sessionsOf(identity, ownerId)
      return { data: sessions.map((one) => ({ ...one, current: one.id === sessionId })) }
    },

    async endSession({ body, caller, request, reply }) {
      refuseForeignPages(config, request)
      const { ownerId, sessionId } = known(caller)
      found(
        'Session',
        UUID.test(body.id) ? await endSession(identity, ownerId, body.id, 'ended by the person') : undefined,
      )
      auth.forget(body.id)
      if (body.id === sessionId) cookies.clear(request, reply)
      return {}
    },
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const known = (caller: SessionCaller | undefined): SessionCaller => {
  if (!caller) throw new Error('An endpoint that needs a session was entered without one')
  return caller
}

/** Answers in the call's own shape although it failed, as the seed's callers expect. */
export const otherwise = <T>(reply: FastifyReply, status: number, answer: T): T => {
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
  return answer
}
