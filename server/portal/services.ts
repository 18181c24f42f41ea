import type { Clock } from '#server/db/clock.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Auth } from '#server/kit/auth.ts'
import type { Tokens } from '#server/kit/tokens.ts'

/** What the portal is given to work with. */
export interface PortalServices {
  identity: Identity
  clock: Pick<Clock, 'now'>
  tokens: Tokens
  auth: Auth
  config: {
    secret: string
    baseDomains: readonly string[]
    publicUrl: string
    trustProxy: number
    permissionsApiKey: string
    smtpUrl: string | undefined
    mailFrom: string
    globalApiUrl: string | undefined
    permissionsUrl: string | undefined
    hrApiUrl: string | undefined
    location: { url: string; token: string } | undefined
  }
}
