import { Type } from 'typebox'
import { location } from '#contract/portal/location.ts'
import { addressBlock } from '#server/kit/address.ts'
import { askPeer } from './peer.ts'

const Answer = Type.Object({ country_code: Type.String({ pattern: '^[A-Za-z]{2}$' }) })
const KEPT_MS = 60 * 60_000
const MOST_KNOWN = 10_000

/** The country of an address, by the configured service; it is only offered, so a service that fails offers nothing. */
export const openLocation = ({ url, token }: { url: string; token: string }) => {
  const ask = askPeer({ reply: Answer, failure: location.country.failure })
  const known = new Map<string, { country: Promise<string | undefined>; until: number }>()

  return (ip: string): Promise<string | undefined> => {
    if (isPrivate(ip)) return Promise.resolve(undefined)
    const block = addressBlock(ip)
    const before = known.get(block)
    if (before && before.until > performance.now()) return before.country
    const country = ask({
      url: `${url}?ip=${encodeURIComponent(ip)}`,
      method: 'GET',
      headers: { 'x-access-token': token },
    }).then(
      (answer) => answer?.country_code.toUpperCase(),
      () => undefined,
    )
    known.delete(block)
    known.set(block, { country, until: performance.now() + KEPT_MS })
    const oldest = known.keys().next().value
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return country
  }
}

/** Nobody outside can place an address of a home or an office network. */
const isPrivate = (ip: string) =>
  /^(::ffff:)?(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./i.test(ip) || /^(::1$|f[cd]|fe80)/i.test(ip)
