import type { Profile } from '#contract/portal/session.ts'
import { profileOfSession, type OpenSession } from '#server/db/identity/sessions.ts'
import { found } from '#server/kit/errors.ts'
import { openCompanyCipher } from './company-cipher.ts'
import type { PortalServices } from './services.ts'

/** What a person who is signed in gets to know of themselves. */
export const openSignedIn = ({ identity, tokens, config }: PortalServices) => {
  const cipher = openCompanyCipher(config.secret)

  const profileOf = async (sessionId: string): Promise<Profile | undefined> => {
    const profile = await profileOfSession(identity, sessionId)
    if (!profile) return undefined
    const { companyId, viewOnly, ...rest } = profile
    const viewing = viewOnly ? ({ view_only: true } as const) : {}
    return { ...rest, ...viewing, company_id: cipher.close(companyId, sessionId) }
  }

  return {
    profileOf,
    /** The company that a profile names in cipher; undefined for a text that is not of this session. */
    companyOf: (text: string, sessionId: string) => cipher.open(text, sessionId),
    /** What opening, continuing or moving a session answers. */
    answerOf: async (open: OpenSession) => ({
      token: await tokens.sign(open),
      user: found('Person', await profileOf(open.sessionId)),
    }),
  }
}
export type SignedIn = ReturnType<typeof openSignedIn>
