import { isLinkAddress } from '#contract/content/attribute-values.ts'
import {
  MARK_TAGS,
  type DocumentMark,
  type DocumentNode,
  type LinkMark,
  type PostDocument,
} from '#contract/content/document.ts'
import { outlineOf } from './facts.ts'

/** A picture as a page shows it. */
export interface ShownPicture {
  width: number
  height: number
  /** What a browser loads that knows none of the sources. */
  jpeg_url: string
  sources: readonly { type: string; srcset: string }[]
}

export interface ShownProduct {
  name: string
  /** One line about it; may be empty. */
  text: string
  url: string | null
}

/** What a document names and does not have itself. Undefined: there is no such thing, and nothing is shown of it. */
export interface Shown {
  picture: (id: number) => ShownPicture | undefined
  product: (id: number) => ShownProduct | undefined
  /** The address of a post; undefined where readers cannot open it: then the words stay, without a link. */
  postUrl: (id: number) => string | undefined
  faq: readonly Question[]
}
export interface Question {
  question: string
  answer: string
}

/** The HTML of a document, every text and attribute escaped. The questions stand where it says, or else after the text. */
export const render = (document: PostDocument, shown: Shown): string => {
  const ids = outlineOf(document).values()
  let [tables, hasFaq] = [0, false]

  const blocks = (nodes: readonly DocumentNode[] | undefined): string => (nodes ?? []).map(block).join('')
  const text = (node: DocumentNode) => inline(node.content ?? [], shown)

  const block = (node: DocumentNode): string => {
    switch (node.type) {
      case 'doc':
        return blocks(node.content)
      case 'paragraph':
        return tag('p', {}, text(node))
      case 'heading':
        return tag(`h${node.attrs.level}`, { id: ids.next().value?.id }, text(node))
      case 'blockquote':
        return tag('blockquote', {}, blocks(node.content))
      case 'bulletList':
        return tag('ul', {}, blocks(node.content))
      case 'orderedList':
        return tag('ol', { start: node.attrs.start === 1 ? undefined : node.attrs.start }, blocks(node.content))
      case 'listItem':
        return tag('li', {}, blocks(node.content))
      case 'horizontalRule':
        return '<hr />'
      case 'codeBlock':
        return tag('pre', {}, tag('code', { 'data-language': node.attrs.language || undefined }, text(node)))
      case 'image':
        return figure(node.attrs, shown.picture(node.attrs.image_id))
      case 'table':
        tables += 1
        return scrollBox(`Table ${tables}`, tag('table', {}, tag('tbody', {}, (node.content ?? []).map(row).join(''))))
      case 'tableRow':
      case 'tableHeader':
      case 'tableCell':
        return ''
      case 'callout':
        return tag(
          'aside',
          { role: 'note', 'data-kind': node.attrs.kind, 'aria-label': CALLOUTS[node.attrs.kind] },
          blocks(node.content),
        )
      case 'productCard':
        return productCard(node.attrs.product_id, shown.product(node.attrs.product_id))
      case 'faq':
        hasFaq = true
        return questions(shown.faq)
      case 'embed':
        return linkCard(node.attrs.url)
      case 'text':
      case 'hardBreak':
        return inline([node], shown)
    }
  }

  const row = (node: DocumentNode, at: number) =>
    tag('tr', {}, (node.content ?? []).map((cell) => cellOf(cell, at)).join(''))
  const cellOf = (node: DocumentNode, at: number) => {
    if (node.type !== 'tableHeader' && node.type !== 'tableCell') return ''
    const { colspan, rowspan } = node.attrs
    const spans = { colspan: colspan === 1 ? undefined : colspan, rowspan: rowspan === 1 ? undefined : rowspan }
    const scope = at === 0 ? 'col' : 'row'
    return node.type === 'tableHeader'
      ? tag('th', { scope, ...spans }, blocks(node.content))
      : tag('td', spans, blocks(node.content))
  }

  const html = block(document)
  return hasFaq ? html : html + questions(shown.faq)
}

/** A plain text as paragraphs: an empty line begins the next one, and web addresses become links. */
export const renderPlain = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => tag('p', {}, each.split('\n').map(withLinks).join('<br />')))
    .join('')

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

type Attributes = Readonly<Record<string, string | number | null | undefined>>

/** Names are ours alone, values anybody's. */
const tag = (name: string, attributes: Attributes, inside: string) =>
  `<${name}${attributesOf(attributes)}>${inside}</${name}>`
const empty = (name: string, attributes: Attributes) => `<${name}${attributesOf(attributes)} />`

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined || value === null ? '' : ` ${name}="${escapeAttribute(String(value))}"`,
    )
    .join('')

