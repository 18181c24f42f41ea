import { hash } from '@node-rs/argon2'
import type { Identity } from '#server/db/identity/door.ts'
import { digestAtEmail } from '#server/db/identity/accounts.ts'
import { forgetChecks, giveBackChecks, takeChecks, type Check } from '#server/db/identity/sign-in.ts'
import { deriveKey, keyedDigest, sameText } from '#server/kit/secrets.ts'

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
  device: Check['device']
  /** Those that the password may be of; none where no password can be right. */
  accounts: readonly { personId: number; stored: string }[]
}

export const openPasswords = (identity: Identity, secret: string) => {
  const key = deriveKey(secret, 'sign-in-failures')
  const inTurn = openGate()
  const saltKey = deriveKey(secret, 'password-salt')
  const saltOf = (email: string) => keyedDigest(saltKey, email).subarray(0, SALT_BYTES)

  return {
    /** As it is kept for an account of the address, under the salt that all accounts of the address share. */
    hash: (password: string, email: string) =>
      inTurn(async () => {
        const digest = await digestAtEmail(identity, email)
        return hashAs(readMaking(digest ?? '')?.salt ?? saltOf(email), password)
      }),

    /**
     * Whose password it is: none, one or several of the accounts. Unknown, locked, without a password or wrong, for one account or for
     * several: every attempt takes the same way and exactly one hash.
     */
    check: ({ name, address, device, accounts }: Attempt, password: string): Promise<number[]> =>
      inTurn(async () => {
        const check = {
          account: keyedDigest(key, name),
          address,
          device,
          personIds: accounts.map((one) => one.personId),
        }
        const taken = await takeChecks(identity, check)
        const allowed = accounts.filter(({ personId }) => taken.some((one) => one.personId === personId))
        const right = await fitting(allowed, saltOf(name), password)
        const pools = new Set(taken.map(({ pool }) => pool))
        if (right.length > 0 && accounts.length > 1) await giveBackChecks(identity, check, [...pools])
        else if (right.length > 0) for (const pool of pools) await forgetChecks(identity, check, pool)
        return right
      }),
  }
}
export type Passwords = ReturnType<typeof openPasswords>

const SALT_BYTES = 16

type Making = typeof COST & {
  salt: Buffer
}

/** What a digest was made with; undefined for a text that is none. */
const readMaking = (digest: string): Making | undefined => {
  const [, memoryCost, timeCost, parallelism, salt] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]{11,86})\$/.exec(digest) ?? []
  if (salt === undefined) return undefined
  return {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  }
}

/** One hash for all digests that were made alike: for one only where a backup brought accounts that are not. */
const fitting = async (accounts: Attempt['accounts'], salt: Buffer, password: string): Promise<number[]> => {
  const alike = Map.groupBy(accounts, ({ stored }) => stored.slice(0, stored.lastIndexOf('$')))
  if (alike.size === 0) await hashAs(salt, password)
  const right: number[] = []
  for (const group of alike.values()) {
    const digest = await hashAs(salt, password, readMaking(group[0]?.stored ?? ''))
    right.push(...group.filter(({ stored }) => sameText(stored, digest)).map(({ personId }) => personId))
  }
  return right
}

const hashAs = (salt: Buffer, password: string, making: Making = { ...COST, salt }) =>
  hash(password.normalize('NFKC'), making)

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
