import { bytesOf, deriveKey, seal, unseal } from '#server/kit/secrets.ts'

/** Closes a company's id for one session: no other session, and no other kind of text, opens with it. */
export const openCompanyCipher = (secret: string) => {
  const key = deriveKey(secret, 'company-id')
  const boundTo = (sessionId: string) => `company-id:${sessionId}`

  return {
    close: (companyId: number, sessionId: string): string =>
      seal(key, String(companyId), boundTo(sessionId)).toString('base64url'),

    /** The id in the clear; undefined for any text that was not closed for this session. */
    open(text: string, sessionId: string): string | undefined {
      const bytes = bytesOf(text)
      return bytes && unseal(key, bytes, boundTo(sessionId))
    },
  }
}
