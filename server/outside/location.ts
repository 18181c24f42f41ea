import { Type } from 'typebox'
import { location } from '#contract/portal/location.ts'
import { addressBlock } from '#server/kit/address.ts'
import { openFresh } from '#server/kit/ttl-cache.ts'
import { askPeer } from './peer.ts'

const Answer = Type.Object({ country_code: Type.String({ pattern: '^[A-Za-z]{2}$' }) })
const FRESH_MS = 60 * 60_000

/** The country of an address, by the configured service; it is only offered, so a service that fails offers nothing. */
export const openLocation = ({ url, token }: { url: string; token: string }) => {
  const ask = askPeer({ reply: Answer, failure: location.country.failure })
  const countries = openFresh(
    (ip: string) =>
      ask({ url: `${url}?ip=${encodeURIComponent(ip)}`, method: 'GET', headers: { 'x-access-token': token } }).then(
        (answer) => answer?.country_code.toUpperCase(),
        () => undefined,
      ),
    { freshMs: FRESH_MS, keptAs: addressBlock },
  )

  return async (ip: string): Promise<string | undefined> => (isPrivate(ip) ? undefined : countries.get(ip))
}

/** Nobody outside can place an address of a home or an office network. */
const isPrivate = (ip: string) =>
  /^(::ffff:)?(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./i.test(ip) || /^(::1$|f[cd]|fe80)/i.test(ip)
