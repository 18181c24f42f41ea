import { expect, test } from 'vitest'
import { fitColumns, type Column } from './list.ts'

const column = (key: string, width: number, priority: number): Column<object> => ({
  key,
  title: key,
  width,
  priority,
  render: () => key,
})
const columns = [
  column('lead', 186, 0),
  column('products', 160, 3),
  column('sales', 128, 5),
  column('received', 112, 1),
]
const keysAt = (width: number) => fitColumns(columns, width).shown.map(({ key }) => key)

test('everything shows when it fits', () => {
  expect(keysAt(600)).toEqual(['lead', 'products', 'sales', 'received'])
})

test('the highest priority number goes first', () => {
  expect(keysAt(500)).toEqual(['lead', 'products', 'received'])
  expect(keysAt(400)).toEqual(['lead', 'received'])
})

test('0 and 1 stay whatever the width', () => {
  expect(keysAt(50)).toEqual(['lead', 'received'])
})

test('before anything is measured everything shows', () => {
  expect(keysAt(0)).toHaveLength(4)
})
