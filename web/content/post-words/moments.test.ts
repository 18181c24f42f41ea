import { expect, test } from 'vitest'
import { instantOf, localOf, momentIn, untilWords } from './moments.ts'

test('an instant is written with the day, the time and the name of its zone at that time of the year', () => {
  const now = new Date().getFullYear()

  expect(momentIn(`${now}-12-01T08:00:00Z`, 'Europe/Copenhagen')).toMatch(/^\w{3} 1 Dec, 09:00 CET$/)
  expect(momentIn(`${now}-07-01T08:00:00Z`, 'Europe/Copenhagen')).toMatch(/^\w{3} 1 Jul, 10:00 CEST$/)
  expect(momentIn('2031-12-01T08:00:00Z', 'Asia/Kolkata', { brief: true })).toBe('1 Dec 2031, 13:30')
})

test.each([
  ['2026-12-01T09:00', 'Europe/Copenhagen', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00', 'Europe/Copenhagen', '2026-07-01T07:00:00.000Z'],
  ['2026-10-25T04:00', 'Europe/Berlin', '2026-10-25T03:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-12-01T09:00', 'Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
  ['2026-12-01T09:00', 'America/Los_Angeles', '2026-12-01T17:00:00.000Z'],
])('%s in %s is %s, and back', (local, zone, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant)
  expect(localOf(instant, zone)).toBe(local)
})

test('the time until then has its two largest parts', () => {
  const now = new Date('2026-11-26T13:00:00Z')

  expect(untilWords(new Date('2026-12-01T08:00:00Z'), now)).toBe('in 4 days 19 h')
  expect(untilWords(new Date('2026-11-27T13:00:00Z'), now)).toBe('in 1 day')
  expect(untilWords(new Date('2026-11-26T13:05:00Z'), now)).toBe('in 5 min')
  expect(untilWords(new Date('2026-11-26T12:59:00Z'), now)).toBeUndefined()
})
