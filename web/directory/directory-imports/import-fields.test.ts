import { expect, test } from 'vitest'
import { missingForCompanies } from './company-imports.ts'
import { missingForContacts } from './contact-imports.ts'

test('a file of contacts needs what tells them apart: the email, or the phone with the name', () => {
  expect(missingForContacts(['email', null])).toBeUndefined()
  expect(missingForContacts(['name', 'phone'])).toBeUndefined()
  expect(missingForContacts(['name', 'company'])).toMatch(/email/)
  expect(missingForContacts([])).toMatch(/email/)
})

test('a file of companies needs the domain, or the name with the country', () => {
  expect(missingForCompanies(['domain'])).toBeUndefined()
  expect(missingForCompanies(['name', 'country'])).toBeUndefined()
  expect(missingForCompanies(['name', 'city'])).toMatch(/domain/)
})
