import { expect, test } from 'vitest'
import { openLimit } from './rate.ts'
import { openFresh } from './ttl-cache.ts'

test('a key that is used is still counted after any number of other keys, and those do not fill the memory', () => {
  const limit = openLimit(3)
  const ours = [limit.take('ours'), limit.take('ours'), limit.take('ours')]
  for (let key = 0; key < 120_000; key++) {
    limit.take(`other ${key}`)
    if (key % 40_000 === 0) ours.push(limit.take('ours'))
  }

  expect(ours.slice(0, 3)).toEqual([undefined, undefined, undefined])
  for (const seconds of ours.slice(3)) expect([59, 60]).toContain(seconds)
  // The oldest has made room, so it begins again.
  expect([1, 2, 3, 4].map(() => limit.take('other 0') === undefined)).toEqual([true, true, true, false])
})

test('an answer that is forgotten while it is looked up is not stored', async () => {
  const lookUps: PromiseWithResolvers<string>[] = []
  const answers = openFresh(() => {
    const lookUp = Promise.withResolvers<string>()
    lookUps.push(lookUp)
    return lookUp.promise
  })
  const before = [answers.get('session'), answers.get('session')]
  answers.forget('session')
  const after = answers.get('session')
  lookUps[0]?.resolve('signed in')
  lookUps[1]?.resolve('signed out')

  expect(await Promise.all([...before, after])).toEqual(['signed in', 'signed in', 'signed out'])
  expect(await answers.get('session')).toBe('signed out')
})

test('a failed look-up is repeated, and does not remove the answer of a later one', async () => {
  const lookUps: PromiseWithResolvers<string>[] = []
  const answers = openFresh(() => {
    const lookUp = Promise.withResolvers<string>()
    lookUps.push(lookUp)
    return lookUp.promise
  })
  const failed = answers.get('session')
  const renewed = answers.renew('session')
  lookUps[1]?.resolve('signed in')
  lookUps[0]?.reject(new Error('unavailable'))

  await expect(failed).rejects.toThrow('unavailable')
  expect([await renewed, await answers.get('session'), lookUps.length]).toEqual(['signed in', 'signed in', 2])
})
