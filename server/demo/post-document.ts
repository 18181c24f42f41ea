import { EMPTY_DOCUMENT, type DocumentMark, type DocumentNode, type PostDocument } from '#contract/content/document.ts'

/** What a text can name, by the words that it has for it. */
export interface Named {
  products: ReadonlyMap<string, number>
  pictures: ReadonlyMap<string, number>
  posts: ReadonlyMap<string, number>
}

/** The text of a post of the demo, of which paragraphs, lists, tables and so on stand apart by an empty line. */
export const documentOf = (text: string, named: Named): PostDocument => {
  const content = text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((block) => blockOf(block.trim(), named))
  return content.length > 0 ? { ...EMPTY_DOCUMENT, content } : EMPTY_DOCUMENT
}

const blockOf = (block: string, named: Named): DocumentNode[] => {
  const inline = (text: string) => inlineOf(text, named)
  const heading = /^(#{2,4}) (.*)$/.exec(block)
  if (heading) {
    const [, signs = '##', text = ''] = heading
    return [{ type: 'heading', attrs: { level: signs.length }, content: inline(text) }]
  }
  if (block.startsWith('| ')) return [tableOf(block, inline)]
  if (block.startsWith('- ')) return [{ type: 'bulletList', content: itemsOf(block, inline) }]
  if (block.startsWith('1. ')) return [{ type: 'orderedList', attrs: { start: 1 }, content: itemsOf(block, inline) }]
  if (block.startsWith('> ')) return [{ type: 'blockquote', content: [paragraph(inline(block.slice(2)))] }]
  const kind = CALLOUTS.find((each) => block.startsWith(`:${each} `))
  if (kind) return [{ type: 'callout', attrs: { kind }, content: [paragraph(inline(block.slice(kind.length + 2)))] }]
  const product = /^\[product (.*)\]$/.exec(block)
  if (product) {
    const id = named.products.get(product[1] ?? '')
    return id === undefined ? [] : [{ type: 'productCard', attrs: { product_id: id } }]
  }
  const picture = /^\[picture (\w+):([^:]*):([^:]*)\]$/.exec(block)
  if (picture) {
    const [, name = '', alt = '', caption = ''] = picture
    const attrs = { alt: alt.trim(), decorative: false, caption: caption.trim(), width: 'text' } as const
    const id = named.pictures.get(name)
    return id === undefined ? [] : [{ type: 'image', attrs: { image_id: id, ...attrs } }]
  }
  return [paragraph(inline(block))]
}

const CALLOUTS = ['note', 'tip', 'warning'] as const

const paragraph = (content: DocumentNode[]): DocumentNode => ({
  type: 'paragraph',
  ...(content.length > 0 && { content }),
})

type Inline = (text: string) => DocumentNode[]

const itemsOf = (block: string, inline: Inline): DocumentNode[] =>
  block.split('\n').map((line) => ({
    type: 'listItem',
    content: [paragraph(inline(line.replace(/^(?:-|\d+\.) /, '')))],
  }))

/** The first row is its header. */
const tableOf = (block: string, inline: Inline): DocumentNode => ({
  type: 'table',
  content: block.split('\n').map((line, at) => ({
    type: 'tableRow',
    content: line
      .split('|')
      .slice(1, -1)
      .map((cell): DocumentNode => ({
        type: at === 0 ? 'tableHeader' : 'tableCell',
        attrs: { colspan: 1, rowspan: 1 },
        content: [paragraph(inline(cell.trim()))],
      })),
  })),
})

const INLINE = /\*\*([^*]{1,200})\*\*|\[([^[\]]{1,200})\]\(([^()]{1,200})\)/g

/** Bold words and links. */
const inlineOf = (text: string, { posts }: Named): DocumentNode[] => {
  const nodes: DocumentNode[] = []
  const say = (said: string, ...marks: DocumentMark[]) => {
    if (said !== '') nodes.push({ type: 'text', text: said, ...(marks.length > 0 && { marks }) })
  }
  let from = 0
  for (const { 0: found, 1: bold, 2: words = '', 3: target = '', index } of text.matchAll(INLINE)) {
    say(text.slice(from, index))
    const post = target.startsWith('post:') ? posts.get(target.slice(5)) : undefined
    if (bold !== undefined) say(bold, { type: 'bold' })
    else if (post === undefined && target.startsWith('post:')) say(words)
    else
      say(words, {
        type: 'link',
        attrs: {
          href: post === undefined ? target : null,
          post_id: post ?? null,
          fragment: null,
          title: null,
          nofollow: false,
        },
      })
    from = index + found.length
  }
  say(text.slice(from))
  return nodes
}
