import { expect, test } from 'vitest'
import { unlikelyAmount } from './typical-amounts.ts'
import { toBase } from './units.ts'

const TYPICAL = toBase('16', 'bar')
const ASKED = 'Products of this category have around 16 bar. Is the unit right?'

test.each([
  ['16 bar', { value: '16', unit: 'bar' }, undefined],
  ['a hundred times as much', { value: '1600', unit: 'bar' }, undefined],
  ['just below a thousand times', { value: '15999', unit: 'bar' }, undefined],
  ['a thousand times as much', { value: '16000', unit: 'bar' }, ASKED],
  ['a thousandth', { value: '0.016', unit: 'bar' }, ASKED],
  [
    'a thousandth in another unit',
    { value: '16', unit: 'mbar' },
    'Products of this category have around 16000 mbar. Is the unit right?',
  ],
  ['nothing', { value: '0', unit: 'bar' }, undefined],
  ['a range with one such end', { min: '0.01', max: '16', unit: 'bar' }, ASKED],
  ['an open range', { min: null, max: '25', unit: 'bar' }, undefined],
])('%s', (_, value, question) => {
  expect(unlikelyAmount(value, TYPICAL)).toBe(question)
})

test('nothing is asked where nothing is typical', () => {
  expect(unlikelyAmount({ value: '16000', unit: 'bar' }, undefined)).toBeUndefined()
})
