import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { cleanLine, cleanLines } from '#server/kit/clean-text.ts'
import { webAddress } from './canonical-url.ts'

/** More is not read of one post. */
const LONGEST_SOURCE = 1_000_000
const LONGEST_HTML = 200_000
const LONGEST_TEXT = 200_000
const EXCERPT = 300
const SUMMARY_SENTENCES = 2
const SUMMARY = 600
const REL = 'noopener noreferrer nofollow ugc'

/** Of these not even the text is read. */
const NO_TEXT = 'script style xmp textarea option noscript noembed noframes plaintext template iframe svg math object'

const optionsFor = (base: string): IOptions => ({
  allowedTags: 'p h2 h3 h4 ul ol li blockquote pre code strong em a br'.split(' '),
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  selfClosing: ['br'],
  nonTextTags: NO_TEXT.split(' '),
  parseStyleAttributes: false,
  nestingLimit: 50,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    div: 'p',
    section: 'p',
    article: 'p',
    figcaption: 'p',
    td: 'p',
    dt: 'p',
    dd: 'p',
    a: (tagName, { href }) => {
      const address = webAddress(href, base)
      return { tagName, attribs: address === undefined ? {} : { href: address, rel: REL } }
    },
  },
  exclusiveFilter: ({ tag, text }) => tag !== 'br' && text.trim() === '',
})

export interface Content {
  html: string
  text: string
  excerpt: string
  /** Two sentences of its own. */
  summary: string
}

/** What a site sent as the text of a post: the little of its HTML that a reader needs, and its words. */
export const cleanContent = (sent: string, base: string): Content => {
  const options = optionsFor(base)
  let source = sent.slice(0, LONGEST_SOURCE)
  let html = sanitizeHtml(source, options)
  while (html.length > LONGEST_HTML) {
    source = source.slice(0, Math.floor(source.length * Math.min(0.8, LONGEST_HTML / html.length)))
    html = sanitizeHtml(source, options)
  }
  const text = textOf(html).slice(0, LONGEST_TEXT)
  return {
    html: html.toWellFormed().replaceAll('\0', ''),
    text,
    excerpt: shortened(text.replaceAll('\n', ' '), EXCERPT),
    summary: shortened(firstSentences(text), SUMMARY),
  }
}

/** One line of text, whatever was sent: tags off, entities read. */
export const cleanTitle = (sent: string | undefined, most: number): string => {
  if (sent === undefined) return ''
  const source = sent.slice(0, 10_000)
  const plain = /[<&]/.test(source)
    ? sanitizeHtml(source, { allowedTags: [], nonTextTags: ['script', 'style'] })
    : source
  return cleanLine(withoutEntities(plain).toWellFormed().replaceAll('\0', ''))
    .replaceAll(/\s{1,1000}/g, ' ')
    .slice(0, most)
    .toWellFormed()
    .trim()
}

/** Of HTML that was cleaned: its tags are known, and nothing but four signs is written as an entity. */
const textOf = (html: string) =>
  cleanLines(
    withoutEntities(
      html.replaceAll(/<br \/>|<\/(?:p|h[234]|li|blockquote|pre|ul|ol)>/g, '\n').replaceAll(/<[^>]{1,3000}>/g, ''),
    )
      .toWellFormed()
      .replaceAll('\0', ''),
  )
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter(Boolean)
    .join('\n')

const withoutEntities = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })
const firstSentences = (text: string) => {
  const sentences: string[] = []
  for (const { segment } of SENTENCES.segment(text.slice(0, 3_000))) {
    const sentence = segment.trim()
    if (sentence !== '') sentences.push(sentence)
    if (sentences.length === SUMMARY_SENTENCES) break
  }
  return sentences.join(' ')
}

/** Cut between words. */
const shortened = (text: string, most: number) => {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).toWellFormed().trimEnd()}…`
}
