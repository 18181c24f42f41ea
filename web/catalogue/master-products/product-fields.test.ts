import { expect, test } from 'vitest'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { Attribute, Category } from '#contract/catalogue/product-structure.ts'
import { structureOf } from '#web/catalogue/product-structure/structure.ts'
import {
  changeOf,
  fieldsOf,
  isChange,
  keyOfMissing,
  readEntered,
  storedIn,
  type Entered,
  type Field,
} from './product-fields.ts'

const attribute = (id: number, code: string, rest: Partial<Attribute>) =>
  ({
    id,
    code,
    label: code,
    group: 'Limits',
    type: 'text',
    position: id,
    units: [],
    options: [],
    max_length: null,
    mask: null,
    min: null,
    max: null,
    decimals: null,
    family: null,
    default_unit: null,
    ...rest,
  }) as unknown as Attribute

const inBar = { type: 'quantity' as const, family: 'pressure', units: ['bar', '[psi]'], default_unit: 'bar' }
const category = (id: number, parent_id: number | null, attributes: number[]) =>
  ({
    id,
    parent_id,
    name: `Category ${id}`,
    position: id,
    attributes: attributes.map((attribute_id) => ({
      attribute_id,
      required: true,
      required_by: id,
      position: attribute_id,
    })),
  }) as unknown as Category

const structure = structureOf({
  categories: [category(2, 1, [1, 2]), category(1, null, []), category(3, null, [3])],
  attributes: [
    attribute(1, 'pressure', inBar),
    attribute(2, 'span', { ...inBar, type: 'range' }),
    attribute(3, 'height', { type: 'number' }),
  ],
  required_fields: ['brand'],
})

const product = {
  id: 7,
  name: 'Valve',
  code: 'V-1',
  category_id: 2,
  brand: null,
  usual_min: 5,
  missing_fields: [],
  attributes: [
    { attribute_id: 1, value: { value: '16', unit: 'bar' } },
    { attribute_id: 3, value: 12 },
  ],
} as unknown as ProductDetails

const fields = fieldsOf(product, product.category_id, structure)
const field = (key: string): Field => fields.find((one) => one.key === key)!

test('a category stands below the one that it belongs to', () => {
  expect(structure.categories.map(({ path, depth }) => [path, depth])).toEqual([
    ['Category 1', 0],
    ['Category 1 › Category 2', 1],
    ['Category 3', 0],
  ])
})

test('the fields are those of the category, and values that it does not ask for', () => {
  expect(fields.filter((one) => one.attribute).map(({ key, required }) => [key, required])).toEqual([
    ['attributes.pressure', true],
    ['attributes.span', true],
    ['attributes.height', false],
  ])
  expect(
    fieldsOf(product, 3, structure)
      .filter((one) => one.required)
      .map(({ key }) => key),
  ).toEqual(['name', 'code', 'category_id', 'brand', 'attributes.height'])
})

test('a quantity is read as it is typed, with its own unit or the chosen one', () => {
  const read = (value: string) => readEntered(field('attributes.pressure'), { value, unit: 'bar' })

  expect(read('40')).toEqual({ value: { value: '40', unit: 'bar' } })
  expect(read('40 psi')).toEqual({ value: { value: '40', unit: '[psi]' } })
  expect(read('much')).toHaveProperty('message')
})

test('a range takes an open end, and a whole range typed into one end', () => {
  const read = (min: string, max: string | null) => readEntered(field('attributes.span'), { min, max, unit: 'bar' })

  expect(read('2,5', null)).toEqual({ value: { min: '2.5', max: null, unit: 'bar' } })
  expect(read('2-3 bar', null)).toEqual({ value: { min: '2', max: '3', unit: 'bar' } })
  expect(read('3', '2')).toEqual({ message: 'The lower end is above the upper end.' })
})

test('the same amount in another unit is no change', () => {
  const pressure = field('attributes.pressure')
  const stored = storedIn(product, pressure)
  const changes = (value: string, unit: string) => isChange(pressure, stored, { value, unit })

  expect(changes('16.0', 'bar')).toBe(false)
  expect(changes('17', 'bar')).toBe(true)
  expect(isChange(field('attributes.height'), storedIn(product, field('attributes.height')), '12.00')).toBe(false)
})

test('a name and a code cannot be emptied; a wrong GTIN is told the right digit', () => {
  const told = (key: string, entered: Entered) => readEntered(field(key), entered)

  expect(told('name', ' ')).toEqual({ message: 'Enter the name.' })
  expect(told('brand', '')).toEqual({ value: null })
  expect(told('gtin', '4006381333932')).toEqual({ message: 'The last digit of the GTIN does not fit; 1 would.' })
  expect(told('usual_min', '0')).toHaveProperty('message')
})

test('only what is changed is sent, each as the call takes it', () => {
  const values = new Map<Field, Exclude<Entered, undefined>>([
    [field('name'), 'Ball valve'],
    [field('category_id'), '3'],
    [field('brand'), null],
    [field('attributes.pressure'), { value: '40', unit: 'bar' }],
  ])

  expect(changeOf(values)).toEqual({
    name: 'Ball valve',
    category_id: 3,
    brand: null,
    attributes: { pressure: { value: '40', unit: 'bar' } },
  })
})

test('what is missing is filled where it is shown, a picture too', () => {
  const missing = { code: 'pressure', label: '', group: '', required_by: null }
  expect(keyOfMissing({ ...missing, kind: 'attribute' })).toBe('attributes.pressure')
  expect(keyOfMissing({ ...missing, code: 'brand', kind: 'field' })).toBe('brand')
  expect(keyOfMissing({ ...missing, code: 'image', kind: 'image' })).toBe('image')
})
