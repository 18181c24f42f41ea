import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Identity } from '#server/db/identity/door.ts'
import { forgetChecks, takeCheck } from '#server/db/identity/sign-in.ts'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'

// OWASP's least for argon2id, which is the package's default kind: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING = 50

/** The form in which a password is kept. */
export const hashPassword = (password: string) => hash(password.normalize('NFKC'), COST)

export interface Attempt {
  /** The account's address in its one spelling, whether or not there is such an account. */
  name: string
  address: string
  device: string | undefined
  personId: number | undefined
  /** Null where no password can be right. */
  stored: string | null
}

export const openPasswords = (identity: Identity, secret: string) => {
  const key = deriveKey(secret, 'sign-in-failures')
  const inTurn = openGate()
  // Made at the start: made when first needed, it would give that one attempt away by its second hash.
  const nobodys = hashPassword(randomBytes(32).toString('base64url'))

  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),

    /**
     * Whether the password is the account's. Unknown, locked, without a password or wrong: every attempt takes the
     * same way and exactly one hash.
     */
    check: ({ name, address, device, personId, stored }: Attempt, password: string): Promise<boolean> =>
      inTurn(async () => {
        const check = { account: keyedDigest(key, name), address, device, personId }
        const pool = await takeCheck(identity, check)
        const fits = await verify(
          pool === undefined ? await nobodys : (stored ?? (await nobodys)),
          password.normalize('NFKC'),
        )
        if (!fits || pool === undefined || stored === null) return false
        await forgetChecks(identity, check, pool)
        return true
      }),
  }
}
export type Passwords = ReturnType<typeof openPasswords>

/** Two hashes at a time, so that the other half of Node's threads stays free; fifty wait, the next is refused. */
const openGate = () => {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING)
        throw Object.assign(new Error('Too many passwords wait to be checked'), { statusCode: 503 })
      await new Promise<void>((resume) => waiting.push(resume))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
