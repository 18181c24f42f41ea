import { parseHTML } from 'linkedom'
import { DOMParser, Fragment, type Node } from 'prosemirror-model'
import type { Attributes, IOptions } from 'sanitize-html'
import type { PostDocument } from '#contract/content/document.ts'
import type { Dropped, DroppedKind } from '#contract/content/dropped.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { readDocument } from './document.ts'
import type { HtmlDocument, HtmlElement } from './html-element.ts'
import { HTML_RULES, linkOf } from './html-rules.ts'
import { INPUT, sanitise } from './sanitise.ts'
import { schema } from './schema.ts'
import { listsOfWord } from './word-lists.ts'

export interface ReadHtml {
  document: PostDocument
  dropped: Dropped[]
}

/** The document that HTML says, and what it could not take along. For a thread of its own: it may take as long as the HTML likes. */
export const documentOfHtml = (html: string): ReadHtml => {
  const lost = new Map<DroppedKind, Dropped>()
  const drop = (what: DroppedKind, sample: string | null | undefined) => {
    const known = lost.get(what)
    if (known) known.count += 1
    else lost.set(what, { what, count: 1, sample: sampleOf(sample) })
  }
  const clean = sanitise(html, { ...FROM_OUTSIDE, onOpenTag: (name, attributes) => note(name, attributes, drop) })
  const { document }: { document: HtmlDocument } = parseHTML(`<!doctype html><html><body>${clean}</body></html>`)
  listsOfWord(document)
  for (const each of document.querySelectorAll('caption')) liftCaption(document, each)
  for (const each of document.querySelectorAll('pre br')) each.replaceWith(document.createTextNode('\n'))
  for (const each of document.querySelectorAll('img'))
    if (!each.closest('figure[data-image-id]')) drop('picture', pictureName(each))
  for (const each of document.querySelectorAll('a[href]')) if (!linkOf(each)) drop('link', each.getAttribute('href'))
  for (const each of [...document.querySelectorAll('section[data-faq]')].slice(1)) each.remove()
  return { document: readDocument(trimmed(PARSER.parse(document.body)).toJSON()), dropped: [...lost.values()] }
}

const PARSER = new DOMParser(schema, HTML_RULES)

/** Deeper than anybody nests, and less than would exhaust the stack. */
const DEEPEST = 200

/** How something looks is read before it is taken away, where it says what the text is. */
const FROM_OUTSIDE: IOptions = {
  ...INPUT,
  nestingLimit: DEEPEST,
  allowedAttributes: { ...INPUT.allowedAttributes, span: ['data-look'], p: ['data-level'] },
  transformTags: {
    span: (_, attributes) => ({ tagName: 'span', attribs: lookOf(attributes) }),
    font: (_, attributes) => ({ tagName: 'span', attribs: lookOf(attributes) }),
    // Google Docs wraps all that is copied in a `b` that is not bold.
    b: (tagName, { style = '' }) => ({
      tagName: /(?<![-\w])font-weight:\s*(?:normal|400)/i.test(style) ? 'span' : tagName,
      attribs: {},
    }),
    p(tagName, { style = '' }) {
      const [, level] = /mso-list:\s*l\d+ level(\d)/i.exec(style) ?? []
      return { tagName, attribs: level === undefined ? {} : { 'data-level': level } }
    },
  },
}

const LOOKS: Readonly<Record<string, RegExp>> = {
  bold: /(?<![-\w])font-weight:\s*(?:bold|[6-9]00)/i,
  italic: /(?<![-\w])font-style:\s*italic/i,
  strike: /text-decoration[a-z-]*:[^;]*line-through/i,
  super: /vertical-align:\s*super/i,
  sub: /vertical-align:\s*sub/i,
  /** The number or dot that Word writes before an item. */
  marker: /mso-list:\s*ignore/i,
}

const lookOf = ({ style = '' }: Attributes): Attributes => {
  const looks = Object.keys(LOOKS).filter((name) => style && LOOKS[name]?.test(style))
  return looks.length ? { 'data-look': looks.join(' ') } : {}
}

const KINDS: Readonly<Record<string, DroppedKind>> = {
  form: 'form',
  input: 'field',
  select: 'field',
  textarea: 'field',
  button: 'field',
  video: 'video',
  audio: 'sound',
  svg: 'drawing',
  canvas: 'drawing',
  math: 'drawing',
  object: 'object',
  embed: 'object',
  applet: 'object',
  script: 'script',
  u: 'underline',
}

const note = (name: string, attributes: Attributes, drop: (what: DroppedKind, sample: string | undefined) => void) => {
  const what = KINDS[name]
  const sample = attributes['src'] ?? attributes['data'] ?? attributes['action'] ?? attributes['name']
  if (what) drop(what, sample)
  // One that shows a page becomes a link to it.
  else if (name === 'iframe' && !/^https?:/i.test(sample ?? '')) drop('frame', sample)
}

const SAMPLE = 80
const sampleOf = (text: string | null | undefined) => cleanLine((text ?? '').slice(0, SAMPLE).toWellFormed())

const pictureName = (image: HtmlElement) => {
  const source = image.getAttribute('src') ?? ''
  return image.getAttribute('alt') || (source.startsWith('data:') ? '' : source)
}

/** Without the spaces at the ends of paragraphs that stood between two elements: HTML that is made of them would not show them. */
const trimmed = (node: Node): Node => {
  if (!node.isTextblock) return node.copy(Fragment.fromArray(node.children.map(trimmed)))
  if (node.type.spec.code) return node
  const [first = '', last = ''] = [node.firstChild?.text, node.lastChild?.text]
  const from = first.length - first.replace(/^[ \n]+/, '').length
  return node.cut(from, Math.max(from, node.content.size - (last.length - trimmedEnd(last).length)))
}

const trimmedEnd = (text: string) => {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\n') end -= 1
  return text.slice(0, end)
}

/** A caption becomes a paragraph before its table. */
const liftCaption = (document: HtmlDocument, caption: HtmlElement) => {
  const paragraph = document.createElement('p')
  paragraph.append(...caption.childNodes)
  caption.closest('table')?.before(paragraph)
  caption.remove()
}
