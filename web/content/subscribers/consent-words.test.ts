import { expect, test } from 'vitest'
import type { Consent } from '#contract/content/subscribers.ts'
import { agreementOf, proofWords } from './consent-words.ts'

const event = (id: number, what: Consent['what'], of: Partial<Consent> = {}): Consent => ({
  id,
  what,
  wording: '',
  form: null,
  page_url: null,
  network: null,
  browser: null,
  proof: '',
  by: null,
  at: `2026-05-0${id}T09:00:00Z`,
  ...of,
})
const shown = (...consents: Consent[]) => {
  const { wording, events } = agreementOf({ consents }) ?? { wording: undefined, events: [] }
  return [wording, events.map(({ id }) => id)]
}

test('what they agreed to last is quoted, with their confirmation of it', () => {
  const first = event(1, 'asked', { wording: 'Send me news.' })
  const second = event(4, 'asked', { wording: 'Send me guides.' })

  expect(shown(first, event(2, 'confirmed', { wording: 'Confirmed by the link in the mail' }))).toEqual([
    'Send me news.',
    [1, 2],
  ])
  expect(shown(first, event(2, 'confirmed'), event(3, 'unsubscribed'), second)).toEqual(['Send me guides.', [4]])
  expect(shown(first, event(2, 'confirmed'), event(3, 'unsubscribed'))).toEqual(['Send me news.', [1, 2]])
})

test('a mail that is sent again does not hide the words they agreed to', () => {
  const asked = event(1, 'asked', { wording: 'Send me news.' })

  expect(shown(asked, event(2, 'asked', { by: { id: 1, name: 'Meera' } }))).toEqual(['Send me news.', [1, 2]])
  expect(shown(event(1, 'asked', { by: { id: 1, name: 'Meera' } }), event(2, 'confirmed'))).toEqual(['', [1, 2]])
  expect(shown(event(1, 'blocked'))).toEqual([undefined, []])
})

test('the proof names the form, the network and the browser, or the file', () => {
  const byForm = event(1, 'asked', { form: 'Footer sign-up', network: '203.0.113.0/24', browser: 'Firefox' })

  expect(proofWords(byForm)).toBe('Footer sign-up · network 203.0.113.0/24 · Firefox')
  expect(proofWords(event(1, 'imported', { proof: 'fair.csv, row 12' }))).toBe('fair.csv, row 12')
})
