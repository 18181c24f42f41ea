import { expect, test } from 'vitest'
import { isAnybody, newContact } from './contact-values.ts'

test('of a new contact only what was filled in is sent, without spaces around it', () => {
  expect(newContact({ name: ' Ingrid Solberg ', email: '', tags: [], note: '  ' })).toEqual({ name: 'Ingrid Solberg' })
})

test('a contact needs a name, an email or a phone', () => {
  expect([isAnybody({}), isAnybody({ name: ' ' }), isAnybody({ city: 'Oslo' })]).toEqual([false, false, false])
  expect([isAnybody({ name: 'I' }), isAnybody({ email: 'i@x.example' }), isAnybody({ phone: '1' })]).toEqual([
    true,
    true,
    true,
  ])
})
