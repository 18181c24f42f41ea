import { expect, test } from 'vitest'
import { ownWords } from './directory-changes.ts'

test('values that people have set are named field by field', () => {
  expect(ownWords({ phone: '+47 915 20 118', country: 'NO', email: null, tags: ['fair', 'oslo'] })).toBe(
    'Phone: +47 915 20 118\nCountry: Norway\nEmail: none\nTags: fair, oslo',
  )
})

test('where nobody has set one, it says so; what is no set of values reads as it is', () => {
  expect([ownWords({}), ownWords(null), ownWords('x')]).toEqual(['None', undefined, undefined])
})
