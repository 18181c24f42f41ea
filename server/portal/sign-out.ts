import type { session } from '#contract/portal/session.ts'
import { endSession, endSessionOfRefresh } from '#server/db/identity/sessions.ts'
import type { OpenRequest } from '#server/kit/implement.ts'
import { openCookies } from './cookies.ts'
import { refuseForeignPages } from './origin.ts'
import { digestOf } from './sealed.ts'
import type { PortalServices } from './services.ts'

/** Ends the session of the token that the caller shows, and that of the refresh token in the cookie. */
export const openSignOut = ({ identity, clock, auth, config }: PortalServices) => {
  const cookies = openCookies(config, clock)

  return async ({ request, reply }: OpenRequest<typeof session.signOut>) => {
    refuseForeignPages(config, request)
    const [, bearer = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const { refresh = '' } = cookies.read(request)
    const caller = await auth.callerOfToken(bearer)
    if (caller) await endSession(identity, caller.ownerId, caller.sessionId, 'signed out')
    const ended = await endSessionOfRefresh(identity, digestOf(refresh))
    for (const id of caller ? [...ended, caller.sessionId] : ended) auth.forget(id)
    cookies.clear(request, reply)
    return {}
  }
}
