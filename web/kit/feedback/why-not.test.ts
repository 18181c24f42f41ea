import { expect, test } from 'vitest'
import { ApiError } from '#web/kit/data/transport.ts'
import { asked, keysOf, whyNotAction, WHY_NOT } from './why-not.ts'

const refusal = (code: string, needs: unknown) => new ApiError('No', { status: 403, code, details: { needs } })

test('a refusal for want of a key offers to say why, about exactly its keys', () => {
  const action = whyNotAction(refusal('forbidden', ['leads_merge', 'leads_export', 'no_such_key']))

  expect(action?.label).toBe(WHY_NOT)
  action?.run()
  expect(asked.get()?.toSorted()).toEqual(['leads_export', 'leads_merge'])
})

test.each([
  refusal('view_only', ['leads_merge']),
  refusal('forbidden', 'leads_merge'),
  refusal('forbidden', []),
  new ApiError('No', { status: 409 }),
  new Error('No'),
])('any other failure offers nothing', (failure) => {
  expect(whyNotAction(failure)).toBeUndefined()
})

test('what everybody may takes no key', () => {
  expect([keysOf('public'), keysOf('signed-in'), keysOf('leads_merge')]).toEqual([[], [], ['leads_merge']])
})
