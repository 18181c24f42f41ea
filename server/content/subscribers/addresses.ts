import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'

/** What stays of an address when it is erased, and what the caps count by. */
export interface Addresses {
  /** A keyed digest of the address. */
  hash(email: string): Buffer
  /** The same of its mailbox: some spellings reach the same one. */
  mailboxHash(email: string): Buffer
}

export const addressesOf = ({ secret }: { secret: string }): Addresses => {
  const key = deriveKey(secret, 'newsletter-address')
  return {
    hash: (email) => keyedDigest(key, email),
    mailboxHash: (email) => keyedDigest(key, `mailbox:${mailboxOf(email)}`),
  }
}

const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox that an address most likely reaches: `a.b+news@googlemail.com` is `ab@gmail.com`. For the caps alone. */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const [bare = ''] = email.slice(0, at).split('+', 1)
  return GOOGLE.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