/** Marks that go on from one text to the next stay open between them, so that a link with a bold word is one link. */
const inline = (nodes: readonly DocumentNode[], shown: Shown): string => {
  const open: { key: string; close: string }[] = []
  let html = ''
  const closeTo = (length: number) => {
    while (open.length > length) html += open.pop()?.close ?? ''
  }
  for (const node of nodes) {
    const marks = (node.marks ?? []).map((mark) => ({ ...spell(mark, shown), key: JSON.stringify(mark) }))
    const alike = marks.findIndex(({ key }, at) => open[at]?.key !== key)
    closeTo(alike === -1 ? marks.length : alike)
    for (const mark of marks.slice(open.length)) {
      html += mark.open
      open.push(mark)
    }
    html += node.type === 'hardBreak' ? '<br />' : escapeText(node.text ?? '')
  }
  closeTo(0)
  return html
}

const spell = (mark: DocumentMark, shown: Shown) => {
  if (mark.type === 'link') return spellLink(mark, shown)
  const name = MARK_TAGS[mark.type]
  return { open: `<${name}>`, close: `</${name}>` }
}

const spellLink = ({ attrs }: LinkMark, shown: Shown) => {
  const attributes = attrs.post_id === null ? awayTo(attrs) : postLink(attrs, shown)
  if (attributes === undefined) return { open: '', close: '' }
  return { open: `<a${attributesOf({ ...attributes, title: attrs.title || undefined })}>`, close: '</a>' }
}

const awayTo = ({ href, nofollow }: LinkMark['attrs']): Attributes | undefined => {
  if (href === null || !isLinkAddress(href)) return undefined
  return { href, rel: /^https?:/i.test(href) ? relOf(nofollow) : undefined }
}

const relOf = (nofollow: boolean) => (nofollow ? 'noopener nofollow' : 'noopener')

const postLink = ({ post_id, fragment }: LinkMark['attrs'], shown: Shown): Attributes | undefined => {
  const url = post_id === null ? undefined : shown.postUrl(post_id)
  if (url === undefined) return undefined
  return {
    href: fragment ? `${url}#${encodeURIComponent(fragment)}` : url,
    'data-post-id': post_id,
    'data-fragment': fragment || undefined,
  }
}

const SIZES = {
  text: '(min-width: 752px) 720px, 100vw',
  wide: '(min-width: 1000px) 960px, 100vw',
  full: '100vw',
} as const

const figure = (attrs: (DocumentNode & { type: 'image' })['attrs'], picture: ShownPicture | undefined): string => {
  if (picture === undefined) return ''
  const { image_id, alt, decorative, caption, width } = attrs
  const sources = picture.sources.map(({ type, srcset }) => empty('source', { type, srcset, sizes: SIZES[width] }))
  const image = empty('img', {
    src: picture.jpeg_url,
    width: picture.width,
    height: picture.height,
    alt: decorative ? '' : alt,
    loading: 'lazy',
  })
  return tag(
    'figure',
    { 'data-image-id': image_id, 'data-width': width, 'data-decorative': decorative ? 'true' : undefined },
    tag('picture', {}, sources.join('') + image) + (caption && tag('figcaption', {}, escapeText(caption))),
  )
}

/** A wide table moves within its box, by keyboard too. */
const scrollBox = (label: string, inside: string) =>
  tag('div', { role: 'region', tabindex: 0, 'aria-label': label }, inside)

const CALLOUTS = { note: 'Note', tip: 'Tip', warning: 'Warning' } as const

const productCard = (id: number, product: ShownProduct | undefined): string => {
  if (product === undefined) return ''
  const { name, text, url } = product
  const title = tag('strong', {}, escapeText(name))
  const linked = url !== null && isLinkAddress(url) ? tag('a', { href: url }, title) : title
  return tag('div', { 'data-product-id': id }, linked + (text && tag('span', {}, escapeText(text))))
}

/** Nothing of the other page is loaded: its address is all that is known of it. */
const linkCard = (url: string): string => {
  if (!isLinkAddress(url) || !URL.canParse(url)) return ''
  const { host, pathname } = new URL(url)
  const title = pathname === '/' ? host : host + pathname
  return tag('div', { 'data-embed': 'link' }, tag('a', { href: url, rel: relOf(false) }, escapeText(title)))
}

const questions = (faq: readonly Question[]): string =>
  faq.length === 0
    ? ''
    : tag(
        'section',
        { 'data-faq': 'true' },
        tag('h2', {}, 'Questions and answers') +
          faq
            .map(({ question, answer }) =>
              tag('details', {}, tag('summary', {}, escapeText(question)) + renderPlain(answer)),
            )
            .join(''),
      )

const ADDRESSES = /https?:\/\/[^\s<>"]+/gi
const AFTER_IT = '.,;:!?)]}’”'

const withLinks = (line: string): string => {
  let [html, from] = ['', 0]
  for (const { 0: found, index } of line.matchAll(ADDRESSES)) {
    let end = found.length
    while (end > 0 && AFTER_IT.includes(found[end - 1] ?? '')) end -= 1
    const address = found.slice(0, end)
    if (!isLinkAddress(address)) continue
    html += escapeText(line.slice(from, index)) + tag('a', { href: address, rel: relOf(false) }, escapeText(address))
    from = index + end
  }
  return html + escapeText(line.slice(from))
}
