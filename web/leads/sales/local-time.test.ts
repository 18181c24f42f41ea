import { expect, test } from 'vitest'
import { timeThere } from './local-time.ts'

const now = new Date('2026-11-30T23:05:00Z')

test('a country with one time says it, with its day', () => {
  expect(timeThere('SE', 'Malmö', now)).toBe('Tue 00:05')
  expect(timeThere('IN', null, now)).toBe('Tue 04:35')
})

test('in a country of several times only a city that a zone is named after settles it', () => {
  expect(timeThere('US', 'New York', now)).toBe('Mon 18:05')
  expect(timeThere('BR', 'São Paulo', now)).toBe('Mon 20:05')
  expect(timeThere('US', 'Springfield', now)).toBeUndefined()
  expect(timeThere('US', null, now)).toBeUndefined()
})

test('nothing is said where the country is not known', () => {
  expect(timeThere(null, 'Stockholm', now)).toBeUndefined()
  expect(timeThere('XX', 'Stockholm', now)).toBeUndefined()
})
