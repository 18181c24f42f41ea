import { expect, test } from 'vitest'
import { canRevoke, stateOfLink } from './link-words.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const link = (times: Partial<Parameters<typeof stateOfLink>[0]>) => ({
  revoked_at: null,
  answered_at: null,
  opened_at: null,
  expires_at: '2026-12-01T00:00:00Z',
  ...times,
})
const BEFORE = '2026-11-19T00:00:00Z'

test.each([
  ['sent', {}, true],
  ['opened', { opened_at: BEFORE }, true],
  ['answered', { opened_at: BEFORE, answered_at: BEFORE }, true],
  ['expired', { opened_at: BEFORE, expires_at: BEFORE }, false],
  ['answered', { answered_at: BEFORE, expires_at: BEFORE }, false],
  ['revoked', { answered_at: BEFORE, revoked_at: BEFORE }, false],
] as const)('a link is %s with %j, and can be revoked: %s', (state, times, revocable) => {
  expect(stateOfLink(link(times), NOW)).toBe(state)
  expect(canRevoke(link(times), NOW)).toBe(revocable)
})
