import type { FastifyReply, FastifyRequest } from 'fastify'
import { session, type Profile } from '#contract/portal/session.ts'
import { accountsOfEmail, type Account } from '#server/db/identity/accounts.ts'
import { switchCompany } from '#server/db/identity/broadcasts.ts'
import {
  companiesOf,
  endSession,
  endSessionOfRefresh,
  profileOfSession,
  rotate,
  sessionsOf,
  startSession,
  type OpenSession,
} from '#server/db/identity/sessions.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { addressBlock } from '#server/kit/address.ts'
import type { SessionCaller } from '#server/kit/auth.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { openCompanyCipher } from './company-cipher.ts'
import { openCookies } from './cookies.ts'
import { isHttps, isOnThisMachine, refuseForeignPages } from './origin.ts'
import type { Passwords } from './passwords.ts'
import { digestOf, newSecret, openDevices, openSuccession } from './sealed.ts'
import type { PortalServices } from './services.ts'

export const sessionRoutes = ({ identity, clock, tokens, auth, config }: PortalServices, passwords: Passwords) => {
  const cookies = openCookies(config, clock)
  const cipher = openCompanyCipher(config.secret)
  const devices = openDevices(config.secret)
  const successorOf = openSuccession(config.secret)

  const profileOf = async (sessionId: string): Promise<Profile | undefined> => {
    const profile = await profileOfSession(identity, sessionId)
    if (!profile) return undefined
    const { companyId, viewOnly, ...rest } = profile
    const viewing = viewOnly ? ({ view_only: true } as const) : {}
    return { ...rest, ...viewing, company_id: cipher.close(companyId, sessionId) }
  }

  const signedIn = async (open: OpenSession) => ({
    token: await tokens.sign(open),
    user: found('Person', await profileOf(open.sessionId)),
  })

  return implementOpen('portal.session', session, {
    async verify({ body }) {
      const caller = await auth.callerOfToken(body.token)
      const profile = caller && (await profileOf(caller.sessionId))
      if (!profile) throw new UserError(401, session.verify.failure)
      return profile
    },

    async decrypt({ body, caller, request, reply }) {
      const companyId = cipher.open(body.encrypt_id, known(caller).sessionId)
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

    async signIn({ body, request, reply }) {
      refuseForeignPages(config, request)
      if (!isHttps(config, request) && !isOnThisMachine(request))
        throw new UserError(
          403,
          'Open Leadroom over https to sign in. The browser can’t stay signed in on this address.',
          { code: 'not_secure' },
        )
      const name = accountName(body.email)
      const accounts = await accountsOfEmail(identity, name)
      const address = addressBlock(request.ip)
      const device = deviceOf(accounts, cookies.read(request).device)
      const right = await passwords.check({ name, address, device, accounts }, body.password)
      const opened = accounts.filter(({ personId }) => right.includes(personId))
      const place = placeOf(opened, body.company_id)

      const refresh = newSecret()
      const open = await startSession(identity, {
        ...place,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
        address,
        refreshHash: digestOf(refresh),
      })
      const answer = await signedIn(open)
      const mark = device?.personId === place.personId ? {} : { device: devices.mark(place.personId) }
      cookies.set(request, reply, { ...open, token: answer.token, refresh, ...mark })
      return answer
    },

    async refresh({ request, reply }) {
      refuseForeignPages(config, request)
      const going = await goOn(cookies.read(request).refresh ?? '')
      if (!going) return signInAgain(request, reply)
      const { session: open, refresh } = going
      auth.forget(open.sessionId)
      const answer = await signedIn(open)
      cookies.set(request, reply, { ...open, token: answer.token, refresh })
      return answer
    },

    async signOut({ request, reply }) {
      refuseForeignPages(config, request)
      const [, bearer = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
      const { refresh = '' } = cookies.read(request)
      const caller = await auth.callerOfToken(bearer)
      if (caller) await endSession(identity, caller.ownerId, caller.sessionId, 'signed out')
      const ended = await endSessionOfRefresh(identity, digestOf(refresh))
      for (const id of caller ? [...ended, caller.sessionId] : ended) auth.forget(id)
      cookies.clear(request, reply)
      return {}
    },

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
      const answer = await signedIn({ sessionId, personId, companyId: body.company_id, endsAt, code })
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

  /** Whose device it is, of those whom the address may be. */
  function deviceOf(accounts: readonly Account[], mark: string | undefined) {
    for (const { personId } of accounts) {
      const name = devices.read(mark, personId)
      if (name !== undefined) return { personId, name }
    }
    return undefined
  }

  /** Follows the line of tokens to its end: a slow tab may come with one that several others have gone past. */
  async function goOn(token: string): Promise<{ session: OpenSession; refresh: string } | undefined> {
    const next = successorOf(token)
    const rotated = await rotate(identity, digestOf(token), digestOf(next))
    if (rotated && 'stolen' in rotated) auth.forget(rotated.stolen)
    if (!rotated || 'stolen' in rotated) return undefined
    return rotated.passed ? goOn(next) : { session: rotated.session, refresh: next }
  }

  function signInAgain(request: FastifyRequest, reply: FastifyReply): never {
    cookies.clear(request, reply)
    throw new UserError(401, session.refresh.failure)
  }
}

/** Where somebody works whose password has opened these accounts: in the company that they chose, or the one last worked in. */
const placeOf = (opened: readonly Account[], chosen: number | undefined) => {
  const wrong = new UserError(401, 'Wrong email or password.', { code: 'wrong_password' })
  const places = opened.flatMap(({ personId, companies }) => companies.map(({ id }) => ({ personId, companyId: id })))
  if (chosen === undefined && opened.length > 1)
    throw conflict(
      'This password works for several companies. Choose one.',
      { companies: opened.flatMap(({ companies }) => companies) },
      'choose_company',
    )
  const place = places.find(({ companyId }) => chosen === undefined || companyId === chosen)
  if (!place) throw wrong
  return place
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One spelling per account, whatever was typed: it finds the person and it counts the attempts. */
export const accountName = (text: string) => {
  const plain = text.normalize('NFKC')
  return parseEmail(plain)?.email ?? plain.trim().toLowerCase()
}

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
