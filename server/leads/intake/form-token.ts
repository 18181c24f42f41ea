import { keyedDigest, sameText } from '#server/kit/secrets.ts'

const LONGEST = 24 * 60 * 60 * 1000

/** Given out with the form page: says when, signed so that nobody makes one up. */
export const makeFormToken = (key: Buffer, now: number) => `${now}.${sign(key, now)}`

/**
 * What the token gives away; undefined when nothing does. Whoever is done sooner than in so many seconds is no person. A page left open
 * for a day has lost its token, and is believed.
 */
export const tokenSignal = (
  key: Buffer,
  token: string | undefined,
  now: number,
  fillSeconds: number,
): string | undefined => {
  if (token === undefined) return undefined
  const then = Number(token.split('.', 1)[0])
  if (!sameText(token, makeFormToken(key, then))) return 'a made-up form token'
  if (now - then > LONGEST) return undefined
  return now - then < fillSeconds * 1_000 ? 'filled in faster than a person can' : undefined
}

const sign = (key: Buffer, time: number) => keyedDigest(key, `form:${time}`).toString('base64url')
