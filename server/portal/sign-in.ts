import type { session } from '#contract/portal/session.ts'
import { accountsOfEmail, type Account } from '#server/db/identity/accounts.ts'
import { startSession } from '#server/db/identity/sessions.ts'
import { addressBlock } from '#server/kit/address.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import type { OpenRequest } from '#server/kit/implement.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { openCookies } from './cookies.ts'
import { isHttps, isOnThisMachine, refuseForeignPages } from './origin.ts'
import type { Passwords } from './passwords.ts'
import { digestOf, newSecret, openDevices } from './sealed.ts'
import type { PortalServices } from './services.ts'
import type { SignedIn } from './signed-in.ts'

/** Opens a session with an email and its password. */
export const openSignIn = (
  { identity, clock, config }: PortalServices,
  passwords: Passwords,
  { answerOf }: SignedIn,
) => {
  const cookies = openCookies(config, clock)
  const devices = openDevices(config.secret)

  /** Whose device it is, of those whom the address may be. */
  const deviceOf = (accounts: readonly Account[], mark: string | undefined) => {
    for (const { personId } of accounts) {
      const name = devices.read(mark, personId)
      if (name !== undefined) return { personId, name }
    }
    return undefined
  }

  return async ({ body, request, reply }: OpenRequest<typeof session.signIn>) => {
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
    const answer = await answerOf(open)
    const mark = device?.personId === place.personId ? {} : { device: devices.mark(place.personId) }
    cookies.set(request, reply, { ...open, token: answer.token, refresh, ...mark })
    return answer
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

/** One spelling per account, whatever was typed: it finds the person and it counts the attempts. */
export const accountName = (text: string) => {
  const plain = text.normalize('NFKC')
  return parseEmail(plain)?.email ?? plain.trim().toLowerCase()
}
