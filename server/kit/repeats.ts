import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { answerAt, claimAnswer, freeAnswer, storeAnswer, type StoredAnswer } from '#server/db/identity/answers.ts'
import type { Identity } from '#server/db/identity/door.ts'
import { OutcomeUnknown } from '#server/db/transaction.ts'
import { keysOf, type SessionCaller } from './auth.ts'
import { canonicalJson } from './canonical.ts'
import { conflict } from './errors.ts'
import { idempotencyKey, keyReused } from './idempotency.ts'
import type { Route } from './implement.ts'
import { deriveKey, keyedDigest, seal, unseal } from './secrets.ts'

/** A call of a person that may be a repeat. */
export interface Repeatable {
  /** Whether it has been answered before, and will be again: nothing is done that would need a right. */
  isAnswered: boolean
  /** Does the work unless it is done: then the answer is the first one, and another request under the same key is refused. */
  once(input: object, work: () => Promise<object>): Promise<object>
}
/** Undefined for a call without a key, and for one that is not a write of somebody's. */
export type Repeats = (
  route: Route,
  request: FastifyRequest,
  caller: SessionCaller | undefined,
) => Promise<Repeatable | undefined>

/** How long a repeat waits for the first: 5 s. */
const LOOKS = 50
const LOOKS_EVERY_MS = 100

/**
 * For calls that belong to a person instead of a company, whose work is not one transaction. The key is claimed before the
 * work, so that it is never done twice; what a stop cuts short is told to be unknown. Answers hold links and tokens: they
 * are sealed with the server's secret and the caller's key.
 */
export const openRepeats = (identity: Identity, secret: string): Repeats => {
  const ours = deriveKey(secret, 'answer')

  return async ({ kind, endpoint, name }, request, caller) => {
    if (kind !== 'open' || endpoint.effect !== 'write' || !caller) return undefined
    const key = idempotencyKey(request.headers['idempotency-key'])
    if (key === undefined) return undefined

    // What needs a right of a company is another call in another company.
    const scope = keysOf(endpoint.permission).length > 0 ? `${name} in company ${caller.companyId}` : name
    const own = keyedDigest(ours, `${caller.ownerId} ${scope} ${key}`)
    const place = { personId: caller.ownerId, scope, key: keyedDigest(own, 'key') }
    const look = () => answerAt(identity, place)
    const earlier = await look()

    const first = async (work: () => Promise<object>) => {
      const answer = await work().catch(async (error: unknown) => {
        if (!(error instanceof OutcomeUnknown)) await freeAnswer(identity, place)
        throw error
      })
      if (endpoint.answeredAnew) return answer
      // It is done: whether a repeat will be told so must not turn the answer into a failure.
      await storeAnswer(identity, place, seal(own, JSON.stringify(answer), scope)).catch((cause: unknown) =>
        request.log.error({ err: cause }, 'answer not stored'),
      )
      return answer
    }

    const again = (stored: StoredAnswer, digest: Buffer) => {
      if (!stored.request.equals(digest)) throw keyReused()
      if (stored.answer) return answered(unseal(own, stored.answer, scope))
      if (stored.cut && !endpoint.answeredAnew) throw cutShort()
      return undefined
    }

    return {
      isAnswered: earlier?.answer != null,
      async once(input, work) {
        const digest = keyedDigest(own, canonicalJson(input))
        let stored = earlier
        for (let left = LOOKS; left > 0; left -= 1) {
          if (!stored && (await claimAnswer(identity, place, digest))) return first(work)
          stored ??= await look()
          const answer = stored && again(stored, digest)
          if (answer) return answer
          if (stored && endpoint.answeredAnew) return work()
          await sleep(LOOKS_EVERY_MS)
          stored = await look()
        }
        throw new OutcomeUnknown()
      },
    }
  }
}

const answered = (text: string | undefined): object => {
  if (text === undefined) throw new Error('A stored answer does not open')
  return Object(JSON.parse(text))
}

const cutShort = () =>
  conflict(
    'The server stopped during this. Check whether it was done, and if not, try again.',
    undefined,
    'outcome_unknown',
  )
