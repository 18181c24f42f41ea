import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { UserError } from '#server/kit/errors.ts'

const TIME_OUT = 10_000
const MOST_BYTES = 1024 * 1024

export interface PeerCall<S extends TSchema> {
  url: string
  method?: 'GET' | 'POST'
  body?: object
  headers?: Record<string, string>
  reply: S
  /** What people read when the service does not answer as it should. */
  failure: string
  /** How long it may take, in milliseconds. */
  timeOut?: number
}

/**
 * Asks a service that the configuration names. Its refusal (4xx) is undefined. Whatever else is not the agreed
 * answer, such as silence for ten seconds, or for as long as was agreed, a page, a redirect or a megabyte, is 503: nobody gets in by it.
 */
export const askPeer = <const S extends TSchema>({
  reply,
  failure,
  timeOut = TIME_OUT,
}: Pick<PeerCall<S>, 'reply' | 'failure' | 'timeOut'>) => {
  const agreed = Compile(reply)

  return async ({
    url,
    method = 'POST',
    body,
    headers = {},
  }: Omit<PeerCall<S>, 'reply' | 'failure' | 'timeOut'>): Promise<Static<S> | undefined> => {
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeOut),
      })
      const text = await readAtMost(response, MOST_BYTES)
      if (response.status >= 400 && response.status < 500 && response.status !== 429) return undefined
      if (!response.ok) throw new Error(`It answered ${response.status}`)
      const answer: unknown = JSON.parse(text)
      if (!agreed.Check(answer)) throw new Error('Its answer has another shape')
      return answer
    } catch (cause) {
      throw Object.assign(new UserError(503, failure), { cause })
    }
  }
}

const readAtMost = async (response: Response, most: number) => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > most) throw new Error('Its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** An address of the service, whatever path its configured address ends in. */
export const at = (base: string, path: string) => `${base.replace(/(?<!\/)\/+$/, '')}${path}`
