import { expect, test } from 'vitest'
import { mailLink } from './sales-email.ts'

test('an email opens with its subject and text; a text that is too long for a link is left out', () => {
  expect(mailLink('ana+1@ruiz.example', 'Pumps & more', 'Hello Ana,\n\nbye')).toBe(
    'mailto:ana%2B1%40ruiz.example?subject=Pumps%20%26%20more&body=Hello%20Ana%2C%0D%0A%0D%0Abye',
  )
  expect(mailLink('ana@ruiz.example', 'Pumps', 'é'.repeat(1_000))).toBe('mailto:ana%40ruiz.example?subject=Pumps')
})
