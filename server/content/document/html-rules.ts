import type { ParseRule } from 'prosemirror-model'
import { fits, isLinkAddress } from '#contract/content/attribute-values.ts'
import { MARKS, NODES } from '#contract/content/document.ts'
import type { HtmlElement } from './html-element.ts'

/** A whole number within the bounds, or what is said instead. */
const whole = (element: HtmlElement, name: string, from: number, to: number, otherwise: number) => {
  const sent = element.getAttribute(name)
  return sent !== null && /^\d{1,7}$/.test(sent) ? Math.min(Math.max(Number(sent), from), to) : otherwise
}
const id = (element: HtmlElement, name: string) => {
  const sent = element.getAttribute(name)
  return sent !== null && /^[1-9]\d{0,14}$/.test(sent) ? Number(sent) : undefined
}
const cut = (text: string | null | undefined, most: number) =>
  (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, most)

const spans = (element: HtmlElement) => ({
  colspan: whole(element, 'colspan', 1, NODES.tableCell.attributes.colspan.to, 1),
  rowspan: whole(element, 'rowspan', 1, NODES.tableCell.attributes.rowspan.to, 1),
})

const image = (figure: HtmlElement) => {
  const image_id = id(figure, 'data-image-id')
  const picture = figure.querySelector('img')
  if (image_id === undefined || picture === null) return false
  const { alt, caption, width } = NODES.image.attributes
  const shown = figure.getAttribute('data-width')
  return {
    image_id,
    alt: cut(picture.getAttribute('alt'), alt.most),
    decorative: figure.getAttribute('data-decorative') === 'true',
    caption: cut(figure.querySelector('figcaption')?.textContent, caption.most),
    width: fits(width, shown) ? shown : width.default,
  }
}

const callout = (aside: HtmlElement) => {
  const kind = aside.getAttribute('data-kind')
  return fits(NODES.callout.attributes.kind, kind) ? { kind } : false
}

const embed = (address: string | null | undefined) =>
  fits(NODES.embed.attributes.url, address ?? '') ? { url: address } : false

/** The attributes of a link, or false where it leads nowhere that a post could lead to. */
export const linkOf = (anchor: HtmlElement) => {
  const title = cut(anchor.getAttribute('title'), MARKS.link.title.most) || null
  const post_id = id(anchor, 'data-post-id')
  if (post_id !== undefined) {
    const fragment = cut(anchor.getAttribute('data-fragment'), MARKS.link.fragment.most) || null
    return { href: null, post_id, fragment, title, nofollow: false }
  }
  const href = (anchor.getAttribute('href') ?? '').trim()
  if (href.length > MARKS.link.href.most || !isLinkAddress(href)) return false
  return { href, post_id: null, fragment: null, title, nofollow: /\bnofollow\b/.test(anchor.getAttribute('rel') ?? '') }
}

const productOf = (card: HtmlElement) => {
  const product_id = id(card, 'data-product-id')
  return product_id === undefined ? false : { product_id }
}

const languageOf = (pre: HtmlElement) =>
  cut(pre.querySelector('code')?.getAttribute('data-language'), NODES.codeBlock.attributes.language.most) || null

const heading = (level: number) => ({ node: 'heading', attrs: { level } })
const look = (name: string) => `span[data-look~=${name}]`

/** How HTML becomes a document: what is made here is read as what it was, what comes from elsewhere as what it is most like. */
export const HTML_RULES: readonly ParseRule[] = [
  { tag: 'figure[data-image-id]', node: 'image', getAttrs: image },
  { tag: 'div[data-product-id]', node: 'productCard', getAttrs: productOf },
  {
    tag: 'div[data-embed]',
    node: 'embed',
    getAttrs: (it: HtmlElement) => embed(it.querySelector('a')?.getAttribute('href')),
  },
  { tag: 'iframe', node: 'embed', getAttrs: (it: HtmlElement) => embed(it.getAttribute('src')) },
  { tag: 'section[data-faq]', node: 'faq' },
  { tag: 'aside[data-kind]', node: 'callout', getAttrs: callout },
  { tag: 'p', node: 'paragraph' },
  { tag: 'summary', node: 'paragraph' },
  { tag: 'dt', node: 'paragraph' },
  { tag: 'h1', ...heading(2) },
  { tag: 'h2', ...heading(2) },
  { tag: 'h3', ...heading(3) },
  { tag: 'h4', ...heading(4) },
  { tag: 'h5', ...heading(4) },
  { tag: 'h6', ...heading(4) },
  { tag: 'blockquote', node: 'blockquote' },
  { tag: 'ul', node: 'bulletList' },
  { tag: 'ol', node: 'orderedList', getAttrs: (it: HtmlElement) => ({ start: whole(it, 'start', 0, 1_000_000, 1) }) },
  { tag: 'li', node: 'listItem' },
  { tag: 'hr', node: 'horizontalRule' },
  {
    tag: 'pre',
    node: 'codeBlock',
    preserveWhitespace: 'full',
    getAttrs: (it: HtmlElement) => ({ language: languageOf(it) }),
  },
  { tag: 'table', node: 'table' },
  { tag: 'tr', node: 'tableRow' },
  { tag: 'th', node: 'tableHeader', getAttrs: spans },
  { tag: 'td', node: 'tableCell', getAttrs: spans },
  { tag: 'br', node: 'hardBreak' },
  { tag: 'a', mark: 'link', getAttrs: linkOf },
  { tag: 'strong', mark: 'bold' },
  { tag: 'b', mark: 'bold' },
  { tag: look('bold'), mark: 'bold', consuming: false },
  { tag: 'em', mark: 'italic' },
  { tag: 'i', mark: 'italic' },
  { tag: look('italic'), mark: 'italic', consuming: false },
  { tag: 's', mark: 'strike' },
  { tag: 'del', mark: 'strike' },
  { tag: 'strike', mark: 'strike' },
  { tag: look('strike'), mark: 'strike', consuming: false },
  { tag: 'code', mark: 'code' },
  { tag: 'sup', mark: 'superscript' },
  { tag: look('super'), mark: 'superscript', consuming: false },
  { tag: 'sub', mark: 'subscript' },
  { tag: look('sub'), mark: 'subscript', consuming: false },
]
