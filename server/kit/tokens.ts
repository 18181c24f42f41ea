import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/db/clock.ts'
import { bytesOf, deriveKey } from './secrets.ts'

/** What an access token says; everything else is looked up by the session it names. */
export interface AccessToken {
  personId: number
  companyId: number
  sessionId: string
}

const AUDIENCE = 'leadroom'
const TYPE = 'at+jwt'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ACCESS_TOKEN_SECONDS = 15 * 60
/** How far two nodes may be apart in what they take the database's time to be. */
const TOLERANCE_SECONDS = 60
const MOST_KNOWN = 10_000

export const openTokens = (secret: string, clock: Pick<Clock, 'now'>) => {
  const key = deriveKey(secret, 'access-token')
  const known = new LRUCache<string, { token: AccessToken; until: number }>({ max: MOST_KNOWN })

  return {
    sign({ personId, companyId, sessionId }: AccessToken) {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ cid: companyId, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(String(personId))
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
        .sign(key)
    },

    /** What the token says; undefined for any token that is not ours, not for this, over, or spelt in another way. */
    async verify(text: string): Promise<AccessToken | undefined> {
      const before = known.get(text)
      if (before && before.until > clock.now()) return before.token
      if (!text.split('.').every(bytesOf)) return undefined
      const checked = await jwtVerify(text, key, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        typ: TYPE,
        currentDate: new Date(clock.now()),
        clockTolerance: TOLERANCE_SECONDS,
        // Refuses one of the future, too.
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      }).catch(() => undefined)
      const { sub, sid, cid, exp } = checked?.payload ?? {}
      if (
        typeof sid !== 'string' ||
        !UUID.test(sid) ||
        typeof cid !== 'number' ||
        sub === undefined ||
        exp === undefined
      )
        return undefined
      const token = { personId: Number(sub), companyId: cid, sessionId: sid }
      known.set(text, { token, until: (exp + TOLERANCE_SECONDS) * 1000 })
      return token
    },
  }
}
export type Tokens = ReturnType<typeof openTokens>
