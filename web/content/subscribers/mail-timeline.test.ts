import { expect, test } from 'vitest'
import type { Consent, SubscriberBounce, SubscriberMail } from '#contract/content/subscribers.ts'
import { codeWords, timelineOf } from './mail-timeline.ts'

const mail = (id: number, state: SubscriberMail['state'] = 'sent'): SubscriberMail => ({
  id,
  kind: 'post_update',
  mailing_id: id,
  subject: `Mail ${id}`,
  state,
  attempts: 1,
  code: null,
  reply: null,
  at: new Date(Date.UTC(2026, 0, id)).toISOString(),
})
const bounce = (id: number, of: Partial<SubscriberBounce>): SubscriberBounce => ({
  id,
  mail_id: null,
  mailing_id: null,
  class: 'soft',
  code: '4.2.2',
  reply: '452 mailbox full',
  received_by: 'http',
  raw: null,
  at: new Date(Date.UTC(2026, 0, id)).toISOString(),
  ...of,
})
const asked: Consent = {
  id: 1,
  what: 'asked',
  wording: 'Send me news.',
  form: 'Footer sign-up',
  page_url: null,
  network: null,
  browser: null,
  proof: '',
  by: null,
  at: '2025-12-01T00:00:00Z',
}

const told = (of: Parameters<typeof timelineOf>[0]) =>
  timelineOf(of).map((entry) => (entry.kind === 'mails' ? `${entry.mails.length} mails` : entry.key))

test('older mails that were accepted fold, and all else stays in its place', () => {
  const mails = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) => mail(id, id === 4 ? 'refused' : 'sent'))

  expect(told({ mails, received_bounces: [], consents: [asked] })).toEqual([
    'mail-9',
    'mail-8',
    'mail-7',
    // Two are no more than their fold would be.
    'mail-6',
    'mail-5',
    'mail-4',
    '3 mails',
    'event-1',
  ])
})

test('what the mail server answered at once is said with its mail, a report that came later for itself', () => {
  const mails = [mail(3), mail(2, 'refused')]
  const received_bounces = [bounce(4, { mail_id: 3 }), bounce(2, { mail_id: 2, received_by: 'smtp', class: 'hard' })]

  expect(told({ mails, received_bounces, consents: [] })).toEqual(['bounce-4', 'mail-3', 'mail-2'])
})

test('a code is said in words where it says why', () => {
  expect(codeWords('5.1.1')).toBe('no such mailbox')
  expect(codeWords('4.2.2')).toBe('mailbox full')
  expect(codeWords('5.0.0')).toBeUndefined()
  expect(codeWords(null)).toBeUndefined()
  expect(codeWords('__proto__')).toBeUndefined()
})
