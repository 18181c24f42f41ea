import { expect, test } from 'vitest'
import { cleanDomain } from './domain-name.ts'

test.each([
  ['spam.example', 'spam.example'],
  ['@spam.example', 'spam.example'],
  ['  Spam.Example ', 'spam.example'],
  ['https://spam.example/offers?x=1', 'spam.example'],
  ['http://spam.example:8080/', 'spam.example'],
  ['someone@spam.example', 'spam.example'],
  ['mailto://someone@spam.example', 'spam.example'],
  ['spam.example.', 'spam.example'],
  ['münchen.example', 'münchen.example'],
  ['', ''],
])('%s is read as %s', (pasted, domain) => {
  expect(cleanDomain(pasted)).toBe(domain)
})
