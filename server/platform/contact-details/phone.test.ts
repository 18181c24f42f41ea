import { expect, test } from 'vitest'
import { processorTime } from '#server/test/figures.ts'
import { callingCode, COUNTRIES, countryCode } from './countries.ts'
import { readPhone } from './phone.ts'

test('a number is kept in E.164, with the country that it tells', () => {
  expect(readPhone('+91 98765 43210')).toEqual({ e164: '+919876543210', country: 'IN' })
  expect(readPhone('0049 30 901820')).toEqual({ e164: '+4930901820', country: 'DE' })
})

test('a national number is read as one of the country', () => {
  expect(readPhone('020 7946 0958', 'GB')).toEqual({ e164: '+442079460958', country: 'GB' })
  expect(readPhone('020 7946 0958')).toBeUndefined()
  expect(readPhone('020 7946 0958', 'XX')).toBeUndefined()
})

test.each(['', 'call me', '12', '+1', '+999 123 456 789', 'tel: +49 30 901820 please', `+49${'1'.repeat(60)}`])(
  '%j is no number',
  (text) => expect(readPhone(text, 'DE')).toBeUndefined(),
)

test.each([
  ['digits', '+'.padEnd(50_000, '1')],
  ['the longest number', '+'.padEnd(50, '1')],
  ['brackets', '('.repeat(50)],
  ['blanks', `+49 ${' '.repeat(45)}!`],
])('%s are read or refused without a stall (20 ms)', (_, text) => {
  readPhone('+49 30 901820')

  expect(processorTime(() => readPhone(text, 'DE'))).toBeLessThan(200)
})

test('a country is known by its codes and by its English names', () => {
  expect(
    [
      'IN',
      'in',
      'IND',
      'India',
      ' INDIA ',
      'Côte d’Ivoire',
      'Ivory coast',
      'the Netherlands',
      'U.S.A.',
      'UK',
      'Turkey',
    ].map(countryCode),
  ).toEqual(['IN', 'IN', 'IN', 'IN', 'IN', 'CI', 'CI', 'NL', 'US', 'GB', 'TR'])
  expect(['', 'Atlantis', 'X', 'constructor', 'the', 'a'.repeat(50_000)].map(countryCode)).toEqual(
    Array(6).fill(undefined),
  )
})

test('a calling code is told for a code or a name', () => {
  expect(['IN', 'United Kingdom', 'Atlantis'].map(callingCode)).toEqual(['+91', '+44', undefined])
})

test('the list of countries is complete, by name, and each code is there once', () => {
  expect(COUNTRIES.length).toBeGreaterThan(245)
  expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length)
  expect(COUNTRIES.find(({ code }) => code === 'IN')).toEqual({ code: 'IN', name: 'India', calling_code: '+91' })
  expect(COUNTRIES.every(({ code, name }) => countryCode(name) === code)).toBe(true)
})
