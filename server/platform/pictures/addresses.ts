import type { Clock } from '#server/db/clock.ts'
import { deriveKey, keyedDigest, sameText } from '#server/kit/secrets.ts'
import { SIZES } from './picture.ts'

/** What an address opens. */
export interface Opened {
  companyId: number
  sha256: string
  size: number
  /** For how many seconds it still does. */
  seconds: number
}

/** The parts of an address as they were sent. */
export interface Sent {
  company: string
  name: string
  u?: string | undefined
  s?: string | undefined
}

const HOUR = 3_600
const COMPANY = /^[1-9]\d{0,8}$/
const NAME = /^([0-9a-f]{64})-(\d{3,4})\.webp$/
const UNTIL = /^\d{10}$/

/**
 * Addresses that open one size of one picture for whoever has them, since an `<img>` sends no token. Those of an hour are alike, so
 * that browsers can keep what they have loaded.
 */
export const openAddresses = (secret: string, clock: Pick<Clock, 'now'>) => {
  const key = deriveKey(secret, 'picture-address')
  const sign = (path: string) => keyedDigest(key, path).toString('base64url')
  const now = () => Math.floor(clock.now() / 1_000)
  const pathOf = (company: number | string, name: string, until: number | string) =>
    `/files/${company}/${name}?u=${until}`

  return {
    /** Valid for one to two hours. */
    of(companyId: number, sha256: string, size: number): string {
      const until = (Math.floor(now() / HOUR) + 2) * HOUR
      const path = pathOf(companyId, `${sha256}-${size}.webp`, until)
      return `${path}&s=${sign(path)}`
    },

    /** Undefined for every address that was not made here, or is over. */
    open({ company, name, u = '', s = '' }: Sent): Opened | undefined {
      const [, sha256, size] = NAME.exec(name) ?? []
      if (!sha256 || !SIZES.some((each) => each === Number(size)) || !COMPANY.test(company) || !UNTIL.test(u))
        return undefined
      const seconds = Number(u) - now()
      if (seconds <= 0 || !sameText(sign(pathOf(company, name, u)), s)) return undefined
      return { companyId: Number(company), sha256, size: Number(size), seconds }
    },
  }
}
export type Addresses = ReturnType<typeof openAddresses>
