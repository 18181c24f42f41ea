import { expect, test } from 'vitest'
import { telephoneOf, withoutExtension } from './PhoneLink.tsx'

test('a link dials the digits of a number, and its extension once it answers', () => {
  expect(telephoneOf('+49301234567 ext. 12')).toBe('tel:+49301234567;ext=12')
  expect(telephoneOf('+49 30 1234567 x12')).toBe('tel:+49301234567;ext=12')
  expect(telephoneOf('030 / 901820')).toBe('tel:030901820')
  expect(withoutExtension('+49301234567 ext. 12')).toBe('+49301234567')
})
