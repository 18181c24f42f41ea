import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { bytesOf, deriveKey } from '#server/kit/secrets.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Closes a company's id for one session: no other session, and no other kind of text, opens with it. */
export const openCompanyCipher = (secret: string) => {
  const key = deriveKey(secret, 'company-id')
  const boundTo = (sessionId: string) => Buffer.from(`company-id:${sessionId}`)

  return {
    close(companyId: number, sessionId: string): string {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(boundTo(sessionId))
      const closed = Buffer.concat([cipher.update(String(companyId)), cipher.final()])
      return Buffer.concat([nonce, closed, cipher.getAuthTag()]).toString('base64url')
    },

    /** The id in the clear; undefined for any text that was not closed for this session. */
    open(text: string, sessionId: string): string | undefined {
      const bytes = bytesOf(text)
      if (!bytes || bytes.length <= NONCE + TAG) return undefined
      const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      cipher.setAAD(boundTo(sessionId)).setAuthTag(bytes.subarray(-TAG))
      try {
        return Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
