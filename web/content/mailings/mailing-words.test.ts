import { expect, test } from 'vitest'
import { audienceWords, doneOf, editionWords, leftOutWords, leftWords, senderWords } from './mailing-words.ts'

const NOBODY = {
  unconfirmed: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  blocked: 0,
  had_it: 0,
  other_source: 0,
}
const NONE = { queued: 0, handing: 0, sent: 0, deferred: 0, refused: 0, skipped: 0, in_doubt: 0, cancelled: 0 }

test('the mailings of a post are counted as people say it', () => {
  expect([1, 2, 3, 4, 11, 22].map(editionWords)).toEqual([
    'first mailing',
    '2nd mailing',
    '3rd mailing',
    '4th mailing',
    '11th mailing',
    '22nd mailing',
  ])
})

test('only reasons that concern somebody are named', () => {
  expect(leftOutWords({ ...NOBODY, unconfirmed: 1_063, blocked: 5 })).toBe('1,063 unconfirmed, 5 blocked')
  expect(leftOutWords(NOBODY)).toBe('')
})

test('an audience of some sources names them', () => {
  expect(audienceWords({ kind: 'sources', sources: ['website_form', 'import'] }, NOBODY)).toBe(
    'Subscribers from website form, import',
  )
})

test('those who haven’t had a post are everyone before its first mailing', () => {
  expect([NOBODY, { ...NOBODY, had_it: 4 }].map((out) => audienceWords({ kind: 'not_yet_sent' }, out))).toEqual([
    'Everyone subscribed',
    'Subscribers who haven’t had this post',
  ])
})

test('a sender without a name is its address', () => {
  expect([senderWords('News', 'news@firm.example'), senderWords('', 'news@firm.example')]).toEqual([
    'News <news@firm.example>',
    'news@firm.example',
  ])
})

test('mails in doubt are done, and those to be tried again are not', () => {
  expect(doneOf({ ...NONE, sent: 1_196, refused: 3, skipped: 3, in_doubt: 2, deferred: 6, queued: 9 })).toBe(1_204)
})

test('what is left is told roughly', () => {
  expect([20, 1_560, 10_800].map(leftWords)).toEqual(['less than a minute left', 'about 26 min left', 'about 3 h left'])
})
