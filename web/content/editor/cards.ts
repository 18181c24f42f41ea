import { Node, type NodeViewRenderer } from '@tiptap/core'
import { NODES } from '#contract/content/document.ts'
import { attributesOf } from './attributes.ts'
import type { NameOf } from './text-host.ts'

/** A block that is shown as a card, and is one thing to the keys. */
const card = (
  name: 'productCard' | 'faq' | 'embed',
  label: string,
  detail: (attributes: Record<string, unknown>) => DetailOf,
) =>
  Node.create<{ nameOf: NameOf }>({
    name,
    group: NODES[name].group,
    atom: true,
    draggable: true,
    selectable: true,
    addOptions: () => ({ nameOf: () => Promise.resolve(undefined) }),
    addAttributes: () => attributesOf(name),
    parseHTML: () => [{ tag: `div[data-card="${name}"]` }],
    renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-card': name }],
    addNodeView(): NodeViewRenderer {
      const { nameOf } = this.options
      return ({ node }) => {
        const dom = document.createElement('div')
        dom.className = 'text-card'
        dom.dataset['card'] = name
        const kind = dom.appendChild(document.createElement('span'))
        kind.className = 'text-card-kind'
        kind.textContent = label
        const words = dom.appendChild(document.createElement('span'))
        words.className = 'text-card-words'
        const { text, product } = detail(node.attrs)
        words.textContent = text
        if (product !== undefined) void nameOf('product', product).then((found) => found && (words.textContent = found))
        return { dom, ignoreMutation: () => true }
      }
    },
  })

interface DetailOf {
  text: string
  product?: number
}

export const ProductCard = card('productCard', 'Product', ({ product_id: id }) => ({
  text: `No. ${Number(id)}`,
  product: Number(id),
}))
/** Where the questions of the post stand. */
export const Faq = card('faq', 'FAQ', () => ({ text: 'The questions of this post appear here' }))
export const Embed = card('embed', 'Link', ({ url }) => ({ text: String(url) }))
