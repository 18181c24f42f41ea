import { expect, test } from 'vitest'
import { missingForImport } from './import-consent.ts'

const DECLARATION = 'These people agreed at our stand.'

test('rows are checked once columns or a declaration say how their people agreed', () => {
  expect(missingForImport(['name', null], DECLARATION)).toBe('Choose the column with the email')
  expect(missingForImport(['email', 'consent_at'], '')).toMatch(/^Choose the columns “Agreed on” and “Agreed through”/)
  expect(missingForImport(['email'], ' too short ')).toBe('Write at least 20 characters about how these people agreed')
  expect(missingForImport(['email', 'consent_at', 'consent_source'], 'too short')).toMatch(/^Write at least 20/)
  expect(missingForImport(['email', 'consent_at', 'consent_source'], '')).toBeUndefined()
  expect(missingForImport(['email'], DECLARATION)).toBeUndefined()
})
