import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, convert, toBase, unitNamed, UNITS, unitsOfFamily, UNIT_FAMILIES } from './units.ts'

test('there is a unit for each family, and a code is given once', () => {
  expect(UNITS.length).toBeGreaterThan(140)
  expect(new Set(UNITS.map(({ code }) => code)).size).toBe(UNITS.length)
  expect(UNIT_FAMILIES.filter((family) => unitsOfFamily(family).length < 2)).toEqual([])
  expect(UNIT_FAMILIES).toHaveLength(22)
})

test('a unit is found by its code, its symbol and each of its names, in capitals too where the case says nothing', () => {
  for (const { code, symbol, names, family } of UNITS)
    for (const name of [code, symbol, ...names]) {
      expect([name, unitNamed(name, family, [code]).unit?.code]).toEqual([name, code])
      if (name.length > 5 && names.includes(name))
        expect([name, unitNamed(name.toUpperCase(), family, [code]).unit?.code]).toEqual([name, code])
    }
})

test('symbols are written in one way each within their family', () => {
  const written = UNITS.map(({ family, symbol }) => `${family} ${symbol}`)

  expect(new Set(written).size).toBe(written.length)
})

test('conversions are exact', () => {
  expect(convert('16', 'bar', '[psi]')).toBe('232.060380368335')
  expect(convert('100', 'cm', 'm')).toBe('1')
  expect(convert('0', 'Cel', '[degF]')).toBe('32')
  expect(convert('-40', '[degF]', 'Cel')).toBe('-40')
  expect(convert('1', 'circ', 'deg')).toBe('360')
  expect(convert('1', '[mi_i]/h', 'km/h')).toBe('1.609344')
  expect(() => convert('1', 'bar', 'Cel')).toThrow('different families')
})

test('a value that is converted there and back is the same to its last digits', () => {
  const pairs = fc.constantFrom(...UNIT_FAMILIES).chain((family) => {
    const of = fc.constantFrom(...unitsOfFamily(family))
    return fc.tuple(of, of, fc.integer({ min: -1_000_000, max: 1_000_000 }))
  })

  fc.assert(
    fc.property(pairs, ([one, other, thousandths]) => {
      const value = decimal(String(thousandths)).div(1000).toFixed()
      const back = convert(convert(value, one.code, other.code), other.code, one.code)
      const size = decimal(toBase(value, one.code)).abs().plus(one.offset).plus(other.offset)

      expect(decimal(toBase(back, one.code)).minus(toBase(value, one.code)).abs().lte(size.times('1e-13'))).toBe(true)
    }),
  )
})
