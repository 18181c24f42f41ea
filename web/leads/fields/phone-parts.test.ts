import { expect, test } from 'vitest'
import { codeInRefusal, isPhone, joinPhone, splitPhone } from './phone-parts.ts'

const COUNTRIES = [
  { code: 'GB', name: 'United Kingdom', calling_code: '+44' },
  { code: 'US', name: 'United States', calling_code: '+1' },
  { code: 'BB', name: 'Barbados', calling_code: '+1246' },
  { code: 'AQ', name: 'Antarctica', calling_code: null },
]

test('the country’s own code is taken where it fits, else the longest that does', () => {
  expect(splitPhone('+12465550158', 'US', COUNTRIES)).toEqual({ code: '+1', rest: '2465550158' })
  expect(splitPhone('+12465550158', 'GB', COUNTRIES)).toEqual({ code: '+1246', rest: '5550158' })
})

test('a number without a plus keeps its digits and gets the country’s code', () => {
  expect(splitPhone('0300 555 0158', 'GB', COUNTRIES)).toEqual({ code: '+44', rest: '0300 555 0158' })
  expect(splitPhone(null, 'AQ', COUNTRIES)).toEqual({ code: undefined, rest: '' })
})

test('what was split joins again, and a plus that was typed is believed', () => {
  expect(joinPhone('+44', '3005550158')).toBe('+443005550158')
  expect(joinPhone('+44', '+919812345678')).toBe('+919812345678')
  expect(joinPhone('+44', ' ')).toBe('')
})

test('a refused look-up still names the code, in a field of its own or in its sentence', () => {
  const code = (message: string, said = {}) => codeInRefusal({ message, said })

  expect(code('Country not found', { calling_code: '+672' })).toBe('+672')
  expect(code('Country not found', { calling_code: 91 })).toBe('+91')
  expect(code('More than one', { calling_code: '+1-246' })).toBe('+1246')
  expect(code('Antarctica has the code +672 (McMurdo: 64)', { calling_code: null })).toBe('+672')
  expect(code('Dial 0044')).toBe('+44')
  expect(code('Country not found')).toBeUndefined()
  expect(code('No country 20260312')).toBeUndefined()
})

test('a phone has 6 to 15 digits and no letters', () => {
  expect(isPhone('+44 300 555-0158')).toBe(true)
  expect(isPhone('12345')).toBe(false)
  expect(isPhone('1234567890123456')).toBe(false)
  expect(isPhone('call 123456')).toBe(false)
})
