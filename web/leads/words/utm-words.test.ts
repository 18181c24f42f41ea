import { expect, test } from 'vitest'
import { utmLines } from './utm-words.ts'

test('what led to a lead is told the usual first, by its name without the prefix', () => {
  const told = utmLines({ ref: 'x', utm_term: ' ', utm_campaign: 'spring', utm_medium: 'cpc', source: 'google' })

  expect(told).toEqual(['source: google', 'medium: cpc', 'campaign: spring', 'ref: x'])
  expect(utmLines(null)).toEqual([])
})
