import { expect, test } from 'vitest'
import { namesTag, rangeOf } from './byte-range.ts'

test.each([
  ['bytes=0-0', { from: 0, to: 1 }],
  ['bytes=2-5', { from: 2, to: 6 }],
  ['bytes=2-', { from: 2, to: 10 }],
  ['bytes=2-99', { from: 2, to: 10 }],
  ['bytes=-3', { from: 7, to: 10 }],
  ['bytes=-99', { from: 0, to: 10 }],
  ['Bytes= 1-1 ', { from: 1, to: 2 }],
])('RFC 9110, 14: of ten bytes, %s is a range, cut to what is there', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=999999999999999-'])(
  'RFC 9110, 14: of ten bytes, %s is none of them',
  (header) => {
    expect(rangeOf(header, 10)).toBe('none')
  },
)

test.each(['bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'rows=0-1', 'bytes 0-1', 'bytes=a-b', 'bytes=1.5-2', ''])(
  'RFC 9110, 14: %j is passed over, and everything is answered',
  (header) => {
    expect(rangeOf(header, 10)).toBeUndefined()
  },
)

test('of no bytes at all none can be asked for', () => {
  for (const header of ['bytes=0-', 'bytes=-1']) expect(rangeOf(header, 0)).toBe('none')
})

test('a list of tags names one of them, or anything; a weak one only where it need not be the very same bytes', () => {
  expect(namesTag('"a", "b"', '"b"', { weakly: false })).toBe(true)
  expect(namesTag('*', '"b"', { weakly: false })).toBe(true)
  expect(namesTag('W/"b"', '"b"', { weakly: false })).toBe(false)
  expect(namesTag('W/"b"', '"b"', { weakly: true })).toBe(true)
  expect(namesTag('"bb"', '"b"', { weakly: true })).toBe(false)
})
