import { expect, test } from 'vitest'
import { processorTime } from '#server/test/figures.ts'
import { readPhone } from './phone.ts'
import { readEmails, readPhones } from './several.ts'

const emails = (text: string) => readEmails(text).found.map(({ email }) => email)
const phones = (text: string, country?: string) => readPhones(text, country).map(({ sent, phone }) => phone ?? sent)

test.each([
  ['a@x.example; b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example ::: b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example / b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example\nb@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example, A@X.example', ['a@x.example']],
  ['a@x.example b@x.example', ['a@x.example', 'b@x.example']],
  ['Ann <ann@x.example>', ['ann@x.example']],
  ['"Doe, Ann" <ann@x.example>; Ben <ben@x.example>', ['ann@x.example', 'ben@x.example']],
  ['mailto:ann@x.example?subject=Hello', ['ann@x.example']],
  ['a/b@x.example', ['a/b@x.example']],
])('%j names %j', (text, found) => expect(emails(text)).toEqual(found))

test.each(['ann smith@x.example', 'a@b@x.example', 'not an address', 'ann@'])('%j names no address', (text) =>
  expect(emails(text)).toEqual([]),
)

test.each([
  ['+49 30 901820; +34 912 345 678', ['+4930901820', '+34912345678']],
  ['+49 30 901820 ::: +34 912 345 678', ['+4930901820', '+34912345678']],
  ['+49 30 901820 / +34 912 345 678', ['+4930901820', '+34912345678']],
  ['+49 30 901820\n+34 912 345 678', ['+4930901820', '+34912345678']],
  ['+49 30 901820, +49 30 901820', ['+4930901820']],
  ['tel:+49-30-901820', ['+4930901820']],
  ['p:+34912345678', ['+34912345678']],
  ['="004930901820"', ['+4930901820']],
  ['Mobile: +49 170 1234567', ['+491701234567']],
  ['call me', ['call me']],
])('%j names the numbers %j', (text, found) => expect(phones(text)).toEqual(found))

test('a slash within a number is part of it', () => {
  expect(phones('030/901820', 'DE')).toEqual(['+4930901820'])
  expect(phones('030/901820')).toEqual(['030/901820'])
  expect(phones('030 901820/0170 1234567', 'DE')).toEqual(['+4930901820', '+491701234567'])
})

test.each(['+49 30 1234567 ext 12', '+49 30 1234567 x12', '+49 30 1234567 ext. 12', 'tel:+49301234567;ext=12'])(
  'the extension of %j stays',
  (text) => expect(readPhone(text)).toEqual({ e164: '+49301234567 ext. 12', country: 'DE' }),
)

test('long texts are read or refused without a stall', () => {
  for (const text of [
    '@'.repeat(2_000),
    '<'.repeat(2_000),
    '1/'.repeat(1_000),
    ' '.repeat(2_000),
    'a@b.c;'.repeat(333),
  ]) {
    expect(processorTime(() => readEmails(text))).toBeLessThan(200)
    expect(processorTime(() => readPhones(text, 'DE'))).toBeLessThan(200)
  }
})
