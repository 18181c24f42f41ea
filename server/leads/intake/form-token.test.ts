import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { spellings } from '#server/test/spellings.ts'
import { makeFormToken, tokenSignal } from './form-token.ts'

test('the token of a form has one spelling', () => {
  const key = randomBytes(32)
  const now = 1_700_000_000_000
  const token = makeFormToken(key, now)
  const [, signature = ''] = token.split('.')
  const times = ['1.7e12', ' 1700000000000', '01700000000000', '+1700000000000', '0x18bcfe56800', '1700000000000.0']

  expect(tokenSignal(key, token, now + 60_000, 3)).toBeUndefined()
  for (const other of [...spellings(token), ...times.map((time) => `${time}.${signature}`)])
    expect([other, tokenSignal(key, other, now + 60_000, 3)]).toEqual([other, 'a made-up form token'])
})
