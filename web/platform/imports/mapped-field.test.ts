import { expect, test } from 'vitest'
import { LEAD_IMPORTS } from '#web/leads/imports/lead-imports.ts'
import { mappedField } from './mapped-field.ts'

const fieldOf = (columns: { name: string; field: string | null }[], column: string) =>
  mappedField(LEAD_IMPORTS, { columns }, column)

test('a column is told with the field that it is matched with, where its name does not say it', () => {
  const columns = [
    { name: 'E-mail ID', field: 'email' },
    { name: 'website ', field: 'website' },
    { name: 'Notes', field: null },
  ]

  expect(fieldOf(columns, 'E-mail ID')).toBe('Email')
  expect(fieldOf(columns, 'website ')).toBeUndefined()
  expect(fieldOf(columns, 'Notes')).toBeUndefined()
  expect(fieldOf(columns, 'Fax')).toBeUndefined()
})

test('of two columns with one name, the matched one is told', () => {
  const columns = [
    { name: 'Phone 1', field: null },
    { name: 'Phone 1', field: 'phone' },
  ]

  expect(fieldOf(columns, 'Phone 1')).toBe('Phone')
})
