import { afterAll, expect, test } from 'vitest'
import { openParser } from '#server/kit/parse-worker.ts'
import type { parse } from './feed-task.ts'

const parser = openParser()
const TASK = new URL('./feed-task.ts', import.meta.url)
const read = parser.task<typeof parse>(TASK)
afterAll(() => parser.close())

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)
const readAs = async (text: string | Uint8Array, contentType: string | null = 'application/rss+xml') => {
  const answer = await read({ bytes: bytesOf(text), contentType, url: 'http://rival.example/feed' })
  return answer.ok ? answer.value : answer
}
const titlesIn = async (text: string | Uint8Array, contentType?: string) => {
  const feed = await readAs(text, contentType)
  return 'items' in feed ? feed.items.map(({ title }) => title) : feed
}
const rss = (items: string, before = '<?xml version="1.0"?>') =>
  `${before}<rss version="2.0"><channel><title>Rival</title><link>http://rival.example/</link>${items}</channel></rss>`
const item = (title: string, more = '') =>
  `<item><title>${title}</title><link>http://rival.example/1</link>${more}</item>`

test('no entity of a feed is expanded, from wherever it is', async () => {
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const doctypes = [
    `<!DOCTYPE rss [<!ENTITY l0 "ha">${laughs}]>`,
    `<!DOCTYPE rss [<!ENTITY l12 SYSTEM "file:///etc/passwd">]>`,
    `<!DOCTYPE rss [<!ENTITY l12 SYSTEM "http://127.0.0.1/">]>`,
    `<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1/a.dtd"> %p; <!ENTITY l12 "ha">]>`,
    `<!DOCTYPE rss [<!ENTITY l12 "${'ha'.repeat(50_000)}">]>`,
    `<!DOCTYPE rss SYSTEM "http://127.0.0.1/rss.dtd">`,
  ]

  for (const doctype of doctypes) {
    const titles = await titlesIn(rss(item('A pump &l12;&l12;'), `<?xml version="1.0"?>${doctype}`))
    expect([doctype.slice(0, 40), JSON.stringify(titles)]).toEqual([
      doctype.slice(0, 40),
      expect.not.stringMatching(/haha|root:/),
    ])
    expect(JSON.stringify(titles).length).toBeLessThan(200)
  }
})

test('names of the language leave its objects as they were, and the next feed is read', async () => {
  const xml = (name: string) => rss(item('A pump', `<${name}><polluted>yes</polluted></${name}>`))
  const json =
    '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":"1","title":"A pump","__proto__":{"polluted":1}}]}'

  // The library refuses some of them: then it is no feed.
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
    expect([['A pump'], { kind: 'unknown' }]).toContainEqual(await titlesIn(xml(name)))
  expect(await titlesIn(json, 'application/feed+json')).toEqual(['A pump'])
  expect(await titlesIn(rss(item('Another')))).toEqual(['Another'])
})

test(
  'what is too deep, too wide or never closed ends in time, and the next feed is read',
  { tags: 'slow' },
  async () => {
    const hostile = {
      letters: rss(item('&#65;'.repeat(1_000_000))),
      deep: rss('<a>'.repeat(100_000)),
      attributes: rss(
        `<item ${Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')}><title>A</title></item>`,
      ),
      cdata: rss(item(`<![CDATA[${'x'.repeat(2_000_000)}`)),
      comment: rss(`<!--${'-'.repeat(2_000_000)}`),
      brackets: '<'.repeat(1_000_000),
      dates: rss(item('A', `<pubDate>${'1'.repeat(500_000)}</pubDate>`).repeat(3)),
    }

    for (const [name, text] of Object.entries(hostile)) {
      const began = performance.now()
      const answer = await readAs(text)
      // Five seconds to read it, and what a busy machine takes to start another thread.
      expect([name, performance.now() - began < 60_000, JSON.stringify(answer).length < 1_000_000]).toEqual([
        name,
        true,
        true,
      ])
    }
    expect(await titlesIn(rss(item('A pump')))).toEqual(['A pump'])
    expect(parser.threads()).toBeLessThanOrEqual(1)
  },
)

test('of 50,000 posts the newest 500 are taken', { tags: 'slow' }, async () => {
  const all = Array.from({ length: 50_000 }, (_, at) =>
    item(`Post ${at}`, `<pubDate>${new Date(Date.UTC(2000, 0, 1) + at * 3_600_000).toUTCString()}</pubDate>`),
  )

  const patient = openParser({ patience: 120_000 })
  const input = { bytes: bytesOf(rss(all.join(''))), contentType: null, url: 'http://rival.example/feed' }
  const answer = await patient.task<typeof parse>(TASK)(input)
  patient.close()

  const titles = answer.ok && 'items' in answer.value ? answer.value.items.map(({ title }) => title) : answer
  expect(titles).toEqual(Array.from({ length: 500 }, (_, at) => `Post ${49_999 - at}`))
})

test('a feed in any encoding has a title that can be read', async () => {
  const latin1 = (text: string) => Uint8Array.from(Array.from(text, (letter) => letter.codePointAt(0) ?? 0))
  const utf16 = (text: string, mark: boolean) => {
    const words = Uint16Array.from(Array.from(`${mark ? '\ufeff' : ''}${text}`, (letter) => letter.charCodeAt(0)))
    return new Uint8Array(words.buffer)
  }
  const says = (name: string) => `<?xml version="1.0" encoding="${name}"?>`
  const latinFeed = rss(item('Müller pumpt'), says('ISO-8859-1'))

  expect(await titlesIn(latin1(latinFeed))).toEqual(['Müller pumpt'])
  // UTF-8 that calls itself Latin-1, and the reverse.
  expect(await titlesIn(latinFeed)).toEqual(['Müller pumpt'])
  expect(await titlesIn(latin1(rss(item('Müller pumpt'), says('UTF-8'))))).toEqual(['Müller pumpt'])
  expect(await titlesIn(utf16(rss(item('Müller pumpt'), ''), false))).toEqual(['Müller pumpt'])
  expect(await titlesIn(utf16(rss(item('Müller pumpt'), says('utf-16')), true))).toEqual(['Müller pumpt'])
  expect(await titlesIn(`\ufeff\ufeff${rss(item('Müller pumpt'))}`)).toEqual(['Müller pumpt'])
  expect(await titlesIn(rss(item('A\u0000\u0007 pump \ud800')))).toEqual([expect.stringMatching(/^A pump \ufffd?$/)])
  // Overlong and broken UTF-8 has letters that are none, and is a post all the same.
  const broken = [...bytesOf(rss(item('A pump ~~')))].flatMap((byte) => (byte === 0x7e ? [0xc0, 0xaf] : [byte]))
  expect(await titlesIn(Uint8Array.from(broken))).toEqual([expect.stringContaining('A pump')])
  const koi8 = Uint8Array.from(
    [...bytesOf(rss(item('~'), says('koi8-r')))].flatMap((byte) =>
      byte === 0x7e ? [0xee, 0xc1, 0xd3, 0xcf, 0xd3] : [byte],
    ),
  )
  expect(await titlesIn(koi8)).toEqual(['Насос'])
  const japanese = Uint8Array.from(
    [...bytesOf(rss(item('~'), says('Shift_JIS')))].flatMap((byte) =>
      byte === 0x7e ? [0x83, 0x7c, 0x83, 0x93, 0x83, 0x76] : [byte],
    ),
  )
  expect(await titlesIn(japanese)).toEqual(['ポンプ'])
})
