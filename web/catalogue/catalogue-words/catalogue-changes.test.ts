import { expect, test } from 'vitest'
import { valueWords } from '#web/platform/changes/change-words.ts'
import { CATALOGUE_CHANGES } from './catalogue-changes.ts'

const shown = (value: unknown) => valueWords(CATALOGUE_CHANGES, 'product_values', 'value', value)

test('a value of a product reads as people write it', () => {
  expect(shown({ value: '16', unit: 'bar' })).toBe('16 bar')
  expect(shown({ min: '-20', max: '180', unit: 'Cel' })).toBe('−20 to 180 °C')
  expect(shown({ min: null, max: '180', unit: 'Cel' })).toBe('up to 180 °C')
  expect(shown({ min: '2', max: null, unit: '[psi]' })).toBe('from 2 psi')
  expect(shown(['brass', 'steel'])).toBe('brass, steel')
  expect(shown('ss316')).toBe('ss316')
  expect(shown(null)).toBeUndefined()
})
