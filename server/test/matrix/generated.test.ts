import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { figure } from '../figures.ts'
import { SEED } from '../random.ts'
import { changed, nameOf } from './all.ts'
import { inputsOf } from './generated.ts'
import { digests } from './rows.ts'
import { bearer, sendInput, type Sent, startWorld } from './world.ts'

/** Of each endpoint; the soak takes more. */
const EACH = howMany(3, 25, 'GENERATED')

const world = await startWorld()
const { ada, bob, endpoints, test: base, loud } = world
afterAll(() => world.stop())

test('Q16: whatever is generated from the contract, each answer is a good one or a refusal in words, and none is of another company', async () => {
  const before = await digests(base.owner, bob.companyId)
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  for (const endpoint of endpoints)
    for (const input of fc.sample(inputsOf(endpoint), { numRuns: EACH, seed: SEED })) {
      const answer = await sendInput(loud, endpoint, input, bearer(ada))
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const fault = faultIn(answer)
      const errors = world.takeErrors()
      if (fault) wrong.push(`${nameOf(endpoint)} ${JSON.stringify(input).slice(0, 600)}: ${fault} ${errors}`)
      // Signed out, moved or without rights by what she sent herself.
      if ([401, 403, 409].includes(answer.status)) await world.restore()
    }

  const told = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`)
  figure(`Q16: ${EACH * endpoints.length} generated requests (seed ${SEED}): ${told.join(', ')}`)
  expect(wrong).toEqual([])
  expect(changed(before, await digests(base.owner, bob.companyId), 'B')).toBeUndefined()
  expect(statuses.get(200)).toBeGreaterThan((EACH * endpoints.length) / 10)
})

const faultIn = ({ status, text, headers }: Sent) => {
  if (text.includes('canary-b')) return `it tells of B: ${text.slice(0, 300)}`
  if (status < 400) return undefined
  if (!JSON.parse(text).message) return `${status} without words: ${text}`
  if (status >= 500 && (![503, 507].includes(status) || !headers['retry-after'])) return `${status} ${text}`
  return undefined
}
