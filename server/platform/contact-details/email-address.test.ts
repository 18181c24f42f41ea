import { expect, test } from 'vitest'
import { processorTime } from '#server/test/figures.ts'
import { domainState, isPublicSuffix, normaliseDomain, parseEmail, suffixesOf } from './email-address.ts'

test('an address is kept in lower case, with its domain in ASCII', () => {
  expect(parseEmail(' Ada.Byron+rfq@Engine.Example ')).toEqual({
    email: 'ada.byron+rfq@engine.example',
    domain: 'engine.example',
  })
  expect(parseEmail('ada@BÜCHER.example')).toEqual({
    email: 'ada@xn--bcher-kva.example',
    domain: 'xn--bcher-kva.example',
  })
})

test.each([
  'ada@engine.example.',
  'ada@engine。example',
  'ada@engine．example',
  'ada@engine｡example',
  'ada@ＥＮＧＩＮＥ.example',
])('%s is ada@engine.example', (text) => expect(parseEmail(text)?.email).toBe('ada@engine.example'))

test.each([
  ['a second header', 'ada@engine.example\r\nBcc: eve@evil.example'],
  ['a line end at the end', 'ada@engine.example\n'],
  ['a NUL', 'ada@engine.example\0'],
  ['a quoted local part', '"ada@evil.example y"@engine.example'],
  ['a group', 'friends: ada@engine.example;'],
  ['a display name', 'Ada <ada@engine.example>'],
  ['two addresses', 'ada@engine.example,eve@evil.example'],
  ['a comment', 'ada(c)@engine.example'],
  ['an address literal', 'ada@[127.0.0.1]'],
  ['an IP address', 'ada@127.0.0.1'],
  ['an IP address in hexadecimal', 'ada@0x7f.1'],
  ['a host without a top level', 'ada@localhost'],
  ['two at signs', 'ada@evil.example@engine.example'],
  ['nothing before the at', '@engine.example'],
  ['dots in a row', 'a..da@engine.example'],
  ['a dot in front', '.ada@engine.example'],
  ['a letter that only looks like k', '\u212Aim@engine.example'],
  ['an encoded dot', 'ada@engine%2eexample'],
  ['a zero-width space', 'ada@eng\u200Bine.example'],
  ['a direction mark', 'ada@\u202Eengine.example'],
  ['a soft hyphen', 'ada@eng\u00ADine.example'],
  ['a label that ends in a hyphen', 'ada@engine-.example'],
  ['an empty label', 'ada@engine..example'],
  ['an underscore in the domain', 'ada@my_engine.example'],
  ['a local part over 64', `${'a'.repeat(65)}@engine.example`],
  ['a label over 63', `ada@${'a'.repeat(64)}.example`],
  ['over 320 characters', `ada@${'abcdefghi.'.repeat(32)}example`],
])('%s is no address', (_, text) => expect(parseEmail(text)).toBeUndefined())

test.each([
  '@Engine.example',
  'ada@engine.example',
  'https://engine.example/contact?x=1#top',
  'HTTP://ada:secret@engine.example:8080/',
  '//engine.example',
  'engine.example:443',
  ' engine.example. ',
  'engine。example',
  'mailto:ada@engine.example',
])('%s names the domain engine.example', (text) => expect(normaliseDomain(text)).toBe('engine.example'))

test('www stays, and a name in another script is kept in ASCII', () => {
  expect(normaliseDomain('www.engine.example')).toBe('www.engine.example')
  expect(normaliseDomain('例え.テスト')).toBe('xn--r8jz45g.xn--zckzah')
})

test.each([
  '',
  ' ',
  '@',
  'com',
  '127.0.0.1',
  'http://[::1]/',
  '[127.0.0.1]',
  '2130706433',
  'a b.com',
  'a.com, b.com',
  'a@b@c.com',
  '..',
  '-.com',
  '%',
  `${'a.'.repeat(127)}com`,
])('%j names no domain', (text) => expect(normaliseDomain(text)).toBeUndefined())

test('what anyone may register below is a public suffix; a host that rents out names is not', () => {
  expect(['com.ar', 'co.uk', 'xn--fiqs8s', 'foo.ck'].map(isPublicSuffix)).toEqual([true, true, true, true])
  expect(['firm.co.uk', 'gmail.com', 'blogspot.com', 'github.io', 'spam.example'].some(isPublicSuffix)).toBe(false)
})

test('the badge tells free and throw-away mail from a company’s own domain', () => {
  const states = ['gmail.com', 'mailinator.com', 'x.mailinator.com', 'engine.example', null].map(domainState)

  expect(states).toEqual(['free', 'disposable', 'disposable', 'ok', 'none'])
})

test('a domain is below its suffixes', () => expect(suffixesOf('a.b.com')).toEqual(['a.b.com', 'b.com', 'com']))

test.each([
  ['a run that nearly fits', 'a'.repeat(50_000) + '!'],
  ['nested groups', '('.repeat(25_000) + ')'.repeat(25_000)],
  ['dots', '.'.repeat(50_000)],
  ['labels', 'a-'.repeat(25_000)],
  ['at signs', '@'.repeat(50_000)],
  ['the longest address', `${'a.'.repeat(31)}a@${'a-a.'.repeat(47)}com`.slice(0, 254)],
  ['a long name in another script', `ada@${'ü'.repeat(59)}.${'例'.repeat(59)}.example`],
  ['a long link', `https://${'a'.repeat(1_900)}/`],
])('%s is read or refused without a stall (20 ms)', (_, text) => {
  const took = processorTime(() => {
    parseEmail(text)
    normaliseDomain(text)
  })

  expect(took).toBeLessThan(200)
})
