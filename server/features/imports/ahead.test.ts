import { expect, test } from 'vitest'
import { openAhead } from './ahead.ts'

test('what was read ahead is for its own name alone, and once', async () => {
  const ahead = openAhead<string>()
  ahead.keep('one', Promise.resolve('rows'))

  expect(await ahead.take('other')).toBeUndefined()
  expect(await ahead.take('one')).toBe('rows')
  expect(await ahead.take('one')).toBeUndefined()
})

test('reading that fails leaves nothing, so that it is read anew', async () => {
  const ahead = openAhead<string>()
  ahead.keep('one', Promise.reject(new Error('The connection was lost')))

  expect(await ahead.take('one')).toBeUndefined()
})

test('what nobody takes makes room for others', async () => {
  const ahead = openAhead<string>()
  for (const name of ['one', 'two', 'three']) ahead.keep(name, Promise.resolve(name))

  expect(await Promise.all(['one', 'two', 'three'].map(ahead.take))).toEqual([undefined, 'two', 'three'])
})
