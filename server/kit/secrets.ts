import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export type Purpose =
  | 'access-token'
  | 'answer'
  | 'blog-preview'
  | 'bounce-inbox'
  | 'company-id'
  | 'database-login'
  | 'device'
  | 'form-key'
  | 'form-token'
  | 'newsletter-address'
  | 'mail-confirm'
  | 'mail-id'
  | 'mail-unsubscribe'
  | 'password-salt'
  | 'picture-address'
  | 'refresh-token'
  | 'sign-in-failures'
  | 'site-key'
  | 'vendor-link'

/** One key per purpose from the deployment's one secret, so that no key opens what another closed. */
export const deriveKey = (secret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', secret, 'leadroom', purpose, 32))

/** A keyed digest: tells two values apart without keeping either. */
export const keyedDigest = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest()

/** The bytes of a text that we sealed; undefined for any other spelling of them, with padding, unused bits or foreign signs. */
export const bytesOf = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export const sameText = (one: string, other: string) => {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}

const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Closes a text: nothing but the key opens it, and nowhere but where it is bound to. */
export const seal = (key: Buffer, text: string, boundTo: string): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** The text in the clear; undefined for what was not closed with this key for this place. */
export const unseal = (key: Buffer, sealed: Buffer, boundTo: string): string | undefined => {
  if (sealed.length <= NONCE + TAG) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
