import { createHash, randomBytes } from 'node:crypto'
import { deriveKey, keyedDigest, sameText } from '#server/kit/secrets.ts'

/** What the database keeps of a secret that only its holder has. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest()

export const newSecret = () => randomBytes(32).toString('base64url')

/** The refresh token after this one: always the same, so that two tabs asking together stay in one line. */
export const openSuccession = (secret: string) => {
  const key = deriveKey(secret, 'refresh-token')
  return (token: string) => keyedDigest(key, token).toString('base64url')
}

/** The mark of a browser in which a person has signed in before; of no use to anybody else. */
export const openDevices = (secret: string) => {
  const key = deriveKey(secret, 'device')
  const seal = (personId: number, nonce: string) => keyedDigest(key, `${personId}.${nonce}`).toString('base64url')

  return {
    mark(personId: number): string {
      const nonce = randomBytes(16).toString('base64url')
      return `${nonce}.${seal(personId, nonce)}`
    },
    /** The device's own name when the mark is this person's. */
    read(mark: string | undefined, personId: number | undefined): string | undefined {
      if (mark === undefined || personId === undefined) return undefined
      const [nonce = ''] = mark.split('.', 1)
      return sameText(mark, `${nonce}.${seal(personId, nonce)}`) ? nonce : undefined
    },
  }
}
